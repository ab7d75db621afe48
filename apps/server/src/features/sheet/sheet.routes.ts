import {
  sheetBlockCheck,
  sheetBlockInfo,
  sheetDelete,
  sheetDetail,
  sheetGet,
  sheetInfo,
  sheetList,
  sheetLock,
  sheetOmrTemplate,
  sheetPdf,
  sheetSave,
  sheetSettings,
} from '@hengjuan/contracts'
import { AppError, type OmrTemplate, type SheetDesign } from '@hengjuan/domain'
import { blocksOf, fullMarkOf, renderSvg, type SheetGeometry } from '@hengjuan/sheet'
import { isoNow } from '../../clock.ts'
import type { Found } from '../../http/access.ts'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { schoolOf } from '../school/index.ts'
import { blockInfo, checkDraft, objectiveInfo, sheetQuestions } from './describe-sheet.ts'
import { deleteSheet } from './delete-sheet.ts'
import { printSheet } from './print-sheet.ts'
import { saveSheet } from './save-sheet.ts'
import { sheetSettingsOf } from './sheet-settings.ts'
import { selectSheets } from './sheet.query.ts'

export function registerSheet(target: ServeApp): void {
  serve(target, sheetList, async ({ query, services, session }) => {
    const { page = 1, limit = 20, ...filter } = query
    const { list, total } = await selectSheets(
      services.db,
      { schoolId: schoolOf(session), scope: session.scope, ...filter },
      { limit, offset: (page - 1) * limit },
    )
    return { list, total, page, page_size: limit }
  })

  serve(target, sheetGet, async (call) => ({
    sheet: await summaryOf(call),
    design: JSON.parse(call.found.sheet.design) as SheetDesign,
  }))

  serve(target, sheetDetail, async (call) => {
    const geometry = JSON.parse(call.found.sheet.geometry) as SheetGeometry
    return {
      sheet: await summaryOf(call),
      geometry: call.query.geometry === false ? null : geometry,
      svg_pages: geometry.pages.map((page) => renderSvg(page)),
    }
  })

  serve(target, sheetBlockInfo, async ({ found }) => {
    const design = JSON.parse(found.sheet.design) as SheetDesign
    return {
      blocks: blocksOf(design).map(blockInfo),
      objective: objectiveInfo(design),
      full_milli: fullMarkOf(design),
    }
  })

  serve(target, sheetInfo, async (call) => ({
    sheet: await summaryOf(call),
    questions: await sheetQuestions(call.services.db, call.found.sheet),
  }))

  serve(
    target,
    sheetOmrTemplate,
    async ({ found }) => JSON.parse(found.sheet.template) as OmrTemplate,
  )

  serve(target, sheetSettings, async ({ query, found, services }) =>
    sheetSettingsOf(services.db, query.exam_id === undefined ? null : found.exam),
  )

  serve(target, sheetPdf, async ({ query, found, services }) => {
    const classRow = query.class_id === undefined ? null : found.class
    const { body, fileName } = await printSheet(services.db, found.sheet, classRow)
    return { body, mime: 'application/pdf', ...(query.inline ? {} : { fileName }) }
  })

  serve(target, sheetBlockCheck, async ({ body, services, session }) =>
    checkDraft(services.db, schoolOf(session), body.design),
  )

  serve(target, sheetSave, async (call) => {
    const { body, found, services, session } = call
    const schoolId = schoolOf(session)
    const known = body.sheet_id === undefined ? null : found.sheet
    return services.db.transaction().execute(async (db) => {
      const who = { schoolId, userId: session.userId }
      const saved = await saveSheet(services, db, who, known, body)
      await audit(db, call, {
        action: 'sheet-save',
        object: `sheet:${saved.sheet_id}`,
        before: known && { version: known.version },
        after: { version: saved.version, keys: saved.keys_created },
      })
      return saved
    })
  })

  serve(target, sheetLock, async (call) => {
    const { body, found, services, session } = call
    await services.db.transaction().execute(async (db) => {
      await db
        .updateTable('answer_sheet')
        .set({
          locked_by: body.locked ? session.userId : null,
          locked_at: body.locked ? isoNow(services.clock) : null,
        })
        .where('id', '=', found.sheet.id)
        .execute()
      await audit(db, call, {
        action: body.locked ? 'sheet-lock' : 'sheet-unlock',
        object: `sheet:${found.sheet.id}`,
      })
    })
    return { ok: true as const }
  })

  serve(target, sheetDelete, async (call) => {
    const { found, services } = call
    await services.db.transaction().execute(async (db) => {
      await deleteSheet(db, found.sheet)
      await audit(db, call, {
        action: 'sheet-delete',
        object: `sheet:${found.sheet.id}`,
        before: { name: found.sheet.name, version: found.sheet.version },
      })
    })
    return { ok: true as const }
  })
}

/** The sheet that a call is about, as lists show it. */
async function summaryOf(call: {
  services: Services
  session: Session
  found: Pick<Found, 'sheet'>
}) {
  const { services, session, found } = call
  const { list } = await selectSheets(
    services.db,
    { schoolId: schoolOf(session), scope: session.scope, id: found.sheet.id },
    { limit: 1, offset: 0 },
  )
  const [sheet] = list
  if (!sheet) throw new AppError('SHEET_NOT_FOUND')
  return sheet
}
