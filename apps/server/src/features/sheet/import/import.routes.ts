import {
  sheetAnchorUpdate,
  sheetFoldedUpdate,
  sheetImport,
  sheetPoints,
  sheetPointsSave,
  sheetTemplateDo,
} from '@hengjuan/contracts'
import { AppError, type SheetDesign } from '@hengjuan/domain'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import type { LinkSigner } from '../../../images/link-signer.ts'
import { schoolOf } from '../../school/index.ts'
import { openSheet, ownSheet } from '../sheet-of-call.ts'
import { assertUnlocked } from '../sheet-state.ts'
import { earlierKeys } from './carried-keys.ts'
import { fileError, importSheet, storePages } from './import-sheet.ts'
import { findImport, type StoredPicture, updateImport } from './import.query.ts'
import { beginProposal, readSample, stateOf } from './propose-sheet.ts'
import { withPrint } from './printed-text.ts'
import { savePoints, templateOfPages } from './save-points.ts'

/** Pages in the order of their faces when the paper is folded; 1 and 4 lie outside. */
const FACES: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2],
  1: [4, 1, 2, 3],
  2: [8, 1, 4, 5, 2, 7, 6, 3],
}

/** Sheets that were designed elsewhere. */
export function registerImport(target: ServeApp): void {
  serve(target, sheetImport, async (call) => {
    const { query, services, session, file } = call
    const { links } = services
    if (query.sheet_id !== undefined) {
      const sheet = await ownSheet(call)
      const { samples } = await findImport(services.db, sheet)
      const added = (await storePages(services, file)).map(({ picture }) => picture)
      const others = samples.filter(({ hash }) => !added.some((sample) => sample.hash === hash))
      await updateImport(services, services.db, sheet.id, { samples: [...others, ...added] })
      return { sheet_id: sheet.id, pages: added.map((picture) => pictureOf(links, picture)) }
    }
    const who = { schoolId: schoolOf(session), userId: session.userId }
    const { id, pages } = await importSheet(services, who, file, query)
    await audit(services.db, call, {
      action: 'sheet-import',
      object: `sheet:${id}`,
      after: { file: file.filename, pages: pages.length },
    })
    return { sheet_id: id, pages: pages.map((picture) => pictureOf(links, picture)) }
  })

  serve(target, sheetTemplateDo, async (call) => {
    const { body, services, session } = call
    const sheet = await ownSheet(call)
    const found = await findImport(services.db, sheet)
    if (body.sample === undefined) {
      const job_id = await beginProposal(services, session, sheet)
      return { state: 'working' as const, reading: null, job_id }
    }
    const template = templateOfPages('sample', sheet.name, body.pages ?? found.draft)
    const reading = await readSample(services, found, body.sample, template).catch(
      (cause: unknown) => {
        throw fileError(cause, '样张')
      },
    )
    return { state: (await stateOf(services.db, found)).state, reading, job_id: null }
  })

  serve(target, sheetPoints, async (call) => {
    const { services } = call
    const sheet = openSheet(call)
    const found = await findImport(services.db, sheet)
    const design = JSON.parse(sheet.design) as SheetDesign
    const questions = design.sections.flatMap((section) => section.questions)
    const { state, message, donePages } = await stateOf(services.db, found)
    const examId = sheet.exam_id ?? found.examId
    const subjectId = sheet.subject_id ?? found.subjectId
    const binding = examId !== null && subjectId !== null ? { examId, subjectId } : null
    const earlier = await earlierKeys(services.db, binding, sheet.id)
    return {
      sheet_id: sheet.id,
      name: sheet.name,
      type: sheet.type,
      version: sheet.version,
      exam_id: examId,
      subject_id: subjectId,
      state,
      done_pages: donePages,
      message,
      folded: found.folded,
      pages: found.pages.map(({ view, pxPerMm }, at) => ({
        picture: pictureOf(services.links, view),
        px_per_mm: pxPerMm,
        points: found.draft[at] ?? {
          page: at + 1,
          widthMm: view.widthPx / pxPerMm,
          heightMm: view.heightPx / pxPerMm,
          anchors: [],
          pageCode: null,
          barcodes: [],
          fields: [],
          regions: [],
        },
      })),
      parts: found.parts,
      samples: found.samples.map((sample) => pictureOf(services.links, sample)),
      scores: Object.fromEntries(questions.map(({ no, fullMilli }) => [no, fullMilli])),
      earlier_keys: earlier.map(({ no, type, optionCount, answer }) => ({
        no,
        type,
        option_count: optionCount,
        answer,
      })),
    }
  })

  serve(target, sheetPointsSave, async (call) => {
    const { body, services, session } = call
    const sheet = await ownSheet(call)
    const found = await findImport(services.db, sheet)
    const printed = await withPrint(services, sheet, found, body.pages)
    return services.db.transaction().execute(async (db) => {
      const saved = await savePoints(services, db, session.userId, sheet, found, body, printed)
      await audit(db, call, {
        action: 'sheet-points',
        object: `sheet:${sheet.id}`,
        after: { version: saved.version },
      })
      return saved
    })
  })

  serve(target, sheetAnchorUpdate, async (call) => {
    const { body, services } = call
    const sheet = await ownSheet(call)
    await assertUnlocked(services.db, sheet)
    const { draft } = await findImport(services.db, sheet)
    const at = draft.findIndex(({ page }) => page === body.page)
    const known = draft[at]
    if (!known)
      throw new AppError('SHEET_TEMPLATE_INVALID', {
        count: 1,
        first: `没有第 ${body.page} 页的坐标，请先识别`,
      })
    const changed = draft.with(at, { ...known, anchors: body.anchors })
    const template = templateOfPages('anchors', sheet.name, changed)
    await updateImport(services, services.db, sheet.id, { draft: template.pages })
    return { anchors: template.pages[at]?.anchors ?? [] }
  })

  serve(target, sheetFoldedUpdate, async (call) => {
    const { body, services } = call
    const sheet = await ownSheet(call)
    await assertUnlocked(services.db, sheet)
    await findImport(services.db, sheet)
    await updateImport(services, services.db, sheet.id, { folded: body.folded })
    return { folded: body.folded, faces: [...(FACES[body.folded] ?? [])] }
  })
}

const pictureOf = (links: LinkSigner, { hash, widthPx, heightPx }: StoredPicture) => ({
  hash,
  url: links.sign(hash),
  width_px: widthPx,
  height_px: heightPx,
})
