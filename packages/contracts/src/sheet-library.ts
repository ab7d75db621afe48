import Type from 'typebox'
import { can, defineRoute, done, Id, listOf, MilliScore, nullable, paging, Time } from './route.ts'
import { SheetKeyRule } from './sheet.ts'
import { SheetDifference, SheetSummary } from './sheet-summary.ts'

const designSheet = can('sheet.design', { sheet: 'body.sheet_id' })

export const sheetList = defineRoute({
  method: 'GET',
  path: '/v1/answersheet/list2',
  summary: '学校或一场考试的答题卡，分页；可按学科、年级、类型、模板、共享筛选',
  area: 'answer-sheet',
  access: can('sheet.read', { exam: 'query.exam_id' }),
  query: Type.Object({
    exam_id: Type.Optional(Id),
    subject_id: Type.Optional(Id),
    grade_id: Type.Optional(Id),
    type: Type.Optional(Type.Integer({ minimum: 1 })),
    is_template: Type.Optional(Type.Boolean()),
    is_shared: Type.Optional(Type.Boolean()),
    keyword: Type.Optional(Type.String({ maxLength: 60, description: '名称、考试或设计者' })),
    ...paging,
  }),
  reply: listOf(SheetSummary),
})

const KeyVersion = Type.Object({
  version: Type.Integer(),
  key: Type.Array(Type.String()),
  rule: SheetKeyRule,
  item_status: Type.String(),
  author: Type.String(),
  reason: Type.String(),
  created_at: Time,
})

/** A measurement of a calibration page. */
const CalibrationFinding = Type.Object({
  what: Type.Enum(['scale', 'skew', 'straightness', 'margin', 'darkness', 'contrast']),
  is_good: Type.Boolean(),
  /** How far print or paper is off, millimetres; null for what is not a length. */
  error_mm: nullable(Type.Number({ minimum: 0, maximum: 1000 })),
  seen: Type.String({ maxLength: 60 }),
})

const calibration = {
  /** As people call it: `文印室 2 号机`. */
  printer: Type.String({ minLength: 1, maxLength: 40, pattern: '\\S' }),
  findings: Type.Array(CalibrationFinding, { minItems: 1, maxItems: 6 }),
}

export const sheetInfo = defineRoute({
  method: 'GET',
  path: '/v1/answersheet/info',
  summary: '答题卡信息、版本记录，以及题目、答案与答案的各个版本',
  area: 'answer-sheet',
  access: can('sheet.read', { sheet: 'query.sheet_id' }),
  query: Type.Object({ sheet_id: Id }),
  reply: Type.Object({
    sheet: SheetSummary,
    /** Newest first. */
    versions: Type.Array(
      Type.Object({
        version: Type.Integer(),
        note: Type.String(),
        author: Type.String(),
        created_at: Time,
        /** Against the version before. */
        changes: Type.Array(SheetDifference),
      }),
    ),
    /** Calibration pages that were printed, scanned and graded, newest first. */
    calibrations: Type.Array(
      Type.Object({
        ...calibration,
        version: Type.Integer(),
        paper: Type.String(),
        is_good: Type.Boolean(),
        graded_by: Type.String(),
        graded_at: Time,
      }),
    ),
    questions: Type.Array(
      Type.Object({
        question_id: nullable(Id),
        no: Type.String(),
        type: Type.Integer(),
        full_milli: MilliScore,
        option_count: nullable(Type.Integer()),
        block_key: nullable(Type.String()),
        optional_group: nullable(Type.String()),
        field_id: nullable(Type.String()),
        knowledge: Type.Array(Type.String()),
        key_version: nullable(Type.Integer()),
        key: Type.Array(Type.String()),
        missing_milli: nullable(MilliScore),
        accept: Type.Array(Type.String()),
        item_status: nullable(Type.String()),
        /** Newest first; the first rules. */
        key_history: Type.Array(KeyVersion),
      }),
    ),
  }),
  errors: ['SHEET_NOT_FOUND'],
})

