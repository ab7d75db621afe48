import type { Db } from '@hengjuan/db'
import { BALANCE, balanceRemaining, type BalanceVerdict, joinBalances } from '@hengjuan/domain'
import { minutesFrom } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { type AllocatedPerson, allocationOf } from '../allocation-plan.ts'
import type { BlockRules } from '../block-rules.query.ts'
import { deadlineOf, selectSubjectDeadline } from './deadline.ts'
import { selectHoursOfWork } from './balance.query.ts'

const VERDICTS: Readonly<Record<Exclude<BalanceVerdict, 'due'>, string>> = {
  no_pace: `还没有教师在最近 ${BALANCE.pastHours} 小时内评满 ${BALANCE.leastReadings} 份，看不出快慢`,
  nothing_left: '没有剩余的任务',
  even: '各位教师完成的时间相差不大',
  in_time: '各位教师都能在期限前完成',
  too_few: `要调整的不到 ${BALANCE.leastMoved} 份`,
}

/** What a balancing would do to a block now. @source domain rules 4.3 */
export async function balancePlan(db: Db, services: Services, rules: BlockRules) {
  const { block } = rules
  const { plan, people } = await allocationOf(db, rules)
  const subjectDeadline = await selectSubjectDeadline(db, block.exam_id, block.subject_id)
  const active = people.filter(({ suspended }) => !suspended)
  const since = minutesFrom(services.clock, -BALANCE.pastHours * 60)
  const hours = await selectHoursOfWork(db, rules.block.id, since)
  const paced = active.map((person) => ({
    id: person.userId,
    done: person.work.done,
    claimed: person.work.claimedBase,
    target: person.target ?? person.work.done,
    hours: hours.get(person.userId) ?? [],
  }))
  const left = hoursUntil(services, deadlineOf(block, subjectDeadline))
  // Work moves within a school or a group only: nobody else may read it.
  const parts = plan.parts ?? [{ ...plan, markerIds: paced.map(({ id }) => id) }]
  const balance = joinBalances(
    parts.map(({ markerIds, readings, units }) => {
      const own = paced.filter(({ id }) => markerIds.includes(id))
      return balanceRemaining(readings, units, own, left)
    }),
  )
  const personOf = new Map(active.map((person) => [person.userId, person]))
  const markers = balance.markers.flatMap((marker) => {
    const person = personOf.get(marker.id)
    return person ? [{ ...marker, person, target: person.target ?? person.work.done }] : []
  })
  return {
    ...balance,
    isDue: balance.verdict === 'due',
    markers,
    reason:
      balance.verdict === 'due' ? dueReason(markers, balance.moved) : VERDICTS[balance.verdict],
  }
}

const HOUR_MS = 3_600_000

const hoursUntil = ({ clock }: Services, deadline: string | null): number | null =>
  deadline === null ? null : (Date.parse(deadline) - clock.now().getTime()) / HOUR_MS

export type BalancePlan = Awaited<ReturnType<typeof balancePlan>>

function dueReason(
  markers: readonly {
    person: AllocatedPerson
    isAway: boolean
    hoursLeft: number | null
    newTarget: number
    target: number
  }[],
  moved: number,
): string {
  const late = markers.filter(({ newTarget, target }) => newTarget < target)
  const gaining = markers.filter(({ newTarget, target }) => newTarget > target).length
  const words = late.map(({ person, isAway, hoursLeft }) =>
    isAway
      ? `${person.name}超过 ${BALANCE.pastHours} 小时没有提交`
      : `${person.name}按现在的速度还需 ${hoursText(hoursLeft)}`,
  )
  return `${words.join('，')}；把其中 ${moved} 份交给其余 ${gaining} 名教师`
}

const hoursText = (hours: number | null): string =>
  hours === null ? '很久' : `${hours.toFixed(1)} 小时`
