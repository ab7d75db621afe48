import type { Db } from '@hengjuan/db'
import type { BestOf } from '@hengjuan/domain'
import { factsOf, flagsOf, type UnitFacts } from './unit-facts.ts'
import { findUnit } from './unit.query.ts'

/** What a marker is shown of one block of a candidate. */
export interface BlockImages {
  /** In the order of the parts. */
  images: readonly {
    part: number
    imageHash: string
    inkRatio: number
    /** Of the largest stroke; not measured where much is written. */
    strokeMm?: number | undefined
  }[]
  /** The sheet that they come from; null where there is none. */
  sheetId: string | null
  /** Every part is there. */
  complete: boolean
  /** A person accepted that a page is lost: there will be no image. */
  lost: boolean
  /** A person says that nothing is written there. */
  blank?: boolean
}

/** Column `unit.images`. */
export const imagesColumn = ({ images }: Pick<BlockImages, 'images'>): string =>
  JSON.stringify(images.map(({ imageHash }) => imageHash))

/** A block is as written on as its most written part. */
export function writingOf(images: BlockImages['images']) {
  const strokes = images.flatMap(({ strokeMm }) => strokeMm ?? [])
  return {
    inkRatio: Math.max(0, ...images.map(({ inkRatio }) => inkRatio)),
    strokeMm: strokes.length > 0 ? Math.max(...strokes) : undefined,
  }
}

/** Facts about the image, which no event tells. Never the state. */
export async function storeImages(
  db: Db,
  unitId: number,
  wanted: Pick<BlockImages, 'images'> &
    Pick<UnitFacts, 'sheetId' | 'choice' | 'overruled' | 'setAside'> & { bestOf: BestOf | null },
): Promise<void> {
  const row = await findUnit(db, unitId)
  const { sheet_gone: _, ...flags } = flagsOf(row)
  const { inkRatio, strokeMm } = writingOf(wanted.images)
  const { sheetId, choice, bestOf, overruled, setAside = [] } = wanted
  const { bestOf: _before, overruled: _said, setAside: _aside, ...known } = factsOf(row)
  const facts: UnitFacts = {
    ...known,
    sheetId,
    choice,
    strokeMm,
    ...(bestOf && { bestOf }),
    ...(overruled && { overruled }),
    ...(setAside.length > 0 && { setAside }),
  }
  const columns = {
    images: imagesColumn(wanted),
    ink_ratio: inkRatio,
    facts: JSON.stringify(facts),
    flags: JSON.stringify(flags),
  }
  const same =
    row.images === columns.images &&
    row.ink_ratio === columns.ink_ratio &&
    row.facts === columns.facts &&
    row.flags === columns.flags
  if (!same) await db.updateTable('unit').set(columns).where('id', '=', unitId).execute()
}
