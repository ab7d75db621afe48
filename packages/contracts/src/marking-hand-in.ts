import Type from 'typebox'
import { Count, IdemKey, flagNote, judgement } from './marking-parts.ts'
import { can, defineRoute, Id, nullable } from './route.ts'
import { OwnProgress } from './marking-task.ts'
import { MarkQueue } from './mark-queue.ts'

const ProblemBody = Type.Object({
  /** One of the reasons of a problem paper, or `looks_blank`: nothing is written, for blank review. */
  reason: Type.String({ maxLength: 40 }),
  note: Type.Optional(Type.String({ maxLength: 500 })),
  /** With reason `identical`: secret code of the other paper of the block, where it is known. */
  pair_code: Type.Optional(Type.String({ maxLength: 12, pattern: '^[0-9A-Za-z]+$' })),
})

/** Why what somebody gave a paper is not taken, whether it is given for the first time or changed. */
const handedIn = [
  'MARKING_OFF_GRID',
  'MARKING_SCORE_OUT_OF_RANGE',
  'MARKING_EMPTY_POINT',
  'MARKING_POINT_COUNT',
  'MARKING_BLOCK_NOT_FOUND',
  'MARKING_BLOCK_NOT_OPEN',
  'MARKING_BLOCK_CLOSED',
  'MARKING_NOT_ASSIGNED',
  'MARKING_READING_NOT_FOUND',
  'MARKING_NOT_YOUR_READING',
  'MARKING_UNIT_NOT_FOUND',
  'MARKING_UNIT_NOT_OPEN',
  'MARKING_UNIT_LOCKED',
  'MARKING_IDEMPOTENCY_MISMATCH',
  'EXAM_NOT_FOUND',
  'SUBJECT_NOT_IN_EXAM',
  'VERSION_CONFLICT',
] as const

export const markSubmit = defineRoute({
  method: 'POST',
  path: '/v1/marker/set',
  summary: '提交一份评阅或问题卷，并补领下一批；同一 idem_key 重复提交结果相同',
  area: 'marking',
  access: can('marking.mark', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    reading_id: Id,
    idem_key: IdemKey,
    ...Type.Partial(Type.Object(judgement)).properties,
    ...flagNote,
    problem: Type.Optional(ProblemBody),
    refill: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 10, description: '希望手中持有的份数，0 不补领' }),
    ),
  }),
  reply: Type.Object({
    reading_id: Id,
    outcome: Type.Union([
      Type.Literal('submitted'),
      Type.Literal('repeat'),
      Type.Literal('problem'),
    ]),
    /** Everything in the marker's hands after the refill. */
    queue: nullable(MarkQueue),
  }),
  errors: [
    ...handedIn,
    'MARKING_LEASE_LOST',
    'MARKING_SEED_STOPPED',
    'MARKING_TOO_FAST',
    'MARKING_ALREADY_READ_BY_YOU',
    'MARKING_REJECT_INVALID',
    'MARKING_PROBLEM_REASON_MISSING',
    'MARKING_PAIR_UNKNOWN',
    'MARKING_PAIR_SELF',
  ],
})

export const markCorrect = defineRoute({
  method: 'POST',
  path: '/v1/marker/markedcorrect',
  summary: '回评：修改本人已提交的评阅',
  area: 'marking',
  access: can('marking.mark', { block: 'body.block_id' }),
  body: Type.Object({ block_id: Id, reading_id: Id, idem_key: IdemKey, ...judgement, ...flagNote }),
  reply: Type.Object({ reading_id: Id, mine: OwnProgress }),
  errors: [...handedIn, 'MARKING_BACKMARK_CLOSED'],
})

export const markReturn = defineRoute({
  method: 'POST',
  path: '/v1/marker/reset',
  summary:
    '收回本人已提交的评阅重评（take_back）；归还本人已领取但未提交的试卷，由他人或稍后再评（reading_ids，两项都不填时归还全部）',
  area: 'marking',
  access: can('marking.mark', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    reading_ids: Type.Optional(Type.Array(Id, { maxItems: 20 })),
    /** Own readings that were handed in: they do not count until the caller marks them again. All or none. */
    take_back: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 20 })),
  }),
  /** What was already taken back is not counted. */
  reply: Type.Object({ returned: Count, taken_back: Count }),
  errors: [
    'MARKING_NOT_ASSIGNED',
    'MARKING_READING_NOT_FOUND',
    'MARKING_NOT_YOUR_READING',
    'MARKING_BACKMARK_CLOSED',
    'MARKING_BLOCK_CLOSED',
    'MARKING_UNIT_LOCKED',
  ],
})
