import { fittingWidths } from './fitting-widths.ts'
import { type Cell, writeXlsx } from './xlsx-writer.ts'

/** A list as a workbook of one sheet: its title, its head, its rows, and notes on how it is to be read. */
export function listSheet(list: {
  name: string
  title: string
  head: readonly string[]
  rows: readonly (readonly Cell[])[]
  notes: readonly string[]
  frozenColumns?: number
  /** Of columns that are as wide as their titles say, and not as their longest cell. */
  widthOf?: (title: string) => number
}): Promise<Buffer> {
  const { name, title, head, rows, notes, frozenColumns = 0, widthOf } = list
  return writeXlsx([
    {
      name,
      widths: widthOf ? head.map(widthOf) : fittingWidths(head, rows),
      frozenRows: 2,
      frozenColumns,
      rows: [
        { cells: [title], style: 'title' },
        { cells: head, style: 'head' },
        ...rows.map((cells) => ({ cells })),
        ...notes.map((note) => ({ cells: [note], style: 'note' as const })),
      ],
    },
  ])
}
