import Type from 'typebox'
import { can, defineRoute, Id, listOf, nullable, paging, Time } from './route.ts'
import { Name, Keyword, Ids } from './school-parts.ts'

/** A role to be given, with the lists that limit it; a list that is left out allows nothing. */
export const GivenRole = Type.Object({
  role: Type.String({ maxLength: 40 }),
  grade_ids: Type.Optional(Ids),
  class_ids: Type.Optional(Ids),
  subject_ids: Type.Optional(Ids),
})

const Teaching = Type.Object({ class_id: Id, subject_id: Id })

export const Staff = Type.Object({
  user_id: Id,
  account: Type.String(),
  name: Type.String(),
  disabled: Type.Boolean(),
  full_marking: Type.Boolean(),
  staff_no: nullable(Type.String()),
  /** 138****1234. */
  phone: nullable(Type.String()),
  last_sign_in: nullable(Time),
  disabled_reason: nullable(Type.String()),
  roles: Type.Array(
    Type.Object({
      user_role_id: Id,
      role: Type.String(),
      role_name: Type.String(),
      /** What it reaches, in words: 高一(1)班；数学. */
      scope: Type.String(),
      grade_ids: Ids,
      class_ids: Ids,
      subject_ids: Ids,
    }),
  ),
  teaching: Type.Array(
    Type.Object({
      class_id: Id,
      /** With its grade. */
      class_name: Type.String(),
      subject_id: Id,
      subject_name: Type.String(),
    }),
  ),
})

export const staffList = defineRoute({
  method: 'GET',
  path: '/v1/school/staff/list',
  summary: '教职工列表，分页、搜索',
  area: 'staff',
  access: can('staff.read'),
  query: Type.Object({
    keyword: Keyword,
    role: Type.Optional(Type.String({ maxLength: 40 })),
    disabled: Type.Optional(Type.Boolean({ default: false, description: '查看已停用账号' })),
    ...paging,
  }),
  reply: listOf(Staff),
})

const Password = Type.String({ minLength: 1, maxLength: 200 })

export const staffAdd = defineRoute({
  method: 'POST',
  path: '/v1/school/staff/add',
  summary: '添加教职工；不给初始密码时系统生成一个，仅在本次回复中出现',
  area: 'staff',
  access: can('staff.manage'),
  body: Type.Object({
    account: Type.String({ pattern: '^[0-9A-Za-z_.@-]{2,64}$', description: '登录账号' }),
    name: Name,
    password: Type.Optional(Password),
    roles: Type.Array(GivenRole, { minItems: 1, maxItems: 20 }),
    teaching: Type.Optional(Type.Array(Teaching, { maxItems: 200 })),
  }),
  reply: Type.Object({ user_id: Id, initial_password: nullable(Type.String()) }),
  errors: ['USER_NAME_TAKEN', 'PASSWORD_WEAK', 'NOT_ALLOWED', 'ROLE_NOT_GIVEN_HERE'],
})

export const staffUpdate = defineRoute({
  method: 'POST',
  path: '/v1/school/staff/update',
  summary: '修改教职工：姓名、身份、任课、启用；可重置密码',
  area: 'staff',
  access: can('staff.manage'),
  body: Type.Object({
    user_id: Id,
    name: Type.Optional(Name),
    roles: Type.Optional(Type.Array(GivenRole, { minItems: 1, maxItems: 20 })),
    teaching: Type.Optional(Type.Array(Teaching, { maxItems: 200 })),
    disabled: Type.Optional(Type.Boolean()),
    reset_password: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({ initial_password: nullable(Type.String()) }),
  errors: ['STAFF_NOT_FOUND', 'STAFF_IS_SELF', 'NOT_ALLOWED', 'ROLE_NOT_GIVEN_HERE'],
})

export const staffDelete = defineRoute({
  method: 'POST',
  path: '/v1/school/staff/delete',
  summary: '停用教职工账号；做过的评阅与记录保留',
  area: 'staff',
  access: can('staff.manage'),
  body: Type.Object({ user_ids: Type.Array(Id, { minItems: 1, maxItems: 200 }) }),
  reply: Type.Object({ disabled: Type.Integer() }),
  errors: ['STAFF_NOT_FOUND', 'STAFF_IS_SELF', 'NOT_ALLOWED'],
})

export const staffImport = defineRoute({
  method: 'POST',
  path: '/v1/school/staff/translate',
  summary:
    '用表格导入教职工（账号、姓名、角色、年级、班级、学科）；有错误时逐格列出，不写入任何数据；初始密码仅在本次回复中出现',
  area: 'staff',
  access: can('staff.manage'),
  bodyKind: 'multipart',
  reply: Type.Object({
    added: Type.Integer(),
    accounts: Type.Array(
      Type.Object({
        account: Type.String(),
        name: Type.String(),
        initial_password: Type.String(),
      }),
    ),
  }),
  errors: ['IMPORT_FILE_INVALID', 'IMPORT_HAS_ERRORS', 'PAYLOAD_TOO_LARGE'],
})
