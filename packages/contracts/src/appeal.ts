import {
  APPEAL_OUTCOMES,
  APPEAL_PERS,
  APPEAL_STAGES,
  APPEAL_STATES,
  type AppealOutcome,
  type AppealPer,
  type AppealStage,
  type AppealState,
} from '@hengjuan/domain'
import Type from 'typebox'
import {
  can,
  defineRoute,
  done,
  Id,
  listOf,
  MilliScore,
  nullable,
  paging,
  signedIn,
  Time,
} from './route.ts'

const State = Type.Enum(Object.keys(APPEAL_STATES) as AppealState[])
const Outcome = Type.Enum(Object.keys(APPEAL_OUTCOMES) as AppealOutcome[])

const Appeal = Type.Object({
  appeal_id: Id,
  candidate_id: Id,
  exam_no: Type.String(),
  name: Type.String(),
  class_name: Type.String(),
  subject_id: Id,
  subject_name: Type.String(),
  /** Null for a whole subject, and for its choice questions. */
  block_id: nullable(Id),
  block_name: nullable(Type.String()),
  /** Of a decision, point by point; empty for who is told no scores. */
  points: Type.Array(
    Type.Object({ name: Type.String(), before_milli: MilliScore, after_milli: MilliScore }),
  ),
  reason: Type.String(),
  state: State,
  submitted_at: Time,
  due_at: Time,
  /** Students are not told who looks at their paper. */
  handler_id: nullable(Id),
  handler_name: nullable(Type.String()),
  outcome: nullable(Outcome),
  before_milli: nullable(MilliScore),
  after_milli: nullable(MilliScore),
  answer: Type.String(),
  version: Type.Integer(),
})

export const reviewList = defineRoute({
  method: 'GET',
  path: '/v1/scorereport/review',
  summary: '成绩复核申请：教职工看一场考试的，学生看本人的',
  area: 'reports',
  access: signedIn,
  query: Type.Object({
    exam_id: Id,
    state: Type.Optional(State),
    stage: Type.Optional(
      Type.Enum(Object.keys(APPEAL_STAGES) as AppealStage[], {
        description: '待处理、处理中或已完成',
      }),
    ),
    subject_id: Type.Optional(Id),
    class_id: Type.Optional(Id),
    ...paging,
  }),
  reply: Type.Object({
    ...listOf(Appeal).properties,
    /** Between when and when students may appeal; null before the release, and where they may not. */
    open_from: nullable(Time),
    open_until: nullable(Time),
    is_open: Type.Boolean(),
    per: Type.Enum(Object.keys(APPEAL_PERS) as AppealPer[]),
    /** Blocks that the student sat, where appeals are per block. */
    blocks: Type.Array(Type.Object({ subject_id: Id, block_id: Id, name: Type.String() })),
    /** Of all that the caller sees of the exam, whatever the filters: how far they are; for staff only. */
    stages: nullable(
      Type.Object({ waiting: Type.Integer(), working: Type.Integer(), over: Type.Integer() }),
    ),
    /** What came of them, by subject, with those that were turned down; for staff only. */
    outcomes: Type.Array(
      Type.Object({
        subject_id: Id,
        subject_name: Type.String(),
        open: Type.Integer(),
        no_change: Type.Integer(),
        recount: Type.Integer(),
        raised: Type.Integer(),
        lowered: Type.Integer(),
        rejected: Type.Integer(),
      }),
    ),
    /** Conclusions that change scores and are not released yet. */
    to_release: Type.Integer(),
    /** Who may be asked to look again; for staff only. */
    handlers: Type.Array(Type.Object({ user_id: Id, name: Type.String() })),
  }),
  errors: ['NOT_ALLOWED', 'EXAM_NOT_FOUND'],
})

export const appealSubmit = defineRoute({
  method: 'POST',
  path: '/v1/appeal/submit',
  summary: '学生申请复核一科成绩；教职工可代到校申请的学生提交（candidate_id）',
  area: 'reports',
  access: signedIn,
  body: Type.Object({
    exam_id: Id,
    subject_id: Id,
    /** Where appeals are per block; without it, of the choice questions. */
    block_id: Type.Optional(Id),
    /** Staff ask for a student who came in person. */
    candidate_id: Type.Optional(Id),
    reason: Type.String({ minLength: 10, maxLength: 300 }),
  }),
  reply: Type.Object({ appeal_id: Id }),
  errors: [
    'NOT_ALLOWED',
    'NOT_FOUND',
    'EXAM_NOT_FOUND',
    'QUERY_NOT_MATCHED',
    'SCORE_NOT_RELEASED',
    'APPEAL_CLOSED',
    'APPEAL_OPEN',
    'APPEAL_PER',
  ],
})

export const appealWithdraw = defineRoute({
  method: 'POST',
  path: '/v1/appeal/withdraw',
  summary: '学生撤回还没有开始复核的申请',
  area: 'reports',
  access: can('student.score'),
  body: Type.Object({ appeal_id: Id }),
  reply: done,
  errors: ['NOT_FOUND', 'APPEAL_STATE'],
})

export const appealHandle = defineRoute({
  method: 'POST',
  path: '/v1/appeal/handle',
  summary:
    '处理复核申请：accept 受理、reject 不予受理、assign 指派、decide 给出结论、approve/refuse 第二人确认下调',
  area: 'reports',
  access: can('score.preview', { exam: 'body.exam_id' }),
  body: Type.Object({
    exam_id: Id,
    appeal_id: Id,
    version: Type.Integer(),
    action: Type.Enum(['accept', 'reject', 'assign', 'decide', 'approve', 'refuse']),
    handler_id: Type.Optional(Id),
    /** Of decide: the paper that is marked anew, as `/v1/score_inspect/detail` gives it; none for a score that stands. */
    unit_id: Type.Optional(Id),
    unit_version: Type.Optional(Type.Integer({ minimum: 0 })),
    scores: Type.Optional(Type.Array(MilliScore, { minItems: 1, maxItems: 100 })),
    answer: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  reply: Type.Object({ state: State, version: Type.Integer() }),
  errors: [
    'NOT_FOUND',
    'APPEAL_STATE',
    'APPEAL_HANDLER',
    'APPEAL_NOT_HANDLER',
    'APPEAL_OTHER_BLOCK',
    'VERSION_CONFLICT',
    'MARKING_INSPECT_OWN',
    'MARKING_SECOND_PERSON_NEEDED',
    'INPUT_INVALID',
  ],
})

export const appealRelease = defineRoute({
  method: 'POST',
  path: '/v1/appeal/release',
  summary: '把复核结论作为新的成绩版本发布；只允许申请复核的考生有变化',
  area: 'reports',
  access: can('score.publish', { exam: 'body.exam_id' }),
  body: Type.Object({ exam_id: Id }),
  reply: Type.Object({ closed: Type.Integer(), version: nullable(Type.Integer()) }),
  errors: ['APPEAL_NOTHING', 'APPEAL_DIFF_OTHER', 'PUBLISH_NOT_PUBLISHED'],
})
