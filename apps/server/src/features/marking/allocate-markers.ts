import type { Allocation, allocationSet, InputOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  checkAllocation,
  schoolGaps,
  type SchoolPart,
} from '@hengjuan/domain'
import type { Static } from 'typebox'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { type AllocatedPerson, allocationOf } from './allocation-plan.ts'
import { NO_WORK, selectBlockMarkers, selectWork } from './block-marker.query.ts'
import { type BlockRules, selectBlockRules } from './block-rules.query.ts'
import { eligibilityOf, goesBySchool, selectOwnSchools } from './eligibility.ts'
import { findExam, selectMarkingStaff } from './marking-staff.query.ts'
import { selectSchoolsOf } from './subject-schools.query.ts'

export type AllocationView = Static<typeof Allocation>
type Input = InputOf<typeof allocationSet>['body']

/** The people of a block with quotas, targets and work, and what stands against the allocation. */
export async function allocationView(db: Db, blockId: number): Promise<AllocationView> {
  const rules = await selectBlockRules(db, blockId)
  const { plan, people, parts } = await allocationOf(db, rules)
  const leaders = (await selectBlockMarkers(db, blockId)).filter(({ duty }) => duty === 'leader')
  const work = await selectWork(db, blockId)
  return {
    block_id: blockId,
    block_name: rules.block.name,
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
        target: person.target,
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
        target: null,
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

/** Schools that the active markers cannot cover. @source domain rules 4.4 */
async function schoolGapsOf(
  db: Db,
  rules: BlockRules,
  people: readonly AllocatedPerson[],
  markersNeeded: number,
) {
  const active = people.flatMap(({ userId, suspended }) => (suspended ? [] : [userId]))
  const policy = eligibilityOf(rules)
  // Without anybody, the allocation says so itself.
  if (active.length === 0 || !goesBySchool(policy)) return []
  const { block } = rules
  const schools = await selectSchoolsOf(db, block.exam_id, block.subject_id)
  const own = await selectOwnSchools(db, active)
  const gaps = schoolGaps(
    policy,
    schools.map(({ school_id }) => school_id),
    active.map((id) => ({ id, schoolIds: own.get(id) ?? [] })),
    markersNeeded,
  )
  const markers = new Map(gaps.map((gap) => [gap.schoolId, gap.markers]))
  return schools.flatMap((school) => {
    const able = markers.get(school.school_id)
    return able === undefined ? [] : [{ ...school, markers: able }]
  })
}

const workView = (work: typeof NO_WORK) => ({
  done: work.done,
  third_done: work.thirdDone,
  claimed: work.claimed,
  rejected: work.rejected,
})

/**
 * Replaces who marks and leads a block, and how the work is shared. What was marked stays; who has marked
 * can be stopped but not removed.
 *
 * @throws AppError STAFF_NOT_FOUND, MARKING_MARKER_HAS_WORK, and what `checkAllocation` finds
 * @source domain rules 4.2, 4.3
 */
export async function allocateMarkers(db: Db, services: Services, input: Input): Promise<void> {
  const rules = await selectBlockRules(db, input.block_id)
  const present = await selectBlockMarkers(db, input.block_id)
  const keyOf = (userId: number, duty: string) => `${userId} ${duty}`
  const wanted = new Map(
    input.markers.map((one) => [keyOf(one.marker_id, one.duty ?? 'marker'), one]),
  )
  await assertMayMark(db, rules.block.exam_id, [
    ...new Set(input.markers.map(({ marker_id }) => marker_id)),
  ])
  await assertRemovable(
    db,
    input.block_id,
    present.filter(({ user_id, duty }) => !wanted.has(keyOf(user_id, duty))),
  )
  await db
    .updateTable('block')
    .set({
      alloc_mode: input.alloc_mode ?? rules.block.alloc_mode,
      settings: JSON.stringify({
        ...(JSON.parse(rules.block.settings) as object),
        ...(input.quotas_are_weights === undefined
          ? {}
          : { quotasAreWeights: input.quotas_are_weights === 1 }),
      }),
    })
    .where('id', '=', input.block_id)
    .execute()
  const cursors = new Map(present.map((row) => [keyOf(row.user_id, row.duty), row]))
  await db.deleteFrom('block_marker').where('block_id', '=', input.block_id).execute()
  const now = isoNow(services.clock)
  for (const [key, one] of wanted) {
    const old = cursors.get(key)
    await db
      .insertInto('block_marker')
      .values({
        block_id: input.block_id,
        user_id: one.marker_id,
        duty: one.duty ?? 'marker',
        quota: one.quota === undefined ? (old?.quota ?? null) : one.quota,
        weight: one.weight ?? old?.weight ?? 1,
        allow_exceed: one.allow_exceed ?? old?.allow_exceed ?? 0,
        suspended_at:
          one.suspended === undefined
            ? (old?.suspended_at ?? null)
            : one.suspended === 1
              ? (old?.suspended_at ?? now)
              : null,
        cursor_ord: old?.cursor_ord ?? null,
        seed_left: old?.seed_left ?? null,
        seed_served: old?.seed_served ?? 0,
        seed_state: old?.seed_state ?? 'ok',
        qualified: old?.qualified ?? 'open',
        seed_day: old?.seed_day ?? null,
        seed_due: old?.seed_due ?? 0,
        seed_rate: old?.seed_rate ?? 1,
      })
      .execute()
  }
  const { plan } = await allocationOf(db, await selectBlockRules(db, input.block_id))
  const [refusal] = checkAllocation(plan)
  if (refusal) throw appErrorOf(refusal.code, refusal.facts)
}

/** @throws AppError STAFF_NOT_FOUND for whoever is no teacher of a school of the exam or may not mark */
async function assertMayMark(db: Db, examId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const able = new Set(
    (await selectMarkingStaff(db, await findExam(db, examId))).map(({ id }) => id),
  )
  if (ids.some((id) => !able.has(id))) throw new AppError('STAFF_NOT_FOUND')
}

/** @throws AppError MARKING_MARKER_HAS_WORK */
export async function assertRemovable(
  db: Db,
  blockId: number,
  people: readonly { user_id: number; name: string; duty: string }[],
): Promise<void> {
  const work = await selectWork(db, blockId)
  for (const { user_id, name, duty } of people) {
    const own = work.get(user_id) ?? NO_WORK
    const count = own.done + own.thirdDone + own.rejected + own.claimed
    if (duty === 'marker' && count > 0)
      throw new AppError('MARKING_MARKER_HAS_WORK', { name, count })
  }
}
