/** Groups with fewer present are kept back from whoever does not see all of them anyway. */
export const LEAST_SHOWN = 5

/**
 * Which groups of a table are kept back: those with fewer than `least`, and the next smallest too while they are a
 * single one or together fewer than `least`, so that nothing small can be had by subtraction. Nobody is not kept back.
 *
 * @source reports 2.3, R11
 */
export function suppressedGroups(sizes: readonly number[], least: number = LEAST_SHOWN): boolean[] {
  const order = [...sizes.entries()]
    .filter(([, size]) => size > 0)
    .sort(([, left], [, right]) => left - right)
  const hidden = new Set<number>()
  let together = 0
  for (const [at, size] of order) {
    const isCovered = hidden.size === 0 || (hidden.size > 1 && together >= least)
    if (size >= least && isCovered) break
    hidden.add(at)
    together += size
  }
  return sizes.map((_, at) => hidden.has(at))
}
