import Type from 'typebox'
import { Count, MarkImage, UnitFlagCode, UnitFlagCounts } from './marking-parts.ts'
import {
  canOrAssigned,
  defineRoute,
  Id,
  listOf,
  MilliScore,
  nullable,
  paging,
  Time,
} from './route.ts'

/** Supervisors see the subjects of their scope, a block's leader that block; others nothing. */
const onBlock = canOrAssigned('exam.read', { exam: 'query.exam_id', block: 'query.block_id' })

/** The figures of `PaperNumbers`, and those of allocation and of the schools. */
const WaitsFor = Type.Union(
  [
    Type.Literal('total'),
    Type.Literal('ready'),
    Type.Literal('claimed'),
    Type.Literal('done'),
    Type.Literal('third'),
    Type.Literal('arbitration'),
    Type.Literal('problem'),
    Type.Literal('blank'),
    Type.Literal('rejected'),
    Type.Literal('waiting'),
    Type.Literal('held'),
    Type.Literal('unfinished'),
  ],
  {
    description:
      'total 全部、ready 待评、claimed 评阅中、done 已完成、third 待三评、arbitration 待仲裁、problem 问题卷、blank 空白确认、rejected 待重评、waiting 待切图、held 已领取未提交（一评、二评、三评）、unfinished 还没有终评分',
  },
)

export const SupervisedPaper = Type.Object({
  unit_id: Id,
  secret_code: Type.String(),
  subject_name: Type.String(),
  block_id: Id,
  block_name: Type.String(),
  state: Type.String(),
  /** When it came into this state. */
  since: Time,
  final_milli: nullable(MilliScore),
  /** First, second and third readings that were given. */
  given: Count,
  /** The latest reading that stands, to look at it; null without one. */
  task_detail_id: nullable(Id),
  /** Who has it in hand now; of a paper that was sent back, who marks it again. */
  holders: Type.Array(
    Type.Object({
      name: Type.String(),
      role: Type.String(),
      claimed_at: Time,
      lease_until: nullable(Time),
    }),
  ),
  /** Why it is a problem paper; null when it is none. */
  reason: nullable(Type.String()),
  /** What is remarkable about how it came by its mark. */
  flags: Type.Array(UnitFlagCode),
  /** Does the caller lead its block, and decide over it? */
  is_led: Type.Boolean(),
})

export const supervisedPapers = defineRoute({
  method: 'GET',
  path: '/v1/new_marking_process/paper/list',
  summary: '阅卷监管：一个数字背后的试卷，含所处状态、起始时间与持有教师，最久没有变化的在前',
  area: 'marking',
  access: onBlock,
  query: Type.Object({
    exam_id: Id,
    waits_for: WaitsFor,
    subject_id: Type.Optional(Id),
    block_id: Type.Optional(Id),
    /** Only what this marker has claimed; with `held`. */
    holder_id: Type.Optional(Id),
    /** Only papers of candidates of this school. */
    school_id: Type.Optional(Id),
    /** Only papers with this flag. */
    flag: Type.Optional(UnitFlagCode),
    ...paging,
  }),
  reply: Type.Object({
    ...listOf(SupervisedPaper).properties,
    /** How many of the papers have each flag, whichever of them is asked for. */
    flag_counts: UnitFlagCounts,
  }),
  errors: ['MARKING_LEADERS_ONLY', 'MARKING_BLOCK_NOT_FOUND'],
})

/** A total with its score points; null for a point of a question that does not count. */
const Recorded = Type.Object({
  total_milli: MilliScore,
  points: Type.Array(nullable(MilliScore)),
})

/** Null before anything was given, and while nothing counts. */
const Change = Type.Object({ before: nullable(Recorded), after: nullable(Recorded) })

export const paperRecord = defineRoute({
  method: 'GET',
  path: '/v1/new_marking_process/paper/record',
  summary:
    '一份试卷的作答图像与留痕：每一步由谁、何时、从哪台设备的哪次登录做出，改前改后的状态与各给分点得分',
  area: 'marking',
  access: onBlock,
  query: Type.Object({ exam_id: Id, block_id: Id, unit_id: Id }),
  reply: Type.Object({
    images: Type.Array(MarkImage),
    /** Speaks the answer of danger? Then no image is given. */
    is_risk: Type.Boolean(),
    /** Waits for the caller's arbitration, and the block keeps from arbitrators who read it: no steps are listed. */
    is_hidden: Type.Boolean(),
    /** Of the score points that count for the paper, in the order of `points`. */
    point_names: Type.Array(Type.String()),
    list: Type.Array(
      Type.Object({
        seq: Count,
        type: Type.String({ description: '阅卷事件，如 claim 领取、submit 提交、reject 打回' }),
        /** Null for the server itself. */
        actor_name: nullable(Type.String()),
        at: Time,
        /** States of the paper where it changed its state. */
        from: nullable(Type.String()),
        to: nullable(Type.String()),
        /** Readings that were given, changed, or do not count any more. */
        readings: Type.Array(Type.Object({ role: nullable(Type.String()), ...Change.properties })),
        /** The final mark; null where it stayed as it was. */
        final: nullable(Change),
        /** From where it was done: system and browser; null for the server, and for what is not known. */
        client: nullable(
          Type.Object({
            label: Type.String(),
            tag: Type.String({ description: '会话编号，八位，同一次登录相同' }),
          }),
        ),
      }),
    ),
  }),
  errors: ['MARKING_LEADERS_ONLY', 'MARKING_BLOCK_NOT_FOUND', 'MARKING_UNIT_NOT_FOUND'],
})

export const paperRecall = defineRoute({
  method: 'POST',
  path: '/v1/new_marking_process/paper/recall',
  summary: '收回一份在教师手中、还没有提交的试卷（仲裁中的也可以）',
  area: 'marking',
  access: canOrAssigned('exam.read', { exam: 'body.exam_id', block: 'body.block_id' }),
  body: Type.Object({ exam_id: Id, block_id: Id, unit_id: Id }),
  reply: Type.Object({ recalled: Count }),
  errors: ['MARKING_LEADERS_ONLY', 'MARKING_BLOCK_NOT_FOUND', 'MARKING_UNIT_NOT_FOUND'],
})
