import type { ImportProblem, ReplyOf, scoreImportV2Preview } from '@hengjuan/contracts'
import { AppError, cellAddress, cellText } from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import { type Batch, type Head, problemsOf } from './batch-report.ts'
import { type RowFilter, selectRows } from './import-batch.query.ts'
import { keptTable } from './kept-table.ts'

/** Rows of a batch cell by cell: what stands in the file, what holds now and would then. */
export async function scorePreviewRows(
  services: Services,
  batch: Batch,
  { filter, page, limit }: { filter: RowFilter; page: number; limit: number },
): Promise<ReplyOf<typeof scoreImportV2Preview>> {
  if (batch.table_hash === null)
    throw new AppError('IMPORT_BATCH_OVER', { state: '的文件已经删除，请重新选择文件' })
  const { rows, total } = await selectRows(services.db, batch.id, filter, { page, limit })
  const { sheets } = await keptTable(services, batch.table_hash)
  const head = JSON.parse(batch.head) as Head
  const lines = new Map(sheets[head.sheet]?.rows.map((line) => [line.row, line.cells]))
  const columns = head.columns.flatMap(({ field, label, column }) =>
    column === null ? [] : [{ field, label, column }],
  )
  return {
    list: rows.map((row) => {
      const changes = JSON.parse(row.changes) as { field: string; before: string; after: string }[]
      const problems: ImportProblem[] = problemsOf(row)
      return {
        row: row.row,
        exam_no: row.key,
        name: row.name,
        cells: columns.map(({ field, label, column }) => {
          const change = changes.find((one) => one.field === label)
          return {
            column: cellAddress(column, row.row),
            title: label,
            raw: cellText(lines.get(row.row)?.[column] ?? ''),
            before: change?.before ?? null,
            after: change?.after ?? null,
            errors: problems.flatMap((one) => (one.field === field ? [one.message] : [])),
          }
        }),
      }
    }),
    total,
    page,
    page_size: limit,
  }
}
