import { AppError, cellText } from '@hengjuan/domain'
import type { FileReply } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { xlsxReply } from '../../spreadsheet/xlsx-reply.ts'
import { writeXlsx } from '../../spreadsheet/xlsx-writer.ts'
import { isoNow } from '../../clock.ts'
import { type Batch, type Head, problemsOf } from './batch-report.ts'
import { selectAllRows } from './import-batch.query.ts'
import { keptTable } from './kept-table.ts'

/** Rows that are not taken, as they came, with what is wrong with them. @throws AppError EXPORT_EMPTY */
export async function problemsFile(services: Services, batch: Batch): Promise<FileReply> {
  if (batch.table_hash === null)
    throw new AppError('IMPORT_BATCH_OVER', { state: '的文件已经删除，请重新选择文件' })
  const bad = new Map(
    (await selectAllRows(services.db, batch.id)).flatMap((row) =>
      row.has_errors === 1 || (row.row > 0 && row.state === 'skipped')
        ? [
            [
              row.row,
              problemsOf(row, 'error')
                .map(({ cell, message }) => `${cell} ${message}`)
                .join('；') || '与有问题的行有关，没有写入',
            ] as const,
          ]
        : [],
    ),
  )
  if (bad.size === 0) throw new AppError('EXPORT_EMPTY', { reason: '没有有问题的行' })
  const { sheets } = await keptTable(services, batch.table_hash)
  const head = JSON.parse(batch.head) as Head
  const lines = sheets[head.sheet]?.rows ?? []
  const width = Math.max(head.titles.length, ...lines.map(({ cells }) => cells.length))
  const cellsOf = (cells: readonly string[]) =>
    Array.from({ length: width }, (_, column) => cellText(cells[column] ?? ''))
  const body = await writeXlsx([
    {
      name: '有问题的行',
      widths: [...Array.from({ length: width }, () => 14), 60],
      frozenRows: 1,
      frozenColumns: 0,
      rows: [
        { cells: [...cellsOf(head.titles), '问题'], style: 'head' },
        ...lines.flatMap(({ row, cells }) => {
          const told = bad.get(row)
          return told === undefined ? [] : [{ cells: [...cellsOf(cells), told] }]
        }),
      ],
    },
  ])
  return xlsxReply([batch.file_name.replace(/\.\w+$/, ''), '问题'], isoNow(services.clock), body)
}
