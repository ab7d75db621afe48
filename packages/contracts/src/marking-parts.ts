import Type from 'typebox'
import { Id, MilliScore, nullable } from './route.ts'

export const Count = Type.Integer({ minimum: 0 })
export const Flag01 = Type.Integer({ minimum: 0, maximum: 1 })
export const IdemKey = Type.String({
  minLength: 8,
  maxLength: 64,
  description: '同一次提交的唯一编号',
})

/** A row that is scored by itself. For an optional question only those of the chosen one are served. */
export const MarkPoint = Type.Object({
  id: Id,
  question_no: nullable(Type.String()),
  name: Type.String(),
  full_milli: MilliScore,
  step_milli: MilliScore,
})

/** How the marking page behaves. @source specification, section 9 */
export const MarkPageSettings = Type.Object({
  score_type: Type.Integer({ minimum: 1, maximum: 3, description: '1 鼠标 2 键盘 3 两者' }),
  add_type: Type.Integer({ minimum: 0, maximum: 1, description: '0 累加 1 扣减' }),
  submit_type: Type.Integer({ minimum: 1, maximum: 2, description: '1 自动提交 2 手动提交' }),
  traces: Type.Integer({ minimum: 0, maximum: 1, description: '0 关闭痕迹 1 保留痕迹' }),
})

export const MarkImage = Type.Object({
  url: Type.String(),
  hash: Type.String(),
  width_px: Type.Integer(),
  height_px: Type.Integer(),
})

/** What a person gives a paper. */
export const judgement = {
  scores: Type.Array(nullable(Type.Integer()), { maxItems: 100 }),
  flags: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 8 })),
  active_ms: Type.Optional(Count),
  traces: Type.Optional(nullable(Type.Unknown())),
}
