import type { ReplyOf, studentDetail } from '@hengjuan/contracts'
import type { Db, Tables } from '@hengjuan/db'
import {
  AppError,
  auditActionLabel,
  auditFields,
  classLabel,
  maskedPhone,
  type ScopeLists,
} from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { selectStudents } from '../student.query.ts'
import { classNamesOn } from '../year/class-names.query.ts'
import { storedConsent } from './guardian-consent.ts'
import { transferOf } from './transfer.query.ts'

/** Records of one person that anybody reads at once. */
const HISTORY_MOST = 50

/** Everything about one student. @param mayManage whoever may change it sees phone and register number whole */
export async function describeStudent(
  db: Db,
  student: Selectable<Tables['student']>,
  mayManage: boolean,
  scope: ScopeLists<number>,
): Promise<ReplyOf<typeof studentDetail>> {
  const { list } = await selectStudents(
    db,
    { schoolId: student.school_id, scope, ids: [student.id] },
    { limit: 1, offset: 0 },
  )
  const [shown] = list
  if (!shown) throw new AppError('STUDENT_NOT_FOUND')
  return {
    student: shown,
    guardian_phone: mayManage ? student.guardian_phone : maskedPhone(student.guardian_phone),
    guardian_consent: storedConsent(student.guardian_consent),
    registry_no: mayManage ? student.registry_no : null,
    exams: await selectExams(db, student.id),
    history: mayManage ? await selectHistory(db, student.id) : [],
    transfer: mayManage ? await transferOf(db, student) : null,
  }
}

async function selectExams(db: Db, studentId: number) {
  const rows = await db
    .selectFrom('candidate')
    .innerJoin('exam', 'exam.id', 'candidate.exam_id')
    .innerJoin('candidate_subject', 'candidate_subject.candidate_id', 'candidate.id')
    .where('candidate.student_id', '=', studentId)
    .where('exam.deleted_at', 'is', null)
    .where('candidate_subject.attendance', '!=', 3)
    .groupBy([
      'exam.id',
      'exam.name',
      'exam.start_date',
      'exam.published_snapshot_id',
      'candidate.exam_no',
      'candidate.class_id',
    ])
    .select(({ fn }) => [
      'exam.id as exam_id',
      'exam.name',
      'exam.start_date',
      'exam.published_snapshot_id',
      'candidate.exam_no',
      'candidate.class_id',
      fn.countAll().as('subjects'),
      fn.countAll().filterWhere('candidate_subject.attendance', '=', 1).as('absent'),
    ])
    .orderBy('exam.start_date', 'desc')
    .execute()
  const nameOn = await classNamesOn(
    db,
    rows.map(({ class_id }) => class_id),
  )
  return rows.map(({ class_id, published_snapshot_id, subjects, absent, ...row }) => ({
    ...row,
    class_name: nameOn(class_id, row.start_date),
    published: published_snapshot_id !== null,
    subjects: Number(subjects),
    absent: Number(absent),
  }))
}

async function selectHistory(db: Db, studentId: number) {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('user', 'user.id', 'audit.user_id')
    .where('audit.object', '=', `student:${studentId}`)
    .select(['audit.at', 'audit.action', 'audit.before', 'audit.after', 'user.name as by_name'])
    .orderBy('audit.id', 'desc')
    .limit(HISTORY_MOST)
    .execute()
  const classNames = await selectClassNames(db, rows)
  return rows.map(({ at, by_name, action, before, after }) => ({
    at,
    by_name,
    action_label: auditActionLabel(action),
    fields: auditFields(named(before, classNames), named(after, classNames)),
  }))
}

type Side = Record<string, unknown> | undefined

const parsed = (text: string | null): Side =>
  text === null ? undefined : (JSON.parse(text) as Record<string, unknown>)

/** Numbers of classes say nothing to anybody. */
function named(text: string | null, names: ReadonlyMap<number, string>): Side {
  const side = parsed(text)
  const id = side?.['class_id']
  return typeof id === 'number' ? { ...side, class_id: names.get(id) ?? `编号 ${id}` } : side
}

async function selectClassNames(
  db: Db,
  rows: readonly { before: string | null; after: string | null }[],
): Promise<Map<number, string>> {
  const ids = rows
    .flatMap(({ before, after }) => [parsed(before)?.['class_id'], parsed(after)?.['class_id']])
    .filter((id) => typeof id === 'number')
  if (ids.length === 0) return new Map()
  const classes = await db
    .selectFrom('class')
    .where('id', 'in', ids)
    .select(['id', 'grade_id', 'name'])
    .execute()
  return new Map(classes.map(({ id, grade_id, name }) => [id, classLabel(grade_id, name)]))
}
