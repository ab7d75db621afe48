import { columnsHold, type Db, type Tables } from '@hengjuan/db'
import { comboIds, comboLabel, type ScopeLists } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import type { ExamView } from '../../http/exam-view.ts'
import { listed } from '../school/index.ts'

export interface CandidateFilter {
  examId: number
  scope: ScopeLists<number>
  view: Pick<ExamView, 'named'>
  class_id?: number | undefined
  keyword?: string | undefined
  subject_id?: number | undefined
  attendance?: number | undefined
  school_id?: number | undefined
  /** Of those expected in the subject: who has a sheet, who has none, all. */
  sheet?: 'with' | 'without' | 'any' | undefined
  order?: 'exam_no' | 'name' | 'class' | 'room' | undefined
}

const candidatesOf = (db: Db, filter: CandidateFilter) =>
  db
    .selectFrom('candidate')
    .innerJoin('student', 'student.id', 'candidate.student_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .where('candidate.exam_id', '=', filter.examId)
    .$if(filter.view.named !== 'all', (query) =>
      query.where('candidate.school_id', 'in', listed(filter.view.named)),
    )
    .$if(filter.scope.classes !== 'all', (query) =>
      query.where('candidate.class_id', 'in', listed(filter.scope.classes)),
    )
    .$if(filter.class_id !== undefined, (query) =>
      query.where('candidate.class_id', '=', filter.class_id ?? 0),
    )
    .$if(filter.subject_id !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('candidate_subject')
            .whereRef('candidate_subject.candidate_id', '=', 'candidate.id')
            .where('candidate_subject.subject_id', '=', filter.subject_id ?? 0)
            .$if(filter.attendance !== undefined, (sub) =>
              sub.where('candidate_subject.attendance', '=', filter.attendance ?? 0),
            )
            .$if(filter.sheet !== undefined, (sub) =>
              sub.where('candidate_subject.attendance', 'in', [0, -1]),
            )
            .select('candidate_subject.candidate_id'),
        ),
      ),
    )
    .$if(filter.school_id !== undefined, (query) =>
      query.where('candidate.school_id', '=', filter.school_id ?? 0),
    )
    .$if(filter.sheet === 'with' || filter.sheet === 'without', (query) =>
      query.where(({ exists, not, selectFrom }) => {
        const scanned = exists(
          selectFrom('scan_sheet')
            .whereRef('scan_sheet.candidate_id', '=', 'candidate.id')
            .where('scan_sheet.exam_id', '=', filter.examId)
            .where('scan_sheet.subject_id', '=', filter.subject_id ?? 0)
            .where('scan_sheet.state', '=', 'active')
            .select('scan_sheet.id'),
        )
        return filter.sheet === 'with' ? scanned : not(scanned)
      }),
    )
    .$if(Boolean(filter.keyword?.trim()), (query) =>
      query.where((eb) =>
        columnsHold(
          db,
          [
            eb.ref('candidate.name'),
            eb.ref('candidate.name_pinyin'),
            eb.ref('candidate.exam_no'),
            eb.ref('student.student_no'),
          ],
          filter.keyword ?? '',
        ),
      ),
    )

const ORDERS = {
  exam_no: ['candidate.exam_no'],
  name: ['candidate.name_pinyin', 'candidate.exam_no'],
  class: ['class.sort', 'class.id', 'candidate.exam_no'],
  room: ['candidate.room_no', 'candidate.seat_no', 'candidate.exam_no'],
} as const

/** Candidates of an exam that a scope reaches, with attendance and sheets per subject. */
export async function selectCandidates(
  db: Db,
  filter: CandidateFilter,
  range: { limit: number; offset: number },
) {
  const candidates = candidatesOf(db, filter)
  const { total } = await candidates
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  let ordered = candidates.select([
    'candidate.id as candidate_id',
    'candidate.exam_no',
    'candidate.student_id',
    'student.student_no',
    'candidate.name',
    'candidate.class_id',
    'class.name as class_name',
    'candidate.room_no',
    'candidate.seat_no',
    'candidate.combo',
  ])
  for (const column of ORDERS[filter.order ?? 'exam_no'])
    ordered = ordered.orderBy(column, (order) => order.asc().nullsLast())
  const rows = await ordered.limit(range.limit).offset(range.offset).execute()
  const subjects = await selectSubjectRows(
    db,
    filter.examId,
    rows.map(({ candidate_id }) => candidate_id),
  )
  const bySubject = Map.groupBy(subjects, ({ candidate_id }) => candidate_id)
  return {
    total: Number(total),
    list: rows.map(({ combo, ...row }) => ({
      ...row,
      combo: combo === null ? null : comboLabel(comboIds(combo)),
      subjects: bySubject.get(row.candidate_id) ?? [],
    })),
  }
}

