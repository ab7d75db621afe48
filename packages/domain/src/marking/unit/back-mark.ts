const HOUR_MS = 3_600_000

/** Defaults and limits of going back to own marks. @source domain rules 5.1 */
export const BACK_MARK = { usualLast: 100, maxLast: 1000, maxHours: 720 } as const

/** Which of their submitted readings markers may still change. */
interface BackMarkWindow {
  /** As many of the latest ones. */
  last: number
  /** For this long after submitting; 0 until the block is closed. */
  hours: number
}

/**
 * Why an own reading lies outside of the window; null within it.
 *
 * @param newer how many readings the marker submitted after it
 * @param ageMs since it was submitted
 */
export function windowRefusal(
  { last, hours }: BackMarkWindow,
  { newer, ageMs }: { newer: number; ageMs: number },
): string | null {
  if (newer >= last) return `只能回评最近提交的 ${last} 份`
  if (hours > 0 && ageMs > hours * HOUR_MS) return `只能在提交后 ${hours} 小时内回评`
  return null
}

/** What markers are told of the window. */
export const windowText = ({ last, hours }: BackMarkWindow): string =>
  `可以回评最近提交的 ${last} 份，${hours > 0 ? `提交后 ${hours} 小时内有效` : '直到题块结束阅卷'}`
