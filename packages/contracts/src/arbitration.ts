import Type from 'typebox'
import { Count, Flag01, flagNote, IdemKey, judgement, SheetAnswers } from './marking-parts.ts'
import { can, defineRoute, Id, MilliScore, nullable, Time } from './route.ts'
import { ArbView, GapPoint, Colleague, identical, ShownVersion, LeaderTask } from './leader-task.ts'

export const ledBlocks = defineRoute({
  method: 'GET',
  path: '/v1/questionmaster/list',
  summary: '本人负责的题块与待处理数量',
  area: 'marking',
  access: can('marking.arbitrate'),
  reply: Type.Array(
    Type.Object({
      block_id: Id,
      block_name: Type.String(),
      exam_id: Id,
      exam_name: Type.String(),
      subject_id: Id,
      subject_name: Type.String(),
      status: Type.String(),
      unit_count: Count,
      final_count: Count,
      arbitration_count: Count,
      problem_count: Count,
      /** Markers who cannot begin before their leader decides, or agrees on papers to qualify with. */
      qualification_count: Count,
    }),
  ),
})

const LeaderMode = Type.Union([Type.Literal('arbitration'), Type.Literal('problem')])

export const leaderList = defineRoute({
  method: 'GET',
  path: '/v1/questionmaster/arbitration/list',
  summary: '待仲裁试卷（mode=arbitration）或问题卷（mode=problem）',
  area: 'marking',
  access: can('marking.arbitrate'),
  query: Type.Object({ mode: LeaderMode, block_id: Type.Optional(Id) }),
  reply: Type.Object({
    list: Type.Array(
      Type.Object({
        unit_id: Id,
        block_id: Id,
        block_name: Type.String(),
        exam_name: Type.String(),
        subject_name: Type.String(),
        secret_code: Type.String(),
        full_milli: MilliScore,
        arb_view: ArbView,
        /** Null as well where earlier readings are not shown. */
        gap_milli: nullable(MilliScore),
        /** Where points are compared, and the totals alone would have been settled. */
        gap_points: Type.Array(GapPoint),
        tolerance_milli: MilliScore,
        waiting_since: Time,
        /** Who holds it now; null when nobody does. */
        held_by: nullable(Type.String()),
        /** To whom it was handed over, and by whom; null when to nobody. Others may still take it. */
        handed_over: nullable(
          Type.Object({ to_name: Type.String(), is_own: Type.Boolean(), by_name: Type.String() }),
        ),
        /** Other leaders who could arbitrate it; none for a problem paper. */
        colleagues: Type.Array(Colleague),
        /** Leaders of the block who have not read it, and how many of them are at work now. */
        eligible: Count,
        eligible_online: Count,
        /** Why the caller can not take it; null when they can. */
        blocked_reason: nullable(Type.String()),
        reason: nullable(Type.String()),
        note: Type.String(),
        raised_by: nullable(Type.String()),
        /** Secret codes of the other papers of its group of identical scripts. */
        identical_codes: Type.Array(Type.String()),
      }),
    ),
    total: Count,
    /** Own arbitrations that came too late and were not taken, of papers that are not published. */
    unplaced: Type.Array(
      Type.Object({
        reading_id: Id,
        block_name: Type.String(),
        secret_code: Type.String(),
        total_milli: MilliScore,
        state: Type.String(),
        final_milli: nullable(MilliScore),
      }),
    ),
  }),
})

export const leaderNext = defineRoute({
  method: 'GET',
  path: '/v1/questionmaster/arbitration/get',
  summary: '下一份（或指定的）仲裁卷、问题卷',
  area: 'marking',
  access: can('marking.arbitrate', { block: 'query.block_id', unit: 'query.unit_id' }),
  query: Type.Object({
    mode: LeaderMode,
    block_id: Type.Optional(Id),
    unit_id: Type.Optional(Id),
    /** The other answers of the same sheet beside it. */
    whole: Type.Optional(Flag01),
  }),
  reply: Type.Object({
    task: nullable(LeaderTask),
    remaining: Count,
    /** With `whole`. */
    sheet: Type.Optional(SheetAnswers),
  }),
  errors: [
    'MARKING_LEADER_NEEDED',
    'MARKING_ARBITRATOR_IS_READER',
    'MARKING_ARBITRATION_HELD',
    'MARKING_ARBITRATION_DONE',
    'MARKING_PROBLEM_HELD',
    'MARKING_PROBLEM_DONE',
  ],
})

