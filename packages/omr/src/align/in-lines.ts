/** Bubbles of one line lie within this share of their size: a form that was measured, not designed, is not exact. */
const sameLine = 0.4

/**
 * Sorts bubbles into the lines in which they were printed, in ascending order.
 *
 * @param at where one lies across the lines, millimetres
 * @param size how far one reaches across the lines, millimetres
 */
export function inLines<T>(
  items: Iterable<T>,
  at: (item: T) => number,
  size: (item: T) => number,
): [T, ...T[]][] {
  const lines: [T, ...T[]][] = []
  for (const item of [...items].sort((a, b) => at(a) - at(b))) {
    const line = lines.at(-1)
    if (line && at(item) - at(line[0]) <= sameLine * size(item)) line.push(item)
    else lines.push([item])
  }
  return lines
}
