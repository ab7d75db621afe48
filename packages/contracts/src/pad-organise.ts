import Type from 'typebox'
import { can, defineRoute, Id, listOf, nullable, paging, Time } from './route.ts'

const onQuery = { exam: 'query.exam_id', subject: 'query.subject_id' } as const
const onBody = { exam: 'body.exam_id', subject: 'body.subject_id' } as const
const place = { exam_id: Id, subject_id: Id }
const Reason = Type.String({ minLength: 2, maxLength: 200 })
const Minutes = Type.Integer({ minimum: 1, maximum: 1440 })
const Candidates = Type.Array(Id, { minItems: 1, maxItems: 2000 })

const settings = {
  starts_at: Time,
  ends_at: Time,
  /** From when one begins; null: until the end of all. */
  minutes: nullable(Minutes),
  /** So long after the start one may come in; null: always. */
  late_limit_minutes: nullable(Type.Integer({ minimum: 0, maximum: 1440 })),
  entry: Type.Enum(['account', 'room_code'], { description: '登录账号即可进入，或另需考场码' }),
  shuffle_options: Type.Boolean(),
  shuffle_items: Type.Boolean(),
  allow_photo: Type.Boolean(),
  show_after: Type.Enum(['nothing', 'own'], { description: '交卷后看不到，或可以看本人的作答' }),
}

const State = Type.Enum(['draft', 'released', 'running', 'paused', 'completed'])
export const PadAttemptState = Type.Enum([
  'not_started',
  'answering',
  'offline',
  'submitted',
  'late',
  'absent',
])

const Attempt = Type.Object({
  candidate_id: Id,
  /** Null of who has not begun. */
  attempt_id: nullable(Id),
  is_makeup: Type.Boolean(),
  /** Of a first attempt and a makeup the one that is scored. */
  counts: Type.Boolean(),
  name: Type.String(),
  exam_no: Type.String(),
  class_name: Type.String(),
  state: PadAttemptState,
  started_at: nullable(Time),
  last_seen_at: nullable(Time),
  submitted_at: nullable(Time),
  answered: Type.Integer(),
  of: Type.Integer(),
  left_seconds: nullable(Type.Integer()),
  device: Type.String(),
  extra_minutes: Type.Integer(),
  left_count: Type.Integer({ description: '离开作答页面的次数' }),
  late_count: Type.Integer({ description: '结束后 10 分钟内补传并计分的作答' }),
  waiting: Type.Integer({ description: '更晚到达、等待决定的作答' }),
})

export const padStatus = defineRoute({
  method: 'GET',
  path: '/v1/pad/exam/status',
  summary: '线上考试的状态、发布设置、人数，以及每名考生的作答情况',
  area: 'online exam',
  access: can('pad.manage', { ...onQuery, class: 'query.class_id' }),
  query: Type.Object({
    ...place,
    class_id: Type.Optional(Id),
    state: Type.Optional(PadAttemptState),
    keyword: Type.Optional(Type.String({ maxLength: 40 })),
    ...paging,
  }),
  reply: Type.Object({
    state: State,
    /** What was released; null before it was for the first time. */
    settings: nullable(Type.Object(settings)),
    room_code: nullable(Type.String()),
    /** Of the subject's own settings; 0 before there are any. */
    version: Type.Integer(),
    paused_at: nullable(Time),
    completed_at: nullable(Time),
    server_now: Time,
    counts: Type.Object({
      not_started: Type.Integer(),
      answering: Type.Integer(),
      offline: Type.Integer(),
      submitted: Type.Integer(),
      late: Type.Integer(),
      absent: Type.Integer(),
    }),
    /** Answers on their way into marking, once the exam is complete. */
    entering: nullable(
      Type.Object({ done: Type.Integer(), total: Type.Integer(), job_id: nullable(Type.String()) }),
    ),
    /** Chinese: what is missing before it can be released. */
    problems: Type.Array(Type.String()),
    attempts: listOf(Attempt),
  }),
})

export const padRelease = defineRoute({
  method: 'POST',
  path: '/v1/pad/exam/release',
  summary: '发布线上考试；暂停的恢复作答，已发布的修改设置',
  area: 'online exam',
  access: can('pad.manage', onBody),
  body: Type.Object({ ...place, ...settings, version: Type.Integer({ minimum: 0 }) }),
  reply: Type.Object({ state: State, room_code: nullable(Type.String()) }),
  errors: ['PAD_NOT_READY', 'PAD_TIMES_INVALID', 'PAD_COMPLETED', 'VERSION_CONFLICT'],
})

