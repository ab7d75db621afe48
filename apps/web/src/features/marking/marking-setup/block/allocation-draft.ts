import type {
  allocationGet,
  allocationSet,
  InputOf,
  markingStaff,
  ReplyOf,
} from '@hengjuan/contracts'
import {
  type AllocationPlan,
  type AllocMode,
  appErrorOf,
  checkAllocation,
  steadyTargets,
} from '@hengjuan/domain'
import { markersOf, sharingOf, stoppedDoneOf, wrongNumbers } from './editor-markers.ts'
import type { Marker } from './share-marker.ts'
import { type NamedPart, outsideText, partsWith } from './staff-parts.ts'

type Allocation = ReplyOf<typeof allocationGet>
type Staff = readonly Pick<ReplyOf<typeof markingStaff>[number], 'user_id' | 'school_id'>[]

/** The allocation of a block as it is typed. */
export interface AllocationDraft {
  mode: AllocMode
  /** Of a quota: are the numbers weights? */
  isByWeight: boolean
  markers: readonly Marker[]
  leaderIds: readonly number[]
}

/** An allocation as it was saved. */
export const draftOf = (saved: Allocation): AllocationDraft => ({
  mode: saved.alloc_mode as AllocMode,
  isByWeight: saved.quotas_are_weights === 1,
  markers: markersOf(saved),
  leaderIds: saved.list.flatMap(({ duty, marker_id }) => (duty === 'leader' ? [marker_id] : [])),
})

/** What would come of a draft. */
export interface JudgedDraft {
  plan: AllocationPlan
  /** Readings that the block needs, with what those who are stopped have done. */
  readings: number
  /** Of these, done by markers who are stopped in the draft. */
  stoppedDone: number
  parts: NamedPart[] | null
  /** Why it can not be saved, a sentence each. */
  problems: string[]
  /** Readings of a marker when all is done; null where there is no target, or the marker is stopped. */
  targetOf: (markerId: number) => number | null
  /** In the order of the plan's markers. */
  targets: readonly (number | null)[]
  /** Markers of a quota who get no work. */
  idle: Marker[]
  /** Readings that targets add up to beyond those there are. */
  surplus: number
  /** Who reads the papers of no school or group, in words; empty where nobody does. */
  outside: string
  /** Readings of each marker if they were shared evenly. */
  evenShares: () => (markerId: number) => number | null
}

/** Says what comes of a draft, given what was saved when it was begun. */
export function judgeDraft(saved: Allocation, staff: Staff, draft: AllocationDraft): JudgedDraft {
  const { mode, isByWeight, markers } = draft
  const active = markers.filter(({ suspended }) => !suspended)
  // All that there is to read: whoever is stopped has done part of it, and the others share the rest.
  const readings = saved.readings + stoppedDoneOf(markersOf(saved))
  const stoppedDone = stoppedDoneOf(markers)
  const parts = partsOf(saved, staff, markers)
  const isAnew = sharingOf(markers) !== sharingOf(markersOf(saved))
  const plan: AllocationPlan = {
    mode,
    units: saved.units,
    readings: Math.max(0, readings - stoppedDone),
    markersNeeded: saved.markers_needed as 1 | 2 | 3,
    quotasAreWeights: isByWeight,
    markers: active.map(({ id, name, done, base, quota, weight }) => ({
      id,
      name,
      done,
      // Shared anew, what is done is done and only the rest is shared.
      base: isAnew ? done : base,
      quota: isByWeight ? weight : quota,
    })),
    ...(parts ? { parts } : {}),
  }
  const wrong = mode === 3 ? wrongNumbers(active, isByWeight) : []
  const problems =
    wrong.length > 0
      ? wrong
      : checkAllocation(plan).map(({ code, facts }) => appErrorOf(code, facts).message)
  const mayShare = !(mode === 3 && isByWeight) || active.some(({ weight }) => weight > 0)
  const targets = mayShare ? steadyTargets(plan) : []
  const placeOf = new Map(active.map(({ id }, place) => [id, place]))
  const ofMarker = (numbers: readonly (number | null)[]) => (markerId: number) =>
    numbers[placeOf.get(markerId) ?? -1] ?? null
  const isSound = problems.length === 0
  const targeted = targets.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  return {
    plan,
    readings,
    stoppedDone,
    parts,
    problems,
    targets,
    targetOf: ofMarker(targets),
    idle:
      mode === 3 && isSound
        ? active.filter(({ done }, index) => done === 0 && (targets[index] ?? 0) === 0)
        : [],
    surplus: mode === 1 || !isSound ? 0 : Math.max(0, targeted - plan.readings),
    outside: outsideText(parts, active, saved.mark_scope),
    evenShares: () => ofMarker(steadyTargets({ ...plan, mode: 2 })),
  }
}

/** Parts of the block with who is in them, and without what those have done who are stopped only now. */
function partsOf(saved: Allocation, staff: Staff, markers: readonly Marker[]): NamedPart[] | null {
  const stoppedNow = markers.filter(
    ({ id, suspended }) =>
      suspended && saved.list.some((one) => one.marker_id === id && one.suspended === 0),
  )
  const parts =
    saved.parts?.map((part) => {
      const done = stoppedDoneOf(stoppedNow.filter(({ id }) => part.marker_ids.includes(id)))
      return { ...part, readings: Math.max(0, part.readings - done) }
    }) ?? null
  const schoolOf = new Map(staff.map(({ user_id, school_id }) => [user_id, school_id]))
  return partsWith(
    { ...saved, parts },
    markers
      .filter(({ suspended }) => !suspended)
      .map(({ id }) => ({ id, schoolId: schoolOf.get(id) ?? null })),
  )
}

/** What is saved of a draft. */
export function bodyOf(
  blockId: number,
  stamp: string,
  saved: Allocation,
  { mode, isByWeight, markers, leaderIds }: AllocationDraft,
): InputOf<typeof allocationSet>['body'] {
  const was = new Map(markersOf(saved).map(({ id, suspended }) => [id, suspended]))
  return {
    block_id: blockId,
    stamp,
    alloc_mode: mode,
    quotas_are_weights: isByWeight ? 1 : 0,
    markers: [
      ...markers.map((one) => ({
        marker_id: one.id,
        duty: 'marker' as const,
        quota: one.quota,
        weight: one.weight,
        allow_exceed: one.allowExceed ? 1 : 0,
        // What nobody changed here may have been changed elsewhere meanwhile: by seeds.
        ...(was.get(one.id) === one.suspended ? {} : { suspended: one.suspended ? 1 : 0 }),
      })),
      ...leaderIds.map((marker_id) => ({ marker_id, duty: 'leader' as const })),
    ],
  }
}
