import type { identicalSet, ReplyOf } from '@hengjuan/contracts'
import { type Db, lockRows } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import {
  type BlockRules,
  listedImagesOf,
  type ReadingRow,
  shownCode,
} from '../../marking-core/index.ts'
import { areTogether, identicalGroups } from './identical-groups.ts'
import { insertCut, selectCuts, undoCut } from './identical-cuts.query.ts'
import {
  findUnitByCode,
  selectPairs,
  selectPairUnits,
  selectSelfReadings,
} from './identical-pairs.query.ts'

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

/** What a leader sees of the scripts said to be identical with a unit: code and images, nobody's name. */
export async function identicalView(
  services: Services,
  blockId: number,
  unitId: number,
): Promise<ReplyOf<typeof identicalSet>> {
  const { db } = services
  const links = await selectPairs(db, blockId)
  const group = identicalGroups(links).get(unitId) ?? []
  const cuts = (await selectCuts(db, blockId)).flatMap((cut) =>
    cut.unit_id === unitId || cut.pair_unit_id === unitId
      ? [{ ...cut, other: cut.unit_id === unitId ? cut.pair_unit_id : cut.unit_id }]
      : [],
  )
  const wanted = [...group.filter((id) => id !== unitId), ...cuts.map(({ other }) => other)]
  if (wanted.length === 0) return { identical: [], identical_cut: [] }
  const units = await selectPairUnits(db, wanted)
  const images = await listedImagesOf(db, services, units)
  const codes = new Map(units.map(({ id, secret_code }) => [id, secret_code]))
  return {
    identical: units
      .filter(({ id }) => group.includes(id))
      .map(({ id, secret_code }) => ({
        unit_id: id,
        secret_code,
        images: images.get(id) ?? [],
        is_linked: links.some((link) => areTogether(link, unitId, id)),
      })),
    identical_cut: cuts.map(({ other, by_name, cut_at }) => ({
      unit_id: other,
      secret_code: codes.get(other) ?? '',
      by_name,
      at: cut_at,
    })),
  }
}

/**
 * A leader says that two papers are not identical scripts, or takes that back.
 *
 * @throws AppError MARKING_PAIR_NOT_LINKED for a cut between papers that no marker named together
 * @source domain rules 6.2
 */
export async function changeLink(
  db: Db,
  services: Services,
  blockId: number,
  change: { units: readonly [number, number]; byId: number; isCut: boolean },
): Promise<void> {
  const cut = { blockId, units: change.units, byId: change.byId, at: isoNow(services.clock) }
  if (!change.isCut) return undoCut(db, cut)
  // A block's row stands for its links: two leaders do not cut one of them twice.
  await lockRows(db, db.selectFrom('block').select('id').where('id', '=', blockId)).execute()
  const links = await selectPairs(db, blockId)
  if (!links.some((link) => areTogether(link, ...change.units)))
    throw new AppError('MARKING_PAIR_NOT_LINKED')
  return insertCut(db, cut)
}
