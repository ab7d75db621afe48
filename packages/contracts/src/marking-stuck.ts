import { AVOIDANCE_RULES } from '@hengjuan/domain'
import Type from 'typebox'
import { Count, Flag01 } from './marking-parts.ts'
import { can, defineRoute, Id, nullable, Time } from './route.ts'

const Rule = Type.Union(
  [Type.Literal('own_class'), Type.Literal('own_school'), Type.Literal('relative')],
  {
    description: Object.entries(AVOIDANCE_RULES)
      .map(([code, name]) => `${code} ${name}`)
      .join('、'),
  },
)
const Rules = Type.Array(Rule, { minItems: 1, maxItems: 3 })

const StuckPaper = Type.Object({
  unit_id: Id,
  secret_code: Type.String(),
  class_name: Type.String(),
  school_name: Type.String(),
  /** Why nobody may read it, in Chinese. */
  reason: Type.String(),
  /** Rules that have to be relaxed together, and who could read the paper then. Empty where none helps. */
  options: Type.Array(Type.Object({ rules: Rules, markers: Type.Array(Type.String()) })),
  /** Who was to mark it again and is gone, in Chinese; null for a paper that was to be given out. */
  waits_for: nullable(Type.String()),
})

const Release = Type.Object({
  /** One a paper and rule that were released together. */
  release_ids: Type.Array(Id),
  rules: Rules,
  reason: Type.String(),
  by_name: Type.String(),
  at: Time,
  papers: Type.Array(
    Type.Object({
      unit_id: Id,
      secret_code: Type.String(),
      state: Type.Union([Type.Literal('waiting'), Type.Literal('begun'), Type.Literal('undone')], {
        description: 'waiting 等待领取、begun 已领取或评阅、undone 已撤销',
      }),
    }),
  ),
  /** Who took it back last, and when; null where nobody did. */
  undone: nullable(Type.Object({ by_name: Type.String(), at: Time })),
})

const StuckView = Type.Object({
  block_id: Id,
  block_name: Type.String(),
  exam_id: Id,
  subject_id: Id,
  exam_name: Type.String(),
  /** All of them; the list ends at 1000. */
  total: Count,
  list: Type.Array(StuckPaper),
  /** The latest first. */
  releases: Type.Array(Release),
})

export const stuckGet = defineRoute({
  method: 'GET',
  path: '/v1/marker/stuck',
  summary: '无人可阅的试卷：每份的原因、放开哪种回避后由谁评阅，以及放开的记录',
  area: 'marking',
  access: can('exam.manage', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  reply: StuckView,
})

export const stuckSet = defineRoute({
  method: 'POST',
  path: '/v1/marker/stuck',
  summary:
    '只对无人可阅的试卷放开回避（release，须写原因；放开亲属回避须确认），或撤销还没有人领取的放开（undo）',
  area: 'marking',
  access: can('exam.manage', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    action: Type.Union([Type.Literal('release'), Type.Literal('undo')]),
    /** With `release`. */
    unit_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000 })),
    rules: Type.Optional(Rules),
    reason: Type.Optional(Type.String({ maxLength: 200 })),
    confirm_relative: Type.Optional(Flag01),
    /** With `undo`. */
    release_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 3000 })),
  }),
  reply: Type.Object({
    ...StuckView.properties,
    /** Papers released, or taken back. */
    changed: Count,
    /** Papers left as they are: no longer stuck, or not by these rules; or begun since. */
    skipped: Count,
  }),
  errors: [
    'MARKING_REASON_MISSING',
    'MARKING_RELATIVE_UNCONFIRMED',
    'MARKING_STUCK_NOTHING',
    'MARKING_RELEASE_BEGUN',
  ],
})
