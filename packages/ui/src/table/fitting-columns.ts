import type { Column } from './column.ts'

/**
 * The columns that a table of that width has room for, in their own order: those without a rank always, the
 * others by rank as long as they fit.
 *
 * @param width pixels
 * @param needed key of a column that is shown in any case, as the one that sorts
 */
export function fittingColumns<Row>(
  columns: readonly Column<Row>[],
  width: number,
  needed: string | null = null,
): Column<Row>[] {
  const isFixed = ({ rank, key }: Column<Row>) => rank === undefined || key === needed
  const shown = new Set(columns.filter(isFixed))
  let left = width - [...shown].reduce((sum, column) => sum + column.width, 0)
  const ranked = columns
    .filter((column) => !isFixed(column))
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
  for (const column of ranked) {
    left -= column.width
    // The next one may be narrower, but is less wanted: what is shown would be a matter of luck.
    if (left < 0) break
    shown.add(column)
  }
  return columns.filter((column) => shown.has(column))
}
