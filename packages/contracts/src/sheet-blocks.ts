import Type from 'typebox'
import { can, defineRoute, Id, MilliScore, nullable, Time } from './route.ts'
import { SheetDraft } from './sheet.ts'
import { SheetDifference } from './sheet-summary.ts'

/** An area of a page, millimetres from the top left corner of the paper. */
const BlockRegion = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 12 }),
  x_mm: Type.Number({ minimum: 0, maximum: 500 }),
  y_mm: Type.Number({ minimum: 0, maximum: 500 }),
  width_mm: Type.Number({ minimum: 0, maximum: 500 }),
  height_mm: Type.Number({ minimum: 0, maximum: 500 }),
})

/** A block as a person divides the sheet: areas of any pages, shown in this order. */
export const BlockDraft = Type.Object({
  block_key: Type.String({ minLength: 1, maxLength: 32, pattern: '^[^:]+$' }),
  name: Type.String({ maxLength: 30 }),
  question_nos: Type.Array(Type.String({ maxLength: 6 }), { maxItems: 200 }),
  regions: Type.Array(BlockRegion, { maxItems: 40 }),
})

const BlockInfo = Type.Object({
  block_key: Type.String(),
  name: Type.String(),
  question_nos: Type.Array(Type.String()),
  regions: Type.Array(BlockRegion),
  full_milli: MilliScore,
  optional: nullable(Type.Object({ group_id: Type.String(), choose: Type.Integer() })),
  score_points: Type.Array(
    Type.Object({
      question_no: Type.String(),
      name: Type.String(),
      full_milli: MilliScore,
      step_milli: MilliScore,
    }),
  ),
})

const ObjectiveInfo = Type.Object({
  question_no: Type.String(),
  type: Type.Integer(),
  full_milli: MilliScore,
  options: Type.Array(Type.String()),
  multiple: Type.Boolean(),
  field_id: Type.String(),
})

export const sheetBlockInfo = defineRoute({
  method: 'GET',
  path: '/v1/answersheet/blockinfo',
  summary: '答题卡的题块（含各页的框）与客观题',
  area: 'answer-sheet',
  access: can('sheet.read', { sheet: 'query.sheet_id' }),
  query: Type.Object({ sheet_id: Id }),
  reply: Type.Object({
    blocks: Type.Array(BlockInfo),
    objective: Type.Array(ObjectiveInfo),
    full_milli: MilliScore,
    /** Paper in millimetres; what is on it comes with the sheet's pages. */
    pages: Type.Array(
      Type.Object({ page: Type.Integer(), width_mm: Type.Number(), height_mm: Type.Number() }),
    ),
    /** Printed answer areas, to snap to. */
    areas: Type.Array(Type.Intersect([BlockRegion, Type.Object({ block_key: Type.String() })])),
    /** The last division, while nothing else has been saved since; it can be undone. */
    last_division: nullable(
      Type.Object({
        divided_at: Time,
        divided_by: Type.String(),
        marks: Type.Integer({ description: '撤销后恢复评分的试卷数' }),
        papers: Type.Integer({ description: '随题块移出、撤销后回到阅卷的试卷数' }),
      }),
    ),
  }),
  errors: ['SHEET_NOT_FOUND'],
})

const Problem = Type.Object({
  code: Type.String(),
  message: Type.String(),
  question_no: nullable(Type.String()),
  block_key: nullable(Type.String()),
  /** It keeps the blocks from being saved. */
  blocking: Type.Boolean(),
})

/** A layout that is changed after scanning has begun. */
const Reprint = Type.Object({
  /** Sheets that are scanned: they keep the print that they are, and every mark. */
  scanned_sheets: Type.Integer(),
  /** Prints that are read side by side once it is saved. */
  prints: Type.Integer(),
  changes: Type.Array(SheetDifference),
  /** Chinese: why it cannot be read beside what is scanned. */
  refusals: Type.Array(Type.String()),
})

