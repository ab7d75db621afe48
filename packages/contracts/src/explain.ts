import { EXPLAIN_CODES } from '@hengjuan/domain'
import Type from 'typebox'
import { ScopeIds } from './account.ts'
import { defineRoute, Id, nullable, signedIn } from './route.ts'

const Named = Type.Array(Type.Object({ F_id: Id, F_name: Type.String() }))

/** The permission reply of the specification: success is code 10000. */
export const userPermission = defineRoute({
  method: 'GET',
  path: '/v1/school/user/permission2',
  summary:
    '一个人的权限与范围；给 what（权限）时说明为什么看不到、谁能解决，绝不透露范围外是否存在',
  area: 'school',
  access: signedIn,
  successCode: 10000,
  query: Type.Object({
    /** Another's: takes `account.manage`. */
    user_id: Type.Optional(Id),
    /** Permissions of which one would do, separated by commas. */
    what: Type.Optional(Type.String({ maxLength: 200 })),
    exam_id: Type.Optional(Id),
    class_id: Type.Optional(Id),
    subject_id: Type.Optional(Id),
  }),
  reply: Type.Object({
    level: Type.Integer(),
    role: Type.String(),
    role_name: Type.String(),
    province_list: Named,
    city_list: Named,
    county_list: Named,
    school_list: Named,
    grade_list: ScopeIds,
    class_list: ScopeIds,
    subject_list: ScopeIds,
    permissions: Type.Array(
      Type.Object({
        code: Type.String(),
        label: Type.String(),
        granted: Type.Boolean(),
        because: Type.String(),
      }),
    ),
    answer: Type.Optional(
      Type.Object({
        allowed: Type.Boolean(),
        /** By what it is allowed beside the role: the person was named for the exam. */
        because: nullable(Type.String()),
        reasons: Type.Array(
          Type.Object({
            code: Type.Enum([...EXPLAIN_CODES]),
            text: Type.String(),
            fix: Type.Object({
              who: Type.Array(
                Type.Object({ user_id: Id, name: Type.String(), role_name: Type.String() }),
              ),
              action: Type.String(),
              /** An identity that the person can switch to. */
              role: nullable(Type.String()),
            }),
          }),
        ),
      }),
    ),
  }),
  errors: ['STAFF_NOT_FOUND', 'NOT_ALLOWED', 'INPUT_INVALID'],
})
