/** What a foreign table may be, before and while it is read. @source platform 0.1 rule 10 */
export const TABLE_LIMITS = {
  bytes: 20 * 2 ** 20,
  rows: 50_000,
  columns: 200,
  cells: 1_000_000,
  /** Excel keeps no more in a cell. */
  cellLetters: 32_767,
  letters: 20_000_000,
  /** Of the parts of a workbook that are read, unpacked. */
  unpackedBytes: 128 * 2 ** 20,
  zipEntries: 4000,
  heapMb: 512,
  milliseconds: 60_000,
} as const

/** Why a table is not read, as a sentence for whoever chose the file. */
export class TableRefusal extends Error {}
