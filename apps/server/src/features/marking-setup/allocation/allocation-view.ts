import type { Allocation } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  appErrorOf,
  avoidsOwnClass,
  checkAllocation,
  RELEASE_BITS,
  schoolGaps,
  type SchoolPart,
} from '@hengjuan/domain'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { type AllocatedPerson, allocationOf } from '../shares/allocation-plan.ts'
import {
  allocationStamp,
  type BlockRules,
  NO_WORK,
  selectBlockMarkers,
  selectBlockRules,
  selectClassesOf,
  selectOriginNames,
  selectSchoolsOf,
  selectWork,
} from '../../marking-core/index.ts'
import { selectAble } from './marking-staff.query.ts'
import { barsOf, eligibilityOf, goesByOrigin } from '../shares/eligibility.ts'
import { subjectNameIn } from '../../../subject-name.ts'

export type AllocationView = Static<typeof Allocation>

/** The people of a block with quotas, targets and work, and what stands against the allocation. */
export async function allocationView(db: Db, blockId: number): Promise<AllocationView> {
  const rules = await selectBlockRules(db, blockId)
  const { plan, people, parts } = await allocationOf(db, rules)
  const present = await selectBlockMarkers(db, blockId)
  const leaders = present.filter(({ duty }) => duty === 'leader')
  const work = await selectWork(db, blockId)
  const able = await selectAble(db, rules.block.exam_id)
  return {
    stamp: allocationStamp(rules, present),
    exam_id: rules.block.exam_id,
    subject_id: rules.block.subject_id,
    block_id: blockId,
    block_name: rules.block.name,
    ...(await selectPlaceNames(db, rules.block)),
    alloc_mode: rules.block.alloc_mode,
    quotas_are_weights: rules.settings.quotasAreWeights ? 1 : 0,
    units: plan.units,
    readings: plan.readings,
    markers_needed: plan.markersNeeded,
    list: [
      ...people.map((person) => ({
        marker_id: person.userId,
        name: person.name,
        duty: 'marker',
        quota: person.quota,
        weight: person.weight,
        allow_exceed: person.allowExceed ? 1 : 0,
        suspended: person.suspended ? 1 : 0,
        seed_state: person.seedState,
        target: person.target,
        base: person.base,
        may_mark: able.marker.has(person.userId) ? 1 : 0,
        ...workView(person.work),
      })),
      ...leaders.map((row) => ({
        marker_id: row.user_id,
        name: row.name,
        duty: 'leader',
        quota: null,
        weight: row.weight,
        allow_exceed: row.allow_exceed,
        suspended: row.suspended_at === null ? 0 : 1,
        seed_state: row.seed_state,
        target: null,
        base: 0,
        may_mark: able.leader.has(row.user_id) ? 1 : 0,
        ...workView(work.get(row.user_id) ?? NO_WORK),
      })),
    ],
    problems: checkAllocation(plan).map(({ code, facts }) => ({
      code,
      message: appErrorOf(code, facts).message,
    })),
    mark_scope: rules.settings.scope,
    parts: await partsView(db, rules, parts),
    school_gaps: await schoolGapsOf(db, rules, people, plan.markersNeeded),
  }
}

/** Of which exam and subject a block is. */
const selectPlaceNames = (db: Db, { exam_id, subject_id }: BlockRules['block']) =>
  db
    .selectFrom('exam')
    .innerJoin('subject', (join) => join.on('subject.id', '=', subject_id))
    .where('exam.id', '=', exam_id)
    .select(['exam.name as exam_name', subjectNameIn('exam.id').as('subject_name')])
    .executeTakeFirstOrThrow()

/** Schools or groups that share their own papers, by name. */
async function partsView(
  db: Db,
  { block }: BlockRules,
  parts: readonly SchoolPart[] | null,
): Promise<AllocationView['parts']> {
  if (parts === null) return null
  const schools = await selectSchoolsOf(db, block.exam_id, block.subject_id)
  const names = new Map(schools.map(({ school_id, name }) => [school_id, name]))
  return parts.map(({ schoolIds, markerIds, units, readings }) => ({
    name: schoolIds.map((id) => names.get(id) ?? '').join('、'),
    school_ids: [...schoolIds],
    marker_ids: markerIds.map(Number),
    units,
    readings,
  }))
}

/** Schools and classes that the active markers cannot cover. @source domain rules 4.4 */
export async function schoolGapsOf(
  db: Db,
  rules: BlockRules,
  people: readonly AllocatedPerson[],
  markersNeeded: number,
): Promise<AllocationView['school_gaps']> {
  const active = people.flatMap(({ userId, suspended }) => (suspended ? [] : [userId]))
  const policy = eligibilityOf(rules)
  // Without anybody, the allocation says so itself.
  if (active.length === 0 || !goesByOrigin(policy)) return []
  const { block } = rules
  const barOf = await barsOf(
    db,
    active.map((markerId) => ({ rules, markerId })),
  )
  const schools = await selectSchoolsOf(db, block.exam_id, block.subject_id)
  const classes = avoidsOwnClass(policy) ? await selectHeldClasses(db, block) : []
  const classesOf = Map.groupBy(classes, ({ school_id }) => school_id)
  const gaps = schoolGaps(
    policy.scope,
    schools.map(({ school_id: schoolId }) => ({
      schoolId,
      classIds: classesOf.get(schoolId)?.map(({ class_id }) => class_id) ?? [],
    })),
    active.map((markerId) => barOf(rules, markerId)),
    markersNeeded,
  )
  if (gaps.length === 0) return []
  const names = await selectOriginNames(db, block)
  const counts = new Map(classes.map(({ class_id, count }) => [class_id, count]))
  const totals = new Map(schools.map(({ school_id, count }) => [school_id, count]))
  return gaps.map(({ schoolId, classId, markers }) => ({
    school_id: schoolId,
    ...names(schoolId, classId),
    count: (classId === null ? totals.get(schoolId) : counts.get(classId)) ?? 0,
    markers,
  }))
}

/** Classes of the subject, without papers that were released from the avoidance of the own class. */
async function selectHeldClasses(db: Db, block: BlockRules['block']) {
  const released = new Map(
    block.has_released === 1
      ? (
          await db
            .selectFrom('unit')
            .where('block_id', '=', block.id)
            .where(sql<boolean>`(released & ${sql.lit(RELEASE_BITS.own_class)}) <> 0`)
            .groupBy('class_id')
            .select(['class_id', ({ fn }) => fn.countAll<number>().as('count')])
            .execute()
        ).map(({ class_id, count }) => [class_id, count])
      : [],
  )
  const classes = await selectClassesOf(db, block.exam_id, block.subject_id)
  return classes.flatMap((one) => {
    const count = one.count - (released.get(one.class_id) ?? 0)
    return count > 0 ? [{ ...one, count }] : []
  })
}

const workView = (work: typeof NO_WORK) => ({
  done: work.done,
  third_done: work.thirdDone,
  claimed: work.claimed,
  claimed_base: work.claimedBase,
  rejected: work.rejected,
})
