import type { askDetail, ReplyOf } from '@hengjuan/contracts'
import { AppError, type ExamAskKind, type ExamAskState, mayDo, subjectName } from '@hengjuan/domain'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { previewedStudents } from '../score/index.ts'
import { selectAnswers, selectOwnAsks, selectWithoutSheet } from './exam-ask.query.ts'

type OwnRow = Awaited<ReturnType<ReturnType<typeof selectOwnAsks>['execute']>>[number]

/** What this person, in the current role, answers for: own classes, or the school. */
const ownOf = ({ role, scope, schoolId }: Session) => ({
  classIds: scope.classes,
  ofSchool: schoolId ?? 0,
  schoolId: mayDo(role, 'roster.manage') ? schoolId : null,
})

/** What somebody is asked, the newest first. */
export async function asksOf(services: Services, session: Session) {
  const rows = await selectOwnAsks(services.db, ownOf(session)).limit(100).execute()
  return rows.map(described)
}

export const described = (row: OwnRow) => ({
  ask_id: row.id,
  kind: row.kind as ExamAskKind,
  exam_id: row.exam_id,
  exam_name: row.exam_name,
  subject_name:
    row.subject_id === null
      ? null
      : subjectName(row.subject_id, row.grade_id, { [row.subject_id]: row.subject_name ?? '' }),
  unit: row.unit as 'class' | 'school',
  unit_name: row.class_name ?? row.school_name ?? '',
  state: row.state as ExamAskState,
  note: row.note,
  asked_by: row.asked_by_name,
  asked_at: row.asked_at,
  deadline: row.deadline,
})

/** @throws AppError NOT_FOUND for what somebody else answers */
export async function findOwnAsk(
  { db }: Pick<Services, 'db'>,
  session: Session,
  askId: number,
): Promise<OwnRow> {
  const row = await selectOwnAsks(db, ownOf(session))
    .where('exam_ask.id', '=', askId)
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND', { what: '核对' })
  return row
}

/** Candidates of the unit without a sheet. */
export async function absencesOf({ db }: Pick<Services, 'db'>, row: OwnRow) {
  const all = await selectWithoutSheet(db, row.exam_id, row.subject_id ?? 0)
  return all.filter((one) => (row.unit === 'class' ? one.class_id : one.school_id) === row.unit_id)
}

const ALL = 5000

/** What is to be looked through: scores as they stand now, or who has no sheet. */
export async function detailOf(
  services: Services,
  row: OwnRow,
): Promise<ReplyOf<typeof askDetail>> {
  const ask = described(row)
  if (row.kind === 'absence') {
    const answers = new Map(
      (await selectAnswers(services.db, [row.id])).map((one) => [one.candidate_id, one.answer]),
    )
    return {
      ask,
      subjects: [],
      people: (await absencesOf(services, row)).map((one) => ({
        candidate_id: one.candidate_id,
        exam_no: one.exam_no,
        name: one.name,
        class_name: one.class_name,
        total_milli: null,
        scores: [],
        answer: answers.get(one.candidate_id) ?? null,
      })),
    }
  }
  const { list } = await previewedStudents(services, {
    examId: row.exam_id,
    classId: row.unit === 'class' ? row.unit_id : undefined,
    schoolId: row.unit === 'school' ? row.unit_id : undefined,
    keyword: '',
    page: 1,
    limit: ALL,
  })
  return {
    ask,
    subjects: (list[0]?.subjects ?? []).map(({ subject_id, subject_name }) => ({
      subject_id,
      name: subject_name,
    })),
    people: list.map((one) => ({
      candidate_id: one.candidate_id,
      exam_no: one.exam_no,
      name: one.name,
      class_name: one.class_name,
      total_milli: one.total_milli,
      scores: one.subjects.map(({ attendance, total_milli }) => ({ attendance, total_milli })),
      answer: null,
    })),
  }
}