export const sheetBlockCheck = defineRoute({
  method: 'POST',
  path: '/v1/answersheet/blockinfo/check',
  summary:
    '检查一份设计并试排版面，或检查已保存答题卡的题块划分：没有题块的题、没有题目或没有框的题块；不保存',
  area: 'answer-sheet',
  access: can('sheet.design', {
    sheet: 'body.sheet_id',
    exam: 'body.exam_id',
    subject: 'body.subject_id',
  }),
  body: Type.Object({
    sheet_id: Type.Optional(Id),
    exam_id: Type.Optional(Id),
    subject_id: Type.Optional(Id),
    /** Laid out anew; without it the stored sheet is checked. */
    design: Type.Optional(SheetDraft),
    /** Blocks to check on the stored sheet; without it those it has. */
    blocks: Type.Optional(Type.Array(BlockDraft, { maxItems: 200 })),
  }),
  reply: Type.Object({
    problems: Type.Array(Problem),
    blocks: Type.Array(BlockInfo),
    objective: Type.Array(ObjectiveInfo),
    full_milli: MilliScore,
    svg_pages: Type.Array(Type.String()),
    /** What the design would do to paper that is scanned already; null where none is. */
    reprint: nullable(Reprint),
  }),
  errors: ['SHEET_NOT_FOUND', 'SHEET_NOT_YOURS'],
})

/** What a new division does to the work on a block. */
const BlockEffect = Type.Object({
  block_key: Type.String(),
  name: Type.String(),
  kind: Type.Union([
    Type.Literal('same'),
    Type.Literal('added'),
    Type.Literal('removed'),
    Type.Literal('renamed'),
    Type.Literal('recut'),
    Type.Literal('rebound'),
  ]),
  /** Papers of the block. */
  papers: Type.Integer(),
  /** Of these, papers on which a marker's reading counts. */
  marked: Type.Integer(),
  /** Chinese: what happens to them. */
  message: Type.String(),
  /** Chinese: why it cannot be done; null when it can. */
  refusal: nullable(Type.String()),
})

export const sheetBindQuestions = defineRoute({
  method: 'POST',
  path: '/v1/answersheet/bindquestions',
  summary:
    '划分题块并绑定题目与知识点；preview=true 只说明对已有阅卷的影响。扫描开始后保存成新版本，改了框的题块重新裁切，框未变的评分保留',
  area: 'answer-sheet',
  access: can('sheet.design', { sheet: 'body.sheet_id' }),
  body: Type.Object({
    sheet_id: Id,
    version: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Null: as it follows from the design; absent: as it is. */
    blocks: Type.Optional(nullable(Type.Array(BlockDraft, { maxItems: 200 }))),
    /** Question number -> knowledge points; absent: as they are. */
    knowledge: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 12 }),
      ),
    ),
    /** Marked papers whose marks the person agreed to lose, as the preview counted them. */
    accept_lost: Type.Optional(Type.Integer({ minimum: 0 })),
    preview: Type.Optional(Type.Boolean()),
    /** Back to the blocks before the last division, with the marks that it took. */
    undo: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({
    version: Type.Integer(),
    problems: Type.Array(Problem),
    effects: Type.Array(BlockEffect),
    /** Papers that get their marks back. */
    restored: Type.Integer(),
    /** Marked papers that have to be marked again. */
    lost: Type.Integer(),
    /** Scanned sheets that are cut again in the background. */
    recut_sheets: Type.Integer(),
  }),
  errors: [
    'SHEET_NOT_FOUND',
    'SHEET_NOT_YOURS',
    'SHEET_LOCKED',
    'VERSION_CONFLICT',
    'SHEET_BLOCKS_INVALID',
    'SHEET_BLOCK_MARKED',
    'SHEET_DIVISION_NO_UNDO',
    'EXAM_PUBLISHED',
  ],
})