export const leaderHold = defineRoute({
  method: 'POST',
  path: '/v1/questionmaster/arbitration/hold',
  summary:
    '页面打开期间每分钟续期手中的仲裁卷或问题卷；leave=1 时离开，问题卷可由其他题组长处理（仲裁卷到期后放回）',
  area: 'marking',
  access: can('marking.arbitrate', { unit: 'body.unit_id' }),
  body: Type.Object({
    mode: LeaderMode,
    unit_id: Id,
    leave: Type.Optional(Flag01),
    /** `version` of the task on the page. */
    version: Type.Optional(ShownVersion),
  }),
  reply: Type.Object({
    /** Why the paper is not the caller's any more, as a sentence; null while it is. */
    lost: nullable(Type.String()),
    /** With `version`, what of the paper is another since, as a sentence; null where nothing is. */
    changed: nullable(Type.String()),
  }),
  errors: ['MARKING_LEADER_NEEDED'],
})

export const leaderDecide = defineRoute({
  method: 'POST',
  path: '/v1/questionmaster/arbitration/set',
  summary:
    '提交仲裁分，或不作裁定（return）：交给其他题组长、打回一位评阅教师重评；处理问题卷：给分、退回阅卷、退回切图、按违纪处理、作废（后两种得 0 分，须写原因）',
  area: 'marking',
  access: can('marking.arbitrate', { unit: 'body.unit_id' }),
  body: Type.Object({
    mode: LeaderMode,
    unit_id: Id,
    reading_id: Type.Optional(nullable(Id)),
    /** `version` of the task that was shown. */
    version: Type.Optional(ShownVersion),
    idem_key: IdemKey,
    ...Type.Partial(Type.Object(judgement)).properties,
    /** Beside the flags of an arbitration. */
    ...flagNote,
    outcome: Type.Optional(
      Type.Union(
        [
          Type.Literal('score'),
          Type.Literal('return'),
          Type.Literal('to_image'),
          Type.Literal('misconduct'),
          Type.Literal('void'),
        ],
        {
          description:
            '问题卷的后三种：to_image 退回切图；misconduct 按违纪处理，本题块 0 分，考生在该学科记违纪；void 作废，本题块 0 分',
        },
      ),
    ),
    /** Arbitration with `return`: to this leader; without, to whoever comes first. */
    to_user_id: Type.Optional(Id),
    /** Arbitration with `return`: this reading is sent back to its marker, with the words for them. */
    to_reading_id: Type.Optional(Id),
    /** Words for the marker; for `misconduct` and `void` the reason. */
    comment: Type.Optional(Type.String({ maxLength: 500 })),
    /** Problem returned: 1 to somebody else in the place of who raised it, otherwise to who raised it. */
    exclude_raiser: Type.Optional(Flag01),
    /** Which of the optional questions the paper answers. */
    question_ids: Type.Optional(Type.Array(Id, { maxItems: 8 })),
  }),
  reply: Type.Object({ state: Type.String() }),
  errors: [
    'MARKING_LEADER_NEEDED',
    'MARKING_ARBITRATOR_IS_READER',
    'MARKING_ARBITRATION_HELD',
    'MARKING_ARBITRATION_DONE',
    'MARKING_ARBITRATION_LATE',
    'MARKING_UNIT_NOT_OPEN',
    'MARKING_IDEMPOTENCY_MISMATCH',
    'MARKING_PROBLEM_HELD',
    'MARKING_PROBLEM_DONE',
    'MARKING_PAPER_CHANGED',
    'MARKING_NOT_A_PROBLEM',
    'MARKING_NO_OTHER_MARKER',
    'MARKING_MARKER_GONE',
    'MARKING_OFF_GRID',
    'MARKING_HAND_OVER_UNFIT',
    'MARKING_COMMENT_MISSING',
    'MARKING_REASON_MISSING',
    'MARKING_READING_NOT_FOUND',
  ],
})

export const identicalSet = defineRoute({
  method: 'POST',
  path: '/v1/marker/identical',
  summary: '断开两份试卷的雷同关联（cut，不是雷同），或恢复（restore）',
  area: 'marking',
  access: can('marking.arbitrate', { unit: 'body.unit_id' }),
  body: Type.Object({
    unit_id: Id,
    other_unit_id: Id,
    action: Type.Union([Type.Literal('cut'), Type.Literal('restore')]),
  }),
  /** As they stand for the first of the two papers. */
  reply: Type.Object(identical),
  errors: ['MARKING_LEADER_NEEDED', 'MARKING_PAIR_NOT_LINKED'],
})
