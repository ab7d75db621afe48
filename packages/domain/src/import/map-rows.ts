import { cellProblem } from './cell-problems.ts'
import type { FoundColumn, ImportField } from './field.ts'
import { cellText, type ReadSheet } from './table.ts'

/** What stands against a cell before anybody has looked what it means. */
export interface CellFault<Column extends string> {
  column: Column
  code: string
  message: string
}

/** A row under the fields of an import. */
export interface MappedRow<Column extends string> {
  /** Number of the row in the file. */
  row: number
  cells: Record<Column, string>
  faults: CellFault<Column>[]
}

/** By field and text of the cell: what is meant by it. */
export type Meanings = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The rows below the heading that have something in a column of the import. */
export function mapRows<Column extends string>(
  sheet: ReadSheet,
  headingAt: number,
  fields: readonly ImportField<Column>[],
  { found, meanings = {} }: { found: readonly FoundColumn[]; meanings?: Meanings },
): MappedRow<Column>[] {
  const columns = fields.map((field) => ({
    field,
    index: found.find((one) => one.field === field.field)?.column ?? null,
    meant: Object.hasOwn(meanings, field.field) ? (meanings[field.field] ?? {}) : {},
  }))
  return sheet.rows.slice(headingAt + 1).flatMap((line): MappedRow<Column>[] => {
    const cells = {} as Record<Column, string>
    const faults: CellFault<Column>[] = []
    for (const { field, index, meant } of columns) {
      const text = index === null ? '' : cellText(line.cells[index] ?? '')
      cells[field.field] = Object.hasOwn(meant, text) ? (meant[text] ?? text) : text
      // Digits that a file has lost are no matter of meaning: other cells that look the same held other ones.
      const fault =
        index === null || text === '' ? null : cellProblem(field, text, line.marks?.[index])
      if (fault) faults.push({ column: field.field, ...fault })
    }
    return Object.values(cells).some((text) => text !== '')
      ? [{ row: line.row, cells, faults }]
      : []
  })
}
