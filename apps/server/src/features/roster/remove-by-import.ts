import { type Db, isOneOf } from '@hengjuan/db'
import type { ViewedExam } from './candidate-plan.ts'
import { type CandidateRow, selectAllCandidates } from './candidate.query.ts'
import { removeCandidates } from './change-candidates.ts'

type SubjectRow = Awaited<ReturnType<typeof selectSubjects>>[number]

/** A candidate as it stood on the list, to be put back. */
interface Removed {
  candidate: CandidateRow
  subjects: SubjectRow[]
}

/** Why candidates of an exam cannot be taken off its list by a table that does not name them. @source platform 0.1 */
export async function selectBound(db: Db, examId: number): Promise<Map<number, string>> {
  const bound = new Map<number, string>()
  const add = (rows: readonly { candidate_id: number | null }[], why: string) => {
    for (const { candidate_id: id } of rows) if (id !== null && !bound.has(id)) bound.set(id, why)
  }
  add(
    await db
      .selectFrom('scan_sheet')
      .where('exam_id', '=', examId)
      .select('candidate_id')
      .distinct()
      .execute(),
    '已有扫描的答题卡，不能移出',
  )
  add(
    await db
      .selectFrom('attempt')
      .where('exam_id', '=', examId)
      .select('candidate_id')
      .distinct()
      .execute(),
    '已有线上作答，不能移出',
  )
  add(
    await db
      .selectFrom('unit')
      .where('exam_id', '=', examId)
      .select('candidate_id')
      .distinct()
      .execute(),
    '已有答卷进入阅卷，不能移出',
  )
  add(
    await db
      .selectFrom('candidate_subject')
      .where('exam_id', '=', examId)
      .where((eb) =>
        eb.or([
          eb('total_milli', 'is not', null),
          eb('objective_milli', 'is not', null),
          eb('subjective_milli', 'is not', null),
          eb('special_flag', 'is not', null),
        ]),
      )
      .select('candidate_id')
      .distinct()
      .execute(),
    '已有成绩或特殊情况登记，不能移出',
  )
  return bound
}

/** Takes candidates off the list. @returns what puts them back */
export async function removeMissing(
  db: Db,
  { exam, view }: ViewedExam,
  ids: readonly number[],
): Promise<Removed[]> {
  const wanted = new Set(ids)
  const rows = (await selectAllCandidates(db, exam.id)).filter(({ id }) => wanted.has(id))
  const subjects = Map.groupBy(await selectSubjects(db, ids), ({ candidate_id }) => candidate_id)
  await removeCandidates(db, exam.id, ids, view)
  return rows.map((candidate) => ({ candidate, subjects: subjects.get(candidate.id) ?? [] }))
}

/** Puts candidates back where nobody else has their number by now. @returns why some stay away, by their old id */
export async function restoreRemoved(
  db: Db,
  { exam }: ViewedExam,
  ids: ReadonlySet<number>,
  made: unknown,
): Promise<Map<number, string>> {
  const away = new Map<number, string>()
  const removed = (made as { removed?: Removed[] } | null)?.removed ?? []
  const now = await selectAllCandidates(db, exam.id)
  const numbers = new Set(now.map(({ exam_no }) => exam_no))
  const students = new Set(now.map(({ student_id }) => student_id))
  for (const { candidate, subjects } of removed) {
    const { id, ...row } = candidate
    if (!ids.has(id)) continue
    if (students.has(row.student_id)) away.set(id, '已重新加入名单')
    else if (numbers.has(row.exam_no)) away.set(id, `原来的考号 ${row.exam_no} 现在属于其他考生`)
    else {
      const back = await db
        .insertInto('candidate')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow()
      if (subjects.length > 0)
        await db
          .insertInto('candidate_subject')
          .values(subjects.map((subject) => ({ ...subject, candidate_id: back.id })))
          .execute()
    }
  }
  return away
}

const selectSubjects = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('candidate_subject')
    .where(isOneOf(db, 'candidate_id', ids))
    .selectAll()
    .execute()
