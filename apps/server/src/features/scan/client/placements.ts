import type { Placement } from '@hengjuan/contracts'
import { type Db, transact } from '@hengjuan/db'
import { AppError, type OmrTemplate, type PageReading } from '@hengjuan/domain'
import { pageRead } from '@hengjuan/omr'
import type { Static } from 'typebox'
import type { Decider } from '../decide.ts'
import { requireTemplate, selectLiveDecisions } from '../facts.query.ts'
import { quadOf } from '../geometry.ts'
import type { DecisionValue } from '../judge/facts.ts'
import { pageTarget } from '../judge/pages.ts'
import { FIRST_RUN, runInUse } from '../judge/run-in-use.ts'
import { loadPage, readPicture, type Reread } from '../page-reader.ts'
import { refuseIfPublished } from '../published.ts'
import { lockSubject } from '../settle-sheets.ts'
import { insertReread, type StoredCrops, storeCrops } from '../store-reread.ts'
import { type Action, type ActionReply, takeAction } from './action.ts'
import { requireActionSheet } from './action-sheet.ts'

interface PageOfSheet {
  sheetId: string
  pageSeq: number
}

/**
 * Has the engine try every page of the template on a picture, and keeps those attempts that found a
 * place and differ from what is known. Nothing is decided by it.
 */
export async function proposePlacements(who: Decider, at: PageOfSheet): Promise<void> {
  const { services } = who
  const { db } = services
  await requireActionSheet(db, who, at.sheetId)
  await refuseIfPublished(db, who.examId)
  const { template } = await requireTemplate(db, who)
  const bytes = await loadPage(db, services, at.sheetId, at.pageSeq)
  const tried: { reread: Reread; stored: StoredCrops | null }[] = []
  for (const { page } of template.pages) {
    const reread = await readPicture(services, bytes, template, { page })
    if (reread.reading.status === 'rejected' || reread.reading.page === null) continue
    tried.push({ reread, stored: await storeCrops(services, reread.crops) })
  }
  await transact(db, async (db) => {
    await lockSubject(db, who)
    const known = (await selectRuns(db, at)).map(({ reading }) => reading)
    for (const { reread, stored } of tried) {
      if (known.some((reading) => isSamePlace(template, reading, reread.reading))) continue
      await insertReread(db, services, at, reread, stored)
      known.push(reread.reading)
    }
  })
}

/** Corners of two placements that lie closer than this are the same place. */
const SAME_PX = 3

function isSamePlace(template: OmrTemplate, a: PageReading, b: PageReading): boolean {
  if (a.status === 'rejected' || a.page !== b.page) return false
  const [first, second] = [outline(template, a), outline(template, b)]
  return (
    first !== null &&
    second !== null &&
    first.every(([x, y], corner) => {
      const [u, v] = second[corner] ?? [Infinity, Infinity]
      return Math.hypot(x - u, y - v) < SAME_PX
    })
  )
}

/** Corners of the printed page in the picture. */
function outline(template: OmrTemplate, reading: PageReading) {
  const page = pageRead(template, reading)
  return page
    ? quadOf(reading, { xMm: 0, yMm: 0, widthMm: page.widthMm, heightMm: page.heightMm })
    : null
}

/** Every placement of a page that is known, the station's first. */
export async function listPlacements(
  db: Db,
  who: Decider,
  at: PageOfSheet,
): Promise<Static<typeof Placement>[]> {
  await requireActionSheet(db, who, at.sheetId)
  const { template } = await requireTemplate(db, who)
  const target = pageTarget(at.pageSeq)
  const live = await selectLiveDecisions(db, { sheetIds: [at.sheetId] })
  const inUse = runInUse(live, at.pageSeq)
  const made = await db
    .selectFrom('scan_decision')
    .select(['kind', 'value'])
    .where('sheet_id', '=', at.sheetId)
    .where('target', '=', target)
    .where('kind', 'in', ['locate', 'reread', 'recrop'])
    .execute()
  const sourceOf = (run: number): 'station' | 'person' | 'again' | 'engine' => {
    if (run === FIRST_RUN) return 'station'
    const maker = made.find(({ value }) => {
      const { run: of, chosen } = JSON.parse(value) as DecisionValue
      return of === run && !chosen
    })
    return maker === undefined ? 'engine' : maker.kind === 'locate' ? 'person' : 'again'
  }
  return (await selectRuns(db, at)).map(({ run, reading, created_at }) => ({
    run,
    source: sourceOf(run),
    page: reading.page,
    status: reading.status,
    rotation: reading.registration?.rotation ?? null,
    residual_mm: reading.registration?.residualMm ?? null,
    quad: outline(template, reading),
    issues: reading.issues.map(({ message }) => message),
    in_use: run === inUse,
    created_at,
  }))
}

const selectRuns = async (db: Db, at: PageOfSheet) =>
  (
    await db
      .selectFrom('recognition')
      .select(['run', 'reading', 'created_at'])
      .where('sheet_id', '=', at.sheetId)
      .where('page_seq', '=', at.pageSeq)
      .orderBy('run')
      .execute()
  ).map((row) => ({ ...row, reading: JSON.parse(row.reading) as PageReading }))

/**
 * Uses one of the known placements.
 *
 * @throws AppError SCAN_PLACEMENT_UNKNOWN when there is none of that number, or nothing was read by it
 */
export const choosePlacement = (
  who: Decider,
  action: Action,
  at: PageOfSheet,
  run: number,
): Promise<ActionReply> =>
  takeAction(who, action, async (db) => {
    const chosen = (await selectRuns(db, at)).find((one) => one.run === run)
    if (!chosen || chosen.reading.status === 'rejected' || chosen.reading.page === null)
      throw new AppError('SCAN_PLACEMENT_UNKNOWN', { run })
    const live = await selectLiveDecisions(db, { sheetIds: [at.sheetId] })
    const target = pageTarget(at.pageSeq)
    const last = live.findLast(({ kind, target: of }) => kind === 'locate' && of === target)
    // In use already, and nobody has said anything else: there is nothing to decide.
    if (runInUse(live, at.pageSeq) === run && last?.value.run === run) return { agreed: [last.id] }
    return [{ kind: 'locate', target, sheetId: at.sheetId, value: { run, chosen: true } }]
  })
