import type { Db } from '@hengjuan/db'
import { findTemplate, type Scope, selectSheetFacts, selectSheetIdsOf } from './facts.query.ts'
import { acceptedMissing } from './judge/candidate.ts'
import { inOrderOfClaim, type LiveDecision } from './judge/facts.ts'
import { identify } from './judge/identity.ts'
import { assignPages } from './judge/pages.ts'
import { runInUse } from './judge/run-in-use.ts'

/** What a marker is shown of one block of a candidate. */
export interface BlockCrops {
  /** In the order of the parts; of the page's reading in use, or what a person put there. */
  images: BlockCrop[]
  /** The sheet that the first part comes from. */
  sheetId: string | null
  /** Every part is there. */
  complete: boolean
  /** A person accepted that the page is lost, or said that the answer is damaged. */
  lost: boolean
  /** A person says that nothing is written there. */
  blank: boolean
}

export interface BlockCrop {
  part: number
  imageHash: string
  inkRatio: number
  strokeMm: number | undefined
  /** Where it was cut, as the template has it; null for what a person put there. */
  at: { sheetId: string; pageSeq: number; regionId: string } | null
  /** The decision that put it there; null for the machine's cut. */
  by: LiveDecision | null
}

type Gathered = BlockCrops & { lacking: Set<number> }

/** Names a part of a block in a decision. */
export const partTarget = (blockKey: string, part: number): string => `block:${blockKey}:${part}`

/**
 * The images of every block of a candidate, page by page from the sheet that is used for the page:
 * a page scanned later on another sheet completes the first, and an undone relocation gives the
 * station's crops back. Images that a person put in go before all of them.
 */
export async function selectBlockCrops(
  db: Db,
  scope: Scope & { candidateId: number },
): Promise<Map<string, BlockCrops>> {
  const bound = await findTemplate(db, scope)
  const blocks = new Map<string, Gathered>()
  if (!bound) return blocks
  const facts = await selectSheetFacts(db, await selectSheetIdsOf(db, scope, [scope.candidateId]))
  const sheets = inOrderOfClaim(facts, (sheet) => sheet).map((sheet) => {
    const roles = assignPages(sheet, bound.plan)
    return { sheet, roles, identity: identify(sheet, roles, new Map()) }
  })
  const crops = await selectCrops(
    db,
    sheets.map(({ sheet }) => sheet.id),
  )
  for (const page of bound.template.pages) {
    const owner = sheets.find(({ roles }) =>
      roles.some(({ role, reading }) => role === 'used' && reading.page === page.page),
    )
    const scanned = owner?.roles.find(({ reading }) => reading.page === page.page)
    const seq = scanned?.seq ?? 0
    const run = owner ? runInUse(owner.sheet.decisions, seq) : 0
    for (const region of page.regions) {
      if (region.purpose !== 'block' || region.blockKey === null) continue
      const block = blocks.get(region.blockKey) ?? {
        images: [],
        sheetId: null,
        complete: true,
        lost: false,
        blank: false,
        lacking: new Set<number>(),
      }
      blocks.set(region.blockKey, block)
      const crop = crops.get(`${owner?.sheet.id} ${seq} ${region.id} ${run}`)
      if (crop && owner) {
        block.images.push({
          part: region.part,
          imageHash: crop.image_hash,
          inkRatio: crop.ink_ratio,
          strokeMm: scanned?.reading.regions.find(({ id }) => id === region.id)?.strokeMm,
          at: { sheetId: owner.sheet.id, pageSeq: seq, regionId: region.id },
          by: null,
        })
        block.sheetId ??= owner.sheet.id
      } else {
        block.lacking.add(region.part)
        block.lost ||= acceptedMissing(sheets, page.page)
      }
    }
  }
  const decided = sheets.flatMap(({ sheet }) =>
    sheet.decisions.map((decision) => ({ decision, sheetId: sheet.id })),
  )
  for (const { decision, sheetId } of decided.toSorted((a, b) => a.decision.id - b.decision.id))
    for (const key of decision.value.block_keys ?? []) {
      const block = blocks.get(key)
      if (block) follow(block, decision, sheetId, key)
    }
  for (const block of blocks.values()) {
    block.complete = block.lacking.size === 0
    block.images.sort((a, b) => a.part - b.part)
  }
  return blocks
}

/** Lets a person's word about a block go before what the machine cut; the last word holds. */
function follow(block: Gathered, decision: LiveDecision, sheetId: string, key: string): void {
  switch (decision.kind) {
    case 'block_image':
      putImage(block, decision, sheetId, key)
      block.blank = false
      return
    case 'block_lost':
      block.lost = true
      block.blank = false
      // Whatever is to be seen is not the whole answer.
      block.lacking.add(-1)
      return
    case 'block_blank':
      block.blank = true
      block.lacking.delete(-1)
      return
    case 'to_marking':
      block.blank = false
      block.lacking.delete(-1)
      return
    default:
      return
  }
}

function putImage(block: Gathered, decision: LiveDecision, sheetId: string, key: string): void {
  const { image } = decision.value
  const part = Number(decision.target.slice(partTarget(key, 0).length - 1))
  if (!image || Number.isNaN(part)) return
  block.images = [
    ...block.images.filter((shown) => shown.part !== part),
    {
      part,
      imageHash: image.hash,
      inkRatio: image.ink_ratio,
      strokeMm: image.stroke_mm,
      at: null,
      by: decision,
    },
  ]
  block.lacking.delete(part)
  block.lacking.delete(-1)
  block.sheetId ??= sheetId
}

async function selectCrops(db: Db, sheetIds: readonly string[]) {
  if (sheetIds.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('sheet_crop')
    .select(['sheet_id', 'page_seq', 'region_id', 'run', 'image_hash', 'ink_ratio'])
    .where('sheet_id', 'in', [...sheetIds])
    .execute()
  return new Map(
    rows.map((row) => [`${row.sheet_id} ${row.page_seq} ${row.region_id} ${row.run}`, row]),
  )
}
