import type { fixSheet, InputOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, type TemplatePage } from '@hengjuan/domain'
import { decide, type Decider, type Outcome } from './decide.ts'
import { requireTemplate, type Scope } from './facts.query.ts'
import { toPixels } from './geometry.ts'
import { pageTarget } from './judge/pages.ts'
import type { Reread } from './page-reader.ts'
import { rereadPage } from './relocate-page.ts'
import { insertReread, storeCrops, type StoredCrops } from './store-reread.ts'

type AlikeFix = Extract<InputOf<typeof fixSheet>['body']['fix'], { kind: 'locate_alike' }>

/** A page of a sheet, as scanned. */
interface ScannedPage {
  sheetId: string
  pageSeq: number
}

export interface AlikePage extends ScannedPage {
  /** Place of the sheet in its batch. */
  seq: number
}

/** So many sheets must lie alike before they are settled together, the one pointed at among them. @source ui D4 */
const LEAST_ALIKE = 3
/** Every page is read once more: as many as somebody waits for. */
const MOST_READ = 24
/** Sheets of one stack that slipped alike differ by less. */
const SAME_OFFSET_MM = 2
/** Pictures of one scanner and one paper differ in size by less. */
const SAME_SIZE = 0.02

/** Further pages of the batch that wait to be located and have the same size, in the order of the stack. */
export async function selectUnlocated(db: Db, scope: Scope, at: ScannedPage): Promise<AlikePage[]> {
  const here = await db
    .selectFrom('scan_page')
    .innerJoin('scan_sheet', 'scan_sheet.id', 'scan_page.sheet_id')
    .where('scan_page.sheet_id', '=', at.sheetId)
    .where('scan_page.seq', '=', at.pageSeq)
    .select(['scan_sheet.batch_id', 'width_px', 'height_px'])
    .executeTakeFirst()
  if (!here) return []
  const rows = await db
    .selectFrom('scan_exception')
    .innerJoin('scan_sheet', 'scan_sheet.id', 'scan_exception.sheet_id')
    .innerJoin('scan_page', 'scan_page.sheet_id', 'scan_sheet.id')
    .where('scan_exception.exam_id', '=', scope.examId)
    .where('scan_exception.subject_id', '=', scope.subjectId)
    .where('scan_exception.category', '=', 'positioning')
    .where('scan_exception.state', '=', 'open')
    .where('scan_sheet.batch_id', '=', here.batch_id)
    .where('scan_sheet.state', '=', 'active')
    .select(['scan_exception.target', 'scan_sheet.id', 'scan_sheet.seq as place'])
    .select(['scan_page.seq', 'scan_page.width_px', 'scan_page.height_px'])
    .orderBy('scan_sheet.seq')
    .orderBy('scan_page.seq')
    .execute()
  const isLike = (own: number, other: number) => Math.abs(own - other) <= other * SAME_SIZE
  return rows
    .filter(({ target, seq }) => target === pageTarget(seq))
    .filter(({ id, seq }) => id !== at.sheetId || seq !== at.pageSeq)
    .filter((row) => isLike(row.width_px, here.width_px) && isLike(row.height_px, here.height_px))
    .map(({ id, place, seq }) => ({ sheetId: id, pageSeq: seq, seq: place }))
}

/**
 * Locates several sheets of a batch with the four points of one of them, or only says which: a page is
 * read again at these points, and belongs to them if its printed marks lie there as well.
 *
 * @returns when only looking, the pages that lie alike; otherwise the decisions, to be undone together
 * @throws AppError SCAN_RELOCATE_FAILED, SCAN_ALIKE_FEW
 */
export async function locateAlike(
  who: Decider,
  sheetId: string,
  given: AlikeFix,
): Promise<Outcome & { decision_ids?: number[]; alike?: AlikePage[] }> {
  const { services } = who
  const own = { sheetId, pageSeq: given.page_seq }
  const others = (await selectUnlocated(services.db, who, own)).slice(0, MOST_READ)
  if (given.preview) {
    const alike = []
    for (const other of others) if (await readAlike(who, other, given)) alike.push(other)
    return { decision_id: null, sheet_id: sheetId, open: [], alike }
  }
  const wanted = others.filter((other) =>
    given.sheets.some((one) => one.sheet_id === other.sheetId && one.page_seq === other.pageSeq),
  )
  const read: { at: ScannedPage; reread: Reread; stored: StoredCrops | null }[] = []
  for (const at of [own, ...wanted]) {
    const reread = await readAlike(who, at, given)
    if (reread) read.push({ at, reread, stored: await storeCrops(services, reread.crops) })
  }
  if (read.length < LEAST_ALIKE) throw new AppError('SCAN_ALIKE_FEW', { least: LEAST_ALIKE })
  const made = await decide(who, async (db) => {
    const decisions = []
    for (const { at, reread, stored } of read) {
      const run = await insertReread(db, services, at, reread, stored)
      decisions.push({
        kind: 'locate' as const,
        target: pageTarget(at.pageSeq),
        sheetId: at.sheetId,
        value: { run },
      })
    }
    return decisions
  })
  return { ...made, decision_ids: made.ids }
}

/** The page read at the given points; null where its print does not lie there. */
async function readAlike(who: Decider, at: ScannedPage, given: AlikeFix): Promise<Reread | null> {
  const reread = await rereadPage(who.services, {
    examId: who.examId,
    subjectId: who.subjectId,
    ...at,
    page: given.page,
    anchors: given.anchors,
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'SCAN_RELOCATE_FAILED') return null
    throw error
  })
  if (!reread) return null
  const { template } = await requireTemplate(who.services.db, who)
  const page = template.pages.find((one) => one.page === given.page)
  return page && offsetMm(page, reread, given) <= SAME_OFFSET_MM ? reread : null
}

/** How far the page was found from where it was said to lie, at its worst corner. */
function offsetMm(page: TemplatePage, { reading }: Reread, { anchors }: AlikeFix): number {
  const map = reading.registration?.homography
  if (!map) return Infinity
  const perMm = reading.widthPx / page.widthMm
  return Math.max(
    ...anchors.map(({ id, x_px, y_px }) => {
      const anchor = page.anchors.find((one) => one.id === id)
      if (!anchor) return Infinity
      const [x, y] = toPixels(map, anchor.xMm, anchor.yMm)
      return Math.hypot(x - x_px, y - y_px) / perMm
    }),
  )
}
