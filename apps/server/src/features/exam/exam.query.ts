import { columnsHold, type Db, type Tables } from '@hengjuan/db'
import {
  type ExamGrant,
  examModeLabel,
  examTypeLabel,
  gradeLabel,
  scopeAllows,
  type ScopeList,
  type ScopeLists,
  stepLabel,
  subjectName,
  OPEN_APPEALS,
} from '@hengjuan/domain'
import type { ExpressionBuilder, Selectable } from 'kysely'
import { type ExamView, viewOf } from '../../http/exam-view.ts'
import { listed } from '../school/index.ts'

type Exam = Selectable<Tables['exam']>

export interface ExamFilter {
  schoolId: number
  /** Only exams that the school holds, not those of others that it takes part in. */
  held?: boolean | undefined
  scope: ScopeLists<number>
  /** What the person was named for: exams that are listed beside those. */
  grants?: readonly ExamGrant[] | undefined
  /** Those in the bin instead, thrown away since then. */
  deletedSince?: string | undefined
  exam_id?: number | undefined
  keyword?: string | undefined
  type?: number | undefined
  status?: number | undefined
  grade_id?: number | undefined
  subject_id?: number | undefined
  published?: boolean | undefined
  /** Under way, with every subject at the last step, or released. */
  state?: 'running' | 'ready' | 'published' | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The step of reports. */
const LAST_STEP = 6

const examsOf = (db: Db, filter: ExamFilter) =>
  db
    .selectFrom('exam')
    .where((eb) => {
      const named = filter.held ? [] : (filter.grants?.map(({ examId }) => examId) ?? [])
      const own = eb.and([
        filter.held
          ? eb('exam.school_id', '=', filter.schoolId)
          : eb.or([
              eb('exam.school_id', '=', filter.schoolId),
              eb('exam.id', 'in', examsOfMember(db, filter.schoolId)),
            ]),
        ...inScope(eb, filter.scope),
      ])
      return named.length === 0 ? own : eb.or([own, eb('exam.id', 'in', named)])
    })
    .where((eb) =>
      filter.deletedSince === undefined
        ? eb('exam.deleted_at', 'is', null)
        : eb('exam.deleted_at', '>=', filter.deletedSince),
    )
    .$if(filter.exam_id !== undefined, (query) => query.where('exam.id', '=', filter.exam_id ?? 0))
    .$if(Boolean(filter.keyword?.trim()), (query) =>
      query.where((eb) => columnsHold(db, [eb.ref('exam.name')], filter.keyword ?? '')),
    )
    .$if(filter.type !== undefined, (query) => query.where('exam.type', '=', filter.type ?? 0))
    .$if(filter.grade_id !== undefined, (query) =>
      query.where('exam.grade_id', '=', filter.grade_id ?? 0),
    )
    .$if(filter.published !== undefined, (query) =>
      query.where('exam.published_snapshot_id', filter.published ? 'is not' : 'is', null),
    )
    .$if(filter.state !== undefined, (query) =>
      query.where(
        'exam.published_snapshot_id',
        filter.state === 'published' ? 'is not' : 'is',
        null,
      ),
    )
    .$if(filter.state === 'running' || filter.state === 'ready', (query) =>
      query.where(({ exists, not, selectFrom }) => {
        const isBehind = exists(
          selectFrom('exam_subject')
            .whereRef('exam_subject.exam_id', '=', 'exam.id')
            .where('exam_subject.status', '<', LAST_STEP)
            .select('exam_subject.exam_id'),
        )
        return filter.state === 'running' ? isBehind : not(isBehind)
      }),
    )
    .$if(filter.from !== undefined, (query) =>
      query.where('exam.start_date', '>=', filter.from ?? ''),
    )
    .$if(filter.to !== undefined, (query) => query.where('exam.start_date', '<=', filter.to ?? ''))
    .$if(filter.subject_id !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('exam_subject')
            .whereRef('exam_subject.exam_id', '=', 'exam.id')
            .where('exam_subject.subject_id', '=', filter.subject_id ?? 0)
            .select('exam_subject.exam_id'),
        ),
      ),
    )
    .$if(filter.status !== undefined, (query) =>
      // The step of an exam is that of the subject furthest behind.
      query.where((eb) =>
        eb(
          eb
            .selectFrom('exam_subject')
            .whereRef('exam_subject.exam_id', '=', 'exam.id')
            .select((sub) => sub.fn.min('exam_subject.status').as('step')),
          '=',
          filter.status ?? 0,
        ),
      ),
    )

