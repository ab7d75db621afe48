import {
  type ImportCounts,
  importApply,
  importCheck,
  importDetail,
  importList,
  importMapping,
  importProblems,
  importUndo,
} from '@hengjuan/contracts'
import { IMPORT_KINDS, mayDo } from '@hengjuan/domain'
import { serve, type ServeApp } from '../../http/serve.ts'
import { schoolOf } from '../school/index.ts'
import { scoreOptions } from '../score-import/index.ts'
import { reportOf, shownRow } from './batch-report.ts'
import { selectBatches, selectRows } from './import-batch.query.ts'
import { keptTable } from './kept-table.ts'
import { importOf } from './kinds.ts'
import { applyOrQueue, checked, newBatch } from './new-batch.ts'
import { problemsFile } from './problems-file.ts'
import { assertChecked, placeOf, seenBatch } from './seen-batch.ts'
import { type Choices, mergedMeanings } from './understood-table.ts'
import { undoBatch, undoUntil } from './undo-batch.ts'

/** Tables come in two phases: first what they come to, then they are written as it was shown. */
export function registerImport(target: ServeApp): void {
  serve(target, importCheck, async ({ file, query, services, session }) => {
    const { kind, exam_id: examId = null, subject_id: subjectId, replace } = query
    const options = kind === 'score' ? scoreOptions({ subjectId, replace }) : {}
    const place = await placeOf(services, session, { kind, examId, options })
    return reportOf(services.db, await newBatch(services, session, { kind, place, file }))
  })

  serve(target, importMapping, async ({ body, services, session }) => {
    const { batch, place } = await seenBatch(services, session, body.batch_id)
    assertChecked(services, batch)
    await importOf(batch.kind).assertOpen(place, services.db)
    const known = JSON.parse(batch.choices) as Choices
    const isElsewhere = body.sheet !== undefined || body.heading_row !== undefined
    const choices = {
      sheet: body.sheet ?? known.sheet,
      headingRow: body.heading_row ?? (body.sheet === undefined ? known.headingRow : undefined),
      // Columns of another heading are other columns.
      columns: { ...(isElsewhere ? {} : known.columns), ...body.columns },
      values: mergedMeanings(known.values, body.values ?? {}),
    }
    const table = await keptTable(services, batch.table_hash ?? '')
    return reportOf(services.db, await checked(services, session, { batch, place, table, choices }))
  })

  serve(target, importApply, async (call) => {
    const { body, services, session } = call
    const { batch_id, ...wish } = body
    const { batch, place } = await seenBatch(services, session, batch_id)
    assertChecked(services, batch)
    return applyOrQueue(call, { batch, place, wish })
  })

  serve(target, importUndo, async (call) => {
    const { body, services, session } = call
    const { batch, place } = await seenBatch(services, session, body.batch_id)
    await importOf(batch.kind).assertOpen(place, services.db)
    return undoBatch(services, batch, place, { isPreview: body.preview === 1, who: call })
  })

  serve(target, importList, async ({ query, services, session }) => {
    const { kind, exam_id: examId, page = 1, limit = 20 } = query
    const kinds = IMPORT_KINDS.filter(
      (one) =>
        (kind === undefined || one === kind) && mayDo(session.role, importOf(one).permission),
    )
    if (examId !== undefined && kinds.includes('candidate'))
      await placeOf(services, session, { kind: 'candidate', examId })
    const { rows, total } = await selectBatches(
      services.db,
      { schoolId: schoolOf(session), kinds, examId },
      { page, limit },
    )
    return {
      list: rows.map((row) => ({
        batch_id: row.id,
        kind: importOf(row.kind).kind,
        kind_label: importOf(row.kind).label,
        state: row.state,
        file_name: row.file_name,
        exam_id: row.exam_id,
        exam_name: row.exam_name,
        counts: JSON.parse(row.counts) as ImportCounts,
        by_name: row.by_name,
        created_at: row.created_at,
        applied_at: row.applied_at,
        undone_at: row.undone_at,
        undo_until: undoUntil(services, row),
        expires_at: row.expires_at,
      })),
      total,
      page,
      page_size: limit,
    }
  })

  serve(target, importDetail, async ({ query, services, session }) => {
    const { batch_id, filter = 'all', page = 1, limit = 20 } = query
    const { batch } = await seenBatch(services, session, batch_id)
    const { rows, total } = await selectRows(services.db, batch.id, filter, { page, limit })
    return {
      report: await reportOf(services.db, batch),
      list: rows.map(shownRow),
      total,
      page,
      page_size: limit,
    }
  })

  serve(target, importProblems, async ({ query, services, session }) => {
    const { batch } = await seenBatch(services, session, query.batch_id)
    return problemsFile(services, batch)
  })
}
