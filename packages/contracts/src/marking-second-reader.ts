import Type from 'typebox'
import { Count, Flag01 } from './marking-parts.ts'
import { can, defineRoute, Id, MilliScore, nullable, Ratio, Time } from './route.ts'

const Short = Type.String({ minLength: 1, maxLength: 60 })

/** A program that reads papers beside the markers. */
const SecondReader = Type.Object({
  reader_id: Id,
  name: Type.String(),
  version: Type.String(),
  maker: Type.String(),
  purpose: Type.String(),
  registered_by: Type.String(),
  registered_at: Time,
  /** Its token was taken away; nothing of it is shown to markers while that lasts. */
  is_revoked: Type.Boolean(),
})

export const secondReaders = defineRoute({
  method: 'GET',
  path: '/v1/marker/second_reader',
  summary: '评阅程序（AI 等）与各题块的对照评分开关；对照评分只供参考，不计入成绩',
  area: 'marking',
  access: can('marking.setup', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id }),
  reply: Type.Object({
    readers: Type.Array(SecondReader),
    blocks: Type.Array(
      Type.Object({
        block_id: Id,
        subject_id: Id,
        subject_name: Type.String(),
        block_name: Type.String(),
        reader_id: nullable(Id),
      }),
    ),
  }),
})

export const secondReaderRegister = defineRoute({
  method: 'POST',
  path: '/v1/marker/second_reader',
  summary: '登记一个评阅程序（名称、版本、制作单位、用途），得到它的令牌；令牌只显示这一次',
  area: 'marking',
  access: can('exam.manage', { exam: 'body.exam_id' }),
  body: Type.Object({
    exam_id: Id,
    name: Short,
    version: Short,
    maker: Short,
    purpose: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  reply: Type.Object({ reader_id: Id, token: Type.String() }),
  errors: ['SECOND_READER_EXISTS', 'INPUT_INVALID'],
})

export const secondReaderToken = defineRoute({
  method: 'POST',
  path: '/v1/marker/second_reader/token',
  summary: '停用评阅程序的令牌（revoke），或换发新的令牌（renew，旧令牌随即失效）',
  area: 'marking',
  access: can('exam.manage', { exam: 'body.exam_id' }),
  body: Type.Object({
    exam_id: Id,
    reader_id: Id,
    action: Type.Union([Type.Literal('revoke'), Type.Literal('renew')]),
  }),
  /** Null after `revoke`. */
  reply: Type.Object({ token: nullable(Type.String()) }),
  errors: ['SECOND_READER_NOT_FOUND'],
})

export const secondReaderSwitch = defineRoute({
  method: 'POST',
  path: '/v1/marker/second_reader/blocks',
  summary: '对一些题块开启（reader_id）或关闭（null）对照评分；默认关闭，阅卷教师会看到说明',
  area: 'marking',
  access: can('marking.setup', { exam: 'body.exam_id' }),
  body: Type.Object({
    exam_id: Id,
    block_ids: Type.Array(Id, { minItems: 1, maxItems: 500 }),
    reader_id: nullable(Id),
  }),
  reply: Type.Object({ changed: Count }),
  errors: ['SECOND_READER_NOT_FOUND', 'SECOND_READER_REVOKED', 'MARKING_BLOCK_NOT_FOUND'],
})

const Agreement = Type.Object({
  n: Count,
  exact: Ratio,
  /** One step apart at most. */
  adjacent: Ratio,
  within: Ratio,
  qwk: nullable(Type.Number()),
  /** Reader against final marks, population variances. */
  smd: nullable(Type.Number()),
  /** Width of the score bands that QWK is taken of; null where every score is a class of its own. */
  band_milli: nullable(MilliScore),
})

const Disagreement = Type.Object({
  unit_id: Id,
  secret_code: Type.String(),
  final_milli: MilliScore,
  reader_milli: MilliScore,
  /** Points that lie further apart than the tolerance of the point, where both have scores by point. */
  points: Type.Array(
    Type.Object({ name: Type.String(), final_milli: MilliScore, reader_milli: MilliScore }),
  ),
  /** Percent; null where the reader does not say. */
  confidence: nullable(Count),
  reason: Type.String(),
  /** Was one of its readings spot-checked? */
  is_checked: Type.Boolean(),
})

export const secondReaderPanel = defineRoute({
  method: 'GET',
  path: '/v1/marker/second_reader/panel',
  summary:
    '对照评分与终评分的一致情况：覆盖、总分与各给分点的 QWK、SMD、相同与相邻比例、分歧列表和提交记录',
  area: 'marking',
  access: can('marking.supervise', { block: 'query.block_id' }),
  query: Type.Object({
    block_id: Id,
    /** Of this reader; without it of the one that is switched on, or the last that sent scores. */
    reader_id: Type.Optional(Id),
  }),
  reply: Type.Object({
    exam_id: Id,
    block_name: Type.String(),
    full_milli: MilliScore,
    /** Further apart than this is a disagreement. */
    tolerance_milli: MilliScore,
    /** For which reader comparison is switched on; null for none. */
    on_reader_id: nullable(Id),
    /** That one and those that have sent scores. */
    readers: Type.Array(
      Type.Object({
        reader_id: Id,
        name: Type.String(),
        version: Type.String(),
        is_revoked: Type.Boolean(),
      }),
    ),
    /** Whose scores the rest is about. */
    reader_id: nullable(Id),
    /** Papers with an image, and how many of them have a score of that image. */
    papers: Count,
    scored: Count,
    /** Scores of images that were replaced since. */
    outdated: Count,
    /** Of totals. */
    agreement: Agreement,
    /** Of the points of a block with several, over papers of which both have scores by point. */
    points: Type.Array(
      Type.Object({
        name: Type.String(),
        full_milli: MilliScore,
        tolerance_milli: MilliScore,
        agreement: Agreement,
      }),
    ),
    /** How often a marker was shown a score, and how many of these readings their marker changed after. */
    shown: Count,
    changed_after: Count,
    /** By total or by a point; the totals furthest apart first, at most 200 of `disagreement_count`. */
    disagreements: Type.Array(Disagreement),
    disagreement_count: Count,
    /** What was sent, the latest first, at most 50. */
    batches: Type.Array(
      Type.Object({
        batch_id: Id,
        reader_name: Type.String(),
        version: Type.String(),
        via: Type.Union([Type.Literal('api'), Type.Literal('table')]),
        /** Who imported a table; null for the reader itself. */
        by_name: nullable(Type.String()),
        papers: Count,
        at: Time,
      }),
    ),
  }),
})

export const secondReaderExport = defineRoute({
  method: 'GET',
  path: '/v1/marker/second_reader/export',
  summary: '导出评阅程序对一个题块提交过的全部评分（只增不改的记录），不含考生身份',
  area: 'marking',
  access: can('marking.supervise', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  replyKind: 'file',
  errors: ['EXPORT_EMPTY'],
})

export const secondReaderTemplate = defineRoute({
  method: 'GET',
  path: '/v1/marker/second_reader/template',
  summary: '对照评分的导入模板：题块的密号和给分列',
  area: 'marking',
  access: can('marking.setup', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  replyKind: 'file',
  errors: ['EXPORT_EMPTY'],
})

const ImportRow = Type.Object({
  /** Row of the spreadsheet, from 1. */
  row: Type.Integer(),
  secret_code: Type.String(),
  total_milli: nullable(MilliScore),
  /** `change`: another score than the reader gave before. */
  result: Type.Union([
    Type.Literal('add'),
    Type.Literal('change'),
    Type.Literal('same'),
    Type.Literal('error'),
  ]),
  /** Chinese: what is wrong and what to do; empty otherwise. */
  message: Type.String(),
})

export const secondReaderImport = defineRoute({
  method: 'POST',
  path: '/v1/marker/second_reader/import',
  summary:
    '用表格（密号、各给分点得分或只有总分、把握、理由）导入题块的对照评分；preview=1 只核对，不写入',
  area: 'marking',
  access: can('marking.setup', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id, preview: Type.Optional(Flag01) }),
  bodyKind: 'multipart',
  reply: Type.Object({
    applied: Flag01,
    /** Of all rows. */
    add: Count,
    change: Count,
    same: Count,
    error: Count,
    /** Those with errors first, at most 500. */
    rows: Type.Array(ImportRow),
  }),
  errors: ['SECOND_READER_OFF', 'IMPORT_FILE_INVALID', 'IMPORT_HAS_ERRORS', 'PAYLOAD_TOO_LARGE'],
})

export const secondReaderReference = defineRoute({
  method: 'GET',
  path: '/v1/marker/second_reader/reference',
  summary: '本人刚提交的一份评阅的对照评分（AI 参考），提交之前没有；不计入成绩，展示会被记录',
  area: 'marking',
  access: can('marking.mark', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id, reading_id: Id }),
  reply: Type.Object({
    /** Null where nothing is switched on, or the reader has not read this paper. */
    reference: nullable(
      Type.Object({
        total_milli: MilliScore,
        /** One a point of the paper, in its order; empty where the reader gave no more than a total. */
        scores: Type.Array(MilliScore),
        reader_name: Type.String(),
        reader_version: Type.String(),
      }),
    ),
  }),
  errors: ['MARKING_NOT_ASSIGNED', 'MARKING_READING_NOT_FOUND', 'MARKING_NOT_YOUR_READING'],
})
