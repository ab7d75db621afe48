import { type Db, isOneOf } from '@hengjuan/db'
import type { Editor, RowState } from '../../import/define-import.ts'
import { selectHandEditors } from '../../import/hand-edits.query.ts'
import type { ViewedExam } from './candidate-plan.ts'
import { selectAllCandidates, selectWithSheets } from './candidate.query.ts'
import { restoreRemoved } from './remove-by-import.ts'
import { changeCandidates, removeCandidates } from './change-candidates.ts'

interface Places {
  exam_no: string
  room_no: string | null
  seat_no: string | null
}

/** What an import may change of candidates, by id. */
export async function selectCandidateStates(
  db: Db,
  { exam }: ViewedExam,
  ids: readonly number[],
): Promise<Map<number, RowState>> {
  const rows = await db
    .selectFrom('candidate')
    .where('exam_id', '=', exam.id)
    .where(isOneOf(db, 'id', ids))
    .select(['id', 'exam_no', 'room_no', 'seat_no'])
    .execute()
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}

/**
 * Gives candidates back the number, room and seat that they had, and takes those off the list that came with the
 * import. Whoever has a sheet stays, and so does whose number somebody else has by now. Those that the import took off
 * the list are put back.
 *
 * @returns why some stay as they are, by id
 */
export async function restoreCandidates(
  db: Db,
  { exam, view }: ViewedExam,
  rows: readonly { id: number; before: RowState | null }[],
  made: unknown,
): Promise<Map<number, string>> {
  const kept = new Map<number, string>()
  const scanned = await selectWithSheets(db, exam.id, 'all')
  const all = await selectAllCandidates(db, exam.id)
  const current = new Map(all.map((row) => [row.id, row]))
  const changed = rows.flatMap(({ id, before }) => {
    if (before === null || !current.has(id)) return []
    const places = before as unknown as Places
    const isMoved = current.get(id)?.exam_no !== places.exam_no
    if (isMoved && scanned.has(id)) kept.set(id, '已有扫描的答题卡，不能改回原来的考号')
    return kept.has(id) ? [] : [{ candidate_id: id, ...places }]
  })
  const added = rows.flatMap(({ id, before }) => {
    if (before === null && scanned.has(id)) kept.set(id, '已有扫描的答题卡，不能移出名单')
    return before === null && !kept.has(id) ? [id] : []
  })
  if (added.length > 0) await removeCandidates(db, exam.id, added, view)
  const gone = new Set(added)
  // Whoever stays holds a number; whose old number that is stays as well, and holds another one.
  for (let back = changed; ;) {
    const moving = new Set(back.map(({ candidate_id }) => candidate_id))
    const held = new Set(
      all.flatMap(({ id, exam_no }) => (gone.has(id) || moving.has(id) ? [] : [exam_no])),
    )
    const free = back.filter(({ exam_no }) => !held.has(exam_no))
    for (const { candidate_id, exam_no } of back)
      if (held.has(exam_no)) kept.set(candidate_id, `原来的考号 ${exam_no} 现在属于其他考生`)
    if (free.length < back.length) {
      back = free
      continue
    }
    await changeCandidates(db, exam, free, view)
    break
  }
  const goneBefore = new Set(
    rows.flatMap(({ id, before }) => (before && !current.has(id) ? [id] : [])),
  )
  for (const [id, why] of await restoreRemoved(db, { exam, view }, goneBefore, made))
    kept.set(id, why)
  return kept
}

/** Who last changed each candidate of an exam by hand since then. */
export const selectCandidateEditors = (
  db: Db,
  examId: number,
  since: string,
): Promise<Map<number, Editor>> =>
  selectHandEditors(
    db,
    { object: `exam:${examId}` },
    since,
    ['roster-update', 'roster-delete'],
    ({ before, after }) => {
      const named = JSON.parse(after ?? before ?? '[]') as (number | { candidate_id?: number })[]
      if (!Array.isArray(named)) return []
      return named.map((one) => (typeof one === 'number' ? one : (one.candidate_id ?? 0)))
    },
  )
