import type { Db } from '@hengjuan/db'
import { pageRead } from '@hengjuan/omr'
import { type MaskArea, maskText, WHOLE_IMAGE } from '../../images/mask-image.ts'
import type { Services } from '../../services.ts'
import { unseenPapers, type Viewer } from '../quality/index.ts'
import { chunksOf, findTemplate, type Scope } from './facts.query.ts'
import { boxOf, quadOf } from './geometry.ts'
import type { PageFacts, SheetFacts } from './judge/facts.ts'

type OwnedSheet = Pick<SheetFacts, 'id' | 'decisions'> & { candidateId: number | null }

/** Pages of sheets as one person is shown them. */
export interface PageSight {
  /** Address of a page: answers that speak of danger are painted over for who does not take care of them. */
  urlOf(sheet: OwnedSheet, page: PageFacts): string
  isMasked(sheet: OwnedSheet, page: PageFacts): boolean
  /** Is the image of a candidate's answer kept from this person? */
  hides(candidateId: number, blockKey: string): boolean
}

/** Cut a little short, an answer could still be read from its edges. */
const MARGIN_PX = 12

/**
 * What of some candidates' sheets a person may see.
 *
 * @source domain rules 6.2
 */
export async function pageSight(
  db: Db,
  { links }: Pick<Services, 'links'>,
  viewer: Viewer,
  scope: Scope,
  candidateIds: readonly (number | null)[],
): Promise<PageSight> {
  const hidden = await selectHidden(
    db,
    viewer,
    scope,
    candidateIds.filter((id) => id !== null),
  )
  const template = hidden.size === 0 ? undefined : (await findTemplate(db, scope))?.template
  const areasOf = (sheet: OwnedSheet, { seq, reading }: PageFacts): MaskArea[] => {
    const keys = hidden.get(sheet.candidateId ?? 0)
    if (!keys) return []
    // Where the answers are is not known: none of the page can be shown.
    if (!reading.registration || reading.page === null) return [WHOLE_IMAGE]
    const image = { width: reading.widthPx, height: reading.heightPx }
    const isHidden = ({ blockKey }: { blockKey: string | null }) => keys.has(blockKey ?? '')
    const planned = template ? (pageRead(template, reading)?.regions ?? []) : []
    return [
      ...reading.regions.filter(isHidden).map(({ quadPx }) => boxOf(quadPx, image, MARGIN_PX)),
      ...planned.filter(isHidden).map((region) => boxOf(quadOf(reading, region), image, MARGIN_PX)),
      // An answer outside of its area was framed by hand.
      ...sheet.decisions.flatMap(({ value }) => {
        const from = value.block_keys?.some((key) => keys.has(key)) ? value.image?.from : undefined
        return from?.kind === 'page' && from.sheet_id === sheet.id && from.page_seq === seq
          ? from.box
          : []
      }),
    ].filter((area) => area !== null)
  }
  return {
    urlOf: (sheet, page) => links.sign(page.imageHash, maskText(areasOf(sheet, page))),
    isMasked: (sheet, page) => areasOf(sheet, page).length > 0,
    hides: (candidateId, blockKey) => hidden.get(candidateId)?.has(blockKey) === true,
  }
}

/** Keys of the blocks, by candidate, whose answers a person is not shown. */
async function selectHidden(
  db: Db,
  viewer: Viewer,
  { examId, subjectId }: Scope,
  candidateIds: readonly number[],
): Promise<Map<number, Set<string>>> {
  const hidden = new Map<number, Set<string>>()
  for (const ids of chunksOf([...new Set(candidateIds)])) {
    const units = await db
      .selectFrom('unit')
      .innerJoin('block', 'block.id', 'unit.block_id')
      .where('unit.exam_id', '=', examId)
      .where('unit.subject_id', '=', subjectId)
      .where('unit.candidate_id', 'in', ids)
      .select(['unit.id', 'unit.school_id', 'unit.candidate_id', 'block.block_key'])
      .execute()
    const unseen = await unseenPapers(db, viewer, units)
    for (const { id, candidate_id, block_key } of units) {
      if (!unseen.has(id)) continue
      const keys = hidden.get(candidate_id) ?? new Set()
      hidden.set(candidate_id, keys.add(block_key))
    }
  }
  return hidden
}
