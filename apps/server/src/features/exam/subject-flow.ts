import type { Db } from '@hengjuan/db'
import { stepLabel } from '@hengjuan/domain'
import { describeAudit, selectAuditOf } from '../audit/index.ts'
import { selectRoomRolls } from '../roster/index.ts'

/** What is shown of who did what: a subject has some dozens of acts. */
const SHOWN = 60

interface Place {
  examId: number
  subjectId: number
  mode: number
}

/** Sheets by room and, for who may know it, who did what to a subject. */
export const subjectFlow = async (db: Db, place: Place, mayAudit: boolean) => ({
  rooms: await selectRoomRolls(db, place.examId, place.subjectId),
  events: mayAudit ? await eventsOf(db, place) : [],
})

async function eventsOf(db: Db, { examId, subjectId, mode }: Place) {
  const blocks = await db
    .selectFrom('block')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .select('id')
    .execute()
  const sheets = await db
    .selectFrom('answer_sheet')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .select('id')
    .execute()
  const rows = await selectAuditOf(
    db,
    [
      `exam:${examId}/${subjectId}`,
      `exam:${examId}/subject:${subjectId}`,
      ...blocks.map(({ id }) => `block:${id}`),
      ...sheets.map(({ id }) => `sheet:${id}`),
    ],
    SHOWN,
  )
  const described = await describeAudit(db, rows)
  return described.map((row, index) => ({
    id: row.id,
    at: row.at,
    by_name: row.user_name,
    action: row.action,
    action_label: row.action_label,
    object_label: row.object_label,
    text: MOVES.includes(row.action)
      ? movedText(rows[index]?.before, rows[index]?.after, mode)
      : /^(block|sheet):/.test(row.object)
        ? ''
        : row.fields
            .map(({ label, before, after }) =>
              before === null ? `${label} ${after ?? ''}` : `${label} ${before} → ${after ?? '空'}`,
            )
            .join('；'),
  }))
}

const MOVES = ['exam-step', 'exam-rollback']

interface Moved {
  status?: number
  known?: string[]
}

/** From which step to which, and what whoever moved it knew to be unready. */
function movedText(
  before: string | null | undefined,
  after: string | null | undefined,
  mode: number,
): string {
  const [from, to] = [before, after].map((text) => JSON.parse(text ?? '{}') as Moved)
  const steps = `${stepLabel(from?.status ?? 0, mode)} → ${stepLabel(to?.status ?? 0, mode)}`
  return to?.known?.length ? `${steps}；已知道：${to.known.join('、')}` : steps
}
