import type { Db } from '@hengjuan/db'
import { findTemplate, type Scope, selectSheetFacts, selectSheetIdsOf } from './facts.query.ts'
import { acceptedMissing } from './judge/candidate.ts'
import { identify } from './judge/identity.ts'
import { assignPages } from './judge/pages.ts'
import { runInUse } from './judge/run-in-use.ts'

/** What a marker is shown of one block of a candidate. */
export interface BlockCrops {
  /** In the order of the parts; of the page's reading in use. */
  images: { part: number; imageHash: string; inkRatio: number; strokeMm: number | undefined }[]
  /** The sheet that the first part comes from. */
  sheetId: string | null
  /** Every part is there. */
  complete: boolean
  /** A person accepted that the page is lost: there will be no image. */
  lost: boolean
}

/**
 * The images of every block of a candidate, page by page from the sheet that is used for the page:
 * a page scanned later on another sheet completes the first, and an undone relocation gives the
 * station's crops back.
 */
export async function selectBlockCrops(
  db: Db,
  scope: Scope & { candidateId: number },
): Promise<Map<string, BlockCrops>> {
  const bound = await findTemplate(db, scope)
  const blocks = new Map<string, BlockCrops>()
  if (!bound) return blocks
  const sheets = (
    await selectSheetFacts(db, await selectSheetIdsOf(db, scope, [scope.candidateId]))
  )
    .toSorted((a, b) => (`${a.receivedAt} ${a.id}` < `${b.receivedAt} ${b.id}` ? -1 : 1))
    .map((sheet) => {
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
      }
      blocks.set(region.blockKey, block)
      const crop = crops.get(`${owner?.sheet.id} ${seq} ${region.id} ${run}`)
      if (crop && owner) {
        block.images.push({
          part: region.part,
          imageHash: crop.image_hash,
          inkRatio: crop.ink_ratio,
          strokeMm: scanned?.reading.regions.find(({ id }) => id === region.id)?.strokeMm,
        })
        block.sheetId ??= owner.sheet.id
      } else {
        block.complete = false
        block.lost ||= acceptedMissing(sheets, page.page)
      }
    }
  }
  for (const block of blocks.values()) block.images.sort((a, b) => a.part - b.part)
  return blocks
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
