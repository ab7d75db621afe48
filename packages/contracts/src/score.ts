import {
  ALARM_MARKS,
  type AlarmMark,
  POLICY_PROFILES,
  type PolicyProfile,
  RELEASE_AUDIENCES,
  RELEASE_STATES,
  RELEASE_TARGETS,
  type ReleaseAudience,
  type ReleaseState,
  type ReleaseTarget,
  STUDENT_ITEM_CODES,
} from '@hengjuan/domain'
import Type from 'typebox'
import { MarkImage } from './marking-parts.ts'
import { SheetKeyRule } from './sheet.ts'
import { can, defineRoute, done, Id, listOf, MilliScore, nullable, paging, Time } from './route.ts'

/** How an objective answer is scored beside its key. @source domain rules 2.3, 2.4 */
export const ObjectiveRuleBody = Type.Object({
  ...SheetKeyRule.properties,
  status: Type.Optional(
    Type.Union([
      Type.Literal('normal'),
      Type.Literal('void'),
      Type.Literal('gift'),
      Type.Literal('gift_if_answered'),
    ]),
  ),
})

/** A change of a key; with `preview` nothing is stored and the reply says who would be affected. */
export const fixOption = defineRoute({
  method: 'POST',
  path: '/v1/result/fix/option',
  summary:
    '修改客观题答案与计分规则并重新计分（preview=1 时只预览影响的考生；undo=1 时恢复前一版答案）',
  area: 'scan exceptions',
  access: can('sheet.design', { exam: 'body.exam_id', subject: 'body.subject_id' }),
  body: Type.Object({
    exam_id: Id,
    subject_id: Id,
    question_no: Type.String({ minLength: 1 }),
    answer: Type.Array(Type.String({ pattern: '^[A-Z]$' }), { maxItems: 26 }),
    rule: Type.Optional(ObjectiveRuleBody),
    reason: Type.String({ maxLength: 200 }),
    preview: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
    /** Take the version before as the next one; answer and rule are then not looked at. */
    undo: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
  }),
  reply: Type.Object({
    version: Type.Integer(),
    /** Candidates who sat the subject. */
    present: Type.Integer(),
    /** Chinese: what looks odd about the rule; null when nothing does. */
    warning: nullable(Type.String()),
    affected: Type.Array(
      Type.Object({
        candidate_id: Id,
        exam_no: Type.String(),
        name: Type.String(),
        /** Null while the choice queue holds it. */
        answer: nullable(Type.Array(Type.String())),
        /** Of the question. */
        before_milli: nullable(MilliScore),
        after_milli: nullable(MilliScore),
        /** Of the subject; null while anything is open. */
        total_before_milli: nullable(MilliScore),
        total_after_milli: nullable(MilliScore),
      }),
    ),
  }),
  errors: ['ANSWER_KEY_INVALID', 'PARTIAL_SCORE_INVALID', 'NOT_FOUND'],
})

const SubjectResult = Type.Object({
  subject_id: Id,
  subject_name: Type.String(),
  attendance: Type.Integer(),
  full_milli: MilliScore,
  total_milli: nullable(MilliScore),
  objective_milli: nullable(MilliScore),
  subjective_milli: nullable(MilliScore),
})

/** One line of the completeness gate. */
const GateItem = Type.Object({
  code: Type.String(),
  label: Type.String(),
  count: Type.Integer(),
  blocking: Type.Boolean(),
})

export const previewAll = defineRoute({
  method: 'GET',
  path: '/v1/score_report_preview/all',
  summary: '成绩预审：各科完整性检查、人数与均分，以及与上一发布版本的差异',
  area: 'reports',
  access: can('score.preview', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id }),
  reply: Type.Object({
    exam_name: Type.String(),
    grade_id: Id,
    is_joint: Type.Boolean(),
    /** By which stage's rules it is shown, and to students what. */
    policy: Type.Object({
      profile: Type.Enum(Object.keys(POLICY_PROFILES) as PolicyProfile[]),
      banner: nullable(Type.String()),
      shows: Type.Array(Type.Enum(STUDENT_ITEM_CODES)),
      ranks: Type.Boolean(),
    }),
    published_version: nullable(Type.Integer()),
    published_at: nullable(Time),
    ready: Type.Boolean(),
    subjects: Type.Array(
      Type.Object({
        subject_id: Id,
        subject_name: Type.String(),
        full_milli: MilliScore,
        registered: Type.Integer(),
        present: Type.Integer(),
        absent: Type.Integer(),
        no_record: Type.Integer(),
        scored: Type.Integer(),
        mean_milli: nullable(Type.Number()),
        gate: Type.Array(GateItem),
      }),
    ),
    diff: nullable(
      Type.Object({
        version: Type.Integer(),
        changed: Type.Integer(),
        largest_milli: MilliScore,
        /** At most 200, the largest difference first. */
        changes: Type.Array(
          Type.Object({
            candidate_id: Id,
            exam_no: Type.String(),
            name: Type.String(),
            before_milli: nullable(MilliScore),
            after_milli: nullable(MilliScore),
          }),
        ),
      }),
    ),
  }),
})

