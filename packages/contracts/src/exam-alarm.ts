import { EXAM_ALARM_CODES } from '@hengjuan/domain'
import Type from 'typebox'
import { can, defineRoute, done, Id, inJoint, nullable, Time } from './route.ts'

const Code = Type.Enum(EXAM_ALARM_CODES)

export const ExamAlarm = Type.Object({
  code: Code,
  label: Type.String(),
  level: Type.Enum(['red', 'amber']),
  subject_id: nullable(Id),
  text: Type.String(),
  count: Type.Integer(),
  since: nullable(Time),
  /** Address in the portal where it is worked off. */
  link: Type.String(),
  muted_by: nullable(Type.String()),
  muted_until: nullable(Time),
  muted_reason: nullable(Type.String()),
})

export const examAlarmList = defineRoute({
  method: 'GET',
  path: '/v1/exams/alarm',
  summary: '一场考试的预警：扫描落后、异常积压、阅卷将逾期、无人可阅等；参加学校只看到本校的',
  area: 'exam',
  access: inJoint(can('marking.supervise', { exam: 'query.exam_id' }), 'member'),
  query: Type.Object({
    exam_id: Id,
    subject_id: Type.Optional(Id),
    school_id: Type.Optional(Id),
  }),
  reply: Type.Object({
    exam_name: Type.String(),
    /** Schools of a joint exam, for choosing one. */
    schools: Type.Array(Type.Object({ school_id: Id, name: Type.String() })),
    subjects: Type.Array(Type.Object({ subject_id: Id, name: Type.String() })),
    list: Type.Array(ExamAlarm),
  }),
})

export const examAlarmMute = defineRoute({
  method: 'POST',
  path: '/v1/exams/alarm/mute',
  summary: '暂不提醒一项预警，写明原因与到何时为止；until 为 null 时恢复提醒',
  area: 'exam',
  access: can('exam.manage', { exam: 'body.exam_id' }),
  body: Type.Object({
    exam_id: Id,
    code: Code,
    subject_id: nullable(Id),
    until: nullable(Type.String({ maxLength: 30, description: '到何时为止，UTC 时间' })),
    reason: Type.String({ maxLength: 200 }),
  }),
  reply: done,
  errors: ['EXAM_ALARM_UNTIL', 'EXAM_ALARM_REASON'],
})
