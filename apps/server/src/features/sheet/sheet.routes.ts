import {
  sheetDetail,
  sheetGet,
  sheetOmrTemplate,
  sheetPdf,
  sheetPrintCheck,
  sheetSave,
  sheetSettings,
} from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import type { OmrTemplate, SheetDesign } from '@hengjuan/domain'
import { renderSvg, type SheetGeometry } from '@hengjuan/sheet'
import { audit } from '../../http/audit.ts'
import { type Call, serve, type ServeApp } from '../../http/serve.ts'
import { schoolOf } from '../school/index.ts'
import { finishScores } from '../scoring/index.ts'
import { asSheetAct } from './as-sheet-act.ts'
import { registerBlocks } from './blocks.routes.ts'
import { registerImport } from './import/import.routes.ts'
import { registerLibrary } from './library/library.routes.ts'
import { openSheet, ownSheet, summaryOf } from './sheet-of-call.ts'
import {
  checkPrint,
  type PersonalOrder,
  type PrintOrder,
  printSheet,
} from './printing/print-sheet.ts'
import { registerQuestions } from './questions/question.routes.ts'
import { saveSheet } from './save-sheet.ts'
import { assertOnPaper } from './sheet-type.ts'
import { sheetSettingsOf } from './sheet-settings.ts'

type CopiesCall = Pick<Call<typeof sheetPrintCheck>, 'query' | 'found' | 'session'>

export function registerSheet(target: ServeApp): void {
  registerLibrary(target)
  registerBlocks(target)
  registerQuestions(target)
  registerImport(target)

  serve(target, sheetGet, async (call) => {
    const sheet = openSheet(call)
    return {
      sheet: await summaryOf(call, sheet.id),
      design: JSON.parse(sheet.design) as SheetDesign,
    }
  })

  serve(target, sheetDetail, async (call) => {
    const sheet = openSheet(call)
    const geometry = JSON.parse(sheet.geometry) as SheetGeometry
    return {
      sheet: await summaryOf(call, sheet.id),
      geometry: call.query.geometry === false ? null : geometry,
      svg_pages: geometry.pages.map((page) => renderSvg(page)),
    }
  })

  serve(target, sheetOmrTemplate, async (call) => {
    const sheet = openSheet(call)
    assertOnPaper(sheet)
    return JSON.parse(sheet.template) as OmrTemplate
  })

  serve(target, sheetSettings, async ({ query, found, services }) =>
    sheetSettingsOf(services.db, query.exam_id === undefined ? null : found.exam),
  )

  const copiesFor = ({ query, found, session }: CopiesCall): PersonalOrder =>
    query.class_id !== undefined
      ? { kind: 'class', classRow: found.class }
      : { kind: 'everybody', classes: session.scope.classes }

  serve(target, sheetPrintCheck, async (call) =>
    checkPrint(call.services, openSheet(call), copiesFor(call)),
  )

  serve(target, sheetPdf, async (call) => {
    const { query, services } = call
    const order: PrintOrder = query.calibration
      ? { kind: 'calibration' }
      : query.class_id !== undefined || query.candidates
        ? copiesFor(call)
        : { kind: 'blank' }
    const { file, pages } = await printSheet(services, openSheet(call), order)
    void call.reply.header('x-page-count', pages)
    return query.inline ? { body: file.body, mime: file.mime } : file
  })

  serve(target, sheetSave, async (call) => {
    const { body, services, session } = call
    const known = body.sheet_id === undefined ? null : await ownSheet(call)
    const who = { schoolId: schoolOf(session), userId: session.userId }
    const store = async (db: Db) => {
      const saved = await saveSheet(services, db, who, known, body)
      await audit(db, call, {
        action: saved.kept_scanned > 0 ? 'sheet-reprint' : 'sheet-save',
        object: `sheet:${saved.sheet_id}`,
        before: known && { version: known.version },
        after: {
          version: saved.version,
          keys: saved.keys_created,
          ...(saved.kept_scanned > 0 ? { kept_scanned: saved.kept_scanned } : {}),
        },
      })
      return saved
    }
    return asSheetAct(call, known ?? body, async () => {
      const stored = await services.db.transaction().execute(store)
      await finishScores(services)
      return stored
    })
  })
}