export const previewAlarms = defineRoute({
  method: 'GET',
  path: '/v1/score_report_preview/alarm_stat',
  summary: '成绩预警：可疑成绩列表',
  area: 'reports',
  access: can('score.preview', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id }),
  reply: Type.Array(
    Type.Object({
      code: Type.String(),
      label: Type.String(),
      candidate_id: Id,
      exam_no: Type.String(),
      name: Type.String(),
      class_name: Type.String(),
      subject_id: nullable(Id),
      subject_name: Type.String(),
      detail: Type.String(),
      /** What somebody thinks of it; null: nobody looked. */
      mark: nullable(
        Type.Object({
          state: Type.Enum(Object.keys(ALARM_MARKS) as AlarmMark[]),
          by_name: Type.String(),
          at: Time,
        }),
      ),
    }),
  ),
})

export const markAlarm = defineRoute({
  method: 'POST',
  path: '/v1/score_report_preview/alarm_mark',
  summary: '成绩预警：标为正常或需要处理；state 为 null 时取消标记',
  area: 'reports',
  access: can('score.preview', { exam: 'body.exam_id' }),
  body: Type.Object({
    exam_id: Id,
    candidate_id: Id,
    /** Null: of the total. */
    subject_id: nullable(Id),
    code: Type.String({ minLength: 1, maxLength: 40 }),
    state: nullable(Type.Enum(Object.keys(ALARM_MARKS) as AlarmMark[])),
  }),
  reply: done,
  errors: ['CANDIDATE_UNKNOWN'],
})

export const previewStudents = defineRoute({
  method: 'GET',
  path: '/v1/score_report_preview/stu_list',
  summary: '成绩预审：考生成绩（发布前）',
  area: 'reports',
  access: can('score.preview', { exam: 'query.exam_id' }),
  query: Type.Object({
    exam_id: Id,
    class_id: Type.Optional(Id),
    keyword: Type.Optional(Type.String({ maxLength: 40 })),
    ...paging,
  }),
  reply: listOf(
    Type.Object({
      candidate_id: Id,
      exam_no: Type.String(),
      name: Type.String(),
      class_name: Type.String(),
      total_milli: nullable(MilliScore),
      partial: Type.Boolean(),
      subjects: Type.Array(SubjectResult),
    }),
  ),
})

