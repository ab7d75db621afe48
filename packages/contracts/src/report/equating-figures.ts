import { figureText } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { nullable } from '../route.ts'

const Figure = nullable(Type.Number())

/** What a score is worth on another paper, or why that is not said. */
export const Equating = Type.Object({
  exam_name: Type.String(),
  anchors: Type.Integer(),
  r: Figure,
  slope: Figure,
  intercept_milli: Figure,
  reason: Type.String(),
  points: Type.Array(Type.Object({ now_milli: Type.Number(), then_milli: Type.Number() })),
})

export function equatingFigures(
  equating: Static<typeof Equating>,
): { label: string; text: string }[] {
  const { exam_name, anchors, r, slope, intercept_milli, reason, points } = equating
  if (slope === null || intercept_milli === null)
    return [{ label: `与${exam_name}等值`, text: `不能等值：${reason}` }]
  return [
    {
      label: `折算到${exam_name}`,
      text: `${slope.toFixed(4)} × 本卷得分 ${intercept_milli < 0 ? '−' : '+'} ${figureText(Math.abs(intercept_milli), 'milli')}`,
    },
    { label: '锚题', text: `${anchors} 道，与全卷相关 ${figureText(r, 'index')}` },
    {
      label: '折算举例',
      text: points
        .map(
          (one) => `${figureText(one.now_milli, 'milli')}→${figureText(one.then_milli, 'milli')}`,
        )
        .join('，'),
    },
  ]
}
