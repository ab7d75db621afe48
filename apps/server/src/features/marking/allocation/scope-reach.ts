import type { blockSettingsSet, InputOf, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { type ReachingMarker, unreachedWork } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { type AllocatedPerson, allocationOf } from '../allocation-plan.ts'
import { type BlockRules, selectBlockRules } from '../block-rules.query.ts'
import { changeBlockSettings } from '../block-settings.ts'
import { eligibilityOf, goesBySchool, selectOwnSchools } from '../eligibility.ts'
import { selectSchoolsOf } from '../subject-schools.query.ts'
import { selectSchoolLoads, selectWorkload } from '../workload.query.ts'
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
      await changeBlockSettings(db, examId, subjectId, patch)
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
  if (!goesBySchool(policy)) return null
  const active = (await allocationOf(db, rules)).people.filter(({ suspended }) => !suspended)
  if (active.length === 0) return null
  const given = await selectGiven(db, block.id)
  const own = await selectOwnSchools(
    db,
    active.map(({ userId }) => userId),
  )
  const loads = await selectSchoolLoads(db, block, await selectWorkload(db, block))
  const { schools, markers } = unreachedWork(
    policy,
    loads.map((load) => ({
      ...load,
      readings: Math.max(0, load.readings - countOf(given, (one) => one.school === load.schoolId)),
    })),
    active.map((person): ReachingMarker => ({
      id: person.userId,
      schoolIds: own.get(person.userId) ?? [],
      ...targetOf(rules, person),
      given: new Map(
        given.flatMap(({ marker, school, count }) =>
          marker === person.userId ? [[school, count] as const] : [],
        ),
      ),
    })),
  )
  if (schools.length === 0 && markers.length === 0) return null
  const names = new Map(
    (await selectSchoolsOf(db, block.exam_id, block.subject_id)).map(({ school_id, name }) => [
      school_id,
      name,
    ]),
  )
  const people = new Map(active.map(({ userId, name }) => [userId, name]))
  return {
    block_id: block.id,
    block_name: block.name,
    schools: schools.map(({ schoolId, readings }) => ({
      school_id: schoolId,
      name: names.get(schoolId) ?? '',
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

/** First and second readings that were given in a block, by marker and school of the paper. */
async function selectGiven(db: Db, blockId: number) {
  const rows = await db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .where('reading.block_id', '=', blockId)
    .where('reading.role', 'in', ['R1', 'R2'])
    .where('reading.state', 'in', ['submitted', 'rejected'])
    .groupBy(['reading.marker_id', 'unit.school_id'])
    .select(['reading.marker_id', 'unit.school_id'])
    .select(({ fn }) => fn.countAll().as('count'))
    .execute()
  return rows.map(({ marker_id, school_id, count }) => ({
    marker: marker_id,
    school: school_id,
    count: Number(count),
  }))
}

type Given = Awaited<ReturnType<typeof selectGiven>>[number]

const countOf = (given: readonly Given[], isWanted: (one: Given) => boolean): number =>
  given.filter(isWanted).reduce((sum, { count }) => sum + count, 0)
