import Type from 'typebox'
import { can, defineRoute, nullable } from './route.ts'

/** A ready-made profile, own keys on top of it, and whether single letters do nothing. */
const KeyChoice = Type.Object({
  profile: Type.String({ maxLength: 20, pattern: '^[a-z_]+$' }),
  letters_off: Type.Boolean(),
  /** Keys by action; an action may have none. Which actions there are is known to the page. */
  changes: Type.Record(
    Type.String({ pattern: '^[A-Za-z]{1,24}$' }),
    Type.Array(Type.String({ minLength: 1, maxLength: 24 }), { maxItems: 4 }),
    { maxProperties: 100 },
  ),
})

export const markingKeys = defineRoute({
  method: 'GET',
  path: '/v1/marker/keys',
  summary: '本人的阅卷按键设置；没有设置过时为空',
  area: 'marking',
  access: can('marking.arbitrate'),
  reply: Type.Object({ choice: nullable(KeyChoice) }),
})

export const markingKeysSet = defineRoute({
  method: 'POST',
  path: '/v1/marker/keys',
  summary: '保存本人的阅卷按键设置，换一台电脑登录后同样有效',
  area: 'marking',
  access: can('marking.arbitrate'),
  body: KeyChoice,
  reply: Type.Object({ choice: nullable(KeyChoice) }),
})
