import { columnsHold, type Db, type Tables } from '@hengjuan/db'
import {
  ANSWER_SHEET_TYPES,
  type AnswerSheetType,
  mayDo,
  type OmrTemplate,
  type ScopeLists,
  type SheetDesign,
  subjectName,
} from '@hengjuan/domain'
import { fullMarkOf } from '@hengjuan/sheet'
import type { Selectable } from 'kysely'
import type { Session } from '../../http/session.ts'
import { listed } from '../school/index.ts'
import { isEditable, seesAllSheets, SHARED } from './rights.ts'

export interface SheetFilter {
  schoolId: number
  scope: ScopeLists<number>
  /** Who asks: private sheets are their author's. */
  viewer: Pick<Session, 'userId' | 'role'>
  exam_id?: number | undefined
  subject_id?: number | undefined
  grade_id?: number | undefined
  type?: number | undefined
  is_template?: boolean | undefined
  is_shared?: boolean | undefined
  keyword?: string | undefined
  /** One sheet. */
  id?: number
}

const sheetsOf = (db: Db, filter: SheetFilter) =>
  db
    .selectFrom('answer_sheet')
    .leftJoin('exam', 'exam.id', 'answer_sheet.exam_id')
    .leftJoin('user as author', 'author.id', 'answer_sheet.created_by')
    .where('answer_sheet.school_id', '=', filter.schoolId)
    .where('answer_sheet.deleted_at', 'is', null)
    .where('exam.deleted_at', 'is', null)
    .$if(filter.scope.subjects !== 'all', (query) =>
      query.where((eb) =>
        eb.or([
          eb('answer_sheet.subject_id', 'is', null),
          eb('answer_sheet.subject_id', 'in', listed(filter.scope.subjects)),
        ]),
      ),
    )
    .$if(!seesAllSheets(filter.viewer), (query) =>
      query.where((eb) =>
        eb.or([
          eb('answer_sheet.exam_id', 'is not', null),
          eb('answer_sheet.share_type', '=', SHARED),
          eb('answer_sheet.created_by', '=', filter.viewer.userId),
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
    .$if(filter.grade_id !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.fn.coalesce('exam.grade_id', 'answer_sheet.grade_id'), '=', filter.grade_id ?? 0),
      ),
    )
    .$if(filter.type !== undefined, (query) =>
      query.where('answer_sheet.type', '=', filter.type ?? 0),
    )
    .$if(filter.is_template !== undefined, (query) =>
      query.where('answer_sheet.is_template', '=', filter.is_template ? 1 : 0),
    )
    .$if(filter.is_shared !== undefined, (query) =>
      query.where('answer_sheet.share_type', filter.is_shared ? '=' : '!=', SHARED),
    )
    .$if(Boolean(filter.keyword?.trim()), (query) =>
      query.where((eb) =>
        columnsHold(
          db,
          [eb.ref('answer_sheet.name'), eb.ref('exam.name'), eb.ref('author.name')],
          filter.keyword ?? '',
        ),
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
    .leftJoin('user as locker', 'locker.id', 'answer_sheet.locked_by')
    .leftJoin('subject', 'subject.id', 'answer_sheet.subject_id')
    .leftJoin('answer_sheet as source', 'source.id', 'answer_sheet.source_id')
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
      'answer_sheet.created_by',
      'answer_sheet.share_type',
      'answer_sheet.locked_at',
      'answer_sheet.lock_reason',
      'answer_sheet.block_plan',
      'answer_sheet.source_id',
      'answer_sheet.source_version',
      'source.name as source_name',
      'source.version as source_now',
      'exam.name as exam_name',
      'subject.name as subject_name',
      'author.name as author',
      'locker.name as locker',
    ])
    .select((eb) => [
      eb.fn.coalesce('exam.grade_id', 'answer_sheet.grade_id').as('grade_id'),
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
  return { total: Number(total), list: rows.map((row) => summaryOf(row, filter.viewer)) }
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
  | 'created_by'
  | 'share_type'
  | 'locked_at'
  | 'lock_reason'
  | 'block_plan'
  | 'source_id'
  | 'source_version'
> & {
  source_name: string | null
  source_now: number | null
  exam_name: string | null
  grade_id: number | null
  subject_name: string | null
  author: string | null
  locker: string | null
  scans: number | string | bigint | null
}

function summaryOf(row: Row, viewer: SheetFilter['viewer']) {
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
    grade_id: row.grade_id,
    is_template: row.is_template === 1,
    is_shared: row.share_type === SHARED,
    locked: row.locker !== null,
    locked_by: row.locker,
    locked_at: row.locked_at,
    lock_reason: row.lock_reason,
    readonly_reason: readonlyReason(row, viewer),
    source:
      row.source_id === null || row.source_version === null
        ? null
        : {
            sheet_id: row.source_id,
            name: row.source_name ?? '',
            version: row.source_version,
            behind: Math.max(0, (row.source_now ?? 0) - row.source_version),
          },
    has_own_blocks: row.block_plan !== null,
    paper: design.paper,
    page_count: template.pages.length,
    question_count: design.sections.reduce((sum, { questions }) => sum + questions.length, 0),
    full_milli: fullMarkOf(design),
    scanned_sheets: Number(row.scans ?? 0),
    created_by: row.author ?? '',
    updated_at: row.updated_at,
  }
}

function readonlyReason(row: Row, viewer: SheetFilter['viewer']): string | null {
  if (!mayDo(viewer.role, 'sheet.design')) return '您的身份可以查看答题卡，不能修改'
  if (!isEditable(viewer, row)) return `由 ${row.author ?? ''} 设计，可以复用，不能修改`
  return row.locker === null ? null : `由 ${row.locker} 锁定，请先解锁`
}

/** Questions of an exam subject with every version of their key, the ruling one first. */
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
    .leftJoin('user', 'user.id', 'answer_key.author_id')
    .where('question_id', 'in', listed(questions.map(({ id }) => id)))
    .selectAll('answer_key')
    .select('user.name as author')
    .orderBy('version', 'desc')
    .execute()
  const byQuestion = Map.groupBy(keys, ({ question_id }) => question_id)
  return questions.map((question) => {
    const versions = byQuestion.get(question.id) ?? []
    return { ...question, keys: versions, key: versions[0] ?? null }
  })
}
