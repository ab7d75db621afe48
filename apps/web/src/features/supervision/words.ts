import { formatPercent, hundredthsOf } from '@hengjuan/domain'
import type { Status } from '@hengjuan/ui'

const two = (value: number): string => String(value).padStart(2, '0')

/** 12:03:21 */
export function clockTime(iso: string): string {
  const date = new Date(iso)
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

/** 16:40, 明天 9:05, 11月23日 9:05 */
export function dayTime(iso: string, now: Date = new Date()): string {
  const date = new Date(iso)
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`
  const days = Math.round(
    (new Date(date).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / 86_400_000,
  )
  if (days === 0) return time
  if (days === 1) return `明天 ${time}`
  if (days === -1) return `昨天 ${time}`
  return `${date.getMonth() + 1}月${date.getDate()}日 ${time}`
}

/** What a forecast is made from. */
export interface Expected {
  numbers: { total: number; done: number }
  eta: string | null
  /** What the rest waits for and with whom, where markers can not bring it on. */
  waiting_for: string | null
  deadline: string | null
  speed_per_hour: number
}

/** Why nobody can say when it will be done; null where there is a time. */
export function noForecast(
  { numbers, eta, waiting_for, speed_per_hour }: Expected,
  of: 'block' | 'subject' = 'block',
): string | null {
  if (numbers.total === 0) return '还没有试卷'
  if (numbers.done === numbers.total) return '已全部完成'
  if (waiting_for !== null) return waiting_for
  if (eta) return null
  if (speed_per_hour === 0) return '近一小时无人评阅，无法预计'
  // Few papers, or nobody for the last minutes: both leave the speed without a meaning.
  return of === 'block' ? '近来评阅太少，无法预计' : '部分题块无人评阅或评阅太少，无法预计'
}

interface BlockState {
  label: string
  status: Status
}

export const BLOCK_STATUS: Record<string, BlockState> = {
  setup: { label: '未开始', status: 'idle' },
  open: { label: '阅卷中', status: 'busy' },
  paused: { label: '已暂停', status: 'warn' },
  closed: { label: '已结束', status: 'ok' },
}

/** How a block stands: one that is open, and of which every paper has its score, is done for now. */
export function blockState(status: string, done: number, total: number): BlockState {
  if (status === 'open' && total > 0 && done === total) return { label: '已评完', status: 'ok' }
  return BLOCK_STATUS[status] ?? { label: status, status: 'idle' }
}

export const LIGHTS: Record<string, { label: string; status: Status }> = {
  green: { label: '正常', status: 'ok' },
  amber: { label: '注意', status: 'warn' },
  red: { label: '需查看', status: 'bad' },
  grey: { label: '样本不足', status: 'idle' },
}

export const rate = (ratio: { num: number; den: number } | null): string =>
  ratio === null ? '–' : formatPercent(ratio.num, ratio.den, 1)

/** 3.1 秒 */
export const secondsText = (ms: number | null): string =>
  ms === null ? '–' : `${(ms / 1000).toFixed(1)} 秒`

/** Thousandths that need not be whole, for means and spreads. */
export const meanText = (milli: number | null): string =>
  milli === null ? '–' : hundredthsOf(milli).toFixed(2)

/** Points with their sign, for differences; none for what rounds to nothing. */
export function signed(milli: number): string {
  const text = hundredthsOf(Math.abs(milli)).toFixed(2)
  if (Number(text) === 0) return text
  return `${milli > 0 ? '+' : '-'}${text}`
}

/** A difference and its standard error. */
export const withError = (milli: number | null, errorMilli: number | null): string =>
  milli === null ? '–' : `${signed(milli)} ± ${meanText(errorMilli)}`

/** How many of how many: no rate, so it needs no least number. */
export const countText = ({ num, den }: { num: number; den: number }): string =>
  den === 0 ? '–' : `${num}/${den}`