export const sheetInfoSave = defineRoute({
  method: 'POST',
  path: '/v1/answersheet/info',
  summary: '保存答题卡信息：名称、打印校准的结果；未用于考试的答题卡还可改学科、年级',
  area: 'answer-sheet',
  access: designSheet,
  body: Type.Object({
    sheet_id: Id,
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' })),
    subject_id: Type.Optional(nullable(Id)),
    grade_id: Type.Optional(nullable(Id)),
    calibration: Type.Optional(
      Type.Object(calibration, { description: '一次打印校准；锁定的答题卡也可以保存' }),
    ),
  }),
  reply: Type.Object({ sheet: SheetSummary }),
  errors: ['SHEET_NOT_FOUND', 'SHEET_NOT_YOURS', 'SHEET_LOCKED'],
})

export const sheetReuse = defineRoute({
  method: 'POST',
  path: '/v1/answersheet/reuse',
  summary:
    '把一份答题卡复用到另一场考试的科目（不给考试时另存一份）；preview=true 只比较两份答题卡，不保存',
  area: 'answer-sheet',
  access: can('sheet.design', {
    sheet: 'body.sheet_id',
    exam: 'body.exam_id',
    subject: 'body.subject_id',
  }),
  body: Type.Object({
    sheet_id: Id,
    /** A version of it; the one that rules without it. */
    version: Type.Optional(Type.Integer({ minimum: 1 })),
    exam_id: Type.Optional(Id),
    subject_id: Type.Optional(Id),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    with_keys: Type.Optional(Type.Boolean({ description: '连同答案和计分规则' })),
    preview: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({
    /** Null in a preview. */
    sheet_id: nullable(Id),
    /** The sheet that the subject has now and loses. */
    replaces: nullable(Type.Object({ sheet_id: Id, name: Type.String(), version: Type.Integer() })),
    /** Against the sheet that is replaced; without one, what is adapted to the exam. */
    changes: Type.Array(SheetDifference),
    /** Chinese: why it cannot be done; null when it can. */
    refusal: nullable(Type.String()),
    keys: Type.Integer({ description: '一并带走的答案数' }),
  }),
  errors: [
    'SHEET_NOT_FOUND',
    'SHEET_LOCKED',
    'SHEET_IN_USE',
    'SHEET_DESIGN_INVALID',
    'SHEET_TYPE_MISMATCH',
    'EXAM_PUBLISHED',
    'NOT_FOUND',
  ],
})

export const sheetTemplate = defineRoute({
  method: 'POST',
  path: '/v1/answersheet/template',
  summary: '标记为模板，或取消',
  area: 'answer-sheet',
  access: designSheet,
  body: Type.Object({ sheet_id: Id, is_template: Type.Boolean() }),
  reply: done,
  errors: ['SHEET_NOT_FOUND', 'SHEET_NOT_YOURS'],
})

export const sheetShare = defineRoute({
  method: 'POST',
  path: '/v1/answersheet/share/school',
  summary: '共享给全校，或取消共享',
  area: 'answer-sheet',
  access: designSheet,
  body: Type.Object({ sheet_id: Id, is_shared: Type.Boolean() }),
  reply: done,
  errors: ['SHEET_NOT_FOUND', 'SHEET_NOT_YOURS'],
})

export const sheetLock = defineRoute({
  method: 'POST',
  path: '/v1/answersheet/lock',
  summary: '锁定（可写明原因）或解锁答题卡',
  area: 'answer-sheet',
  access: designSheet,
  body: Type.Object({
    sheet_id: Id,
    locked: Type.Boolean(),
    reason: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  reply: done,
  errors: ['SHEET_NOT_FOUND', 'SHEET_NOT_YOURS'],
})

export const sheetDelete = defineRoute({
  method: 'POST',
  path: '/v1/answersheet/delete',
  summary:
    '删除答题卡；锁定的、有扫描数据的不能删除。preview=true 只列出受影响的内容；undo_sheet_id 撤销删除',
  area: 'answer-sheet',
  access: designSheet,
  body: Type.Object({
    sheet_id: Type.Optional(Id),
    undo_sheet_id: Type.Optional(Id),
    preview: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({
    ok: Type.Literal(true),
    /** Chinese, one line each: what goes with the sheet. */
    depends: Type.Array(Type.String()),
    /** Chinese: why it cannot be deleted; null when it can. */
    refusal: nullable(Type.String()),
  }),
  errors: ['SHEET_NOT_FOUND', 'SHEET_NOT_YOURS', 'SHEET_LOCKED', 'SHEET_IN_USE', 'SHEET_TAKEN'],
})
