import { EXAM_ADMIN_MAY_CODES } from '@hengjuan/domain'
import Type from 'typebox'
import { ScopeIds } from './account.ts'
import { examParams, onExam } from './exam-params.ts'
import { can, defineRoute, Id, Time } from './route.ts'

const MayField = Type.Array(Type.Enum([...EXAM_ADMIN_MAY_CODES]), {
  maxItems: 3,
  uniqueItems: true,
  description: 'setup 阅卷设置，supervise 阅卷监管，publish 预审与发布',
})

const Admins = Type.Object({
  admins: Type.Array(
    Type.Object({
      user_id: Id,
      name: Type.String(),
      school_id: Id,
      school_name: Type.String(),
      subject_ids: ScopeIds,
      may: MayField,
      added_by_name: Type.String(),
      added_at: Time,
    }),
  ),
  /** To be sent when they are changed. */
  seen: Type.String(),
})

export const examAdmins = defineRoute({
  method: 'GET',
  path: '/v1/exams/{schoolId}/{examId}/marker_admins',
  summary: '一场考试的阅卷管理员：只在这场考试、所列科目内有所给权限的人',
  area: 'exam',
  access: can('exam.manage', onExam),
  params: examParams,
  reply: Admins,
  errors: ['EXAM_NOT_FOUND'],
})

export const examAdminsSet = defineRoute({
  method: 'PUT',
  path: '/v1/exams/{schoolId}/{examId}/marker_admins',
  summary: '设置一场考试的阅卷管理员；立即生效，并通知本人',
  area: 'exam',
  access: can('exam.manage', onExam),
  params: examParams,
  body: Type.Object({
    admins: Type.Array(
      Type.Object({
        user_id: Id,
        subject_ids: Type.Union([Type.Literal('all'), Type.Array(Id, { maxItems: 30 })]),
        may: MayField,
      }),
      { maxItems: 50 },
    ),
    seen: Type.String({ maxLength: 100, description: '修改之前看到的名单，原样送回' }),
  }),
  reply: Admins,
  errors: [
    'EXAM_NOT_FOUND',
    'STAFF_NOT_FOUND',
    'SUBJECT_NOT_IN_EXAM',
    'EXAM_ADMIN_LAST',
    'EXAM_ADMIN_INVALID',
    'EXAM_ADMINS_CHANGED',
  ],
})

export const examAdminPeople = defineRoute({
  method: 'GET',
  path: '/v1/exams/{schoolId}/{examId}/marker_admins/people',
  summary:
    '可以担任阅卷管理员的人：主办方与参加学校在用的教职工，按姓名、拼音或账号查找，最多 20 人',
  area: 'exam',
  access: can('exam.manage', onExam),
  params: examParams,
  query: Type.Object({ keyword: Type.Optional(Type.String({ maxLength: 60 })) }),
  reply: Type.Array(
    Type.Object({
      user_id: Id,
      name: Type.String(),
      account: Type.String(),
      school_id: Id,
      school_name: Type.String(),
      role_names: Type.Array(Type.String()),
    }),
  ),
  errors: ['EXAM_NOT_FOUND'],
})
