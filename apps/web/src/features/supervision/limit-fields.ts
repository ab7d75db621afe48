import type { markerLimitsGet, ReplyOf } from '@hengjuan/contracts'
import { MARKER_LIMIT_RANGES, type MarkerLimits } from '@hengjuan/domain'

type Limits = ReplyOf<typeof markerLimitsGet>['limits']

interface Field {
  key: keyof Limits
  range: keyof MarkerLimits
  label: string
  unit: string
  help: string
}

export const FIELDS: readonly Field[] = [
  {
    key: 'consistency_percent',
    range: 'consistencyPercent',
    label: '与终评一致率低于',
    unit: '%',
    help: '有终评分的双评试卷和抽查过的单评试卷满 20 份后判断',
  },
  {
    key: 'seed_percent',
    range: 'seedPercent',
    label: '种子卷合格率低于',
    unit: '%',
    help: '两份不合格待组长处理、三份停评，不受此项影响',
  },
  {
    key: 'fast_percent',
    range: 'fastPercent',
    label: '过快给分超过',
    unit: '%',
    help: '用时少于 1 秒，或少于全体中位数的四分之一',
  },
  {
    key: 'share_percent',
    range: 'sharePercent',
    label: '宽严度、前后变化超过满分的',
    unit: '%',
    help: '差得太小，对考生没有影响',
  },
  {
    key: 'errors',
    range: 'errors',
    label: '并且超过标准误的',
    unit: '倍',
    help: '差得不确定，可能只是碰巧',
  },
  {
    key: 'lone_errors',
    range: 'loneErrors',
    label: '没有另一评时，前后变化的趋势超过标准误的',
    unit: '倍',
    help: '单评没有另一评可以对照，试卷前后的差别会像是教师的变化，所以要求更高；不大于上一项时不另看趋势',
  },
]

type Texts = Record<keyof Limits, string>

export const textsOf = (limits: Limits): Texts =>
  Object.fromEntries(FIELDS.map(({ key }) => [key, String(limits[key])])) as Texts

export const limitsOf = (texts: Texts): Limits =>
  Object.fromEntries(FIELDS.map(({ key }) => [key, Number(texts[key])])) as Limits

export function isWithin({ range }: Field, text: string): boolean {
  const [low, high] = MARKER_LIMIT_RANGES[range]
  const value = Number(text)
  return text.trim() !== '' && value >= low && value <= high
}
