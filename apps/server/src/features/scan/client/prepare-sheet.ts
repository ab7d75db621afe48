import { isDeepStrictEqual } from 'node:util'
import type { Db } from '@hengjuan/db'
import type { OmrTemplate, PageReading, RegionReading } from '@hengjuan/domain'
import { pageRead, type ReadOptions } from '@hengjuan/omr'
import type { Decider, NewDecision } from '../decide.ts'
import { requireTemplate, selectSheetFacts } from '../facts.query.ts'
import { toPixels } from '../geometry.ts'
import type { LiveDecision, PageFacts, SheetFacts } from '../judge/facts.ts'
import { pageTarget } from '../judge/pages.ts'
import { decisionInUse, FIRST_RUN } from '../judge/run-in-use.ts'
import { loadPage, readPicture, type Reread } from '../page-reader.ts'
import { insertReread, type StoredCrops, storeCrops } from '../store-reread.ts'
import { requireActionSheet } from './action-sheet.ts'
import type { OpenJob } from './job.query.ts'

/** Somebody decided where a page lies while it was being read: what was read may be of the wrong place. */
export class StalePreparation extends Error {}

interface PreparedPage {
  pageSeq: number
  /** The decision whose reading was in use when this was made; null for the station's. */
  inUse: number | null
  base: number | null
  reread: Reread
  stored: StoredCrops | null
  /** Run whose other crops are taken over. */
  keepOf: number | undefined
}

export interface PreparedSheet {
  sheetId: string
  kind: 'reread' | 'recrop'
  pages: PreparedPage[]
  /** Chinese: pages that could not be done, and why; empty when all were. */
  problem: string
  /** The template that it was read with. */
  templateJson: string
}

/** Reads or cuts the pages of a sheet anew. What comes out as it was before is left out. */
export async function prepareSheet(
  who: Decider,
  job: OpenJob,
  sheetId: string,
): Promise<PreparedSheet> {
  const { services } = who
  const { db } = services
  await requireActionSheet(db, who, sheetId)
  const { template, json } = await requireTemplate(db, who)
  const [sheet] = await selectSheetFacts(db, [sheetId])
  const problems: string[] = []
  const pages: PreparedPage[] = []
  for (const page of sheet?.pages ?? []) {
    if (job.page_seq !== null && page.seq !== job.page_seq) continue
    const inUse = decisionInUse(sheet?.decisions ?? [], page.seq)
    const given = { services, template, sheetId, page, inUse, decisions: sheet?.decisions ?? [] }
    const made =
      job.kind === 'reomr' ? await readAgain(given) : await cutAgain(given, job.block_key)
    if (made === 'nothing') continue
    if ('problem' in made) {
      problems.push(`第 ${page.seq} 张图像${made.problem}`)
      continue
    }
    const stored = await storeCrops(services, made.reread.crops)
    const keepOf = job.block_key === null ? undefined : (inUse?.value.run ?? FIRST_RUN)
    const prepared = { pageSeq: page.seq, inUse: inUse?.id ?? null, ...made, stored, keepOf }
    if (!(await isSame(db, sheetId, page, inUse, prepared))) pages.push(prepared)
  }
  return {
    sheetId,
    kind: job.kind === 'reomr' ? 'reread' : 'recrop',
    pages,
    problem: problems.join('；'),
    templateJson: json,
  }
}

/**
 * Stores what was prepared, and says which decisions use it.
 *
 * @throws StalePreparation when the place of a page, or the template, changed meanwhile
 */
export async function storePrepared(
  db: Db,
  who: Decider,
  prepared: PreparedSheet,
): Promise<NewDecision[]> {
  const { sheetId, kind, pages } = prepared
  await requireActionSheet(db, who, sheetId)
  const { json } = await requireTemplate(db, who)
  if (json !== prepared.templateJson) throw new StalePreparation()
  const [sheet] = await selectSheetFacts(db, [sheetId])
  const made: NewDecision[] = []
  for (const { pageSeq, inUse, base, reread, stored, keepOf } of pages) {
    const now = decisionInUse(sheet?.decisions ?? [], pageSeq)?.id ?? null
    if (now !== inUse) throw new StalePreparation()
    const at = { sheetId, pageSeq }
    const run = await insertReread(db, who.services, at, reread, stored, keepOf)
    made.push({ kind, target: pageTarget(pageSeq), sheetId, value: { run, base } })
  }
  return made
}

