import Type from 'typebox'
import { Count, MarkImage, MarkPoint, PaperFlagCode } from './marking-parts.ts'
import { ReadAgain } from './marking-read-again.ts'
import {
  can,
  canOrLeads,
  defineRoute,
  done,
  Id,
  listOf,
  MilliScore,
  nullable,
  paging,
  Time,
} from './route.ts'

const Kind = Type.Union(
  [
    Type.Literal('seed'),
    Type.Literal('practice'),
    Type.Literal('calibration'),
    Type.Literal('discussion'),
  ],
  { description: 'seed 种子卷、practice 试评卷、calibration 定标卷、discussion 研讨卷' },
)
const Scores = Type.Array(MilliScore, { maxItems: 100 })
const onQuery = canOrLeads('marking.supervise', { block: 'query.block_id' })
const onBody = canOrLeads('marking.supervise', { block: 'body.block_id' })
/** Leaders of the block as well, whatever their role supervises: it is asked who leads it. */
const ofLeadersOnQuery = can('exam.read', { block: 'query.block_id' })
const ofLeadersOnBody = can('exam.read', { block: 'body.block_id' })

/** A paper that may become a script. What markers gave is not shown: leaders mark on their own. */
const BenchmarkPaper = Type.Object({
  unit_id: Id,
  secret_code: Type.String(),
  state: Type.String(),
  /** Paper flags that markers set: excellent, typical ... */
  flags: Type.Array(Type.String()),
  images: Type.Array(MarkImage),
})

export const benchmarkPapers = defineRoute({
  method: 'GET',
  path: '/v1/marker/benchmark/papers',
  summary: '可以选作标准卷的试卷：按分数段、标记或密号查找，不显示已有给分',
  area: 'marking',
  access: onQuery,
  query: Type.Object({
    block_id: Id,
    /** Final totals from, up to and including. */
    low_milli: Type.Optional(MilliScore),
    high_milli: Type.Optional(MilliScore),
    flag: Type.Optional(Type.String({ maxLength: 40, pattern: '^[a-z_]+$' })),
    /** How the secret code begins. */
    code: Type.Optional(Type.String({ maxLength: 12, pattern: '^[0-9A-Za-z]*$' })),
    /** Papers that are scripts already as well, so that a list keeps its order while papers are picked. */
    with_scripts: Type.Optional(Type.Literal(1)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 24 })),
  }),
  reply: Type.Object({ list: Type.Array(BenchmarkPaper), total: Count }),
})

/** A paper that readers flagged, with nothing that tells whose it is. */
const FlaggedPaper = Type.Object({
  unit_id: Id,
  secret_code: Type.String(),
  state: Type.String(),
  final_milli: nullable(MilliScore),
  images: Type.Array(MarkImage),
  /** Who flagged it how, in the order of reading. */
  flags: Type.Array(
    Type.Object({
      flag: PaperFlagCode,
      /** What the reader wrote beside their flags; null when nothing was. */
      note: nullable(Type.String()),
      by_name: Type.String(),
      at: nullable(Time),
    }),
  ),
  /** What it is used for where it is a benchmark script. */
  script_kind: nullable(Kind),
  read_again: ReadAgain,
  /** How it stands in the reports as an example; null where it does not. */
  example: nullable(
    Type.Object({
      flag: PaperFlagCode,
      comment: Type.String(),
      published_by: Type.String(),
      published_at: Time,
      /** Why the reports leave it out all the same, in Chinese; null where they show it. */
      hidden_reason: nullable(Type.String()),
    }),
  ),
})

export const reportExampleSet = defineRoute({
  method: 'POST',
  path: '/v1/marker/benchmark/examples',
  summary:
    '把收藏中的一份作答发布为报表示例（publish，成绩发布后与报表同权限可见，不含考生身份），或撤下（remove）',
  area: 'marking',
  access: ofLeadersOnBody,
  body: Type.Object({
    block_id: Id,
    unit_id: Id,
    action: Type.Union([Type.Literal('publish'), Type.Literal('remove')]),
    /** With `publish`: as what, one of the flags of the paper. */
    flag: Type.Optional(PaperFlagCode),
    comment: Type.Optional(Type.String({ maxLength: 300 })),
    /** With `publish`: somebody looked and found neither name nor school nor number on the image. */
    is_anonymous: Type.Optional(Type.Literal(1)),
  }),
  reply: done,
  errors: [
    'MARKING_NOT_ASSIGNED',
    'MARKING_LEADERS_ONLY',
    'MARKING_UNIT_NOT_FOUND',
    'MARKING_EXAMPLE_UNFIT',
    'MARKING_EXAMPLE_UNCHECKED',
  ],
})

export const flaggedPapers = defineRoute({
  method: 'GET',
  path: '/v1/marker/benchmark/collection',
  summary: '题组长的收藏：阅卷教师标记为优秀、典型、典型错误或存疑的试卷，不含考生身份',
  area: 'marking',
  access: ofLeadersOnQuery,
  query: Type.Object({ block_id: Id, flag: Type.Optional(PaperFlagCode), ...paging }),
  reply: Type.Object({
    ...listOf(FlaggedPaper).properties,
    /** How many papers bear each flag; one with two counts in both. */
    counts: Type.Array(Type.Object({ flag: PaperFlagCode, count: Count })),
  }),
  errors: ['MARKING_NOT_ASSIGNED', 'MARKING_LEADERS_ONLY'],
})