export const previewDetail = defineRoute({
  method: 'GET',
  path: '/v1/score_report_preview/score_detail',
  summary: '一名考生一科的得分明细：逐题答案、得分与各次评阅',
  area: 'reports',
  access: can('score.preview', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object({ exam_id: Id, subject_id: Id, candidate_id: Id }),
  reply: Type.Object({
    candidate_id: Id,
    exam_no: Type.String(),
    name: Type.String(),
    attendance: Type.Integer(),
    total_milli: nullable(MilliScore),
    /** Before the subject's rounding. */
    exact_milli: nullable(MilliScore),
    objective: Type.Array(
      Type.Object({
        question_no: Type.String(),
        answer: Type.Array(Type.String()),
        key: Type.Array(Type.String()),
        /** 「B 或 D」, 「作废」: the key as people read it. */
        key_text: Type.String(),
        source: Type.String(),
        full_milli: MilliScore,
        score_milli: nullable(MilliScore),
        /** Set by somebody in the preview. */
        edited: Type.Boolean(),
      }),
    ),
    /** Of the scores, to be sent with a change. */
    version: Type.Integer(),
    is_published: Type.Boolean(),
    /** Taken away as a whole. */
    is_void: Type.Boolean(),
    edits: Type.Array(
      Type.Object({
        event_id: Id,
        /** 「第 3 题」, the name of a block, or 「本科」. */
        what: Type.String(),
        question_no: nullable(Type.String()),
        block_id: nullable(Id),
        kind: Type.Enum(['answer', 'score', 'void', 'restore']),
        answer: nullable(Type.String()),
        before_milli: nullable(MilliScore),
        after_milli: nullable(MilliScore),
        state: Type.Enum(['applied', 'pending', 'refused']),
        reason: Type.String(),
        by_id: Id,
        by_name: Type.String(),
        at: Time,
        undone_by_name: nullable(Type.String()),
      }),
    ),
    blocks: Type.Array(
      Type.Object({
        block_id: Id,
        unit_id: Id,
        name: Type.String(),
        full_milli: MilliScore,
        state: Type.String(),
        final_milli: nullable(MilliScore),
        /** Its mark was taken away in the preview. */
        is_void: Type.Boolean(),
        final_source: nullable(Type.String()),
        final_reason: nullable(
          Type.String({ description: 'NR 未作答、ZERO 零分、MISCONDUCT 违纪、VOID 作废' }),
        ),
        /** None where the paper speaks of danger, but for who takes care of it: `is_risk`. */
        images: Type.Array(MarkImage),
        is_risk: Type.Boolean({ description: '情绪或安全风险，不显示图像' }),
        readings: Type.Array(
          Type.Object({
            role: Type.String(),
            marker_name: Type.String(),
            total_milli: nullable(MilliScore),
            /** Point by point; empty where the block has one, or was divided otherwise then. */
            points: Type.Array(Type.Object({ name: Type.String(), score_milli: MilliScore })),
            state: Type.String(),
            submitted_at: nullable(Time),
          }),
        ),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
})

const Audience = Type.Enum(Object.keys(RELEASE_AUDIENCES) as ReleaseAudience[])

export const createSnapshot = defineRoute({
  method: 'POST',
  path: '/v1/snapshot/create',
  summary: '合成成绩并发布：生成不可更改的成绩版本，发布指向该版本',
  area: 'reports',
  access: can('score.publish', { exam: 'body.exam_id' }),
  body: Type.Object({
    exam_id: Id,
    /** The exam's name typed by the person who publishes. */
    confirm_name: Type.String(),
    /** Needed when the gate is not clean; printed on the snapshot. */
    override_reason: Type.Optional(Type.String({ minLength: 4, maxLength: 200 })),
    audiences: Type.Optional(
      Type.Array(Audience, {
        maxItems: 3,
        description: '立即可见的对象；缺省为全部，学校领导总是可见，学生不早于教师',
      }),
    ),
    at: Type.Optional(Type.String({ maxLength: 40, description: '学生与家长定时可见的时间' })),
    /** What the version is called, 「更正英语第 12 题」. */
    name: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  reply: Type.Object({ snapshot_id: Id, version: Type.Integer(), published_at: Time }),
  errors: [
    'PUBLISH_INCOMPLETE',
    'PUBLISH_NAME_MISMATCH',
    'SNAPSHOT_UNCHANGED',
    'RELEASE_TEACHERS_FIRST',
    'RELEASE_AT_PAST',
  ],
})

const Target = Type.Enum(Object.keys(RELEASE_TARGETS) as ReleaseTarget[])

const Release = Type.Object({
  release_id: Id,
  snapshot_id: Id,
  version: Type.Integer(),
  audience: Target,
  state: Type.Enum(Object.keys(RELEASE_STATES) as ReleaseState[]),
  at: Time,
  note: Type.String(),
  reason: Type.String(),
  by_name: Type.String(),
  /** A newer version than the one that is planned, which nobody has decided about; null without one. */
  newer: nullable(Type.Object({ snapshot_id: Id, version: Type.Integer() })),
})

export const listReleases = defineRoute({
  method: 'GET',
  path: '/v1/snapshot/release',
  summary: '成绩对哪些人、在什么时候发布：已发布、已排定和过去的安排',
  area: 'reports',
  access: can('score.preview', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id }),
  reply: Type.Object({
    /** Whether teachers, and which version students, see now. */
    teachers_told: Type.Boolean(),
    student_version: nullable(Type.Integer()),
    book_version: nullable(Type.Integer()),
    /** Students who have looked at their result of this exam. */
    looked: Type.Integer(),
    list: Type.Array(Release),
  }),
})

export const planRelease = defineRoute({
  method: 'POST',
  path: '/v1/snapshot/release',
  summary:
    '安排成绩或学生错题本（book）的发布：schedule 定时，now 立即，cancel 取消排定，keep 排定的版本不变，withdraw 撤回',
  area: 'reports',
  access: can('score.publish', { exam: 'body.exam_id' }),
  body: Type.Object({
    exam_id: Id,
    action: Type.Enum(['schedule', 'now', 'cancel', 'keep', 'withdraw']),
    audience: Type.Enum(['teachers', 'students', 'book']),
    snapshot_id: Type.Optional(Id),
    release_id: Type.Optional(Id),
    at: Type.Optional(Type.String({ maxLength: 40 })),
    note: Type.Optional(Type.String({ maxLength: 200 })),
    reason: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: done,
  errors: [
    'SNAPSHOT_NOT_FOUND',
    'RELEASE_STAFF_FIRST',
    'RELEASE_TEACHERS_FIRST',
    'RELEASE_AT_PAST',
    'RELEASE_NOT_OPEN',
    'INPUT_INVALID',
  ],
})

export const listSnapshots = defineRoute({
  method: 'GET',
  path: '/v1/snapshot/list',
  summary: '一场考试的成绩版本',
  area: 'reports',
  access: can('score.preview', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id }),
  reply: Type.Array(
    Type.Object({
      snapshot_id: Id,
      version: Type.Integer(),
      name: nullable(Type.String()),
      created_at: Time,
      created_by_name: Type.String(),
      candidates: Type.Integer(),
      override_reason: nullable(Type.String()),
      published: Type.Boolean(),
    }),
  ),
})

/** Moves the pointer of what is released: to a version, or to none. */
export const updatePublishStatus = defineRoute({
  method: 'POST',
  path: '/v1/score_report_preview/update_status',
  summary: '发布某个成绩版本，或撤回发布（snapshot_id 为 null）',
  area: 'reports',
  access: can('score.publish', { exam: 'body.exam_id' }),
  body: Type.Object({
    exam_id: Id,
    snapshot_id: nullable(Id),
    reason: Type.String({ minLength: 2, maxLength: 200 }),
  }),
  reply: done,
  errors: ['SNAPSHOT_NOT_FOUND', 'PUBLISH_NOT_PUBLISHED', 'PUBLISH_ALREADY'],
})
