export type RowKey = string | number

/** Does any place show another row than before? Rows that came after the last one, or went from there, move none. */
export const hasMoved = (before: readonly RowKey[], now: readonly RowKey[]): boolean =>
  now.some((key, place) => place < before.length && key !== before[place])
