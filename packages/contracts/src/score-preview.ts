import {
  ALARM_MARKS,
  type AlarmMark,
  POLICY_PROFILES,
  type PolicyProfile,
  STUDENT_ITEM_CODES,
} from '@hengjuan/domain'
import Type from 'typebox'
import { MarkImage } from './marking-parts.ts'
import { can, defineRoute, done, Id, listOf, MilliScore, nullable, paging, Time } from './route.ts'

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
