import { type Absence, BALANCE, type BalancedMarker, type BalanceVerdict } from '@hengjuan/domain'
import type { AllocatedPerson } from '../shares/allocation-plan.ts'

/** Why nothing would change. */
export const VERDICTS: Readonly<Record<Exclude<BalanceVerdict, 'due'>, string>> = {
  no_pace: `还没有教师在最近 ${BALANCE.pastHours} 小时内评满 ${BALANCE.leastReadings} 份，看不出快慢`,
  nothing_left: '没有剩余的任务',
  even: '各位教师完成的时间相差不大',
  in_time: '各位教师都能在期限前完成',
  too_few: `要调整的不到 ${BALANCE.leastMoved} 份`,
  quiet: `超过 ${BALANCE.nightHours} 小时没有教师阅卷，有人继续阅卷或过了期限后再调整`,
  nobody: '有任务需要别人分担，但没有能接手的教师，请联系未提交的教师或增加阅卷教师',
}

/** The same in four words of the page. */
export const standingOf = (verdict: BalanceVerdict): 'due' | 'even' | 'unknown' | 'nobody' => {
  if (verdict === 'due' || verdict === 'nobody') return verdict
  return verdict === 'no_pace' || verdict === 'quiet' ? 'unknown' : 'even'
}

/** A marker as a balancing would leave them. */
export interface MovedMarker extends BalancedMarker {
  person: AllocatedPerson
  target: number
}

const ABSENCES: Readonly<Record<Absence, string>> = {
  idle: `超过 ${BALANCE.pastHours} 小时没有提交`,
  warned: '种子卷不合格、等待确认',
  unqualified: '还没有通过定标',
}

/** Who would be late and why, and what the others take over, for leaders. */
export function dueReason(
  markers: readonly MovedMarker[],
  moved: number,
  isPastDue: boolean,
): string {
  const late = markers.filter(({ newTarget, target }) => newTarget < target)
  const gaining = markers.filter(({ newTarget, target }) => newTarget > target).length
  const given = late.reduce((sum, { target, newTarget }) => sum + target - newTarget, 0)
  const words = late.map(({ person, absence, hoursLeft }) => {
    if (absence !== null) return `${person.name}${ABSENCES[absence]}`
    return isPastDue || hoursLeft === null
      ? `${person.name}到期限还没有评完`
      : `${person.name}按现在的速度还需 ${hoursLeft.toFixed(1)} 小时`
  })
  const spare = moved - given
  if (spare > 0) words.push(`有 ${spare} 份没有分给任何教师`)
  return `${words.join('，')}；把其中 ${moved} 份交给其余 ${gaining} 名教师`
}

/** What somebody is told whose target changes. */
export const noticeOf = ({
  target,
  newTarget,
  absence,
}: Pick<MovedMarker, 'target' | 'newTarget' | 'absence'>): string =>
  newTarget > target
    ? `任务已自动平衡：您的任务量由 ${target} 份改为 ${newTarget} 份，多出的 ${newTarget - target} 份已可领取。`
    : `任务已自动平衡：您的任务量由 ${target} 份改为 ${newTarget} 份，${lossReason(absence)}。已评的和手中的试卷不受影响。`

const lossReason = (absence: Absence | null): string =>
  absence === null ? '其余由进度较快的教师分担' : `${LOSSES[absence]}，其余由其他教师分担`

const LOSSES: Readonly<Record<Absence, string>> = {
  idle: `您超过 ${BALANCE.pastHours} 小时没有提交`,
  warned: '您的阅卷正等待题组长确认',
  unqualified: '您还没有通过定标',
}
