import Type from 'typebox'
import { Count } from './marking-parts.ts'
import { canOrLeads, defineRoute, Id, MilliScore, nullable, Time } from './route.ts'

const onQuery = canOrLeads('marking.supervise', { block: 'query.block_id' })
const onBody = canOrLeads('marking.supervise', { block: 'body.block_id' })

const SeedResult = Type.Object({
  script_id: Id,
  secret_code: Type.String(),
  /** `pass`, `fail`, `problem`; `clear` when a leader let the marker go on. */
  kind: Type.String(),
  score_milli: nullable(MilliScore),
  definitive_milli: nullable(MilliScore),
  /** Why it was passed on as a problem, or what the leader noted. */
  note: Type.String(),
  /** The leader who let the marker go on. */
  by_name: nullable(Type.String()),
  at: Time,
})

const SeedMarker = Type.Object({
  marker_id: Id,
  name: Type.String(),
  /** Where the seeds put this marker: after one fail, two, and three. */
  state: Type.Union([
    Type.Literal('ok'),
    Type.Literal('second'),
    Type.Literal('warned'),
    Type.Literal('suspended'),
  ]),
  passed: Count,
  failed: Count,
  /** Seeds of the block that this marker has not met. */
  seeds_left: Count,
  last_passed_at: nullable(Time),
  results: Type.Array(SeedResult),
  /** Of who is warned or suspended: readings since the last passed seed, the latest first. */
  remark_count: Count,
  remark: Type.Array(
    Type.Object({
      reading_id: Id,
      unit_id: Id,
      secret_code: Type.String(),
      total_milli: MilliScore,
      submitted_at: Time,
    }),
  ),
})

export const seedResults = defineRoute({
  method: 'GET',
  path: '/v1/marker/benchmark/results',
  summary: '各阅卷教师的种子卷结果与状态；待确认或已暂停的附上次合格以来的评阅，供重评',
  area: 'marking',
  access: onQuery,
  query: Type.Object({ block_id: Id }),
  reply: Type.Object({ list: Type.Array(SeedMarker) }),
})

export const seedClear = defineRoute({
  method: 'POST',
  path: '/v1/marker/benchmark/clearances',
  summary: '确认一位教师可以继续评阅；send_back=1 时把上次合格以来的评阅打回重评',
  area: 'marking',
  access: onBody,
  body: Type.Object({
    block_id: Id,
    marker_id: Id,
    note: Type.Optional(Type.String({ maxLength: 300 })),
    send_back: Type.Optional(Type.Literal(1)),
  }),
  reply: Type.Object({
    sent_back: Count,
    /** Decided by others meanwhile, published, or sent back too often: they stay as they are. */
    kept: Count,
    /** Somebody had stopped the marker by hand before: they are given nothing until that ends. */
    is_suspended: Type.Boolean(),
  }),
  errors: [
    'MARKING_SEED_NOTHING_TO_CLEAR',
    'MARKING_OWN_CLEARANCE',
    'MARKING_NOT_ASSIGNED',
    'MARKING_COMMENT_MISSING',
  ],
})
