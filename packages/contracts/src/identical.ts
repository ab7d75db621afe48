import { IDENTICAL_OUTCOMES } from '@hengjuan/domain'
import Type from 'typebox'
import { Flag01, MarkImage } from './marking-parts.ts'
import { can, canOrAssigned, defineRoute, Id, MilliScore, nullable, Time } from './route.ts'

const Outcome = Type.Union(
  [
    Type.Literal('keep'),
    Type.Literal('misconduct'),
    Type.Literal('misconduct_one'),
    Type.Literal('dismiss'),
  ],
  {
    description: Object.entries(IDENTICAL_OUTCOMES)
      .map(([code, name]) => `${code} ${name}`)
      .join('、'),
  },
)

const PairPaper = Type.Object({
  unit_id: Id,
  secret_code: Type.String(),
  /** A key of the paper states: `OUT` where the candidate is absent or has no sheet. */
  state: Type.String(),
  /** 1 where nothing can be decided about its mark: it is not marked any more, and has no mark of misconduct. */
  is_out: Flag01,
  final_milli: nullable(MilliScore),
  final_reason: nullable(Type.String()),
  /** None where the paper speaks of danger. */
  images: Type.Array(MarkImage),
  /** Readings that stand, and who gave them. */
  readings: Type.Array(
    Type.Object({
      role: Type.String(),
      marker_name: Type.String(),
      total_milli: nullable(MilliScore),
      submitted_at: nullable(Time),
    }),
  ),
})

const IdenticalPair = Type.Object({
  papers: Type.Array(PairPaper, { minItems: 2, maxItems: 2 }),
  /** Names the pictures that are shown, for the decision about them. */
  version: Type.String(),
  /** Secret codes of those that had another sheet, or left marking for a while, since they were named. */
  changed: Type.Array(Type.String()),
  /** Papers that hang together with these two, these included. */
  group_size: Type.Integer({ minimum: 2 }),
  /** Who said first that they are identical, and what they wrote. */
  named_by: nullable(Type.String()),
  named_at: Time,
  note: Type.String(),
  /** What holds now; null while nobody decided. */
  verdict: nullable(
    Type.Object({ outcome: Outcome, reason: Type.String(), by_name: Type.String(), at: Time }),
  ),
})

const onBlock = can('marking.arbitrate', { block: 'query.block_id' })

export const identicalPairs = defineRoute({
  method: 'GET',
  path: '/v1/marker/identical/list',
  summary: '一个题块中被指为雷同的试卷，两份一组：图像、评阅教师与给分、处理结果；未处理的在前',
  area: 'marking',
  access: onBlock,
  query: Type.Object({ block_id: Id }),
  reply: Type.Object({
    block_name: Type.String(),
    exam_id: Id,
    full_milli: MilliScore,
    pairs: Type.Array(IdenticalPair),
  }),
  errors: ['MARKING_LEADER_NEEDED'],
})

export const identicalVerdict = defineRoute({
  method: 'POST',
  path: '/v1/marker/identical/verdict',
  summary:
    '处理两份被指为雷同的试卷：保留给分、两份都按违纪处理、一份不在阅卷中时只把在阅的一份按违纪处理、不是雷同（后三项须写明原因）',
  area: 'marking',
  access: can('marking.arbitrate', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    unit_id: Id,
    other_unit_id: Id,
    outcome: Outcome,
    reason: Type.Optional(Type.String({ maxLength: 200 })),
    /** `verdict.at` as the caller saw it: what somebody else decided since is not overwritten unseen. */
    seen_at: nullable(Time),
    /** `version` as the caller saw it: what was decided by other pictures is refused. Absent where that does not matter. */
    version: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  reply: Type.Object({ states: Type.Array(Type.String()) }),
  errors: [
    'MARKING_LEADER_NEEDED',
    'MARKING_PAIR_NOT_LINKED',
    'MARKING_PAIR_DECIDED',
    'MARKING_PAIR_PUNISHED',
    'MARKING_PAIR_OUT',
    'MARKING_PAIR_NOT_OUT',
    'MARKING_PAPER_CHANGED',
    'VERSION_CONFLICT',
    'MARKING_REASON_MISSING',
    'MARKING_RELATIVE',
    'MARKING_UNIT_LOCKED',
    'MARKING_UNIT_NOT_OPEN',
  ],
})

export const identicalExport = defineRoute({
  method: 'GET',
  path: '/v1/marker/identical/export',
  summary: '导出雷同卷报告：可见题块中每一对雷同的试卷与处理结果；考务管理者另见考号与姓名',
  area: 'marking',
  access: canOrAssigned('exam.read', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id }),
  replyKind: 'file',
  errors: ['EXPORT_EMPTY', 'MARKING_LEADS_NOTHING'],
})