interface Page {
  services: Decider['services']
  template: OmrTemplate
  sheetId: string
  page: PageFacts
  inUse: LiveDecision | undefined
  decisions: SheetFacts['decisions']
}

type Made = 'nothing' | { problem: string } | { reread: Reread; base: number | null }

/** Reads a page by the template and the engine of today; where a person pointed out the place, by that. */
async function readAgain(given: Page): Promise<Made> {
  const { services, template, sheetId, page } = given
  const located = locatedBy(given.decisions, given.inUse)
  const bytes = await loadPage(services.db, services, sheetId, page.seq)
  const reread = await readPicture(
    services,
    bytes,
    template,
    located ? placeOfPage(template, page.reading) : {},
  )
  if (located && reread.reading.status === 'rejected')
    return { problem: '按人工定位不能重新识别，保留原来的结果' }
  return { reread, base: located?.id ?? null }
}

/** Follows what a reading was made from to the person who said where the page lies. */
function locatedBy(
  decisions: readonly LiveDecision[],
  inUse: LiveDecision | undefined,
): LiveDecision | undefined {
  let decision = inUse
  while (decision && decision.kind !== 'locate') {
    const base = decision.value.base ?? null
    decision = base === null ? undefined : decisions.find(({ id }) => id === base)
  }
  return decision
}

/** The place of a page as it is known, for reading it there again. */
export function placeOfPage(template: OmrTemplate, reading: PageReading): ReadOptions {
  const page = pageRead(template, reading)
  const map = reading.registration?.homography
  if (!page || !map) return {}
  const anchors = page.anchors.map(({ id, xMm, yMm }) => {
    const [xPx, yPx] = toPixels(map, xMm, yMm)
    return { id, xPx, yPx }
  })
  return anchors.length < 4 ? { page: page.page } : { page: page.page, anchors }
}

/** Cuts the answer areas of a page where they lie by the template of today; what was read is kept. */
async function cutAgain(given: Page, blockKey: string | null): Promise<Made> {
  const { services, template, sheetId, page, inUse } = given
  const old = page.reading
  const isWanted = (region: { blockKey: string | null }): boolean =>
    blockKey === null || region.blockKey === blockKey
  const planned = pageRead(template, old)
  if (!planned?.regions.some((region) => region.purpose === 'block' && isWanted(region)))
    return 'nothing'
  if (old.status === 'rejected' || !old.registration) return 'nothing'
  const bytes = await loadPage(services.db, services, sheetId, page.seq)
  const fresh = await readPicture(services, bytes, template, placeOfPage(template, old))
  if (fresh.reading.status === 'rejected' || fresh.reading.page !== old.page)
    return { problem: '不能重新裁切，保留原来的图像' }
  const kept = old.regions.filter((region) => !isWanted(region))
  const regions: RegionReading[] = [...kept, ...fresh.reading.regions.filter(isWanted)]
  const crops = fresh.crops.filter(isWanted)
  return { reread: { reading: { ...old, regions }, crops }, base: inUse?.id ?? null }
}

/** As it comes back from the database. */
const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Nothing that anybody could see or that could be decided by differs. */
async function isSame(
  db: Db,
  sheetId: string,
  page: PageFacts,
  inUse: LiveDecision | undefined,
  prepared: PreparedPage,
): Promise<boolean> {
  const { engine: _, regions: before, ...old } = page.reading
  const { engine: _engine, regions: after, ...fresh } = prepared.reread.reading
  const byId = (a: RegionReading, b: RegionReading): number => (a.id < b.id ? -1 : 1)
  const isRead =
    isDeepStrictEqual(old, asStored(fresh)) &&
    isDeepStrictEqual(before.toSorted(byId), asStored(after.toSorted(byId)))
  if (!isRead) return false
  const rows = await db
    .selectFrom('sheet_crop')
    .select(['region_id', 'image_hash'])
    .where('sheet_id', '=', sheetId)
    .where('page_seq', '=', page.seq)
    .where('run', '=', inUse?.value.run ?? FIRST_RUN)
    .execute()
  const known = new Map(rows.map((row) => [row.region_id, row.image_hash]))
  const { crops } = prepared.reread
  return (
    crops.every(
      ({ regionId }, at) => known.get(regionId) === prepared.stored?.images[at]?.sha256,
    ) &&
    (prepared.keepOf !== undefined || crops.length === known.size)
  )
}
