import type { Db } from '@hengjuan/db'
import {
  type AllocationPlan,
  type AllocMode,
  baseReadings,
  hasThirdReading,
  type MarkMode,
  type SchoolPart,
  schoolParts,
  steadyTargets,
} from '@hengjuan/domain'
import {
  type BlockRules,
  NO_WORK,
  selectBlockMarkers,
  selectWork,
  type Work,
} from '../../marking-core/index.ts'
import { eligibilityOf, selectOwnSchools } from './eligibility.ts'
import { selectSchoolLoads, selectWorkload, type Workload } from './workload.query.ts'

export interface AllocatedPerson {
  userId: number
  name: string
  quota: number | null
  weight: number
  allowExceed: boolean
  suspended: boolean
  /** Where seeds and qualification put them: columns of `block_marker`. */
  seedState: string
  qualified: string
  ableSince: string | null
  awaySince: string | null
  /** Of what is done, what was when the work was last shared anew. */
  base: number
  work: Work
  target: number | null
}

/** How the work of a block is shared now. */
export interface BlockAllocation {
  plan: AllocationPlan
  people: AllocatedPerson[]
  /** Schools or groups that share their own papers; null where everybody may read anything. */
  parts: SchoolPart[] | null
  /** Papers that nobody has begun. */
  untouched: number
}

/** @source domain rules 4.1 to 4.3 */
export async function allocationOf(db: Db, rules: BlockRules): Promise<BlockAllocation> {
  const { block, settings } = rules
  const markers = (await selectBlockMarkers(db, block.id)).filter(({ duty }) => duty === 'marker')
  const work = await selectWork(db, block.id)
  const workload = await selectWorkload(db, block)
  const mode = block.mark_mode as MarkMode
  const active = markers.filter(({ suspended_at }) => suspended_at === null)
  const stopped = markers.filter(({ suspended_at }) => suspended_at !== null)
  const stoppedDone = stopped.reduce((sum, row) => sum + (work.get(row.user_id)?.done ?? 0), 0)
  const asMarker = (row: (typeof markers)[number]) => ({
    id: row.user_id,
    name: row.name,
    done: (work.get(row.user_id) ?? NO_WORK).done,
    base: row.base_done,
    quota: settings.quotasAreWeights ? row.weight : row.quota,
  })
  const parts = await partsOf(
    db,
    rules,
    markers.map(({ user_id, suspended_at }) => ({
      id: user_id,
      stoppedDone: suspended_at === null ? 0 : (work.get(user_id)?.done ?? 0),
    })),
    workload,
  )
  const plan: AllocationPlan = {
    mode: block.alloc_mode as AllocMode,
    units: workload.units,
    markersNeeded: hasThirdReading(mode) ? 3 : baseReadings(mode),
    // What stopped markers did is done; the others share the rest.
    readings: Math.max(0, workload.readings - stoppedDone),
    quotasAreWeights: settings.quotasAreWeights,
    markers: active.map(asMarker),
    ...(parts ? { parts } : {}),
  }
  const targets = sharesWork(plan) ? steadyTargets(plan) : active.map(() => null)
  const targetOf = new Map(active.map((row, index) => [row.user_id, targets[index] ?? null]))
  return {
    plan,
    parts,
    untouched: workload.untouched,
    people: markers.map((row) => {
      const own = work.get(row.user_id) ?? NO_WORK
      return {
        userId: row.user_id,
        name: row.name,
        quota: row.quota,
        weight: row.weight,
        allowExceed: row.allow_exceed === 1,
        suspended: row.suspended_at !== null,
        seedState: row.seed_state,
        qualified: row.qualified,
        ableSince: row.able_since,
        awaySince: row.away_since,
        base: row.base_done,
        work: own,
        target: row.suspended_at === null ? (targetOf.get(row.user_id) ?? null) : own.done,
      }
    }),
  }
}

/** How the block falls into schools or groups; asks nothing where it does not. @source domain rules 4.4 */
async function partsOf(
  db: Db,
  rules: BlockRules,
  markers: readonly { id: number; stoppedDone: number }[],
  workload: Workload,
): Promise<SchoolPart[] | null> {
  const policy = eligibilityOf(rules)
  if (policy.scope === 'mixed') return null
  const own = await selectOwnSchools(
    db,
    markers.map(({ id }) => id),
  )
  return schoolParts(
    policy,
    await selectSchoolLoads(db, rules.block, workload),
    markers.map((one) => ({ ...one, schoolIds: own.get(one.id) ?? [] })),
  )
}

/** Weights that are all zero share nothing; the check says so to whoever set them. */
const sharesWork = ({ mode, quotasAreWeights, markers }: AllocationPlan): boolean =>
  !(mode === 3 && quotasAreWeights) || markers.some(({ quota }) => (quota ?? 0) > 0)

export const targetOf = ({ people }: BlockAllocation, markerId: number): number | null =>
  people.find(({ userId }) => userId === markerId)?.target ?? null
