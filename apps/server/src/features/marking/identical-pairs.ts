import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import type { BlockRules } from './block-rules.query.ts'
import { identicalGroups } from './identical-groups.ts'
import {
  findUnitByCode,
  selectPairs,
  selectPairUnits,
  selectSelfReadings,
} from './identical-pairs.query.ts'
import { imagesOf, type ImageView, shownCode } from './mark-task.ts'
import type { ReadingRow } from './unit-facts.ts'

/**
 * The paper that a marker names as the pair of the one in hand. An own paper that was served again is
 * found by the code it was shown under: refusing it would tell which one it was.
 *
 * @param code - secret code as typed, any case
 * @returns its unit; null when it is the same paper, shown twice under two codes
 * @throws AppError MARKING_PAIR_UNKNOWN, MARKING_PAIR_SELF
 * @source domain rules 6.2
 */
export async function findPair(
  db: Db,
  rules: BlockRules,
  reading: ReadingRow,
  code: string,
): Promise<number | null> {
  const wanted = code.toUpperCase()
  const { secret_code } = await db
    .selectFrom('unit')
    .select('secret_code')
    .where('id', '=', reading.unit_id)
    .executeTakeFirstOrThrow()
  if (wanted === shownCode(rules, reading, secret_code)) throw new AppError('MARKING_PAIR_SELF')
  const unitId =
    (await findUnitByCode(db, rules.block.id, wanted))?.id ??
    (await selectSelfReadings(db, rules.block.id, reading.marker_id)).find(
      (again) => shownCode(rules, again, '') === wanted,
    )?.unit_id
  if (unitId === undefined) throw new AppError('MARKING_PAIR_UNKNOWN', { code: wanted })
  return unitId === reading.unit_id ? null : unitId
}

/** Secret codes of the other papers of each unit's group of identical scripts, by unit id. */
export async function selectIdenticalCodes(
  db: Db,
  blockId: number,
): Promise<Map<number, readonly string[]>> {
  const groups = identicalGroups(await selectPairs(db, blockId))
  if (groups.size === 0) return new Map()
  const units = await selectPairUnits(db, [...groups.keys()])
  const codes = new Map(units.map(({ id, secret_code }) => [id, secret_code]))
  return new Map(
    [...groups].map(([unitId, group]) => [
      unitId,
      group.filter((id) => id !== unitId).map((id) => codes.get(id) ?? ''),
    ]),
  )
}

/** The other papers of a unit's group of identical scripts: code and images, nobody's name. */
export async function selectIdenticalPapers(
  services: Services,
  blockId: number,
  unitId: number,
): Promise<{ unit_id: number; secret_code: string; images: ImageView[] }[]> {
  const { db } = services
  const group = identicalGroups(await selectPairs(db, blockId)).get(unitId) ?? []
  const others = group.filter((id) => id !== unitId)
  if (others.length === 0) return []
  const units = await selectPairUnits(db, others)
  const images = await imagesOf(db, services, units)
  return units.map(({ id, secret_code }) => ({
    unit_id: id,
    secret_code,
    images: images.get(id) ?? [],
  }))
}
