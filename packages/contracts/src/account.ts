import Type from 'typebox'
import { anyone, can, defineRoute, done, Id, nullable, signedIn } from './route.ts'

/** `all`, or the ids that a role reaches; an empty list reaches nothing. */
export const ScopeIds = Type.Union([Type.Literal('all'), Type.Array(Type.Integer())])

/** A role that the signed-in person holds. */
export const HeldRole = Type.Object({
  id: Id,
  role: Type.String(),
  role_name: Type.String(),
  scope_level: Type.Integer(),
  school_id: nullable(Id),
  school_name: nullable(Type.String()),
  grade_ids: ScopeIds,
  class_ids: ScopeIds,
  subject_ids: ScopeIds,
})

/** The signed-in person, the current role and what it may do. */
export const SessionUser = Type.Object({
  user_id: Id,
  user_name: Type.String(),
  account: Type.String(),
  user_type: Type.Integer(),
  school_id: nullable(Id),
  school_name: nullable(Type.String()),
  /** The student behind a student's own account. */
  student_id: nullable(Id),
  current_role: HeldRole,
  roles: Type.Array(HeldRole),
  permissions: Type.Array(Type.String()),
  /** What the person may do in single exams beside that, having been named for them. */
  exam_grants: Type.Array(
    Type.Object({ exam_id: Id, subject_ids: ScopeIds, permissions: Type.Array(Type.String()) }),
  ),
  csrf_token: Type.String(),
  /** The password is an initial one: it is changed before anything else. */
  must_change: Type.Boolean(),
  /** The server asks administrators for a second factor, and the person has none. */
  must_secure: Type.Boolean(),
})

export const login = defineRoute({
  method: 'POST',
  path: '/v1/auth/login',
  summary: '登录：账号与密码，或已绑定的手机与短信验证码',
  area: 'auth',
  access: anyone('登录之前没有会话'),
  bodyKind: 'form',
  body: Type.Object({
    account: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    /** A phone that is bound, and the code that was sent to it, in place of both. */
    phone: Type.Optional(Type.String({ maxLength: 20 })),
    code: Type.Optional(Type.String({ maxLength: 40 })),
    /** Through which door; regional roles have one of their own. */
    entry: Type.Optional(Type.Enum(['school', 'region'])),
    /** Role to enter with; without it the first one that may enter. */
    user_role_id: Type.Optional(Id),
  }),
  reply: SessionUser,
  errors: [
    'SIGN_IN_FAILED',
    'SIGN_IN_TOO_MANY',
    'ACCOUNT_DISABLED',
    'PASSWORD_EXPIRED_INITIAL',
    'SECOND_FACTOR_NEEDED',
    'PHONE_INVALID',
    'CODE_WRONG',
    'CODE_EXPIRED',
    'NO_ROLE',
    'NO_SCHOOL_PERMISSION',
    'NO_SCHOOL_BOUND',
    'NO_REGION_PERMISSION',
    'NO_REGION_BOUND',
  ],
})

export const logout = defineRoute({
  method: 'POST',
  path: '/v1/auth/logout',
  summary: '退出登录',
  area: 'auth',
  access: signedIn,
  early: true,
  reply: done,
})

export const switchUser = defineRoute({
  method: 'POST',
  path: '/v1/auth/jointSwitchUser',
  summary: '切换身份：只能切换到本人拥有的身份，切换后会话编号更新',
  area: 'auth',
  access: signedIn,
  early: true,
  body: Type.Object({ user_role_id: Id }),
  reply: SessionUser,
  errors: ['ROLE_NOT_HELD'],
})

export const changePassword = defineRoute({
  method: 'POST',
  path: '/v1/school/user/password/update',
  summary: '修改本人密码：须先输入原密码；其他地方的登录随即失效',
  area: 'auth',
  access: signedIn,
  early: true,
  bodyKind: 'form',
  body: Type.Object({
    password: Type.String({ minLength: 1, maxLength: 200 }),
    new_password: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  reply: done,
  errors: ['PASSWORD_WRONG', 'PASSWORD_WEAK', 'PASSWORD_SAME', 'PASSWORD_TOO_MANY'],
})

export const currentUser = defineRoute({
  method: 'GET',
  path: '/v1/school/user',
  summary: '当前登录人',
  area: 'school',
  access: signedIn,
  early: true,
  reply: SessionUser,
})

export const currentUserRoles = defineRoute({
  method: 'GET',
  path: '/v1/school/user/role',
  summary: '当前登录人的全部身份',
  area: 'school',
  access: signedIn,
  early: true,
  reply: Type.Array(HeldRole),
})

/** The permission reply of the specification: success is code 10000 and names carry the F_ prefix. */
export const getUserPermission2 = defineRoute({
  method: 'POST',
  path: '/v1/flow_forward/getUserPermission2',
  summary: '当前登录人的权限范围（F_user_id 仅可为本人）',
  area: 'auth',
  access: signedIn,
  early: true,
  body: Type.Object({ F_user_id: Id, F_sn: Type.Optional(Type.String({ maxLength: 64 })) }),
  successCode: 10000,
  reply: Type.Object({
    level: Type.Integer(),
    role: Type.String(),
    province_list: Type.Array(Type.Object({ F_id: Id, F_name: Type.String() })),
    city_list: Type.Array(Type.Object({ F_id: Id, F_name: Type.String() })),
    county_list: Type.Array(Type.Object({ F_id: Id, F_name: Type.String() })),
    school_list: Type.Array(Type.Object({ F_id: Id, F_name: Type.String() })),
    grade_list: ScopeIds,
    class_list: ScopeIds,
    subject_list: ScopeIds,
  }),
  errors: ['OUT_OF_SCOPE'],
})

/** Makes or resets a student's own account for querying scores; the password appears in this reply only. */
export const resetStudentPassword = defineRoute({
  method: 'PUT',
  path: '/v1/joint/student/score/reset_pwd',
  summary: '开通或重置学生的成绩查询账号；不给密码时系统生成一个，仅在本次回复中出现',
  area: 'joint exams',
  access: can('student.manage', { student: 'body.student_id' }),
  body: Type.Object({
    student_id: Id,
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  }),
  reply: Type.Object({ account: Type.String(), initial_password: nullable(Type.String()) }),
  errors: ['STUDENT_NOT_FOUND', 'PASSWORD_WEAK'],
})