/** SQLite allows 32,766 values in one statement. */
const CHUNK = 10_000

async function selectSubjectRows(db: Db, examId: number, candidateIds: readonly number[]) {
  const found = []
  for (let at = 0; at < candidateIds.length; at += CHUNK) {
    const rows = await db
      .selectFrom('candidate_subject')
      .innerJoin('exam_subject', (join) =>
        join
          .onRef('exam_subject.exam_id', '=', 'candidate_subject.exam_id')
          .onRef('exam_subject.subject_id', '=', 'candidate_subject.subject_id'),
      )
      .where('candidate_subject.exam_id', '=', examId)
      .where('candidate_subject.candidate_id', 'in', candidateIds.slice(at, at + CHUNK))
      .select([
        'candidate_subject.candidate_id',
        'candidate_subject.subject_id',
        'candidate_subject.attendance',
        'candidate_subject.special_flag',
      ])
      .select((eb) => [
        eb
          .selectFrom('scan_sheet')
          .whereRef('scan_sheet.exam_id', '=', 'candidate_subject.exam_id')
          .whereRef('scan_sheet.subject_id', '=', 'candidate_subject.subject_id')
          .whereRef('scan_sheet.candidate_id', '=', 'candidate_subject.candidate_id')
          .where('scan_sheet.state', '=', 'active')
          .select((sub) => sub.fn.countAll().as('n'))
          .as('sheets'),
      ])
      .orderBy('exam_subject.sort')
      .execute()
    found.push(...rows.map((row) => ({ ...row, sheets: Number(row.sheets ?? 0) })))
  }
  return found
}

/** Candidates among the given who have a sheet in use, or answered on screen, in any subject; by id. */
export async function selectWithSheets(
  db: Db,
  examId: number,
  candidateIds: readonly number[] | 'all',
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('scan_sheet')
    .where('exam_id', '=', examId)
    .where('state', '=', 'active')
    .where('candidate_id', 'is not', null)
    .select('candidate_id')
    .distinct()
    .execute()
  const attempts = await db
    .selectFrom('attempt')
    .where('exam_id', '=', examId)
    .select('candidate_id')
    .distinct()
    .execute()
  const wanted = candidateIds === 'all' ? null : new Set(candidateIds)
  return new Set(
    [...rows, ...attempts].flatMap(({ candidate_id: id }) =>
      id !== null && (wanted === null || wanted.has(id)) ? [id] : [],
    ),
  )
}

/** Rows that speak of a candidate and outlive the list: also of sheets that were taken back, and of earlier versions. */
const RECORDS = [
  'scan_sheet',
  'scan_decision',
  'scan_exception',
  'unit',
  'snapshot_row',
  'score_correction',
  'abnormal_block',
  'special_sheet',
] as const

/** Of some candidates those of whom something was recorded. */
export async function selectRecorded(
  db: Db,
  candidateIds: readonly number[],
): Promise<Set<number>> {
  const recorded = new Set<number>()
  for (const table of RECORDS) {
    const rows = await db
      .selectFrom(table)
      .where('candidate_id', 'in', [...candidateIds])
      .select('candidate_id')
      .distinct()
      .execute()
    for (const { candidate_id: id } of rows) if (id !== null) recorded.add(id)
  }
  return recorded
}

export const selectAllCandidates = (db: Db, examId: number) =>
  db.selectFrom('candidate').where('exam_id', '=', examId).selectAll().orderBy('id').execute()

/** Digits of the exam number on the answer sheets of an exam; null while no sheet is bound. */
export async function findSheetDigits(db: Db, examId: number): Promise<number | null> {
  const rows = await db
    .selectFrom('exam_subject')
    .innerJoin('answer_sheet', 'answer_sheet.id', 'exam_subject.sheet_id')
    .where('exam_subject.exam_id', '=', examId)
    .select('answer_sheet.design')
    .execute()
  const digits = rows.map(
    ({ design }) => (JSON.parse(design) as { examNoDigits: number }).examNoDigits,
  )
  return digits.length === 0 ? null : Math.min(...digits)
}

/** Classes of an exam in their order. */
export const selectExamClasses = (db: Db, examId: number) =>
  db
    .selectFrom('exam_class')
    .innerJoin('class', 'class.id', 'exam_class.class_id')
    .where('exam_class.exam_id', '=', examId)
    .select(['class.id', 'class.name', 'class.school_id'])
    .orderBy('class.sort')
    .orderBy('class.id')
    .execute()

export const selectExamSubjectIds = async (db: Db, examId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('exam_subject')
      .where('exam_id', '=', examId)
      .select('subject_id')
      .orderBy('sort')
      .execute()
  ).map(({ subject_id }) => subject_id)

export type CandidateRow = Selectable<Tables['candidate']>
