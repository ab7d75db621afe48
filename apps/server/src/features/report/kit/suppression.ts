/** Groups with fewer present are kept back from whoever does not see all of them anyway. */
export const LEAST_SHOWN = 5

/**
 * Which groups of a table are kept back: those with fewer than `least` and, where that is a single one, the next
 * smallest too, so that it cannot be had by subtraction. Nobody is not kept back.
 *
 * @source reports 2.3, R11
 */
export function suppressedGroups(sizes: readonly number[], least: number = LEAST_SHOWN): boolean[] {
  const isSmall = (size: number): boolean => size > 0 && size < least
  const hidden = sizes.map(isSmall)
  const small = hidden.filter(Boolean).length
  if (small !== 1) return hidden
  const others = sizes.filter((size) => size >= least)
  const next = others.length === 0 ? -1 : sizes.indexOf(Math.min(...others))
  return hidden.map((is, index) => is || index === next)
}
