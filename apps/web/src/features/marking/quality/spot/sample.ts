import { parseMilli, SAMPLE_SHARES } from '@hengjuan/domain'
import type { InputOf, spotCheckGet } from '@hengjuan/contracts'
import { utcOf } from '@hengjuan/ui'

export const SAMPLE_KINDS = [
  { value: 'random', label: '随机', hint: '每位教师已提交评阅中的一部分，向上取整' },
  { value: 'zero', label: '零分', hint: '有作答、给了零分的评阅，不含空白卷' },
  { value: 'full', label: '满分', hint: '给了满分的评阅' },
  { value: 'fast', label: '过快', hint: '用时少于全体中位数的四分之一，或不到 1 秒的评阅' },
  { value: 'band', label: '分数段', hint: '给分在一段之内的评阅' },
  { value: 'near_line', label: '临界', hint: '科目总分接近某条线的考生' },
  { value: 'apart', label: '与另一评不一致', hint: '与同一份的另一位教师给分不同的评阅' },
  {
    value: 'second_reader',
    label: 'AI 分歧',
    hint: '与对照评分（AI）相差超过误差阈值的评阅；题块没有开启对照评分时没有样本',
  },
  {
    value: 'old_rubric',
    label: '旧版标准',
    hint: '按现行版本之前的评分标准给分的评阅',
  },
  {
    value: 'mixed',
    label: '混合',
    hint: '每位教师的一部分：约四成随机，其余轮流取极端分、过快和临界的评阅',
  },
] as const

export type SampleKind = (typeof SAMPLE_KINDS)[number]['value']

/** What the checker has set on the left; texts as typed, in points. */
export interface SampleForm {
  markerId: number | null
  kind: SampleKind
  low: string
  high: string
  line: string
  window: string
  /** Furthest apart that two readers may lie without being drawn. */
  gap: string
  /** Share of each marker's readings, of a random sample. */
  percent: number
  /** Days and hours of submission, as fields of date and time have them; empty for any. */
  from: string
  to: string
}

export const emptySample: SampleForm = {
  markerId: null,
  kind: 'random',
  low: '',
  high: '',
  line: '',
  window: '3',
  gap: '0',
  percent: SAMPLE_SHARES[0],
  from: '',
  to: '',
}

/** Does the time of submission end before it begins? */
export const isTimeReversed = ({ from, to }: SampleForm): boolean =>
  from !== '' && to !== '' && from > to

/** The query of a sample; null while a needed number is missing or is none. */
export function sampleQuery(
  blockId: number,
  form: SampleForm,
): InputOf<typeof spotCheckGet>['query'] | null {
  if (isTimeReversed(form)) return null
  const from = utcOf(form.from)
  const to = utcOf(form.to)
  const base = {
    block_id: blockId,
    kind: form.kind,
    ...(form.markerId === null ? {} : { marker_id: form.markerId }),
    ...(from === null ? {} : { submitted_from: from }),
    // The minute that is named belongs to it.
    ...(to === null ? {} : { submitted_to: to.replace(/00\.000Z$/, '59.999Z') }),
  }
  if (form.kind === 'band') {
    const low = form.low === '' ? 0 : parseMilli(form.low)
    const high = form.high === '' ? undefined : parseMilli(form.high)
    if (low === null || high === null) return null
    return { ...base, low_milli: low, ...(high === undefined ? {} : { high_milli: high }) }
  }
  if (form.kind === 'near_line') {
    const line = parseMilli(form.line)
    const window = parseMilli(form.window)
    if (line === null || window === null) return null
    return { ...base, line_milli: line, window_milli: window }
  }
  if (form.kind === 'apart') {
    const gap = parseMilli(form.gap)
    return gap === null ? null : { ...base, gap_milli: gap }
  }
  if (form.kind === 'mixed') {
    const mixed = { ...base, percent: form.percent }
    if (form.line.trim() === '') return mixed
    const line = parseMilli(form.line)
    const window = parseMilli(form.window)
    if (line === null || window === null) return null
    return { ...mixed, line_milli: line, window_milli: window }
  }
  return form.kind === 'random' ? { ...base, percent: form.percent } : base
}
