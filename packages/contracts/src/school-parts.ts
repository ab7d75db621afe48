import Type from 'typebox'
import { Id } from './route.ts'

export const Name = Type.String({ minLength: 1, maxLength: 40 })

export const Keyword = Type.Optional(
  Type.String({ maxLength: 40, description: '姓名、拼音首字母、学号或账号' }),
)

export const Ids = Type.Union([Type.Literal('all'), Type.Array(Id, { maxItems: 500 })])
