import Type from 'typebox'
import { can, defineRoute, Id, MilliScore, nullable } from './route.ts'
import { DesignQuestion } from './sheet.ts'
import { SheetDifference } from './sheet-summary.ts'

const saved = Type.Object({
  sheet_id: Id,
  version: Type.Integer(),
  full_milli: MilliScore,
  page_count: Type.Integer(),
  /** Against the version before. */
  changes: Type.Array(SheetDifference),
})
const ERRORS = [
  'SHEET_NOT_FOUND',
  'SHEET_NOT_YOURS',
  'SHEET_LOCKED',
  'SHEET_IN_USE',
  'SHEET_NOT_DESIGNED',
  'SHEET_DESIGN_INVALID',
  'VERSION_CONFLICT',
  'EXAM_PUBLISHED',
  'NOT_FOUND',
] as const

export const sheetQuestionAdd = defineRoute({
  method: 'POST',
  path: '/v1/answersheet/question/info/add',
  summary: '在一个大题中添加一道题，答题卡成为新版本',
  area: 'answer-sheet',
  access: can('sheet.design', { sheet: 'body.sheet_id' }),
  body: Type.Object({
    sheet_id: Id,
    version: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Section, 0 for the first; the number of sections makes a new one. */
    section: Type.Integer({ minimum: 0, maximum: 40 }),
    /** Title of a new section. */
    title: Type.Optional(Type.String({ maxLength: 120 })),
    /** The question is put after this one; at the end without it. */
    after: Type.Optional(Type.String({ maxLength: 6 })),
    question: DesignQuestion,
  }),
  reply: saved,
  errors: ERRORS,
})

export const sheetQuestionDelete = defineRoute({
  method: 'POST',
  path: '/v1/answersheet/question/info/delete',
  summary: '删除一道题，答题卡成为新版本；大题没有题目时一并删除',
  area: 'answer-sheet',
  access: can('sheet.design', { sheet: 'body.sheet_id' }),
  body: Type.Object({
    sheet_id: Id,
    version: Type.Optional(Type.Integer({ minimum: 1 })),
    question_no: Type.String({ minLength: 1, maxLength: 6 }),
  }),
  reply: saved,
  errors: ERRORS,
})

/** A row of the table as it was understood. */
const TableRow = Type.Object({
  /** Row of the spreadsheet, from 1. */
  row: Type.Integer(),
  section: Type.String(),
  no: Type.String(),
  type_name: Type.String(),
  full_milli: nullable(MilliScore),
  key: Type.String(),
  block: Type.String(),
  knowledge: Type.Array(Type.String()),
  /** Chinese, one each; empty when the row is right. */
  problems: Type.Array(Type.String()),
})

export const sheetQuestionTable = defineRoute({
  method: 'POST',
  path: '/v1/answersheet/question/info/translate',
  summary:
    '用表格（.xlsx 或 .csv：大题、题号、题型、分值、选项数、答案、漏选得分、题块、给分点、知识点）导入题目；preview=1 逐行预览，不保存',
  area: 'answer-sheet',
  access: can('sheet.design', { sheet: 'query.sheet_id' }),
  query: Type.Object({
    sheet_id: Id,
    preview: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
  }),
  bodyKind: 'multipart',
  fileField: 'question_file',
  reply: Type.Object({
    /** The new version; null in a preview. */
    version: nullable(Type.Integer()),
    rows: Type.Array(TableRow),
    changes: Type.Array(SheetDifference),
    full_milli: MilliScore,
    /** Chinese: why the sheet cannot become so; null when it can. */
    refusal: nullable(Type.String()),
  }),
  errors: [...ERRORS, 'IMPORT_FILE_INVALID', 'IMPORT_HAS_ERRORS', 'PAYLOAD_TOO_LARGE'],
})
