import { formatMilli } from '@hengjuan/domain'
import type { Qualified } from './QualificationTable.tsx'

/** How far from the agreed scores somebody marks on the average. */
export const biasText = (biasMilli: number): string =>
  biasMilli === 0
    ? '平均与标准分一致'
    : `平均${biasMilli > 0 ? '高' : '低'} ${formatMilli(Math.abs(biasMilli))} 分`

const EVENT_NAMES: Readonly<Record<string, string>> = {
  repeat: '准许再试一次',
  admit: '准许阅卷',
  again: '要求重新定标',
}

/** One step of a marker's qualification in a line. */
export function eventText(event: Qualified['events'][number]): string {
  if (event.kind === 'pass' || event.kind === 'fail')
    return `${event.kind === 'pass' ? '✓ 通过' : '✕ 未通过'}（${event.within ?? 0} / ${event.papers ?? 0}，${biasText(event.bias_milli ?? 0)}）`
  const note = event.note === '' ? '' : `：${event.note}`
  return `${event.by_name ?? ''}${EVENT_NAMES[event.kind] ?? event.kind}${note}`
}
