import {
  sheetDelete,
  sheetInfo,
  sheetInfoSave,
  sheetList,
  sheetLock,
  sheetReuse,
  sheetShare,
  sheetTemplate,
} from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { schoolOf } from '../../school/index.ts'
import { finishScores } from '../../scoring/index.ts'
import { asSheetAct } from '../as-sheet-act.ts'
import { describeQuestions } from '../keys/describe-questions.ts'
import { selectSheets } from '../sheet.query.ts'
import { assertUnlocked } from '../sheet-state.ts'
import { insertCalibration, selectCalibrations } from '../printing/calibration.query.ts'
import { reuseSheet } from './reuse-sheet.ts'
import { SHARED } from '../rights.ts'
import { openSheet, ownSheet, summaryOf } from '../sheet-of-call.ts'
import { deleteSheet, dependentsOf, restoreSheet } from './trash.ts'
import { findDeleted } from './find-deleted.ts'
import { selectVersions } from './versions.query.ts'

export function registerLibrary(target: ServeApp): void {
  serve(target, sheetList, async ({ query, services, session }) => {
    const { page = 1, limit = 20, ...filter } = query
    const { list, total } = await selectSheets(
      services.db,
      { schoolId: schoolOf(session), scope: session.scope, viewer: session, ...filter },
      { limit, offset: (page - 1) * limit },
    )
    return { list, total, page, page_size: limit }
  })

  serve(target, sheetInfo, async (call) => {
    const sheet = openSheet(call)
    const { db } = call.services
    return {
      sheet: await summaryOf(call, sheet.id),
      versions: await selectVersions(db, sheet.id),
      calibrations: await selectCalibrations(db, sheet.id),
      questions: await describeQuestions(db, sheet),
    }
  })

  serve(target, sheetInfoSave, async (call) => {
    const { body, services, session } = call
    const sheet = await ownSheet(call)
    await services.db.transaction().execute(async (db) => {
      if (body.calibration)
        await insertCalibration(db, {
          sheet,
          ...body.calibration,
          userId: session.userId,
          at: isoNow(services.clock),
        })
      const isMore = [body.name, body.subject_id, body.grade_id].some((one) => one !== undefined)
      // A sheet is locked because it goes to print, which is when printers are calibrated.
      if (body.calibration && !isMore) return
      await assertUnlocked(db, sheet)
      const free = sheet.exam_id === null
      await db
        .updateTable('answer_sheet')
        .set({
          ...(body.name === undefined ? {} : { name: body.name.trim() }),
          ...(free && body.subject_id !== undefined ? { subject_id: body.subject_id } : {}),
          ...(free && body.grade_id !== undefined ? { grade_id: body.grade_id } : {}),
          updated_at: isoNow(services.clock),
        })
        .where('id', '=', sheet.id)
        .execute()
      await audit(db, call, {
        action: 'sheet-info',
        object: `sheet:${sheet.id}`,
        before: { name: sheet.name, subject_id: sheet.subject_id, grade_id: sheet.grade_id },
        after: body,
      })
    })
    return { sheet: await summaryOf(call, sheet.id) }
  })

  serve(target, sheetReuse, async (call) => {
    const { body, found, services, session } = call
    const source = openSheet(call)
    const who = { schoolId: schoolOf(session), userId: session.userId }
    const exam = body.exam_id === undefined ? null : found.exam
    const reuse = async (db: Db) => {
      const reused = await reuseSheet(services, db, who, source, exam, body)
      if (reused.sheet_id !== null)
        await audit(db, call, {
          action: 'sheet-reuse',
          object: `sheet:${reused.sheet_id}`,
          before: reused.replaces,
          after: { source: source.id, version: body.version ?? source.version },
        })
      return reused
    }
    return asSheetAct(call, body, async () => {
      const made = await services.db.transaction().execute(reuse)
      await finishScores(services)
      return made
    })
  })

  serve(target, sheetTemplate, async (call) => {
    const { body } = call
    await setFlag(call, body.is_template ? 'sheet-template' : 'sheet-template-off', {
      is_template: body.is_template ? 1 : 0,
    })
    return { ok: true as const }
  })

  serve(target, sheetShare, async (call) => {
    const { body } = call
    await setFlag(call, body.is_shared ? 'sheet-share' : 'sheet-share-off', {
      share_type: body.is_shared ? SHARED : 0,
    })
    return { ok: true as const }
  })

  serve(target, sheetLock, async (call) => {
    const { body, services, session } = call
    await setFlag(call, body.locked ? 'sheet-lock' : 'sheet-unlock', {
      locked_by: body.locked ? session.userId : null,
      locked_at: body.locked ? isoNow(services.clock) : null,
      lock_reason: body.locked ? body.reason?.trim() || null : null,
    })
    return { ok: true as const }
  })

  registerDelete(target)
}

function registerDelete(target: ServeApp): void {
  serve(target, sheetDelete, async (call) => {
    const { body, services, session } = call
    const { undo_sheet_id: undoId } = body
    if (undoId !== undefined) {
      await services.db.transaction().execute(async (db) => {
        const sheet = await findDeleted(db, session, undoId)
        await restoreSheet(services, db, sheet)
        await audit(db, call, { action: 'sheet-restore', object: `sheet:${sheet.id}` })
      })
      return { ok: true as const, depends: [], refusal: null }
    }
    const sheet = await ownSheet(call)
    const dependents = await dependentsOf(services.db, sheet)
    if (body.preview) return { ok: true as const, ...dependents }
    await services.db.transaction().execute(async (db) => {
      await deleteSheet(services, db, session.userId, sheet)
      await audit(db, call, {
        action: 'sheet-delete',
        object: `sheet:${sheet.id}`,
        before: { name: sheet.name, version: sheet.version },
      })
    })
    return { ok: true as const, ...dependents }
  })
}

/** Sets columns that change nothing about the layout. @throws AppError SHEET_NOT_FOUND, SHEET_NOT_YOURS */
async function setFlag(
  call: Parameters<typeof ownSheet>[0] & Parameters<typeof audit>[1],
  action: string,
  columns: Partial<{
    is_template: number
    share_type: number
    locked_by: number | null
    locked_at: string | null
    lock_reason: string | null
  }>,
): Promise<void> {
  const sheet = await ownSheet(call)
  await call.services.db.transaction().execute(async (db) => {
    await db.updateTable('answer_sheet').set(columns).where('id', '=', sheet.id).execute()
    await audit(db, call, { action, object: `sheet:${sheet.id}`, after: columns })
  })
}
