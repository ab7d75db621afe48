import { STUDENT_STATES, type StudentState } from '@hengjuan/domain'
import Type from 'typebox'
import { GuardianConsentShape } from './guardian-consent.ts'
import { can, defineRoute, Id, listOf, nullable, paging, Time } from './route.ts'
import { Student } from './student.ts'

const State = Type.Enum(Object.keys(STUDENT_STATES) as StudentState[])

/** A student and what is to hold of them; what is not named stays. The reply's `before` takes the act back. */
const StudentChange = Type.Object({
  student_id: Id,
  class_id: Type.Optional(Id),
  state: Type.Optional(State),
  combo: Type.Optional(nullable(Type.String({ maxLength: 60 }))),
})

export const studentBatch = defineRoute({
  method: 'POST',
  path: '/v1/school/student/batch',
  summary: '批量调班、设选科、标记离校或休学；回复中的 before 原样发回即撤销',
  area: 'student',
  access: can('student.manage'),
  body: Type.Object({
    students: Type.Array(StudentChange, { minItems: 1, maxItems: 500 }),
    reason: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: Type.Object({ changed: Type.Integer(), before: Type.Array(StudentChange) }),
  errors: ['STUDENT_NOT_FOUND', 'CLASS_NOT_FOUND', 'COMBO_INVALID'],
})

export const studentAccounts = defineRoute({
  method: 'POST',
  path: '/v1/school/student/accounts',
  summary: '开通查询账号；已有账号的跳过，reset 时重置其密码；初始密码仅在本次回复中出现',
  area: 'student',
  access: can('student.manage'),
  body: Type.Object({
    student_ids: Type.Array(Id, { minItems: 1, maxItems: 50 }),
    reset: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({
    accounts: Type.Array(
      Type.Object({
        student_id: Id,
        name: Type.String(),
        class_name: Type.String(),
        account: Type.String(),
        initial_password: Type.String(),
      }),
    ),
    skipped: Type.Integer({ description: '已有账号的人数' }),
  }),
  errors: ['STUDENT_NOT_FOUND'],
})

export const studentDetail = defineRoute({
  method: 'GET',
  path: '/v1/school/student/detail',
  summary: '一名学生：资料、参加过的考试、变动记录与转学',
  area: 'student',
  access: can('student.read', { student: 'query.student_id' }),
  query: Type.Object({ student_id: Id }),
  reply: Type.Object({
    student: Student,
    /** Whole only for those who may change it. */
    guardian_phone: nullable(Type.String()),
    guardian_consent: nullable(GuardianConsentShape),
    registry_no: nullable(Type.String()),
    exams: Type.Array(
      Type.Object({
        exam_id: Id,
        name: Type.String(),
        start_date: Type.String(),
        exam_no: Type.String(),
        class_name: Type.String(),
        published: Type.Boolean(),
        subjects: Type.Integer(),
        absent: Type.Integer(),
      }),
    ),
    history: Type.Array(
      Type.Object({
        at: Time,
        by_name: nullable(Type.String()),
        action_label: Type.String(),
        fields: Type.Array(
          Type.Object({
            label: Type.String(),
            before: nullable(Type.String()),
            after: nullable(Type.String()),
          }),
        ),
      }),
    ),
    transfer: nullable(
      Type.Object({
        transfer_id: Id,
        direction: Type.Enum(['out', 'in']),
        school_name: nullable(Type.String()),
        code: nullable(Type.String()),
        at: Time,
        expires_at: Time,
        taken_at: nullable(Time),
        can_undo: Type.Boolean(),
      }),
    ),
  }),
})

export const studentExport = defineRoute({
  method: 'GET',
  path: '/v1/school/student/export',
  summary: '导出学生名单；列与导入表格相同，可修改后再导入',
  area: 'student',
  access: can('student.read', { class: 'query.class_id' }),
  query: Type.Object({
    class_id: Type.Optional(Id),
    grade_id: Type.Optional(Id),
    keyword: Type.Optional(Type.String({ maxLength: 40 })),
    state: Type.Optional(State),
  }),
  replyKind: 'file',
  errors: ['EXPORT_EMPTY'],
})

export const studentTransfer = defineRoute({
  method: 'POST',
  path: '/v1/school/student/transfer',
  summary: '转学：out 转出并给出 8 位转学码，in 凭码转入，undo 在 7 天内撤销',
  area: 'student',
  access: can('student.manage', { class: 'body.class_id' }),
  body: Type.Object({
    action: Type.Enum(['out', 'in', 'undo']),
    student_ids: Type.Optional(Type.Array(Id, { maxItems: 200 })),
    reason: Type.Optional(Type.String({ maxLength: 200 })),
    keep_scores_visible: Type.Optional(
      Type.Boolean({ description: '转入学校可以看到此前已发布的成绩' }),
    ),
    code: Type.Optional(Type.String({ maxLength: 20 })),
    student_no: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z-]{1,32}$' })),
    class_id: Type.Optional(Id),
    transfer_id: Type.Optional(Id),
  }),
  reply: Type.Object({
    codes: Type.Array(
      Type.Object({
        transfer_id: Id,
        student_id: Id,
        name: Type.String(),
        code: Type.String(),
        expires_at: Time,
      }),
    ),
    student_id: nullable(Id),
    undone: Type.Boolean(),
  }),
  errors: [
    'STUDENT_NOT_FOUND',
    'STUDENT_NO_TAKEN',
    'TRANSFER_CODE_WRONG',
    'TRANSFER_UNDO_LATE',
    'TRANSFER_UNDER_WAY',
  ],
})

const OwnClass = Type.Object({
  class_id: Id,
  grade_id: Id,
  grade_name: Type.String(),
  name: Type.String(),
  kind: Type.Enum(['admin', 'teaching']),
  subject_ids: Type.Array(Id),
  is_class_teacher: Type.Boolean(),
  student_count: Type.Integer(),
})

export const personalClasses = defineRoute({
  method: 'GET',
  path: '/v1/personal/classes',
  summary: '本人任教或担任班主任的班级',
  area: 'student',
  access: can('school.read'),
  reply: Type.Array(OwnClass),
})

export const personalStudents = defineRoute({
  method: 'GET',
  path: '/v1/personal/students',
  summary: '本人班级的学生，分页、搜索',
  area: 'student',
  access: can('school.read'),
  query: Type.Object({
    class_id: Type.Optional(Id),
    keyword: Type.Optional(Type.String({ maxLength: 40 })),
    ...paging,
  }),
  reply: listOf(Student),
})
