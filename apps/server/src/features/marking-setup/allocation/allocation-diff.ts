import type { allocationSet, InputOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { shareRemaining } from '@hengjuan/domain'
import { allocationOf } from '../shares/allocation-plan.ts'
import {
  NO_WORK,
  selectBlockMarkers,
  selectBlockRules,
  selectWork,
  type Work,
} from '../../marking-core/index.ts'
import {
  isByQuota,
  isStopped,
  leaderRows,
  markerRow,
  modeRow,
  type Person,
  type Present,
  type Share,
} from './diff-rows.ts'
import { shareNow } from './marker-change.ts'
import { type DiffRow, scopeChange, type ScopeSettings } from './scope-change.ts'

type Input = InputOf<typeof allocationSet>['body']

export interface WantedMarker {
  userId: number
  name: string
  /** Null: as the block has it, or none. */
  quota: number | null
  weight: number | null
  allowExceed: boolean | null
}

/** What several blocks are to have in common. */
export interface WantedAllocation {
  /** Null: as each block has it. */
  share: Share | null
  /** Null: nobody marks otherwise than before. */
  markers: readonly WantedMarker[] | null
  leaders: readonly { userId: number; name: string }[] | null
  /** Do people of the block who are not named stay in it? */
  keepsOthers: boolean
  /** Readings that the quotas were made for; null where there are none. */
  readings: number | null
  /** What is not said of it stays as each block has it. */
  scope: Partial<ScopeSettings> | null
}

/** What a wanted allocation comes to in one block. */
export interface BlockChange {
  blockId: number
  blockName: string
  rows: DiffRow[]
  /** Null where nobody is in the block and nobody is wanted: what it may read can be said before its people are. */
  input: Input | null
  /** Null where the scope stays. */
  scope: Partial<ScopeSettings> | null
}

/**
 * Compares a block with what is wanted of it. Nobody's finished work is taken away: who has marked and is
 * not named is given no more papers, who has not is taken off.
 *
 * @source domain rules 4.2, 4.3
 */
export async function changeOfBlock(
  db: Db,
  blockId: number,
  wanted: WantedAllocation,
): Promise<BlockChange> {
  const rules = await selectBlockRules(db, blockId)
  const present = await selectBlockMarkers(db, blockId)
  const work = await selectWork(db, blockId)
  const before = shareNow(rules.block)
  const share = wanted.share ?? before
  const people = peopleAfter(
    present.filter(({ duty }) => duty === 'marker'),
    wanted,
    work,
  )
  if (isByQuota(share) && wanted.readings !== null) {
    const { plan, people: now } = await allocationOf(db, rules)
    const readings =
      plan.readings +
      now.reduce((sum, one) => sum + (one.suspended ? one.work.done : 0), 0) -
      people.reduce((sum, one) => sum + (isStopped(one) ? doneOf(work, one) : 0), 0)
    scaleQuotas(people, wanted.readings, Math.max(0, readings), plan.units)
  }
  const oldLeaders = present.filter(({ duty }) => duty === 'leader')
  const leaders = leadersAfter(oldLeaders, wanted)
  const scope = await scopeChange(db, rules, wanted.scope, people)
  const isUntouched = present.length === 0 && !wanted.share && !wanted.markers && !wanted.leaders
  return {
    blockId,
    blockName: rules.block.name,
    rows: [
      ...(wanted.share ? [modeRow(before, share)] : []),
      ...scope.rows,
      ...(wanted.markers ? people.map((one) => markerRow(one, before, share, work)) : []),
      ...(wanted.leaders ? leaderRows(oldLeaders, leaders) : []),
    ],
    scope: scope.changed,
    input: isUntouched
      ? null
      : {
          block_id: blockId,
          alloc_mode: share.allocMode,
          quotas_are_weights: share.quotasAreWeights ? 1 : 0,
          markers: [
            ...people.flatMap((one) =>
              one.fate === 'leaves'
                ? []
                : [
                    {
                      marker_id: one.userId,
                      duty: 'marker' as const,
                      quota: one.quota,
                      weight: one.weight,
                      allow_exceed: one.allowExceed ? 1 : 0,
                      ...(one.fate === 'stops' ? { suspended: 1 } : {}),
                    },
                  ],
            ),
            ...leaders.map(({ userId }) => ({ marker_id: userId, duty: 'leader' as const })),
          ],
        },
  }
}

function peopleAfter(
  present: readonly Present[],
  wanted: WantedAllocation,
  work: ReadonlyMap<number, Work>,
): Person[] {
  const named = new Map((wanted.markers ?? []).map((one) => [one.userId, one]))
  const stays = wanted.markers === null || wanted.keepsOthers
  const old = present.map((row): Person => {
    const one = named.get(row.user_id)
    const { done, thirdDone, rejected, claimed } = work.get(row.user_id) ?? NO_WORK
    const hasWork = done + thirdDone + rejected + claimed > 0
    return {
      userId: row.user_id,
      name: row.name,
      before: row,
      fate: one || stays ? 'marks' : hasWork ? 'stops' : 'leaves',
      quota: one?.quota ?? row.quota,
      weight: one?.weight ?? row.weight,
      allowExceed: one?.allowExceed ?? row.allow_exceed === 1,
    }
  })
  const known = new Set(present.map(({ user_id }) => user_id))
  const added = [...named.values()].filter(({ userId }) => !known.has(userId))
  return [
    ...old,
    ...added.map((one): Person => {
      return {
        userId: one.userId,
        name: one.name,
        before: null,
        fate: 'marks',
        quota: one.quota,
        weight: one.weight ?? 1,
        allowExceed: one.allowExceed ?? false,
      }
    }),
  ]
}

const doneOf = (work: ReadonlyMap<number, Work>, { userId }: Person): number =>
  work.get(userId)?.done ?? 0

/** Quotas of a block with other readings keep their proportions, as far as there are papers for them. */
function scaleQuotas(people: Person[], from: number, to: number, units: number): void {
  const sharing = people.filter((one) => one.fate === 'marks' && !isStopped(one))
  const quotas = sharing.map(({ quota }) => quota ?? 0)
  if (from === to || quotas.every((quota) => quota === 0)) return
  const scaled = shareRemaining(
    to,
    quotas.map((weight) => ({ done: 0, claimed: 0, weight })),
    units,
  )
  for (const [index, one] of sharing.entries()) one.quota = scaled[index] ?? 0
}

function leadersAfter(old: readonly Present[], { leaders, keepsOthers }: WantedAllocation) {
  const now = old.map(({ user_id, name }) => ({ userId: user_id, name }))
  if (leaders === null) return now
  if (!keepsOthers) return [...leaders]
  return [...now, ...leaders.filter(({ userId }) => !now.some((one) => one.userId === userId))]
}
