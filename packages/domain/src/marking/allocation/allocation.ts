import type { EntityId } from '../../entity-id.ts'
import type { AllocMode } from '../../mark-codes.ts'
import { milli } from '../../milli.ts'
import type { Refusal } from '../quality/grid.ts'

/**
 * Shares a whole number by weights: the floor of each share, and one more for the largest remainders,
 * ties in the order given.
 *
 * @param weights at least 0, up to three decimals, not all 0
 * @returns integers that add up to `total`
 * @throws RangeError for weights that can not share
 * @source domain rules 4.2
 */
export function largestRemainder(total: number, weights: readonly number[]): number[] {
  const whole = weights.map((weight) => BigInt(milli(weight)))
  const sum = whole.reduce((a, b) => a + b, 0n)
  if (sum <= 0n || whole.some((weight) => weight < 0n))
    throw new RangeError('weights must be at least 0 and not all 0')
  const products = whole.map((weight) => BigInt(total) * weight)
  const shares = products.map((product) => Number(product / sum))
  const left = total - shares.reduce((a, b) => a + b, 0)
  const byRemainder = products
    .map((product, index) => ({ index, remainder: product % sum }))
    .sort((a, b) => Number(b.remainder - a.remainder) || a.index - b.index)
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

export interface AllocatedMarker {
  id: EntityId
  name: string
  /** First and second readings already submitted in this block. */
  done: number
  /** Of these, what was done when the work was last shared anew; none unless said. Never taken away. */
  base?: number
  /** Mode 3: units asked for, or a weight (percent) when `quotasAreWeights`. Ignored elsewhere. */
  quota: number | null
}

/** Papers that some markers of a block share among themselves. */
export interface SharePart {
  markerIds: readonly EntityId[]
  units: number
  /** First and second readings in all. */
  readings: number
}

export interface AllocationPlan {
  mode: AllocMode
  units: number
  /** Different people that one unit may need: 1 for single, 2 for double, 3 where a third reads. */
  markersNeeded: 1 | 2 | 3
  /** First and second readings in all: `units`, plus the units read twice. */
  readings: number
  quotasAreWeights?: boolean
  markers: readonly AllocatedMarker[]
  /**
   * Where schools or groups read their own papers: each shares what is its own, and who is in no part gets
   * nothing. Absent where everybody may read anything.
   */
  parts?: readonly SharePart[] | undefined
}

/** The allocation within each part, as if it were a block of its own. */
const plansOf = ({ parts, ...plan }: AllocationPlan): AllocationPlan[] =>
  (parts ?? []).map(({ markerIds, units, readings }) => ({
    ...plan,
    units,
    readings,
    markers: plan.markers.filter(({ id }) => markerIds.includes(id)),
  }))

/**
 * What stands against an allocation, all of it: too few markers, quotas short or over. A surplus is
 * allowed.
 *
 * @source domain rules 4.2
 */
export function checkAllocation(plan: AllocationPlan): Refusal[] {
  const refusals: Refusal[] = []
  const { markers, markersNeeded } = plan
  if (markers.length < markersNeeded)
    refusals.push({
      code: 'MARKING_MARKERS_TOO_FEW',
      facts: { needed: markersNeeded, count: markers.length },
    })
  if (plan.mode !== 3 || markers.length === 0) return refusals
  if (plan.quotasAreWeights) {
    for (const { name, quota } of markers)
      if (!((quota ?? 0) > 0)) refusals.push({ code: 'MARKING_WEIGHT_INVALID', facts: { name } })
    return refusals
  }
  // A part that nobody reads is no matter of quotas.
  const plans = plan.parts ? plansOf(plan).filter((part) => part.markers.length > 0) : [plan]
  for (const part of plans)
    for (const { name, quota } of part.markers)
      if ((quota ?? 0) > part.units)
        refusals.push({
          code: 'MARKING_QUOTA_OVER',
          facts: { name, quota: quota ?? 0, units: part.units },
        })
  const missing = plans.reduce((sum, part) => {
    // Who has done more than was asked for has done it.
    const quotas = part.markers.reduce(
      (all, { quota, done }) => all + Math.max(quota ?? 0, done),
      0,
    )
    return sum + Math.max(0, part.readings - quotas)
  }, 0)
  if (missing > 0) refusals.push({ code: 'MARKING_QUOTA_SHORT', facts: { missing } })
  return refusals
}

/**
 * How many readings each marker is to do in all; null for no target (dynamic allocation).
 *
 * Work that is done stays with whoever did it; only the remaining readings are shared. Typed quotas
 * stand as typed, but never below what is done.
 *
 * @source domain rules 4.2, 4.3
 */
export function markerTargets(plan: AllocationPlan): (number | null)[] {
  const { markers } = plan
  if (plan.mode === 1 || markers.length === 0) return markers.map(() => null)
  if (plan.mode === 3 && !plan.quotasAreWeights)
    return markers.map(({ quota, done }) => Math.max(quota ?? 0, done))
  const done = markers.reduce((sum, marker) => sum + marker.done, 0)
  const weights = markers.map(({ quota }) => (plan.mode === 2 ? 1 : (quota ?? 0)))
  const shares = largestRemainder(Math.max(0, plan.readings - done), weights)
  return markers.map((marker, index) => marker.done + (shares[index] ?? 0))
}

/**
 * The same targets while work goes on: nobody's target moves because others are quick or slow.
 *
 * Everyone has what they had done when the work was last shared anew (`base`), and a share of what was left
 * then. Who did more than that keeps what is done, and the others share the rest.
 *
 * @source domain rules 4.2, 4.3
 */
export function steadyTargets(plan: AllocationPlan): (number | null)[] {
  if (plan.parts && plan.mode !== 1) {
    const targets = new Map(
      plansOf(plan).flatMap((part) => {
        const own = steadyTargets(part)
        return part.markers.map(({ id }, index) => [id, own[index] ?? null] as const)
      }),
    )
    return plan.markers.map(({ id, done }) => targets.get(id) ?? done)
  }
  if (plan.mode === 1 || (plan.mode === 3 && !plan.quotasAreWeights)) return markerTargets(plan)
  const bases = plan.markers.map(({ base = 0 }) => base)
  const rest = steadyShares({
    ...plan,
    readings: Math.max(0, plan.readings - bases.reduce((sum, base) => sum + base, 0)),
    markers: plan.markers.map((marker, index) => ({
      ...marker,
      done: Math.max(0, marker.done - (bases[index] ?? 0)),
    })),
  })
  return rest.map((share, index) => share + (bases[index] ?? 0))
}

/** Whoever is beyond a share keeps what is done, and nobody is to read more papers than there are. */
function steadyShares(plan: AllocationPlan): number[] {
  const fixed = new Map<AllocatedMarker, number>()
  const mostOf = ({ done, base = 0 }: AllocatedMarker) => Math.max(done, plan.units - base)
  for (;;) {
    const sharing = plan.markers.filter((marker) => !fixed.has(marker))
    const given = [...fixed.values()].reduce((sum, own) => sum + own, 0)
    const hasShares = plan.mode === 2 || sharing.some(({ quota }) => (quota ?? 0) > 0)
    const left = { ...plan, readings: Math.max(0, plan.readings - given) }
    const markers = sharing.map((marker) => ({ ...marker, done: 0 }))
    const shares = hasShares ? markerTargets({ ...left, markers }) : []
    const shareOf = new Map(sharing.map((marker, index) => [marker, shares[index] ?? 0]))
    const beyond = sharing.filter((marker) => marker.done > (shareOf.get(marker) ?? 0))
    const full = sharing.filter((marker) => (shareOf.get(marker) ?? 0) > mostOf(marker))
    if (beyond.length === 0 && full.length === 0)
      return plan.markers.map((marker) => fixed.get(marker) ?? shareOf.get(marker) ?? 0)
    if (beyond.length > 0) for (const marker of beyond) fixed.set(marker, marker.done)
    else for (const marker of full) fixed.set(marker, mostOf(marker))
  }
}
