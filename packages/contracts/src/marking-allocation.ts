import Type from 'typebox'
import { Count, Flag01, MarkScopeCode, PaperOrigin } from './marking-parts.ts'
import { can, defineRoute, done, Id, nullable } from './route.ts'

export const BlockMarker = Type.Object({
  marker_id: Id,
  name: Type.String(),
  duty: Type.String({ description: 'marker 阅卷教师、leader 题组长（仲裁）' }),
  quota: nullable(Count),
  weight: Type.Integer(),
  allow_exceed: Flag01,
  suspended: Flag01,
  /** 0 whose account is out of use, or has no role for it any more: what they were to do waits for somebody else. */
  may_mark: Flag01,
  /** Where seeds put a marker: `ok`, `second`, `warned`, `suspended`; out of the last two a leader lets them. */
  seed_state: Type.String(),
  target: nullable(Count),
  done: Count,
  /** What was done when the work was last shared anew: only what is beyond it counts as a share. */
  base: Count,
  third_done: Count,
  claimed: Count,
  /** Of these, first and second readings: what targets count. */
  claimed_base: Count,
  rejected: Count,
})

export const blockMarkers = defineRoute({
  method: 'GET',
  path: '/v1/marker/get',
  summary: '一个题块的阅卷教师与任务',
  area: 'marking',
  access: can('marking.supervise', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  reply: Type.Object({
    block_id: Id,
    block_name: Type.String(),
    status: Type.String(),
    unit_count: Count,
    final_count: Count,
    list: Type.Array(BlockMarker),
  }),
})

/** Schools whose `count` papers only so many `markers` may read, or classes of which too many teach one of them. */
export const SchoolGaps = Type.Array(
  Type.Object({ ...PaperOrigin.properties, count: Count, markers: Count }),
)

export const Allocation = Type.Object({
  /** Names who shares the work and how: sent back with a change, it is refused when that is another meanwhile. */
  stamp: Type.String(),
  exam_id: Id,
  subject_id: Id,
  block_id: Id,
  block_name: Type.String(),
  exam_name: Type.String(),
  subject_name: Type.String(),
  alloc_mode: Type.Integer(),
  quotas_are_weights: Flag01,
  /** Papers of the block: those cut so far, or those expected while scanning goes on. */
  units: Count,
  /** First and second readings in all. */
  readings: Count,
  markers_needed: Type.Integer(),
  list: Type.Array(BlockMarker),
  problems: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
  mark_scope: MarkScopeCode,
  /** Schools or groups that share their own papers; null where everybody may read anything. */
  parts: nullable(
    Type.Array(
      Type.Object({
        /** Of its schools. */
        name: Type.String(),
        school_ids: Type.Array(Id),
        marker_ids: Type.Array(Id),
        units: Count,
        readings: Count,
      }),
    ),
  ),
  /** Schools and classes whose papers fewer of the active markers may read than one paper needs, as it is saved. */
  school_gaps: SchoolGaps,
})

export const markingStaff = defineRoute({
  method: 'GET',
  path: '/v1/marker/staff',
  summary: '可以安排到一个题块的教师：举办学校的，联考时还有各参加学校的',
  area: 'marking',
  access: can('marking.supervise', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  reply: Type.Array(
    Type.Object({
      user_id: Id,
      name: Type.String(),
      account: Type.String(),
      school_id: Id,
      school_name: Type.String(),
      role_names: Type.Array(Type.String()),
      may_mark: Flag01,
      may_arbitrate: Flag01,
    }),
  ),
})

export const allocationGet = defineRoute({
  method: 'GET',
  path: '/v1/joint/task/alloc/marker',
  summary: '题块的任务分配：每位阅卷教师的任务量、目标与校验结果',
  area: 'joint exams',
  access: can('marking.supervise', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  reply: Allocation,
})

export const allocationSet = defineRoute({
  method: 'POST',
  path: '/v1/joint/task/alloc/marker',
  summary: '保存题块的任务分配；不在名单中且没有评阅的教师被移除',
  area: 'joint exams',
  access: can('marking.setup', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    /** Of the allocation that was changed. */
    stamp: Type.Optional(Type.String({ maxLength: 64 })),
    alloc_mode: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
    quotas_are_weights: Type.Optional(Flag01),
    markers: Type.Array(
      Type.Object({
        marker_id: Id,
        duty: Type.Optional(Type.Union([Type.Literal('marker'), Type.Literal('leader')])),
        quota: Type.Optional(nullable(Type.Integer({ minimum: 0 }))),
        weight: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
        allow_exceed: Type.Optional(Flag01),
        suspended: Type.Optional(Flag01),
      }),
      { maxItems: 500 },
    ),
  }),
  reply: Allocation,
  errors: [
    'MARKING_ALLOCATION_CHANGED',
    'MARKING_MARKERS_TOO_FEW',
    'MARKING_QUOTA_SHORT',
    'MARKING_QUOTA_OVER',
    'MARKING_WEIGHT_INVALID',
    'MARKING_MARKER_HAS_WORK',
    'MARKING_MARKER_HOLDS',
    'MARKING_SEED_NOT_CLEARED',
    'MARKING_ARBITRATOR_MISSING',
    'STAFF_NOT_FOUND',
  ],
})

export const markerDelete = defineRoute({
  method: 'POST',
  path: '/v1/marker/delete',
  summary: '移除题块的一位阅卷教师；手中未提交的试卷收回，已有评阅的不能移除',
  area: 'marking',
  access: can('marking.setup', { block: 'body.block_id' }),
  body: Type.Object({ block_id: Id, marker_id: Id }),
  reply: done,
  errors: ['MARKING_MARKER_HAS_WORK', 'MARKING_SEED_NOT_CLEARED', 'STAFF_NOT_FOUND'],
})
