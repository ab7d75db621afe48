import Type from 'typebox'
import {
  BestOfCount,
  Count,
  Flag01,
  IdemKey,
  flagNote,
  judgement,
  MarkImage,
  MarkPageSettings,
  MarkPoint,
  PressedEntry,
  Traces,
  SheetAnswers,
} from './marking-parts.ts'
import { TrialWait } from './marking-trial.ts'
import { can, defineRoute, Id, MilliScore, nullable, Time } from './route.ts'

/** Why a marker is given nothing new. */
export const NothingNewCode = Type.Union(
  [
    Type.Literal('empty'),
    Type.Literal('at_quota'),
    Type.Literal('daily_cap'),
    Type.Literal('paused'),
    Type.Literal('drawing'),
    Type.Literal('closed'),
    Type.Literal('setup'),
    Type.Literal('suspended'),
    Type.Literal('warned'),
    Type.Literal('unqualified'),
  ],
  {
    description:
      'empty 暂无试卷、at_quota 任务量已满、daily_cap 当日已满、paused 已暂停、drawing 正在确定双评试卷、closed 已结束、setup 未开始、suspended 已停止分配、warned 待题组长确认、unqualified 未通过定标',
  },
)

/** By when a block is to be done: the own time of the block, else that of its subject. */
const due = {
  /** Null where none is set. */
  deadline: nullable(Time),
  /** How far off that is by the clock of the server, below zero once it is past; null without one. */
  due_in_ms: nullable(Type.Integer()),
}

/** A row of the specification's marking task table, with what the marker needs to begin. */
export const MarkTaskRow = Type.Object({
  block_id: Id,
  block_name: Type.String(),
  exam_id: Id,
  exam_name: Type.String(),
  subject_id: Id,
  subject_name: Type.String(),
  status: Type.String(),
  marking_progress: Type.Number({ description: '题块完成百分比，截断到两位小数' }),
  marking_count: Type.Integer({ description: '本人已评份数' }),
  target: nullable(Count),
  claimed_count: Count,
  /** Sent back to the caller. */
  rejected_count: Count,
  /** Taken back by the caller, to be marked again. */
  taken_back_count: Count,
  pool_count: Type.Integer({ description: '本人现在可评的份数' }),
  /** Why that is none, in the words of `MarkQueue`; null where there are some. */
  pool_reason: nullable(NothingNewCode),
  /** 1 when the caller is given no more papers of the block; what is in hand may still be marked. */
  suspended: Flag01,
  point_name: Type.String(),
  score: MilliScore,
  question_count: Count,
  overrule_count: Type.Integer({ description: '本人被打回次数' }),
  marking_teacher_count: Count,
  double_mode: Type.Integer(),
  alloc_method: Type.Integer(),
  unit_count: Count,
  final_count: Count,
  ...due,
  /** Where the marker stands on the way to the first paper; null where nothing stands in the way. */
  qualification: nullable(Type.String()),
  /** Why the marker cannot go on alone there; null where it takes nobody else. */
  qualification_waits: nullable(TrialWait),
  /** Who decides about it; empty where nothing stands in the way. */
  leader_names: Type.Array(Type.String()),
})

export const ownTasks = defineRoute({
  method: 'GET',
  path: '/v1/marker/get/task/list',
  summary: '本人的阅卷任务',
  area: 'marking',
  access: can('marking.mark'),
  query: Type.Object({
    exam_id: Type.Optional(Id),
    state: Type.Optional(
      Type.Literal('unfinished', {
        description: 'unfinished 只含未结束的任务：已全部评完、或题块已结束且手中没有试卷的不列',
      }),
    ),
  }),
  reply: Type.Array(MarkTaskRow),
})

export const ownTasksExport = defineRoute({
  method: 'GET',
  path: '/v1/marker/export/task/list',
  summary: '导出本人未完成的阅卷任务',
  area: 'marking',
  access: can('marking.mark'),
  replyKind: 'file',
  errors: ['EXPORT_EMPTY'],
})

/** Own work in a block. Nobody sees another marker's. */
export const OwnProgress = Type.Object({
  status: Type.String(),
  done: Count,
  target: nullable(Count),
  /** Third readings handed in that no target counts: 0 where there is none, and `done` counts them. */
  thirds: Count,
  claimed: Count,
  /** Sent back to the caller. */
  rejected: Count,
  /** Taken back by the caller: not done until marked again. */
  taken_back: Count,
  median_ms: nullable(Type.Integer()),
  /** Own totals given so far: score and how often, ascending. */
  distribution: Type.Array(Type.Object({ score_milli: MilliScore, count: Count })),
})

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

/** A paper in a marker's hands. Says nothing about the candidate, nor who else read it. */
export const MarkTask = Type.Object({
  reading_id: Id,
  unit_id: Id,
  secret_code: Type.String(),
  kind: Type.Union(
    [
      Type.Literal('normal'),
      Type.Literal('rejected'),
      Type.Literal('taken_back'),
      Type.Literal('backmark'),
    ],
    { description: 'normal 新卷、rejected 打回、taken_back 本人收回、backmark 已提交' },
  ),
  points: Type.Array(MarkPoint),
  images: Type.Array(MarkImage),
  /** Is something written on it, as far as its ink tells? */
  is_written: Type.Boolean(),
  lease_until: nullable(Time),
  /** Own earlier scores, for a paper sent back or taken back and for back-marking. */
  scores: nullable(Type.Array(MilliScore)),
  flags: Type.Array(Type.String()),
  /** What the caller wrote beside the flags; null when nothing was. */
  flag_note: nullable(Type.String()),
  /** What the caller drew on it; null when nothing was. */
  traces: nullable(Traces),
  /** Entries of the rubric that the caller gave it by; absent for none. */
  pressed: Type.Optional(Type.Array(PressedEntry)),
  /** What the checker wrote who sent it back; null otherwise. */
  reject_comment: nullable(Type.String()),
  /** Why an own reading can not be changed any more; null when it can. */
  locked_reason: nullable(Type.String()),
  submitted_at: nullable(Time),
  /** A third reading, where the block does not keep it blind: what was given before, without names. */
  earlier: Type.Optional(
    Type.Array(
      Type.Object({
        label: Type.String(),
        scores: Type.Array(MilliScore),
        total_milli: MilliScore,
        pressed: Type.Array(PressedEntry),
      }),
    ),
  ),
})

export const MarkQueue = Type.Object({
  tasks: Type.Array(MarkTask),
  /** Why there is nothing new; null where there is, or nothing was asked for. */
  reason: nullable(NothingNewCode),
  mine: OwnProgress,
  /** With `whole`. */
  sheet: Type.Optional(SheetAnswers),
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
