import { columnsHold, type Db } from '@hengjuan/db'
import {
  NOT_SELECTED,
  SCAN_EXCEPTION_ORDER,
  type ScanExceptionCategory,
  searchWord,
} from '@hengjuan/domain'
import { sql } from 'kysely'
import type { Scope } from './facts.query.ts'

export interface ExceptionFilter {
  /** A category, `all` for what is open, `handled` for what is done. */
  tab: string
  batchId?: string | undefined
  schoolId?: number | undefined
  classId?: number | undefined
  roomNo?: string | undefined
  keyword?: string | undefined
}

/** The categories that a tab lists; missing pages stand with positioning. */
const categoriesOf = (tab: string): string[] =>
  tab === 'positioning' ? ['positioning', 'missing_page'] : [tab]

const exceptions = (db: Db, scope: Scope, filter: ExceptionFilter) =>
  db
    .selectFrom('scan_exception')
    .leftJoin('scan_sheet', 'scan_sheet.id', 'scan_exception.sheet_id')
    .leftJoin('scan_batch', 'scan_batch.id', 'scan_sheet.batch_id')
    .leftJoin('candidate', 'candidate.id', 'scan_exception.candidate_id')
    .leftJoin('class', 'class.id', 'candidate.class_id')
    .leftJoin('user', 'user.id', 'scan_exception.handled_by')
    .where('scan_exception.exam_id', '=', scope.examId)
    .where('scan_exception.subject_id', '=', scope.subjectId)
    .where('scan_exception.state', filter.tab === 'handled' ? '!=' : '=', 'open')
    .$if(filter.tab !== 'handled' && filter.tab !== 'all', (query) =>
      query.where('scan_exception.category', 'in', categoriesOf(filter.tab)),
    )
    .$if(filter.batchId !== undefined, (query) =>
      query.where('scan_sheet.batch_id', '=', filter.batchId ?? ''),
    )
    .$if(filter.schoolId !== undefined, (query) =>
      query.where('candidate.school_id', '=', filter.schoolId ?? 0),
    )
    .$if(filter.classId !== undefined, (query) =>
      query.where('candidate.class_id', '=', filter.classId ?? 0),
    )
    .$if(filter.roomNo !== undefined, (query) =>
      query.where('candidate.room_no', '=', filter.roomNo ?? ''),
    )
    .$if(Boolean(filter.keyword?.trim()), (query) =>
      query.where((eb) =>
        columnsHold(
          db,
          [
            eb.ref('candidate.name'),
            eb.ref('candidate.exam_no'),
            eb.ref('candidate.name_pinyin'),
            eb.ref('scan_sheet.machine_exam_no'),
          ],
          filter.keyword ?? '',
        ),
      ),
    )

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Exceptions in the order of work: by category, the least certain first. */
export async function selectExceptions(
  db: Db,
  scope: Scope,
  filter: ExceptionFilter,
  page: { limit: number; offset: number },
) {
  const { total } = await exceptions(db, scope, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rank = sql<number>`case scan_exception.category ${sql.join(
    SCAN_EXCEPTION_ORDER.map((category, at) => sql`when ${category} then ${sql.lit(at)}`),
    sql` `,
  )} else 99 end`
  const list = await exceptions(db, scope, filter)
    .select(columns)
    .$if(filter.tab === 'handled', (query) =>
      query.orderBy('scan_exception.handled_at', (order) => order.desc().nullsLast()),
    )
    .$if(filter.tab !== 'handled', (query) =>
      query.orderBy(rank).orderBy('scan_exception.confidence'),
    )
    .orderBy('scan_sheet.received_at', (order) => order.asc().nullsLast())
    .orderBy('scan_exception.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { total: Number(total), list }
}

const columns = [
  'scan_exception.id as exception_id',
  'scan_exception.category',
  'scan_exception.target',
  'scan_exception.state',
  'scan_exception.sheet_id',
  'scan_exception.candidate_id',
  'scan_exception.reason',
  'scan_exception.confidence',
  'scan_exception.detail',
  'scan_exception.created_at',
  'scan_exception.handled_at',
  'scan_exception.decision_id',
  'scan_batch.label as batch_label',
  'scan_sheet.seq',
  'scan_sheet.machine_exam_no',
  'candidate.name as candidate_name',
  'class.name as class_name',
  'user.name as handled_by_name',
] as const

export type ExceptionRow = Awaited<ReturnType<typeof selectExceptions>>['list'][number]

export const findException = (db: Db, scope: Scope, id: number, state: string) =>
  exceptions(db, scope, { tab: state === 'open' ? 'all' : 'handled' })
    .select(columns)
    .where('scan_exception.id', '=', id)
    .executeTakeFirst()

export const findExceptionState = (db: Db, scope: Scope, id: number) =>
  db
    .selectFrom('scan_exception')
    .select('state')
    .where('id', '=', id)
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .executeTakeFirst()

/** Open exceptions by category with the oldest of each. */
export async function selectCategoryCounts(db: Db, scope: Scope) {
  const rows = await db
    .selectFrom('scan_exception')
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .where('state', '=', 'open')
    .groupBy('category')
    .select('category')
    .select(({ fn }) => [
      fn.countAll<number>().as('open'),
      fn.min<string>('created_at').as('oldest_at'),
    ])
    .execute()
  return new Map(
    rows.map((row) => [
      row.category as ScanExceptionCategory,
      { open: Number(row.open), oldest_at: row.oldest_at },
    ]),
  )
}

export async function countHandled(
  db: Db,
  scope: Scope,
  by: { userId: number; since: string },
): Promise<{ all: number; mine: number }> {
  const row = await db
    .selectFrom('scan_exception')
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .where('state', '!=', 'open')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('all'),
      fn
        .sum<number | null>(
          eb
            .case()
            .when(eb.and([eb('handled_by', '=', by.userId), eb('handled_at', '>=', by.since)]))
            .then(1)
            .else(0)
            .end(),
        )
        .as('mine'),
    ])
    .executeTakeFirstOrThrow()
  return { all: Number(row.all), mine: Number(row.mine ?? 0) }
}

