import Type from 'typebox'
import { can, defineRoute, Id, listOf, nullable, paging, Time } from './route.ts'

const filters = {
  from: Type.Optional(Type.String({ maxLength: 30, description: '起始时间（含）' })),
  to: Type.Optional(Type.String({ maxLength: 30, description: '截止时间（不含）' })),
  user_id: Type.Optional(Id),
  action: Type.Optional(Type.String({ maxLength: 60 })),
  object: Type.Optional(
    Type.String({ maxLength: 80, description: '如 exam:12，或一类对象如 exam' }),
  ),
  keyword: Type.Optional(Type.String({ maxLength: 40, description: '操作人姓名或账号' })),
  /** Of all schools; takes managing the server. */
  all: Type.Optional(Type.Boolean()),
}

const AuditRow = Type.Object({
  id: Id,
  at: Time,
  user_name: nullable(Type.String()),
  account: nullable(Type.String()),
  role_name: nullable(Type.String()),
  school_name: nullable(Type.String()),
  action: Type.String(),
  action_label: Type.String(),
  object: Type.String(),
  object_label: Type.String(),
  /** Address in the portal; null where nothing is left to look at. */
  link: nullable(Type.String()),
  fields: Type.Array(
    Type.Object({
      label: Type.String(),
      before: nullable(Type.String()),
      after: nullable(Type.String()),
    }),
  ),
  request_id: Type.String(),
  client: nullable(Type.String()),
})

export const auditList = defineRoute({
  method: 'GET',
  path: '/v1/audit/list',
  summary: '操作记录：谁在何时对什么做了什么，改前改后逐项列出',
  area: 'operations',
  access: can('audit.read'),
  query: Type.Object({ ...filters, ...paging }),
  reply: listOf(AuditRow),
  errors: ['SERVER_NOT_MANAGED'],
})

export const auditExport = defineRoute({
  method: 'GET',
  path: '/v1/audit/export',
  summary: '导出操作记录（最多 20000 行），导出本身也留记录',
  area: 'operations',
  access: can('audit.read'),
  query: Type.Object(filters),
  replyKind: 'file',
  errors: ['SERVER_NOT_MANAGED', 'EXPORT_EMPTY'],
})