/** Exams of the grades of a scope with at least one of its subjects. */
const inScope = (
  eb: ExpressionBuilder<Tables, 'exam'>,
  { grades, subjects }: ScopeLists<number>,
) => [
  ...(grades === 'all' ? [] : [eb('exam.grade_id', 'in', listed(grades))]),
  ...(subjects === 'all'
    ? []
    : [
        eb.exists(
          eb
            .selectFrom('exam_subject')
            .whereRef('exam_subject.exam_id', '=', 'exam.id')
            .where('exam_subject.subject_id', 'in', listed(subjects))
            .select('exam_subject.exam_id'),
        ),
      ]),
]

/** Of an exam that somebody was named for, their subjects beside those of the role where this reaches the exam. */
function subjectsIn({ scope, grants = [], schoolId }: ExamFilter, exam: Exam): ScopeList<number> {
  const grant = grants.find(({ examId }) => examId === exam.id)
  if (!grant) return scope.subjects
  const isOwn = exam.school_id === schoolId && scopeAllows(scope.grades, exam.grade_id)
  const own = isOwn ? scope.subjects : []
  return own === 'all' || grant.subjects === 'all' ? 'all' : [...own, ...grant.subjects]
}

const examsOfMember = (db: Db, schoolId: number) =>
  db
    .selectFrom('exam_school')
    .where('exam_school.school_id', '=', schoolId)
    .where('exam_school.state', '<>', 'declined')
    .select('exam_school.exam_id')

/** Exams that a scope reaches, newest first, as they go over the wire. */
export async function selectExams(
  db: Db,
  filter: ExamFilter,
  range: { limit: number; offset: number },
) {
  const exams = examsOf(db, filter)
  const { total } = await exams
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await exams
    .selectAll('exam')
    .orderBy('exam.start_date', 'desc')
    .orderBy('exam.id', 'desc')
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  return {
    total: Number(total),
    list: await describeExams(
      db,
      rows,
      (exam) => subjectsIn(filter, exam),
      (exam) => listedView(exam, filter.schoolId),
    ),
  }
}

