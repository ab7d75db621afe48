import { formatMilli, QUALIFICATION_STATES } from '@hengjuan/domain'
import type { Qualified } from './qualification-columns.tsx'

/** How far from the agreed scores somebody marks on the average. */
export const biasText = (biasMilli: number): string =>
  biasMilli === 0
    ? '平均与标准分一致'
    : `平均${biasMilli > 0 ? '高' : '低'} ${formatMilli(Math.abs(biasMilli))} 分`

/**
 * Where a marker stands; of those who cannot go on, why.
 *
 * @param isNeeded does the block ask to qualify? Where it does not, who has not keeps nobody from marking
 */
export function standingText(
  { state, waits }: Pick<Qualified, 'state' | 'waits'>,
  isNeeded: boolean,
): string {
  if (!isNeeded && state === 'open') return '不要求定标'
  if (waits === 'no_set') return '无第二套，待题组长决定'
  if (waits === 'no_scripts') return '等待定标卷'
  return QUALIFICATION_STATES[state]
}

/** Is there something that only a leader can decide about this marker? */
export const isToDecide = ({ waits }: Pick<Qualified, 'waits'>): boolean =>
  waits === 'failed' || waits === 'no_set'

/** Why a marker cannot be given another set, and what to do; null where there is one. */
export const missingSet = ({ unmet_papers, needed_papers }: Qualified): string | null =>
  unmet_papers >= needed_papers
    ? null
    : `这位教师没有评过的定标卷有 ${unmet_papers} 份，再试一次需要 ${needed_papers} 份：请再商定 ${needed_papers - unmet_papers} 份定标卷，或直接决定是否准许阅卷`

/** Of whom the scripts that they qualified with are no more what they were, in words; null where they are. */
export function changedScripts({
  state,
  trials,
}: Pick<Qualified, 'state' | 'trials'>): string | null {
  if (state !== 'passed') return null
  // The set that was passed is the last one.
  const round = Math.max(1, ...trials.map((trial) => trial.round))
  const changed = trials.filter((trial) => trial.round === round && sinceText(trial) !== null)
  return changed.length === 0
    ? null
    : `通过时所评的定标卷有 ${changed.length} 份后来不再使用或改了标准分；需要时可以要求重新定标`
}

/** What became of the script of a trial since; null where it is as it was. */
export function sinceText(trial: Qualified['trials'][number]): string | null {
  if (trial.definitive_now_milli === null) return '后来不再使用'
  return trial.definitive_now_milli === trial.definitive_milli
    ? null
    : `现为 ${formatMilli(trial.definitive_now_milli)}`
}

const EVENT_NAMES: Readonly<Record<string, string>> = {
  repeat: '准许再试一次',
  admit: '准许阅卷',
  refuse: '不准许阅卷',
  again: '要求重新定标',
}

/** One step of a marker's qualification in a line. */
export function eventText(event: Qualified['events'][number]): string {
  if (event.kind === 'pass' || event.kind === 'fail')
    return `${event.kind === 'pass' ? '✓ 通过' : '✕ 未通过'}（${event.within ?? 0} / ${event.papers ?? 0}，${biasText(event.bias_milli ?? 0)}）`
  const note = event.note === '' ? '' : `：${event.note}`
  return `${event.by_name ?? ''}${EVENT_NAMES[event.kind] ?? event.kind}${note}`
}
