import type { Db } from '@hengjuan/db'
import { marksOf, type PageReading } from '@hengjuan/domain'
import type { Scope } from './facts.query.ts'
import { FIRST_RUN } from './judge/run-in-use.ts'

/** A sheet that the server has, and where it was scanned. */
const sheetsOf = (db: Db, scope: Scope) =>
  db
    .selectFrom('scan_sheet')
    .innerJoin('scan_batch', 'scan_batch.id', 'scan_sheet.batch_id')
    .where('scan_sheet.exam_id', '=', scope.examId)
    .where('scan_sheet.subject_id', '=', scope.subjectId)
    .select([
      'scan_sheet.id as sheet_id',
      'scan_sheet.batch_id',
      'scan_sheet.content_hash as sha256',
      'scan_sheet.state',
      'scan_sheet.received_at',
      'scan_sheet.seq',
      'scan_sheet.machine_exam_no as exam_no',
      'scan_batch.label as batch_label',
      'scan_batch.station',
    ])
    .orderBy('scan_sheet.seq')
    .orderBy('scan_sheet.id')

/** Sheets of a batch, or of a list of ids. */
export async function selectNamedSheets(
  db: Db,
  scope: Scope,
  filter: { batchId?: string | undefined; ids?: readonly string[] | undefined },
) {
  const rows = await sheetsOf(db, scope)
    .$if(filter.batchId !== undefined, (query) =>
      query.where('scan_sheet.batch_id', '=', filter.batchId ?? ''),
    )
    .$if(filter.ids !== undefined, (query) =>
      query.where('scan_sheet.id', 'in', [...(filter.ids ?? [])]),
    )
    .execute()
  return rows.map((row) => ({ ...row, marks: '', image_hashes: [] as string[] }))
}

/** More sheets of one number than this are not listed. */
const MOST_SHEETS = 400

/**
 * Sheets that may be the same paper: on which one of these numbers was read, or which show one of these
 * pictures. With what was marked on them, so that the station can compare.
 */
export async function selectSamePaper(
  db: Db,
  scope: Scope,
  paper: { examNos: readonly string[]; imageHashes: readonly string[] },
) {
  const { examNos, imageHashes } = paper
  const rows = await sheetsOf(db, scope)
    .where(({ eb, or, exists, selectFrom, val }) =>
      or([
        examNos.length > 0
          ? eb('scan_sheet.machine_exam_no', 'in', [...examNos])
          : eb(val(0), '=', 1),
        imageHashes.length > 0
          ? exists(
              selectFrom('scan_page')
                .whereRef('scan_page.sheet_id', '=', 'scan_sheet.id')
                .where('scan_page.image_hash', 'in', [...imageHashes])
                .select('scan_page.sheet_id'),
            )
          : eb(val(0), '=', 1),
      ]),
    )
    .limit(MOST_SHEETS)
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ sheet_id }) => sheet_id)
  const pages = await db
    .selectFrom('scan_page')
    .where('sheet_id', 'in', ids)
    .select(['sheet_id', 'image_hash'])
    .execute()
  const readings = await db
    .selectFrom('recognition')
    .where('sheet_id', 'in', ids)
    .where('run', '=', FIRST_RUN)
    .select(['sheet_id', 'reading'])
    .execute()
  return rows.map((row) => ({
    ...row,
    marks: marksOf(
      readings
        .filter(({ sheet_id }) => sheet_id === row.sheet_id)
        .map(({ reading }) => JSON.parse(reading) as PageReading),
    ),
    image_hashes: pages
      .filter(({ sheet_id }) => sheet_id === row.sheet_id)
      .map(({ image_hash }) => image_hash),
  }))
}