/** How many exams a filter leaves. */
export async function countExams(db: Db, filter: ExamFilter): Promise<number> {
  const { n } = await examsOf(db, filter)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** What a school sees of an exam in its list: it holds it, or takes part in it. */
function listedView(exam: Exam, ownId: number): ExamView {
  const view = viewOf(exam, { ownId, takesPart: true, regionSchools: null })
  if (!view) throw new Error('an exam is in the list of a school that has no part in it')
  return view
}

/** Exam rows with subjects in scope, and with the classes and counts that the view of each leaves. */
export async function describeExams(
  db: Db,
  exams: readonly Exam[],
  subjectsOf: (exam: Exam) => ScopeList<number>,
  viewOfExam: (exam: Exam) => ExamView,
) {
  const ids = exams.map(({ id }) => id)
  const subjects = await selectExamSubjects(db, ids)
  const classes = await db
    .selectFrom('exam_class')
    .innerJoin('class', 'class.id', 'exam_class.class_id')
    .where('exam_class.exam_id', 'in', listed(ids))
    .select(['exam_class.exam_id', 'class.id as class_id', 'class.name', 'class.school_id'])
    .orderBy('class.sort')
    .orderBy('class.id')
    .execute()
  const candidates = await db
    .selectFrom('candidate')
    .where('exam_id', 'in', listed(ids))
    .groupBy(['exam_id', 'school_id'])
    .select((eb) => ['exam_id', 'school_id', eb.fn.countAll().as('n')])
    .execute()
  const versions = await db
    .selectFrom('snapshot')
    .where('id', 'in', listed(exams.flatMap((exam) => exam.published_snapshot_id ?? [])))
    .select(['id', 'version'])
    .execute()
  const appeals = await db
    .selectFrom('appeal')
    .where('exam_id', 'in', listed(ids))
    .where('state', 'in', [...OPEN_APPEALS])
    .groupBy('exam_id')
    .select((eb) => ['exam_id', eb.fn.countAll().as('n')])
    .execute()
  const authors = await db
    .selectFrom('user')
    .where('id', 'in', listed(exams.map(({ created_by }) => created_by)))
    .select(['id', 'name'])
    .execute()
  return exams.map((exam) => {
    const view = viewOfExam(exam)
    const isSeen = (row: { exam_id: number; school_id: number }): boolean =>
      row.exam_id === exam.id && (view.schools === 'all' || view.schools.includes(row.school_id))
    const inReach = subjectsOf(exam)
    const own = subjects.filter(
      ({ exam_id, subject_id }) => exam_id === exam.id && scopeAllows(inReach, subject_id),
    )
    const status = Math.min(...own.map((subject) => subject.status), 6)
    return {
      exam_id: exam.id,
      school_id: exam.school_id,
      name: exam.name,
      scope: exam.scope as 'school' | 'joint',
      side: view.side,
      type: exam.type,
      type_name: examTypeLabel(exam.type),
      mode: exam.mode,
      mode_name: examModeLabel(exam.mode),
      grade_id: exam.grade_id,
      grade_name: gradeLabel(exam.grade_id),
      start_date: exam.start_date,
      status,
      status_name: stepLabel(status, exam.mode),
      import_finished: exam.import_finished === 1,
      published: exam.published_snapshot_id !== null,
      published_at: exam.published_at,
      release: releaseOf(
        exam,
        versions.find(({ id }) => id === exam.published_snapshot_id)?.version,
        view.side === 'organiser'
          ? Number(appeals.find(({ exam_id }) => exam_id === exam.id)?.n ?? 0)
          : 0,
      ),
      // Teachers of other schools have no names.
      created_by:
        view.side === 'organiser'
          ? (authors.find(({ id }) => id === exam.created_by)?.name ?? '')
          : '',
      created_at: exam.created_at,
      deleted_at: exam.deleted_at,
      candidate_count: candidates.filter(isSeen).reduce((sum, { n }) => sum + Number(n), 0),
      classes: classes.filter(isSeen).map(({ class_id, name }) => ({ class_id, name })),
      subjects: own.map((subject) => ({
        subject_id: subject.subject_id,
        name: subjectName(subject.subject_id, exam.grade_id, {
          [subject.subject_id]: subject.name,
        }),
        mode: subject.mode,
        status: subject.status,
        status_name: stepLabel(subject.status, subject.mode),
        full_milli: subject.full_milli,
        sheet_id: subject.sheet_id,
        starts_at: subject.starts_at,
        ends_at: subject.ends_at,
      })),
    }
  })
}

/** How far released scores have got. */
function releaseOf(exam: Exam, version: number | undefined, openAppeals: number) {
  if (version === undefined) return null
  const told =
    exam.student_snapshot_id !== null
      ? ('students' as const)
      : exam.teachers_told === 1
        ? ('teachers' as const)
        : ('leaders' as const)
  return { version, told, open_appeals: openAppeals }
}

export const selectExamSubjects = (
  db: Db,
  examIds: readonly number[],
  scope?: ScopeLists<number>,
) =>
  db
    .selectFrom('exam_subject')
    .innerJoin('subject', 'subject.id', 'exam_subject.subject_id')
    .where('exam_subject.exam_id', 'in', listed(examIds))
    .$if(scope !== undefined && scope.subjects !== 'all', (query) =>
      query.where('exam_subject.subject_id', 'in', listed(scope?.subjects ?? [])),
    )
    .selectAll('exam_subject')
    .select('subject.name')
    .orderBy('exam_subject.sort')
    .execute()