const BenchmarkScript = Type.Object({
  script_id: Id,
  unit_id: Id,
  secret_code: Type.String(),
  kind: Kind,
  state: Type.Union([Type.Literal('marking'), Type.Literal('agreed'), Type.Literal('retired')]),
  /** Agreed, but its sheet was voided, or the paper has another sheet or score since: nobody is measured by it. */
  is_overtaken: Type.Boolean(),
  points: Type.Array(MarkPoint),
  images: Type.Array(MarkImage),
  /** How many leaders have marked it. */
  mark_count: Count,
  /** What leaders gave; of others only once the caller has marked it, or it is agreed. */
  marks: Type.Array(
    Type.Object({
      leader_name: Type.String(),
      is_own: Type.Boolean(),
      scores: Scores,
      total_milli: MilliScore,
      comment: Type.String(),
    }),
  ),
  /** Proposed while `marking`; null for who has not marked it. */
  definitive: nullable(
    Type.Object({
      scores: Scores,
      total_milli: MilliScore,
      comments: Type.Array(Type.String()),
      proposed_by: Type.String(),
      is_own_proposal: Type.Boolean(),
      agreed_by: nullable(Type.String()),
      is_alone: Type.Boolean(),
    }),
  ),
  /** As a seed: how many markers were given it, and how many passed. */
  served: Count,
  passed: Count,
})

export const benchmarkScripts = defineRoute({
  method: 'GET',
  path: '/v1/marker/benchmark/scripts',
  summary: '题块的标准卷：各题组长的独立评分、标准分与使用情况；未独立评分前看不到他人评分',
  area: 'marking',
  access: onQuery,
  query: Type.Object({ block_id: Id }),
  reply: Type.Object({
    exam_id: Id,
    block_name: Type.String(),
    full_milli: MilliScore,
    /** About how many papers lie between two seeds; 0 when none are served. */
    seed_every: Count,
    tolerance_milli: MilliScore,
    /** Does the caller's role supervise the block? Otherwise the caller leads it. */
    is_supervised: Type.Boolean(),
    /** May the caller confirm alone, because the block has no other leader? */
    may_be_alone: Type.Boolean(),
    list: Type.Array(BenchmarkScript),
  }),
})

export const benchmarkScriptSet = defineRoute({
  method: 'POST',
  path: '/v1/marker/benchmark/scripts',
  summary: '把一份试卷选作标准卷（unit_id），或修改用途、停用一份标准卷（script_id）',
  area: 'marking',
  access: onBody,
  body: Type.Object({
    block_id: Id,
    unit_id: Type.Optional(Id),
    script_id: Type.Optional(Id),
    kind: Type.Optional(Kind),
    /** Not served any more. A paper that no marker was given goes back to ordinary marking. */
    retire: Type.Optional(Type.Literal(1)),
  }),
  reply: Type.Object({ script_id: Id }),
  errors: [
    'MARKING_UNIT_NOT_FOUND',
    'MARKING_BENCHMARK_NOT_FOUND',
    'MARKING_BENCHMARK_EXISTS',
    'MARKING_UNIT_NOT_OPEN',
  ],
})

export const benchmarkMark = defineRoute({
  method: 'POST',
  path: '/v1/marker/benchmark/marks',
  summary: '题组长独立给一份标准卷评分；标准分商定后不能再改',
  area: 'marking',
  access: onBody,
  body: Type.Object({
    block_id: Id,
    script_id: Id,
    scores: Type.Array(nullable(Type.Integer()), { maxItems: 100 }),
    comment: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  reply: done,
  errors: [
    'MARKING_BENCHMARK_NOT_FOUND',
    'MARKING_BENCHMARK_SETTLED',
    'MARKING_RELATIVE',
    'MARKING_OFF_GRID',
  ],
})

export const benchmarkDefinitive = defineRoute({
  method: 'POST',
  path: '/v1/marker/benchmark/definitives',
  summary: '提出或同意一份标准卷的标准分；两位题组长一致后生效，该试卷以标准分为终评分',
  area: 'marking',
  access: onBody,
  body: Type.Object({
    block_id: Id,
    script_id: Id,
    scores: Type.Array(nullable(Type.Integer()), { maxItems: 100 }),
    comments: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100 })),
    /** The only leader of the block confirms without a second; it is recorded. */
    alone: Type.Optional(Type.Literal(1)),
  }),
  reply: Type.Object({ state: Type.Union([Type.Literal('proposed'), Type.Literal('agreed')]) }),
  errors: [
    'MARKING_BENCHMARK_NOT_FOUND',
    'MARKING_BENCHMARK_SETTLED',
    'MARKING_BENCHMARK_MARK_FIRST',
    'MARKING_BENCHMARK_TWO_LEADERS',
    'MARKING_RELATIVE',
    'MARKING_OFF_GRID',
  ],
})
