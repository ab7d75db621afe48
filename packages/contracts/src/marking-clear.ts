import Type from 'typebox'
import { Count, flagNote, IdemKey, judgement } from './marking-parts.ts'
import { can, defineRoute, Id, nullable, Time } from './route.ts'

/** What is lost when the marks of a block are cleared. */
const ClearCounts = Type.Object({
  /** Papers that carry anything, and all papers of the block. */
  units: Count,
  unit_total: Count,
  /** Scores that count now, of markers and arbitrators. */
  readings: Count,
  finals: Count,
  /** Decided by an arbitrator, in a spot check, as a problem paper or as a confirmed blank. */
  decisions: Count,
  problems: Count,
  markers: Count,
  /** Published papers: while there are any, nothing can be cleared. */
  locked: Count,
})

/** A clearing that can be undone, or why it can not. */
const ClearRecord = Type.Object({
  clear_id: Id,
  cleared_at: Time,
  cleared_by: Type.String(),
  reason: Type.String(),
  units: Count,
  readings: Count,
  /** Papers that nobody has touched since; only those are given back. */
  restorable: Count,
})

export const blockClear = defineRoute({
  method: 'POST',
  path: '/v1/marker/clear',
  summary:
    '清空题块的阅卷数据：preview 统计将失去的内容，clear 清空（须填题块名称与原因，题块先暂停），undo 撤销最近一次清空',
  area: 'marking',
  access: can('marking.setup', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    action: Type.Union([Type.Literal('preview'), Type.Literal('clear'), Type.Literal('undo')]),
    block_name: Type.Optional(Type.String({ maxLength: 100 })),
    reason: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: Type.Object({
    block_name: Type.String(),
    status: Type.String(),
    counts: ClearCounts,
    /** Papers cleared or given back by this call. */
    changed: Count,
    last: nullable(ClearRecord),
  }),
  errors: [
    'MARKING_NAME_MISMATCH',
    'MARKING_REASON_MISSING',
    'MARKING_UNIT_LOCKED',
    'MARKING_CLEAR_NOTHING',
    'MARKING_CLEAR_NO_UNDO',
  ],
})

export const markersDeleteAll = defineRoute({
  method: 'POST',
  path: '/v1/marker/delete/all',
  summary: '移除题块的全部阅卷教师；已有评阅的教师保留并说明原因，preview=1 时只列出结果',
  area: 'marking',
  access: can('marking.setup', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    preview: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
  }),
  reply: Type.Object({
    rows: Type.Array(
      Type.Object({
        marker_id: Id,
        name: Type.String(),
        removed: Type.Boolean(),
        /** Papers in hand that go back to the pool. */
        claimed: Count,
        /** Why this person stays; null when removed. */
        reason: nullable(Type.String()),
      }),
    ),
    removed: Count,
    kept: Count,
  }),
})

export const markCorrectMore = defineRoute({
  method: 'POST',
  path: '/v1/marker/markedcorrect/more',
  summary: '回评多份：逐份修改本人已提交的评阅，逐份返回结果，互不影响',
  area: 'marking',
  access: can('marking.mark', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    items: Type.Array(
      Type.Object({ reading_id: Id, idem_key: IdemKey, ...judgement, ...flagNote }),
      {
        minItems: 1,
        maxItems: 100,
      },
    ),
  }),
  reply: Type.Object({
    rows: Type.Array(
      Type.Object({
        /** As sent. */
        reading_id: Id,
        ok: Type.Boolean(),
        /** The new revision; null when refused. */
        new_reading_id: nullable(Id),
        error: nullable(Type.String()),
        msg: nullable(Type.String()),
      }),
    ),
    changed: Count,
    refused: Count,
  }),
})
