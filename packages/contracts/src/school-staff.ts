import Type from 'typebox'
import { can, defineRoute, done, Id, nullable, Time } from './route.ts'
import { GivenRole, Staff } from './staff.ts'

const UserIds = Type.Array(Id, { minItems: 1, maxItems: 200 })
const Reason = Type.String({ minLength: 2, maxLength: 200 })

const Account = Type.Object({
  user_id: Id,
  name: Type.String(),
  account: Type.String(),
  initial_password: Type.String(),
})

export const staffDetail = defineRoute({
  method: 'GET',
  path: '/v1/school/staff/detail',
  summary: '一名教职工：身份与范围、登录的设备、阅卷任务、权限变动，以及离职前要交接的',
  area: 'staff',
  access: can('staff.manage'),
  query: Type.Object({ user_id: Id }),
  reply: Type.Object({
    staff: Staff,
    sessions: Type.Array(Type.Object({ label: Type.String(), begun_at: Time, last_seen_at: Time })),
    /** Blocks that the person marks or leads and that are not closed. */
    blocks: Type.Array(
      Type.Object({
        block_id: Id,
        exam_id: Id,
        exam_name: Type.String(),
        subject_id: Id,
        block_name: Type.String(),
        duty: Type.Enum(['marker', 'leader']),
        marked: Type.Integer(),
        in_hand: Type.Integer(),
      }),
    ),
    class_teacher_of: Type.Array(Type.Object({ class_id: Id, class_name: Type.String() })),
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
  }),
  errors: ['STAFF_NOT_FOUND'],
})

export const staffState = defineRoute({
  method: 'POST',
  path: '/v1/school/staff/state',
  summary: '停用或启用账号，须写原因；停用即结束其登录',
  area: 'staff',
  access: can('staff.manage'),
  body: Type.Object({ user_ids: UserIds, disabled: Type.Boolean(), reason: Reason }),
  reply: Type.Object({ changed: Type.Integer() }),
  errors: ['STAFF_NOT_FOUND', 'STAFF_IS_SELF', 'NOT_ALLOWED'],
})

export const staffNumber = defineRoute({
  method: 'POST',
  path: '/v1/school/staff/number',
  summary: '设置工号；本校内不重复',
  area: 'staff',
  access: can('staff.manage'),
  body: Type.Object({
    user_id: Id,
    staff_no: nullable(Type.String({ pattern: '^[0-9A-Za-z-]{1,32}$' })),
  }),
  reply: done,
  errors: ['STAFF_NOT_FOUND', 'STAFF_NO_TAKEN'],
})

export const staffRoles = defineRoute({
  method: 'POST',
  path: '/v1/school/staff/roles',
  summary: '批量添加或取消一个身份；回复说明谁没有改、为什么',
  area: 'staff',
  access: can('staff.manage'),
  body: Type.Object({
    user_ids: UserIds,
    add: Type.Optional(GivenRole),
    remove: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  reply: Type.Object({
    changed: Type.Integer(),
    kept: Type.Array(Type.Object({ name: Type.String(), why: Type.String() })),
  }),
  errors: ['STAFF_NOT_FOUND', 'NOT_ALLOWED', 'ROLE_NOT_GIVEN_HERE'],
})

export const staffReset = defineRoute({
  method: 'POST',
  path: '/v1/school/staff/reset',
  summary: '批量重置密码；新的初始密码仅在本次回复中出现',
  area: 'staff',
  access: can('staff.manage'),
  body: Type.Object({ user_ids: UserIds }),
  reply: Type.Object({ accounts: Type.Array(Account) }),
  errors: ['STAFF_NOT_FOUND', 'NOT_ALLOWED'],
})

export const staffEndSessions = defineRoute({
  method: 'POST',
  path: '/v1/school/staff/end_sessions',
  summary: '结束一个人在所有设备上的登录',
  area: 'staff',
  access: can('staff.manage'),
  body: Type.Object({ user_id: Id }),
  reply: Type.Object({ ended: Type.Integer() }),
  errors: ['STAFF_NOT_FOUND', 'NOT_ALLOWED'],
})

export const staffLeave = defineRoute({
  method: 'POST',
  path: '/v1/school/staff/leave',
  summary: '办理离职：班主任与任课交给别人，然后停用账号；还在阅卷的题块须先更换阅卷教师',
  area: 'staff',
  access: can('staff.manage'),
  body: Type.Object({
    user_id: Id,
    reason: Reason,
    classes: Type.Array(Type.Object({ class_id: Id, to_user_id: nullable(Id) }), { maxItems: 200 }),
    teaching: Type.Array(Type.Object({ class_id: Id, subject_id: Id, to_user_id: nullable(Id) }), {
      maxItems: 200,
    }),
  }),
  reply: Type.Object({ handed_over: Type.Integer() }),
  errors: ['STAFF_NOT_FOUND', 'STAFF_IS_SELF', 'STAFF_STILL_MARKS', 'NOT_ALLOWED'],
})

export const staffExport = defineRoute({
  method: 'GET',
  path: '/v1/school/staff/export',
  summary: '导出教职工；列与导入表格相同',
  area: 'staff',
  access: can('staff.manage'),
  query: Type.Object({
    keyword: Type.Optional(Type.String({ maxLength: 40 })),
    role: Type.Optional(Type.String({ maxLength: 40 })),
    disabled: Type.Optional(Type.Boolean()),
  }),
  replyKind: 'file',
  errors: ['EXPORT_EMPTY'],
})
