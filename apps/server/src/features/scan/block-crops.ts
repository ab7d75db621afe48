import type { Db } from '@hengjuan/db'
import { looksBlank } from '@hengjuan/domain'
import { findTemplate, type Scope, selectSheetFacts, selectSheetIdsOf } from './facts.query.ts'
import {
  acceptedMissing,
  furtherBy,
  furtherLast,
  isUnusedUndecided,
  type PlacedSheet,
} from './judge/candidate.ts'
import { inOrderOfClaim, type LiveDecision } from './judge/facts.ts'
import { identify } from './judge/identity.ts'
import { assignPages } from './judge/pages.ts'
import { runInUse } from './judge/run-in-use.ts'

/** What a marker is shown of one block of a candidate. */
export interface BlockCrops {
  /** In the order of the parts; of the page's reading in use, or what a person put there. */
  images: BlockCrop[]
  /** The sheet that the first part comes from; with what is written on a further sheet, that one. */
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

type Gathered = BlockCrops & { lacking: Set<number>; further: Omit<BlockCrop, 'part'>[] }

/** Names a part of a block in a decision. */
export const partTarget = (blockKey: string, part: number): string => `block:${blockKey}:${part}`

/**
 * The images of every block of a candidate, page by page from the sheet that is used for the page:
 * a page scanned later on another sheet completes the first, and an undone relocation gives the
 * station's crops back. Images that a person put in go before all of them. What is written on a further sheet of the
 * candidate comes after; a block with such a part is another paper than without, and is marked anew.
 */
export async function selectBlockCrops(
  db: Db,
  scope: Scope & { candidateId: number },
): Promise<Map<string, BlockCrops>> {
  const bound = await findTemplate(db, scope)
  const blocks = new Map<string, Gathered>()
  if (!bound) return blocks
  const facts = await selectSheetFacts(db, await selectSheetIdsOf(db, scope, [scope.candidateId]))
  const isFurther = ({ sheet }: PlacedSheet) => furtherBy(sheet, scope.candidateId) !== undefined
  const sheets = furtherLast(
    inOrderOfClaim(facts, (sheet) => sheet).map((sheet): PlacedSheet => {
      const roles = assignPages(sheet, bound.plan)
      return { sheet, roles, identity: identify(sheet, roles, new Map()) }
    }),
    isFurther,
  )
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
        further: [],
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
      for (const placed of sheets) {
        if (placed === owner || !isFurther(placed)) continue
        const more = furtherCrop(placed, page.page, region.id, crops)
        if (more) block.further.push(more)
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
  const isHeld = isUnusedUndecided(sheets) && !(await isMarkedCandidate(db, scope))
  for (const block of blocks.values()) {
    // Nobody marks, or confirms as blank one by one, what may be the sheet of somebody who was not there.
    block.complete = block.lacking.size === 0 && !isHeld
    block.images.sort((a, b) => a.part - b.part)
    // Marks are drawn on parts by their place: these go on counting.
    const after = (block.images.at(-1)?.part ?? -1) + 1
    block.images.push(...block.further.map((crop, at) => ({ ...crop, part: after + at })))
    block.sheetId = block.further.at(-1)?.at?.sheetId ?? block.sheetId
  }
  return blocks
}

/** What is written in a region on a further sheet; nothing where that was left empty. */
function furtherCrop(
  { sheet, roles }: PlacedSheet,
  page: number,
  regionId: string,
  crops: Awaited<ReturnType<typeof selectCrops>>,
): Omit<BlockCrop, 'part'> | null {
  const scanned = roles.find(({ role, reading }) => role === 'used' && reading.page === page)
  if (!scanned) return null
  const run = runInUse(sheet.decisions, scanned.seq)
  const crop = crops.get(`${sheet.id} ${scanned.seq} ${regionId} ${run}`)
  if (!crop) return null
  const { strokeMm } = scanned.reading.regions.find(({ id }) => id === regionId) ?? {}
  if (looksBlank({ inkRatio: crop.ink_ratio, strokeMm })) return null
  return {
    imageHash: crop.image_hash,
    inkRatio: crop.ink_ratio,
    strokeMm,
    at: { sheetId: sheet.id, pageSeq: scanned.seq, regionId },
    by: null,
  }
}

/** Was something of a candidate's marked, or confirmed as blank, before? */
async function isMarkedCandidate(
  db: Db,
  { examId, subjectId, candidateId }: Scope & { candidateId: number },
): Promise<boolean> {
  const marked = await db
    .selectFrom('unit')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .where('candidate_id', '=', candidateId)
    .where('final_milli', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return marked !== undefined
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