export const padRevoke = defineRoute({
  method: 'POST',
  path: '/v1/pad/exam/revoke',
  summary: '撤回线上考试：没有人作答时回到未发布；已有人作答时暂停，作答保留、时钟停走',
  area: 'online exam',
  access: can('pad.manage', onBody),
  body: Type.Object({ ...place, reason: Reason }),
  reply: Type.Object({ state: State, begun: Type.Integer() }),
  errors: ['PAD_NOT_RELEASED', 'PAD_COMPLETED'],
})

export const padComplete = defineRoute({
  method: 'POST',
  path: '/v1/pad/exam/complete',
  summary: '结束线上考试：收卷，没有进入的记为缺考，作答进入阅卷；preview=1 只说明会怎样',
  area: 'online exam',
  access: can('pad.manage', onBody),
  body: Type.Object({ ...place, preview: Type.Optional(Type.Integer({ enum: [0, 1] })) }),
  reply: Type.Object({
    state: State,
    /** Attempts that are still open, and are handed in as they are. */
    open: Type.Integer(),
    submitted: Type.Integer(),
    waiting: Type.Integer({ description: '迟到的作答，等待决定' }),
    absent: Type.Integer(),
    /** The first 200 who never began. */
    absentees: Type.Array(
      Type.Object({ candidate_id: Id, name: Type.String(), class_name: Type.String() }),
    ),
    job_id: nullable(Type.String()),
  }),
  errors: ['PAD_NOT_RELEASED', 'PAD_COMPLETED'],
})

export const padMakeup = defineRoute({
  method: 'POST',
  path: '/v1/pad/exam/makeup',
  summary: '发补考码：六位数字，每人一个，只用一次，只显示这一次',
  area: 'online exam',
  access: can('pad.manage', onBody),
  body: Type.Object({
    ...place,
    candidate_ids: Type.Array(Id, { minItems: 1, maxItems: 500 }),
    minutes: Minutes,
    valid_until: Time,
    again: Type.Optional(
      Type.Boolean({ description: '对已交卷的考生也发；补考另存一份，由您决定以哪份计分' }),
    ),
  }),
  reply: Type.Object({
    codes: Type.Array(Type.Object({ candidate_id: Id, name: Type.String(), code: Type.String() })),
  }),
  errors: ['PAD_NOT_RELEASED', 'MAKEUP_HAS_ATTEMPT', 'MAKEUP_UNTIL', 'CANDIDATE_UNKNOWN'],
})

export const padExtend = defineRoute({
  method: 'POST',
  path: '/v1/pad/exam/extend',
  summary: '给考生加时；还没有进入的，进入时计入',
  area: 'online exam',
  access: can('pad.manage', onBody),
  body: Type.Object({
    ...place,
    candidate_ids: Candidates,
    minutes: Type.Integer({ minimum: 1, maximum: 240 }),
    reason: Reason,
  }),
  reply: Type.Object({ extended: Type.Integer() }),
  errors: ['PAD_NOT_RELEASED', 'PAD_COMPLETED', 'CANDIDATE_UNKNOWN'],
})

export const padChoose = defineRoute({
  method: 'POST',
  path: '/v1/pad/exam/choose',
  summary: '决定以第一次作答还是补考计分',
  area: 'online exam',
  access: can('pad.manage', onBody),
  body: Type.Object({ ...place, attempt_id: Id, reason: Reason }),
  reply: Type.Object({ job_id: nullable(Type.String()) }),
  errors: ['NOT_FOUND', 'EXAM_PUBLISHED'],
})

export const padLate = defineRoute({
  method: 'POST',
  path: '/v1/pad/exam/late',
  summary: '采用或不采用一名考生迟到的作答',
  area: 'online exam',
  access: can('pad.manage', onBody),
  body: Type.Object({ ...place, attempt_id: Id, accept: Type.Boolean(), reason: Reason }),
  reply: Type.Object({ decided: Type.Integer(), job_id: nullable(Type.String()) }),
  errors: ['NOT_FOUND', 'EXAM_PUBLISHED'],
})
