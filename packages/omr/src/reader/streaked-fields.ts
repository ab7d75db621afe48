import type { FieldReading, TemplatePage } from '@hengjuan/domain'
import type { Streak } from '../quality/streaks.ts'

const reason = '扫描竖线穿过这一题的选项，请看图核对'

/**
 * Doubts the fields that a streak crosses: it may hide a mark or look like one.
 *
 * @param streaks those that could not be bridged
 */
export function doubtStreaked(
  fields: readonly FieldReading[],
  page: TemplatePage,
  streaks: readonly Streak[],
  placement: { rotation: number; pxPerMm: number },
): FieldReading[] {
  if (streaks.length === 0) return [...fields]
  const isTurned = placement.rotation % 180 !== 0
  return fields.map((field) => {
    const printed = page.fields.find((f) => f.id === field.id)?.bubbles
    const isCrossed = field.bubbles.some((bubble, i) => {
      const size = printed?.[i]
      const widthMm = (isTurned ? size?.heightMm : size?.widthMm) ?? 0
      const half = (widthMm / 2) * placement.pxPerMm
      return streaks.some((s) => s.left < bubble.xPx + half && s.right > bubble.xPx - half)
    })
    return isCrossed && !field.doubtful
      ? { ...field, doubtful: true, reason, confidence: Math.min(field.confidence, 0.5) }
      : field
  })
}
