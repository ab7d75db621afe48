import type { Db, Tables } from '@hengjuan/db'
import {
  ANSWER_SHEET_TYPES,
  type AnswerSheetType,
  type OmrTemplate,
  type ScopeLists,
  type SheetDesign,
  subjectName,
} from '@hengjuan/domain'
import { fullMarkOf } from '@hengjuan/sheet'
import { type Selectable, sql } from 'kysely'
import { anywhere, listed } from '../school/index.ts'

export interface SheetFilter {
  schoolId: number
  scope: ScopeLists<number>
  exam_id?: number | undefined
  subject_id?: number | undefined
  keyword?: string | undefined
  /** One sheet. */
  id?: number
}

const sheetsOf = (db: Db, filter: SheetFilter) =>
  db
    .selectFrom('answer_sheet')
    .leftJoin('exam', 'exam.id', 'answer_sheet.exam_id')
    .where('answer_sheet.school_id', '=', filter.schoolId)
    .where('exam.deleted_at', 'is', null)
    .$if(filter.scope.subjects !== 'all', (query) =>
      query.where((eb) =>
        eb.or([
          eb('answer_sheet.subject_id', 'is', null),
          eb('answer_sheet.subject_id', 'in', listed(filter.scope.subjects)),
        ]),
      ),
    )
    .$if(filter.id !== undefined, (query) => query.where('answer_sheet.id', '=', filter.id ?? 0))
    .$if(filter.exam_id !== undefined, (query) =>
      query.where('answer_sheet.exam_id', '=', filter.exam_id ?? 0),
    )
    .$if(filter.subject_id !== undefined, (query) =>
      query.where('answer_sheet.subject_id', '=', filter.subject_id ?? 0),
    )
    .$if(Boolean(filter.keyword?.trim()), (query) =>
      query.where(
        sql<boolean>`lower(answer_sheet.name) like ${anywhere(filter.keyword ?? '')} escape '\\'`,
      ),
    )

/** Sheets of a school that a scope reaches, last changed first, as they go over the wire. */
export async function selectSheets(
  db: Db,
  filter: SheetFilter,
  range: { limit: number; offset: number },
) {
  const sheets = sheetsOf(db, filter)
  const { total } = await sheets
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await sheets
    .leftJoin('user as author', 'author.id', 'answer_sheet.created_by')
    .leftJoin('user as locker', 'locker.id', 'answer_sheet.locked_by')
    .leftJoin('subject', 'subject.id', 'answer_sheet.subject_id')
    .select([
      'answer_sheet.id',
      'answer_sheet.name',
      'answer_sheet.type',
      'answer_sheet.version',
      'answer_sheet.sheet_code',
      'answer_sheet.exam_id',
      'answer_sheet.subject_id',
      'answer_sheet.is_template',
      'answer_sheet.design',
      'answer_sheet.template',
      'answer_sheet.updated_at',
      'exam.name as exam_name',
      'exam.grade_id',
      'subject.name as subject_name',
      'author.name as author',
      'locker.name as locker',
    ])
    .select((eb) => [
      eb
        .selectFrom('scan_sheet')
        .whereRef('scan_sheet.exam_id', '=', 'answer_sheet.exam_id')
        .whereRef('scan_sheet.subject_id', '=', 'answer_sheet.subject_id')
        .where('scan_sheet.state', '=', 'active')
        .select((sub) => sub.fn.countAll().as('n'))
        .as('scans'),
    ])
    .orderBy('answer_sheet.updated_at', 'desc')
    .orderBy('answer_sheet.id', 'desc')
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  return { total: Number(total), list: rows.map(summaryOf) }
}

type Row = Pick<
  Selectable<Tables['answer_sheet']>,
  | 'id'
  | 'name'
  | 'type'
  | 'version'
  | 'sheet_code'
  | 'exam_id'
  | 'subject_id'
  | 'is_template'
  | 'design'
  | 'template'
  | 'updated_at'
> & {
  exam_name: string | null
  grade_id: number | null
  subject_name: string | null
  author: string | null
  locker: string | null
  scans: number | string | bigint | null
}

function summaryOf(row: Row) {
  const design = JSON.parse(row.design) as SheetDesign
  const template = JSON.parse(row.template) as OmrTemplate
  return {
    sheet_id: row.id,
    name: row.name,
    type: row.type,
    type_name: ANSWER_SHEET_TYPES[row.type as AnswerSheetType] ?? '未知类型',
    version: row.version,
    sheet_code: row.sheet_code,
    exam_id: row.exam_id,
    exam_name: row.exam_name,
    subject_id: row.subject_id,
    subject_name:
      row.subject_id === null
        ? null
        : subjectName(row.subject_id, row.grade_id, { [row.subject_id]: row.subject_name ?? '' }),
    is_template: row.is_template === 1,
    locked: row.locker !== null,
    locked_by: row.locker,
    paper: design.paper,
    page_count: template.pages.length,
    question_count: design.sections.reduce((sum, { questions }) => sum + questions.length, 0),
    full_milli: fullMarkOf(design),
    scanned_sheets: Number(row.scans ?? 0),
    created_by: row.author ?? '',
    updated_at: row.updated_at,
  }
}

/** Questions of an exam subject with their ruling key. */
export async function selectQuestionsWithKeys(db: Db, examId: number, subjectId: number) {
  const questions = await db
    .selectFrom('question')
    .leftJoin('block', 'block.id', 'question.block_id')
    .where('question.exam_id', '=', examId)
    .where('question.subject_id', '=', subjectId)
    .selectAll('question')
    .select('block.block_key')
    .orderBy('question.sort')
    .execute()
  const keys = await db
    .selectFrom('answer_key')
    .where('question_id', 'in', listed(questions.map(({ id }) => id)))
    .selectAll()
    .orderBy('version')
    .execute()
  // Later versions overwrite earlier ones.
  const ruling = new Map(keys.map((key) => [key.question_id, key]))
  return questions.map((question) => ({ ...question, key: ruling.get(question.id) ?? null }))
}
