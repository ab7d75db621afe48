import type { Db } from '@hengjuan/db'
import {
  BALANCE,
  type BalanceMoment,
  balanceRemaining,
  joinBalances,
  type PacedMarker,
} from '@hengjuan/domain'
import { type Clock, minutesFrom } from '../../../clock.ts'
import { type AllocatedPerson, allocationOf } from '../shares/allocation-plan.ts'
import { type BlockRules, isReady } from '../../marking-core/index.ts'
import { selectHoursOfWork, selectTimesOfWork, type TimesOfWork } from './balance.query.ts'
import { dueReason, type MovedMarker, VERDICTS } from './balance-words.ts'
import { deadlineOf, selectSubjectDeadline } from './deadline.ts'

/** What a balancing would do to a block now. @source domain rules 4.3 */
export async function balancePlan(db: Db, { clock }: { clock: Clock }, rules: BlockRules) {
  const { block } = rules
  const { plan, people } = await allocationOf(db, rules)
  const subjectDeadline = await selectSubjectDeadline(db, block.exam_id, block.subject_id)
  const active = people.filter(({ suspended }) => !suspended)
  const since = minutesFrom(clock, -BALANCE.pastHours * 60)
  const hours = await selectHoursOfWork(db, block.id, since)
  const times = await selectTimesOfWork(db, block.id, since)
  const now = clock.now().getTime()
  const paced: PacedMarker[] = []
  for (const person of active) {
    const { userId, work, target, ableSince, awaySince } = person
    const last = latest(times.get(userId)?.last, ableSince)
    paced.push({
      id: userId,
      done: work.done,
      claimed: work.claimedBase,
      target: target ?? work.done,
      hours: hours.get(userId) ?? [],
      idleHours: hoursSince(now, latest(last, block.opened_at)),
      isGone: awaySince !== null && (last === null || last < awaySince),
      barred: await barredOf(db, rules, person),
    })
  }
  const deadline = deadlineOf(block, subjectDeadline)
  const hoursToDeadline = deadline === null ? null : -hoursSince(now, deadline)
  // Work moves within a school or a group only: nobody else may read it.
  const parts = plan.parts ?? [{ ...plan, markerIds: paced.map(({ id }) => id) }]
  const balance = joinBalances(
    parts.map(({ markerIds, readings, units }) => {
      const own = paced.filter(({ id }) => markerIds.includes(id))
      const moment = {
        hoursToDeadline,
        ...pausesOf(
          now,
          own.flatMap(({ id }) => times.get(id) ?? []),
          block.opened_at,
        ),
      }
      return balanceRemaining(readings, units, own, moment)
    }),
  )
  const personOf = new Map(active.map((person) => [person.userId, person]))
  const markers = balance.markers.flatMap((marker): MovedMarker[] => {
    const person = personOf.get(marker.id)
    return person ? [{ ...marker, person, target: person.target ?? person.work.done }] : []
  })
  const isPastDue = hoursToDeadline !== null && hoursToDeadline <= 0
  return {
    ...balance,
    isDue: balance.verdict === 'due',
    markers,
    reason:
      balance.verdict === 'due'
        ? dueReason(markers, balance.moved, isPastDue)
        : VERDICTS[balance.verdict],
  }
}

export type BalancePlan = Awaited<ReturnType<typeof balancePlan>>

/** Why a marker is given no papers now, as `roomOf` says it to them. */
async function barredOf(
  db: Db,
  rules: BlockRules,
  { userId, seedState, qualified }: AllocatedPerson,
): Promise<PacedMarker['barred']> {
  if (seedState === 'warned') return 'warned'
  return (await isReady(db, rules, userId, { qualified })) ? null : 'unqualified'
}

/** When people marked, and whether nobody did for a day. */
function pausesOf(
  now: number,
  times: readonly TimesOfWork[],
  openedAt: string | null,
): Pick<BalanceMoment, 'quietHours' | 'resumedHours'> {
  const first = times.flatMap(({ firstSince }) => firstSince ?? []).toSorted()[0] ?? null
  const before = latest(openedAt, ...times.map(({ lastBefore }) => lastBefore))
  const isResumed =
    first !== null && before !== null && hoursSince(Date.parse(first), before) >= BALANCE.pastHours
  return {
    quietHours: hoursSince(now, latest(openedAt, ...times.map(({ last }) => last))),
    resumedHours: isResumed ? hoursSince(now, first) : null,
  }
}

/** Times of one form sort as texts. */
const latest = (...times: readonly (string | null | undefined)[]): string | null =>
  times
    .flatMap((time) => time ?? [])
    .toSorted()
    .at(-1) ?? null

const HOUR_MS = 3_600_000

/** Since nothing that is known, no time has passed. */
const hoursSince = (now: number, time: string | null): number =>
  time === null ? 0 : (now - Date.parse(time)) / HOUR_MS
