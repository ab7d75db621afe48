import { type blockSettingsSet, type InputOf, type ReplyOf, setsReach } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  avoidsOwnClass,
  avoidsOwnSchool,
  type EligibilityPolicy,
  type PaperLoad,
  type PaperPlace,
  type ReachingMarker,
  RELEASE_BITS,
  unreachedWork,
} from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { type AllocatedPerson, allocationOf } from '../shares/allocation-plan.ts'
import { type BlockRules, selectBlockRules, selectOriginNames } from '../../marking-core/index.ts'
import { changeBlockSettings } from '../block/block-settings.ts'
import { barsOf, eligibilityOf, goesByOrigin } from '../shares/eligibility.ts'
import { selectPlaceLoads, selectWorkload } from '../shares/workload.query.ts'
import { dryRun } from './dry-run.ts'

type Settings = Pick<InputOf<typeof blockSettingsSet>['body'], 'exam_id' | 'subject_id' | 'blocks'>
export type Unreached = ReplyOf<typeof blockSettingsSet>['unreached'][number]

/**
 * What would be out of reach in the blocks that settings are for, if they were saved; nothing is.
 *
 * Settings that can not be saved come to nothing here: who saves them is told why.
 */
export async function unreachedWith(
  services: Services,
  { exam_id: examId, subject_id: subjectId, blocks }: Settings,
): Promise<Unreached[]> {
  const found: Unreached[] = []
  const refusal = await dryRun(services, async (db) => {
    for (const patch of blocks) {
      await changeBlockSettings(db, services, examId, subjectId, patch)
      // What was out of reach before is not put there by how long a paper is to be looked at.
      if (!setsReach(patch)) continue
      const unreached = await unreachedIn(db, await selectBlockRules(db, patch.block_id))
      if (unreached) found.push(unreached)
    }
  })
  return refusal === '' ? found : []
}

/** Null where all is within reach, or nobody marks the block yet, which its allocation says. */
export async function unreachedIn(db: Db, rules: BlockRules): Promise<Unreached | null> {
  const { block } = rules
  const policy = eligibilityOf(rules)
  if (!goesByOrigin(policy)) return null
  const active = (await allocationOf(db, rules)).people.filter(({ suspended }) => !suspended)
  if (active.length === 0) return null
  const barOf = await barsOf(
    db,
    active.map(({ userId }) => ({ rules, markerId: userId })),
  )
  const { schools, markers } = unreachedWork(
    policy.scope,
    await selectPaperLoads(db, rules),
    active.map((person): ReachingMarker => ({
      id: person.userId,
      bar: barOf(rules, person.userId),
      ...targetOf(rules, person),
    })),
  )
  if (schools.length === 0 && markers.length === 0) return null
  const names = await selectOriginNames(db, block)
  const people = new Map(active.map(({ userId, name }) => [userId, name]))
  return {
    block_id: block.id,
    block_name: block.name,
    schools: schools.map(({ schoolId, classId, readings }) => ({
      school_id: schoolId,
      ...names(schoolId, classId),
      readings,
    })),
    markers: markers.map(({ id, target, most }) => ({
      marker_id: id,
      name: people.get(id) ?? '',
      target,
      most,
    })),
  }
}

/** What there is to read and by whom how much of it was, as far as the rules of the block tell papers apart. */
async function selectPaperLoads(db: Db, rules: BlockRules): Promise<PaperLoad[]> {
  const { block } = rules
  const toldApart = telling(eligibilityOf(rules))
  const keyOf = (place: PaperPlace) => {
    const { schoolId, classId, released } = toldApart(place)
    return `${schoolId} ${classId} ${released}`
  }
  const loads = await selectPlaceLoads(db, block, await selectWorkload(db, block), toldApart)
  const given = Map.groupBy(await selectGiven(db, block.id), keyOf)
  const known = new Set(loads.map(keyOf))
  // What was read of papers whose sheets were taken away counts for targets, and is nothing to read.
  const gone = [...given].flatMap(([key, rows]) =>
    known.has(key)
      ? []
      : rows.slice(0, 1).map((row) => ({ ...toldApart(row), units: 0, readings: 0 })),
  )
  return [...loads, ...gone].map((load) => {
    const byMarker = new Map<number, number>()
    for (const { marker, count } of given.get(keyOf(load)) ?? [])
      byMarker.set(marker, (byMarker.get(marker) ?? 0) + count)
    const all = [...byMarker.values()].reduce((sum, count) => sum + count, 0)
    return { ...load, readings: Math.max(0, load.readings - all), given: byMarker }
  })
}

/** Of where a paper comes from, what matters by the rules of a block. */
function telling(policy: EligibilityPolicy): (place: PaperPlace) => PaperPlace {
  const isByClass = avoidsOwnClass(policy)
  const bits =
    (isByClass ? RELEASE_BITS.own_class : 0) |
    (avoidsOwnSchool(policy) ? RELEASE_BITS.own_school : 0)
  return ({ schoolId, classId, released }) => ({
    schoolId,
    classId: isByClass ? classId : 0,
    released: released & bits,
  })
}

/**
 * What a marker is to give. Typed quotas bind, as in the check of an allocation; a share that was worked out is
 * topped up with what nobody else can read, unless that is turned off.
 */
function targetOf({ block, settings }: BlockRules, person: AllocatedPerson) {
  const isTyped = block.alloc_mode === 3 && !settings.quotasAreWeights
  return {
    target: isTyped ? Math.max(person.quota ?? 0, person.work.done) : person.target,
    mayExceed: person.allowExceed || (!isTyped && settings.autoTopUp),
  }
}

/** First and second readings that were given in a block, by marker and where the paper comes from. */
const selectGiven = (db: Db, blockId: number) =>
  db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .where('reading.block_id', '=', blockId)
    .where('reading.role', 'in', ['R1', 'R2'])
    .where('reading.state', 'in', ['submitted', 'rejected'])
    .groupBy(['reading.marker_id', 'unit.school_id', 'unit.class_id', 'unit.released'])
    .select(['reading.marker_id as marker', 'unit.school_id as schoolId'])
    .select(['unit.class_id as classId', 'unit.released'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()