export interface CandidateFilter {
  /** Only who has no sheet. */
  withoutSheet: boolean
  keyword?: string | undefined
  classId?: number | undefined
  candidateIds?: readonly number[] | undefined
}

const people = (db: Db, scope: Scope, filter: CandidateFilter) =>
  db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .innerJoin('student', 'student.id', 'candidate.student_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('scan_sheet')
          .where('exam_id', '=', scope.examId)
          .where('subject_id', '=', scope.subjectId)
          .where('state', '=', 'active')
          .where('candidate_id', 'is not', null)
          .groupBy('candidate_id')
          .select(['candidate_id', ({ fn }) => fn.countAll<number>().as('sheets')])
          .as('scanned'),
      (join) => join.onRef('scanned.candidate_id', '=', 'candidate.id'),
    )
    .where('candidate_subject.exam_id', '=', scope.examId)
    .where('candidate_subject.subject_id', '=', scope.subjectId)
    .where('candidate_subject.attendance', '!=', NOT_SELECTED)
    .$if(filter.withoutSheet, (query) => query.where('scanned.candidate_id', 'is', null))
    .$if(filter.classId !== undefined, (query) =>
      query.where('candidate.class_id', '=', filter.classId ?? 0),
    )
    .$if(filter.candidateIds !== undefined, (query) =>
      query.where('candidate.id', 'in', [...(filter.candidateIds ?? [])]),
    )
    .$if(Boolean(filter.keyword?.trim()), (query) => {
      const text = escapeLike(searchWord(filter.keyword ?? ''))
      return query.where((eb) =>
        eb.or([
          columnsHold(
            db,
            [eb.ref('candidate.exam_no'), eb.ref('candidate.name')],
            filter.keyword ?? '',
          ),
          sql<boolean>`lower(student.student_no) like ${`${text}%`} escape '\\'`,
          // Full pinyin and initials stand beside each other, apart by spaces.
          sql<boolean>`candidate.name_pinyin like ${`${text}%`} escape '\\'`,
          sql<boolean>`candidate.name_pinyin like ${`% ${text}%`} escape '\\'`,
        ]),
      )
    })

/** Candidates of a subject, those without a sheet first. */
export async function selectPeople(
  db: Db,
  scope: Scope,
  filter: CandidateFilter,
  page: { limit: number; offset: number },
) {
  const { total } = await people(db, scope, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await people(db, scope, filter)
    .select([
      'candidate.id as candidate_id',
      'candidate.exam_no',
      'student.student_no',
      'candidate.name',
      'candidate.name_pinyin',
      'class.id as class_id',
      'class.name as class_name',
      'candidate.room_no',
      'candidate.seat_no',
      'candidate_subject.attendance',
      'scanned.sheets',
    ])
    .orderBy(sql`case when scanned.sheets is null then 0 else 1 end`)
    .orderBy('candidate.exam_no')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return {
    total: Number(total),
    list: rows.map((row) => ({ ...row, sheets: Number(row.sheets ?? 0) })),
  }
}
