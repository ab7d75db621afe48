import Type from 'typebox'
import {
  BestOfCount,
  Count,
  Flag01,
  MarkImage,
  MarkPageSettings,
  MarkPoint,
} from './marking-parts.ts'
import { can, defineRoute, Id, MilliScore, nullable, Time } from './route.ts'
import { due, OwnProgress } from './marking-task.ts'
import { MarkQueue } from './mark-queue.ts'

export const markInfo = defineRoute({
  method: 'GET',
  path: '/v1/marker/simple/info',
  summary: '阅卷页的题块信息：给分点、评分标准、给分设置',
  area: 'marking',
  access: can('marking.arbitrate', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  reply: Type.Object({
    block_id: Id,
    block_name: Type.String(),
    exam_id: Id,
    exam_name: Type.String(),
    subject_id: Id,
    subject_name: Type.String(),
    full_milli: MilliScore,
    status: Type.String(),
    mark_mode: Type.Integer(),
    tolerance_milli: MilliScore,
    points: Type.Array(MarkPoint),
    best_of: BestOfCount,
    rubric: Type.String(),
    settings: MarkPageSettings,
    /** Least time that a paper is looked at before its score is taken; 0 asks for none. */
    min_ms: Count,
    /** How many of their latest papers the caller may change, for how many hours; 0 hours: until the end. */
    backmark_last: Count,
    backmark_hours: Count,
    image_count: Count,
    /** Have the papers composition squares whose words are counted? */
    has_words: Type.Boolean(),
    /** A program reads the papers as well, for comparison only; null where none does. */
    second_reader: nullable(Type.Object({ name: Type.String(), version: Type.String() })),
    may_mark: Type.Boolean(),
    may_arbitrate: Type.Boolean(),
    ...due,
    mine: OwnProgress,
  }),
  errors: ['MARKING_NOT_ASSIGNED'],
})

export const markNext = defineRoute({
  method: 'GET',
  path: '/v1/marker/single',
  summary:
    '领取下一份（批）试卷；给出 reading_id 时打开本人的一份评阅；marked=1 时查找本人评过的试卷',
  area: 'marking',
  access: can('marking.mark', { block: 'query.block_id' }),
  query: Type.Object({
    block_id: Id,
    n: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, default: 6 })),
    reading_id: Type.Optional(Id),
    /** With `reading_id`: the own reading submitted just before it. */
    previous: Type.Optional(Flag01),
    /** With `reading_id`: the other answers of the same sheet beside it. */
    whole: Type.Optional(Flag01),
    /** Own marked papers, the latest first, instead of new ones. */
    marked: Type.Optional(Flag01),
    /** With `marked`: totals from, up to and including. */
    low_milli: Type.Optional(MilliScore),
    high_milli: Type.Optional(MilliScore),
    flag: Type.Optional(Type.String({ maxLength: 40, pattern: '^[a-z_]+$' })),
    /** With `marked`: how the secret code begins. */
    code: Type.Optional(Type.String({ maxLength: 12, pattern: '^[0-9A-Za-z]*$' })),
    /** With `marked`: only those that were sent back at some time, marked again or not. */
    sent_back: Type.Optional(Flag01),
    /** With `marked`: only those submitted before, to page on. */
    before: Type.Optional(Time),
    /** With `before`: of those submitted at that very time, the readings before this one as well. */
    before_id: Type.Optional(Id),
  }),
  reply: MarkQueue,
  errors: ['MARKING_NOT_ASSIGNED', 'MARKING_READING_NOT_FOUND', 'MARKING_NOT_YOUR_READING'],
})

export const markStatus = defineRoute({
  method: 'GET',
  path: '/v1/marker/status',
  summary: '阅卷状态：题块是否开放、本人进度、手中试卷；renew=1 时续期',
  area: 'marking',
  access: can('marking.mark', { block: 'query.block_id' }),
  query: Type.Object({
    block_id: Id,
    renew: Type.Optional(Flag01),
    /** 1: the page saw that a script made its input. */
    synthetic: Type.Optional(Flag01),
    /** 1: the page saw that its keys are all held equally long. */
    uniform: Type.Optional(Flag01),
  }),
  reply: Type.Object({
    status: Type.String(),
    ...due,
    claims: Type.Array(Type.Object({ reading_id: Id, lease_until: nullable(Time) })),
    /** Readings that came back, or were taken back, and can be given anew now. */
    again: Type.Array(Id),
    /** Scores that came too late and were not taken. */
    unplaced: Type.Array(
      Type.Object({
        reading_id: Id,
        secret_code: Type.String(),
        total_milli: MilliScore,
        images: Type.Array(MarkImage),
      }),
    ),
    /** Of today's seeds, the latest first; only where the block tells its markers. */
    seed_feedback: Type.Array(
      Type.Object({
        reading_id: Id,
        is_passed: Type.Boolean(),
        total_milli: MilliScore,
        definitive_milli: MilliScore,
        comments: Type.Array(Type.String()),
        at: Time,
      }),
    ),
    mine: OwnProgress,
  }),
})
