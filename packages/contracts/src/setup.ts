import Type from 'typebox'
import { anyone, defineRoute, done } from './route.ts'

/** Asked by the sign-in page: an installation without a school has nobody who could sign in. */
export const setupState = defineRoute({
  method: 'GET',
  path: '/v1/setup',
  summary: '首次启动：是否还没有学校，需要创建学校与第一个管理员',
  area: 'auth',
  access: anyone('还没有任何账号可以登录；只回答是或否'),
  reply: Type.Object({ needed: Type.Boolean() }),
})

export const setupCreate = defineRoute({
  method: 'POST',
  path: '/v1/setup',
  summary: '首次启动：凭服务器启动时显示的启动码，创建学校与第一个管理员；已有学校后不再可用',
  area: 'auth',
  access: anyone('还没有任何账号可以登录；须有服务器上才看得到的启动码'),
  body: Type.Object({
    code: Type.String({ minLength: 1, maxLength: 20, description: '启动码' }),
    school_name: Type.String({ minLength: 1, maxLength: 60 }),
    admin_name: Type.String({ minLength: 1, maxLength: 30 }),
    account: Type.String({ minLength: 2, maxLength: 64 }),
    password: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  reply: done,
  errors: [
    'SETUP_DONE',
    'SETUP_CODE_WRONG',
    'SIGN_IN_TOO_MANY',
    'PASSWORD_WEAK',
    'USER_NAME_TAKEN',
    'INPUT_INVALID',
  ],
})
