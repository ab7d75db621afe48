import type { PageReading, TemplateAnchor, TemplatePage } from '@hengjuan/domain'
import Type from 'typebox'
import { can, defineRoute, Id, MilliScore, nullable } from './route.ts'
import { Sha256 } from './sheet-container.ts'

/** Documents that are checked as a whole by the server, as the template format says. */
const Page = Type.Unsafe<TemplatePage>({ type: 'object', additionalProperties: true })
const Anchor = Type.Unsafe<TemplateAnchor>({ type: 'object', additionalProperties: true })
const Reading = Type.Unsafe<PageReading>({ type: 'object', additionalProperties: true })

const design = can('sheet.design', { sheet: 'body.sheet_id' })

/** 2 imported smart sheet, 3 online exam, 5 score import, 7 original paper. */
const ImportType = Type.Integer({ enum: [2, 3, 5, 7], description: '答题卡类型' })

export const ImportPicture = Type.Object({
  hash: Sha256,
  url: Type.String(),
  width_px: Type.Integer(),
  height_px: Type.Integer(),
})

export const sheetImport = defineRoute({
  method: 'POST',
  path: '/v1/answersheet/import2',
  summary:
    '导入别处设计的答题卡（PDF、JPEG、PNG、TIFF），每页存为图片；给出 sheet_id 时是为这份答题卡上传样张，用于核对',
  area: 'answer-sheet',
  access: can('sheet.design', {
    sheet: 'query.sheet_id',
    exam: 'query.exam_id',
    subject: 'query.subject_id',
  }),
  query: Type.Object({
    sheet_id: Type.Optional(Id),
    exam_id: Type.Optional(Id),
    subject_id: Type.Optional(Id),
    type: Type.Optional(ImportType),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  }),
  bodyKind: 'multipart',
  reply: Type.Object({ sheet_id: Id, pages: Type.Array(ImportPicture) }),
  errors: ['SHEET_NOT_FOUND', 'SHEET_NOT_IMPORTED', 'SHEET_FILE_INVALID', 'PAYLOAD_TOO_LARGE'],
})

export const ImportState = Type.Union([
  Type.Literal('new'),
  Type.Literal('working'),
  Type.Literal('ready'),
  Type.Literal('failed'),
])

export const sheetTemplateDo = defineRoute({
  method: 'POST',
  path: '/v1/answersheet/omr/template/do',
  summary:
    '为导入的答题卡生成识别模板的建议（后台进行，进度见 points）；给出 sample 和 pages 时改为用这些坐标识别一张样张',
  area: 'answer-sheet',
  access: design,
  body: Type.Object({
    sheet_id: Id,
    sample: Type.Optional(Sha256),
    pages: Type.Optional(Type.Array(Page, { maxItems: 12 })),
  }),
  reply: Type.Object({
    state: ImportState,
    reading: nullable(Reading),
    /** What makes the proposal; null with a sample. */
    job_id: nullable(Type.String()),
  }),
  errors: ['SHEET_NOT_FOUND', 'SHEET_NOT_IMPORTED', 'SHEET_TEMPLATE_INVALID', 'SHEET_FILE_INVALID'],
})

export const sheetPoints = defineRoute({
  method: 'GET',
  path: '/v1/answersheet/points',
  summary: '导入答题卡上每个元素的坐标（毫米）、页面图片、建议的可信程度和识别进度',
  area: 'answer-sheet',
  access: can('sheet.read', { sheet: 'query.sheet_id' }),
  query: Type.Object({ sheet_id: Id }),
  reply: Type.Object({
    sheet_id: Id,
    name: Type.String(),
    type: Type.Integer(),
    version: Type.Integer(),
    exam_id: nullable(Id),
    subject_id: nullable(Id),
    state: ImportState,
    done_pages: Type.Integer(),
    /** Chinese: why the proposal failed; empty otherwise. */
    message: Type.String(),
    /** Folds of the paper: 0 flat, 1 once (A3 to A4), 2 twice. */
    folded: Type.Integer(),
    pages: Type.Array(
      Type.Object({
        /** The page laid straight: millimetres x `px_per_mm` are its pixels. */
        picture: ImportPicture,
        px_per_mm: Type.Number(),
        points: Page,
      }),
    ),
    parts: Type.Array(
      Type.Object({
        page: Type.Integer(),
        target: Type.String(),
        confidence: Type.Number({ minimum: 0, maximum: 1 }),
        reason: Type.String(),
      }),
    ),
    samples: Type.Array(ImportPicture),
    scores: Type.Record(Type.String(), MilliScore),
    /** Keys of the exam subject's present sheet, which this one is to replace; empty where there is none. */
    earlier_keys: Type.Array(
      Type.Object({
        no: Type.String(),
        type: Type.Integer(),
        option_count: Type.Integer(),
        answer: Type.Array(Type.String()),
      }),
    ),
  }),
  errors: ['SHEET_NOT_FOUND', 'SHEET_NOT_IMPORTED'],
})

export const sheetPointsSave = defineRoute({
  method: 'POST',
  path: '/v1/answersheet/points',
  summary: '保存导入答题卡的坐标，成为新版本；首次导入时指定了考试和科目的，同时建立题目和题块',
  area: 'answer-sheet',
  access: design,
  body: Type.Object({
    sheet_id: Id,
    version: Type.Integer({ minimum: 1 }),
    pages: Type.Array(Page, { minItems: 1, maxItems: 12 }),
    scores: Type.Optional(
      Type.Record(Type.String({ maxLength: 12 }), MilliScore, { description: '题号 -> 满分' }),
    ),
    keep_keys: Type.Optional(
      Type.Record(Type.String({ maxLength: 12 }), Type.Boolean(), {
        description: '替换另一份答题卡时，题号 -> 是否保留原来的答案；不给时题型和选项数相同的保留',
      }),
    ),
  }),
  reply: Type.Object({ sheet_id: Id, version: Type.Integer(), template_id: Type.String() }),
  errors: [
    'SHEET_NOT_FOUND',
    'SHEET_NOT_IMPORTED',
    'SHEET_NOT_YOURS',
    'SHEET_LOCKED',
    'SHEET_IN_USE',
    'SHEET_TEMPLATE_INVALID',
    'VERSION_CONFLICT',
    'EXAM_PUBLISHED',
  ],
})

export const sheetAnchorUpdate = defineRoute({
  method: 'POST',
  path: '/v1/answersheet/anchor/update',
  summary: '改正导入答题卡一页的定位点；未保存的其他坐标不变',
  area: 'answer-sheet',
  access: design,
  body: Type.Object({
    sheet_id: Id,
    page: Type.Integer({ minimum: 1, maximum: 12 }),
    anchors: Type.Array(Anchor, { maxItems: 200 }),
  }),
  reply: Type.Object({ anchors: Type.Array(Anchor) }),
  errors: ['SHEET_NOT_FOUND', 'SHEET_NOT_IMPORTED', 'SHEET_LOCKED', 'SHEET_TEMPLATE_INVALID'],
})

export const sheetFoldedUpdate = defineRoute({
  method: 'POST',
  path: '/v1/answersheet/folded/update',
  summary: '纸张的折叠方式：0 不折，1 对折，2 两折；回复折后各面的页码次序',
  area: 'answer-sheet',
  access: design,
  body: Type.Object({ sheet_id: Id, folded: Type.Integer({ minimum: 0, maximum: 2 }) }),
  reply: Type.Object({ folded: Type.Integer(), faces: Type.Array(Type.Integer()) }),
  errors: ['SHEET_NOT_FOUND', 'SHEET_NOT_IMPORTED', 'SHEET_LOCKED'],
})
