import type { ImportCounts, ImportProblem, ImportReport, ImportRow } from '@hengjuan/contracts'
import type { Db, Tables } from '@hengjuan/db'
import type { Selectable } from 'kysely'
import { selectRows } from './import-batch.query.ts'
import { importOf } from './kinds.ts'

export type Batch = Selectable<Tables['import_batch']>
type Row = Selectable<Tables['import_row']>

/** What is kept of a report: all that is not counted or stands in rows. */
export type Head = Pick<
  ImportReport,
  'sheet_names' | 'sheet' | 'heading_row' | 'titles' | 'columns' | 'unused' | 'to_accept'
> & {
  /** Of the file as a whole. */
  errors: ImportProblem[]
  warnings: ImportProblem[]
}

/** Of a row, with how much it matters. */
export type RowProblem = ImportProblem & { level: 'error' | 'warning' }

export const NO_COUNTS: ImportCounts = {
  rows: 0,
  added: 0,
  changed: 0,
  back: 0,
  unchanged: 0,
  missing: 0,
  errors: 0,
  bad_rows: 0,
  warnings: 0,
}

export const EMPTY_HEAD: Head = {
  sheet_names: [],
  sheet: 0,
  heading_row: null,
  titles: [],
  columns: [],
  unused: [],
  to_accept: [],
  errors: [],
  warnings: [],
}

const SHOWN_PROBLEMS = 500
const SHOWN_ROWS = 200

export async function reportOf(db: Db, batch: Batch): Promise<ImportReport> {
  const { errors, warnings, ...head } = JSON.parse(batch.head) as Head
  const first = { page: 1, limit: SHOWN_PROBLEMS }
  const [bad, odd, differing] = [
    await selectRows(db, batch.id, 'errors', first),
    await selectRows(db, batch.id, 'warnings', first),
    await selectRows(db, batch.id, 'changed', { page: 1, limit: SHOWN_ROWS }),
  ]
  const shown = (own: readonly ImportProblem[], rows: readonly Row[], level: string) =>
    [...own, ...rows.flatMap((row) => problemsOf(row, level))].slice(0, SHOWN_PROBLEMS)
  return {
    batch_id: batch.id,
    kind: importOf(batch.kind).kind,
    state: batch.state,
    file_name: batch.file_name,
    ...head,
    takes_good_rows: importOf(batch.kind).takesGoodRows,
    counts: JSON.parse(batch.counts) as ImportCounts,
    errors: shown(errors, bad.rows, 'error'),
    warnings: shown(warnings, odd.rows, 'warning'),
    diff: differing.rows.map(shownRow),
    expires_at: batch.expires_at,
    job_id: batch.job_id,
  }
}

export function problemsOf(row: Row, level?: string): ImportProblem[] {
  return (JSON.parse(row.problems) as RowProblem[]).flatMap(({ level: own, ...problem }) =>
    level === undefined || own === level ? [problem] : [],
  )
}

export const shownRow = (row: Row): ImportRow => ({
  row: row.row,
  key: row.key,
  name: row.name,
  action: row.action,
  changes: JSON.parse(row.changes) as ImportRow['changes'],
  problems: problemsOf(row),
  remove_id: row.action === 'missing' && row.why === '' ? row.object_id : null,
  state: row.state,
  why: row.why,
})
