import Type from 'typebox'
import { can, defineRoute, nullable, Time } from './route.ts'

const Code = Type.String({ maxLength: 60 })

const Item = Type.Object({
  code: Code,
  group: Type.String(),
  label: Type.String(),
  /** Roles that have it by themselves, from which it can be kept. */
  max_roles: Type.Array(Type.String()),
})

const config = Type.Object({
  version: Type.Integer(),
  roles: Type.Array(Type.Object({ role: Type.String(), label: Type.String() })),
  items: Type.Array(Item),
  /** Role, then item. */
  visible: Type.Record(Type.String(), Type.Record(Type.String(), Type.Boolean())),
  changed_by_name: nullable(Type.String()),
  changed_at: nullable(Time),
})

const path = '/v1/school/authority/config'

export const authorityConfig = defineRoute({
  method: 'GET',
  path,
  summary: '各身份能看到什么：在身份本来的权限之内，学校可以收起一部分',
  area: 'school',
  access: can('school.read'),
  reply: config,
})

export const authorityConfig2 = defineRoute({
  method: 'GET',
  path: '/v1/school/authority/config2',
  summary: '同一设置按身份列出，带名称与人数，供设置页使用',
  area: 'school',
  access: can('school.manage'),
  reply: Type.Object({
    version: Type.Integer(),
    changed_by_name: nullable(Type.String()),
    changed_at: nullable(Time),
    roles: Type.Array(
      Type.Object({
        role: Type.String(),
        label: Type.String(),
        people: Type.Integer(),
        items: Type.Array(
          Type.Object({
            code: Code,
            group: Type.String(),
            label: Type.String(),
            visible: Type.Boolean(),
          }),
        ),
      }),
    ),
  }),
})

export const authoritySave = defineRoute({
  method: 'PUT',
  path,
  summary: '收起或恢复某个身份能看到的内容；下一次调用即生效',
  area: 'school',
  access: can('school.manage'),
  body: Type.Object({
    version: Type.Integer({ minimum: 0 }),
    changes: Type.Array(
      Type.Object({
        role: Type.String({ maxLength: 40 }),
        item: Code,
        visible: Type.Boolean(),
      }),
      { minItems: 1, maxItems: 500 },
    ),
    reason: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  reply: Type.Object({ version: Type.Integer(), affected: Type.Integer() }),
  errors: ['AUTHORITY_TOO_WIDE', 'VERSION_CONFLICT'],
})
