import { sha256Hex, SHEET_CONTAINER } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { errorMessage, NOT_SELECTED, scopeAllows } from '@hengjuan/domain'
import type { Session } from '../../http/session.ts'
import { MAY_HAVE_SHEET, selectRollCall } from '../roster/index.ts'
import { type BoundTemplate, findTemplate, type Scope } from './facts.query.ts'
import { subjectNameIn } from '../../subject-name.ts'

/** Exams of the caller's school that are not put away, newest first, with their subjects in scope. */
export async function selectExamSubjects(
  db: Db,
  session: Pick<Session, 'schoolId' | 'scope'>,
  filter: { examId?: number; subjectId?: number } = {},
) {
  if (session.schoolId === null) return []
  const rows = await db
    .selectFrom('exam')
    .innerJoin('exam_subject', 'exam_subject.exam_id', 'exam.id')
    .innerJoin('subject', 'subject.id', 'exam_subject.subject_id')
    .innerJoin('school', 'school.id', 'exam.school_id')
    .where('exam.school_id', '=', session.schoolId)
    .where('exam.deleted_at', 'is', null)
    .$if(filter.examId !== undefined, (query) => query.where('exam.id', '=', filter.examId ?? 0))
    .$if(filter.subjectId !== undefined, (query) =>
      query.where('subject.id', '=', filter.subjectId ?? 0),
    )
    .select([
      'exam.id as exam_id',
      'exam.name as exam_name',
      'exam.school_id',
      'school.name as school_name',
      'exam.grade_id',
      'exam.type',
      'exam.mode',
      'exam.start_date',
      'exam.published_snapshot_id',
      'subject.id as subject_id',
      subjectNameIn('exam.id').as('subject_name'),
    ])
    .orderBy('exam.start_date', 'desc')
    .orderBy('exam.id', 'desc')
    .orderBy('exam_subject.sort')
    .orderBy('subject.id')
    .execute()
  const { grades, subjects } = session.scope
  return rows.filter(
    (row) => scopeAllows(grades, row.grade_id) && scopeAllows(subjects, row.subject_id),
  )
}

const hashes = new WeakMap<BoundTemplate, Promise<string>>()

export function hashOfTemplate(template: BoundTemplate): Promise<string> {
  const known = hashes.get(template)
  if (known) return known
  const made = sha256Hex(new TextEncoder().encode(template.json))
  hashes.set(template, made)
  return made
}

/** May sheets of the subject be uploaded now, and with which template? */
export async function uploadState(db: Db, scope: Scope) {
  const template = await findTemplate(db, scope)
  const facts = await db
    .selectFrom('exam_subject')
    .innerJoin('exam', 'exam.id', 'exam_subject.exam_id')
    .innerJoin('subject', 'subject.id', 'exam_subject.subject_id')
    .where('exam_subject.exam_id', '=', scope.examId)
    .where('exam_subject.subject_id', '=', scope.subjectId)
    .select(['exam.published_snapshot_id', subjectNameIn('exam.id').as('name')])
    .executeTakeFirstOrThrow()
  const reason = !template
    ? errorMessage('SCAN_TEMPLATE_MISSING', { subjectName: facts.name })
    : facts.published_snapshot_id === null
      ? ''
      : errorMessage('SCAN_SHEET_PUBLISHED')
  return {
    open: reason === '',
    reason,
    template_id: template?.template.id ?? null,
    template_sha256: template ? await hashOfTemplate(template) : null,
    max_bytes: SHEET_CONTAINER.maxBytes,
  }
}

/** How many candidates may have a sheet, how many have one, how many sheets are in use. */
export async function subjectProgress(db: Db, scope: Scope) {
  const count = async (table: 'scan_sheet' | 'scan_exception', state: string) => {
    const { n } = await db
      .selectFrom(table)
      .where('exam_id', '=', scope.examId)
      .where('subject_id', '=', scope.subjectId)
      .where('state', '=', state)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  }
  const { expected, scanned } = await selectRollCall(db, scope.examId, scope.subjectId)
  return {
    expected,
    scanned,
    sheets: await count('scan_sheet', 'active'),
    open_exceptions: await count('scan_exception', 'open'),
  }
}

