import type { Db } from '@hengjuan/db'
import type { PageReading } from '@hengjuan/domain'
import { pageRead } from '@hengjuan/omr'
import { type BlockCrop, type BlockCrops, selectBlockCrops } from '../block-crops.ts'
import {
  type BoundTemplate,
  requireTemplate,
  type Scope,
  selectSheetFacts,
  selectSheetIdsOf,
} from '../facts.query.ts'
import { type Box, boxOf, quadOf } from '../geometry.ts'
import { inOrderOfClaim, type SheetFacts } from '../judge/facts.ts'

/** An area of a scanned page, image pixels. */
export interface Place {
  sheet_id: string
  page_seq: number
  box: Box
}

export interface BlockPart {
  part: number
  /** Null where there is no image. */
  crop: BlockCrop | null
  /** Where on a page it was cut, or would be; null for an uploaded file and on a page without geometry. */
  place: Place | null
}

export interface SheetParts {
  bound: BoundTemplate
  /** In use, the first received first. */
  sheets: SheetFacts[]
  blocks: Map<string, { crops: BlockCrops; parts: BlockPart[] }>
}

/**
 * What is shown of a candidate's blocks, part by part, and where on the pages it lies.
 *
 * @throws AppError SCAN_TEMPLATE_MISSING
 */
export async function selectSheetParts(
  db: Db,
  scope: Scope & { candidateId: number },
): Promise<SheetParts> {
  const bound = await requireTemplate(db, scope)
  const sheets = inOrderOfClaim(
    await selectSheetFacts(db, await selectSheetIdsOf(db, scope, [scope.candidateId])),
    (sheet) => sheet,
  )
  const crops = await selectBlockCrops(db, scope)
  const blocks: SheetParts['blocks'] = new Map()
  for (const region of bound.template.pages.flatMap(({ regions }) => regions)) {
    const { blockKey, part } = region
    const shown = blockKey === null ? undefined : crops.get(blockKey)
    if (region.purpose !== 'block' || blockKey === null || !shown) continue
    const crop = shown.images.find((image) => image.part === part) ?? null
    const block = blocks.get(blockKey) ?? { crops: shown, parts: [] }
    block.parts.push({ part, crop, place: placeOf(bound, sheets, region.id, crop) })
    blocks.set(blockKey, block)
  }
  for (const { parts } of blocks.values()) parts.sort((a, b) => a.part - b.part)
  return { bound, sheets, blocks }
}

function placeOf(
  bound: BoundTemplate,
  sheets: readonly SheetFacts[],
  regionId: string,
  crop: BlockCrop | null,
): Place | null {
  const from = crop?.by?.value.image?.from
  if (from) {
    if (from.kind === 'upload') return null
    return { sheet_id: from.sheet_id, page_seq: from.page_seq, box: from.box }
  }
  for (const sheet of sheets)
    for (const { seq, reading } of sheet.pages) {
      if (crop?.at && (crop.at.sheetId !== sheet.id || crop.at.pageSeq !== seq)) continue
      const box = boxOfRegion(bound, reading, regionId)
      if (box) return { sheet_id: sheet.id, page_seq: seq, box }
    }
  return null
}

function boxOfRegion(bound: BoundTemplate, reading: PageReading, regionId: string): Box | null {
  const cut = reading.regions.find(({ id }) => id === regionId)
  const image = { width: reading.widthPx, height: reading.heightPx }
  if (cut) return boxOf(cut.quadPx, image)
  const region = pageRead(bound.template, reading)?.regions.find(({ id }) => id === regionId)
  return region ? boxOf(quadOf(reading, region), image) : null
}