/** Expected and scanned candidates of each class. */
export async function selectClassProgress(db: Db, scope: Scope) {
  const rows = await db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('scan_sheet')
          .select('candidate_id')
          .distinct()
          .where('exam_id', '=', scope.examId)
          .where('subject_id', '=', scope.subjectId)
          .where('state', '=', 'active')
          .where('candidate_id', 'is not', null)
          .as('scanned'),
      (join) => join.onRef('scanned.candidate_id', '=', 'candidate.id'),
    )
    .where('candidate_subject.exam_id', '=', scope.examId)
    .where('candidate_subject.subject_id', '=', scope.subjectId)
    .where('candidate_subject.attendance', 'in', [...MAY_HAVE_SHEET])
    .groupBy(['class.id', 'class.name', 'class.sort'])
    .select(['class.id as class_id', 'class.name as class_name'])
    .select(({ fn }) => [
      fn.countAll<number>().as('expected'),
      fn.count<number>('scanned.candidate_id').as('scanned'),
    ])
    .orderBy('class.sort')
    .orderBy('class.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    expected: Number(row.expected),
    scanned: Number(row.scanned),
  }))
}

/** Batches of a subject, newest first, with their sheets. */
export async function selectBatches(db: Db, scope: Scope) {
  const rows = await db
    .selectFrom('scan_batch')
    .innerJoin('user', 'user.id', 'scan_batch.operator_id')
    .leftJoin('scan_sheet', 'scan_sheet.batch_id', 'scan_batch.id')
    .where('scan_batch.exam_id', '=', scope.examId)
    .where('scan_batch.subject_id', '=', scope.subjectId)
    .groupBy([
      'scan_batch.id',
      'scan_batch.label',
      'scan_batch.station',
      'user.name',
      'scan_batch.opened_at',
      'scan_batch.closed_at',
    ])
    .select([
      'scan_batch.id as batch_id',
      'scan_batch.label',
      'scan_batch.station',
      'user.name as operator_name',
      'scan_batch.opened_at',
      'scan_batch.closed_at',
    ])
    .select(({ fn, eb }) => [
      fn.count<number>('scan_sheet.id').as('all'),
      fn
        .sum<number | null>(eb.case().when('scan_sheet.state', '=', 'void').then(1).else(0).end())
        .as('voided'),
    ])
    .orderBy('scan_batch.opened_at', 'desc')
    .orderBy('scan_batch.id', 'desc')
    .execute()
  return rows.map(({ all, voided, ...row }) => ({
    ...row,
    sheets: Number(all) - Number(voided ?? 0),
    voided: Number(voided ?? 0),
  }))
}

/** The candidates of an exam with the subjects that they did not select, class by class. */
export async function selectRosterByClass(db: Db, examId: number) {
  const candidates = await db
    .selectFrom('candidate')
    .innerJoin('student', 'student.id', 'candidate.student_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .where('candidate.exam_id', '=', examId)
    .select([
      'candidate.id as candidate_id',
      'candidate.student_id',
      'candidate.exam_no',
      'student.student_no',
      'candidate.name',
      'candidate.name_pinyin',
      'candidate.room_no',
      'candidate.seat_no',
      'class.id as class_id',
      'class.name as class_name',
    ])
    .orderBy('class.sort')
    .orderBy('class.id')
    .orderBy('candidate.exam_no')
    .execute()
  const skipped = Map.groupBy(
    await db
      .selectFrom('candidate_subject')
      .select(['candidate_id', 'subject_id'])
      .where('exam_id', '=', examId)
      .where('attendance', '=', NOT_SELECTED)
      .execute(),
    ({ candidate_id }) => candidate_id,
  )
  const classes = Map.groupBy(candidates, ({ class_id }) => class_id)
  return [...classes].map(([class_id, students]) => ({
    class_id,
    class_name: students[0]?.class_name ?? '',
    students: students.map((student) => ({
      ...student,
      not_selected: (skipped.get(student.candidate_id) ?? []).map(({ subject_id }) => subject_id),
    })),
  }))
}

/** Sheets that the server has, of a batch or of a list. */
export const selectKnownSheets = (
  db: Db,
  scope: Scope,
  filter: { batchId?: string | undefined; ids?: readonly string[] | undefined },
) =>
  db
    .selectFrom('scan_sheet')
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .$if(filter.batchId !== undefined, (query) =>
      query.where('batch_id', '=', filter.batchId ?? ''),
    )
    .$if(filter.ids !== undefined, (query) => query.where('id', 'in', [...(filter.ids ?? [])]))
    .select(['id as sheet_id', 'batch_id', 'content_hash as sha256', 'state', 'received_at'])
    .orderBy('seq')
    .orderBy('id')
    .execute()

/** Judgements of the subject that markers have submitted. */
export async function countSubmittedReadings(db: Db, scope: Scope): Promise<number> {
  const row = await db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .where('unit.exam_id', '=', scope.examId)
    .where('unit.subject_id', '=', scope.subjectId)
    .where('reading.state', '=', 'submitted')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
