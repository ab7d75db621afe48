import {
  formatMilli,
  NO_MARK_REASONS,
  type NoMarkReason,
  PAPER_STATES,
  parseMilli,
} from '@hengjuan/domain'
import type { Status } from '@hengjuan/ui'

export const ROLES: Record<string, string> = {
  R1: '一评',
  R2: '二评',
  R3: '三评',
  ARB: '仲裁',
}

/** How far the second reading of a paper is that was sent to one. */
export const SECOND_STATES = {
  waiting: '等待第二人评阅',
  begun: '已有人开始评阅',
  done: '已定分',
} as const

/** What the final mark was made of. */
const SOURCES: Record<string, string> = {
  SINGLE: '单评',
  COMBINED: '双评合成',
  PAIR: '三评取近',
  ARB: '仲裁',
  SPOT: '抽查改分',
  PROBLEM: '问题卷给分',
  BLANK: '确认空白',
  INSPECT: '复核改分',
  BENCHMARK: '标准卷',
  OFFLINE: '纸面打分',
}

/** 「双评合成」「违纪」… of a final mark; empty while there is none. */
export const sourceName = (source: string | null, reason: string | null): string =>
  NO_MARK_REASONS[reason as NoMarkReason] ?? SOURCES[source ?? ''] ?? ''

export const stateName = (state: string): string =>
  PAPER_STATES[state as keyof typeof PAPER_STATES] ?? state

const WAITING = ['THIRD', 'ARBITRATION', 'PROBLEM', 'REJECTED', 'BLANK_REVIEW']

export const stateLight = (state: string): Status => {
  if (state === 'FINAL' || state === 'LOCKED') return 'ok'
  if (state === 'OUT') return 'idle'
  return WAITING.includes(state) ? 'warn' : 'busy'
}

export const LEADER_ACTS: Record<string, string> = {
  arbitrate: '仲裁',
  resolve_problem: '问题卷',
  spot_correct: '抽查改分',
  reject: '打回重评',
  reject_withdrawn: '撤销打回',
  escalate: '转仲裁',
  reopen: '撤销裁定',
  allow_arbitrator: '指定仲裁',
}

/** Steps of a paper as its record names them. */
const EVENTS: Record<string, string> = {
  images_ready: '切图完成',
  image_withdrawn: '退回切图',
  offline_mark: '录入纸面打分',
  offline_withdrawn: '撤回纸面打分',
  claim: '领取',
  release: '放回',
  submit: '提交',
  revise: '回评改分',
  take_back: '收回重评',
  remark: '重评',
  raise_problem: '提交问题卷',
  resolve_problem: '处理问题卷',
  arbitrate: '仲裁',
  spot_correct: '抽查改分',
  inspect: '复核改分',
  benchmark: '定为标准卷',
  benchmark_withdrawn: '撤回标准卷',
  reject: '打回重评',
  reject_withdrawn: '撤销打回',
  blank_report: '报告空白卷',
  blank_review: '转空白核查',
  blank_confirm: '确认空白',
  blank_reject: '确认有作答',
  reset: '清空评阅',
  restore: '恢复评阅',
  reopen: '撤销裁定',
  escalate: '转仲裁',
  hand_on: '改由其他教师评阅',
  allow_arbitrator: '指定仲裁',
  read_again: '送第二人评阅',
  read_again_withdrawn: '撤回第二人评阅',
  lock: '成绩发布，锁定',
  unlock: '撤回发布，解锁',
}

/** What a step of a paper is called. Marks that nobody took went with the sheet or the question that they were given to. */
export const eventName = (type: string, actor: string | null): string =>
  type === 'reset' && actor === null ? '评阅随原答题卡撤下' : (EVENTS[type] ?? type)

type Recorded = { total_milli: number; points: readonly (number | null)[] }

/** 「8 分（3＋5）」; a question that does not count is 「—」. */
const recordedText = ({ total_milli, points }: Recorded): string => {
  const each = points.map((point) => (point === null ? '—' : formatMilli(point)))
  return `${formatMilli(total_milli)} 分${points.length > 1 ? `（${each.join('＋')}）` : ''}`
}

/** 「一评 8 分」, 「终评 改前 8 分，改后 9 分」: what stood before a step of a paper, and after it. */
export function changeText(
  what: string,
  { before, after }: { before: Recorded | null; after: Recorded | null },
): string {
  if (before === null) return after === null ? what : `${what} ${recordedText(after)}`
  return `${what} 改前 ${recordedText(before)}，改后 ${after === null ? '待定' : recordedText(after)}`
}

/** 「合格」「改分」… of a check that was made. */
export function verdictText(check: { is_rejected: number; is_marked: number }): string {
  if (check.is_rejected === 1) return check.is_marked === 1 ? '打回并改分' : '打回重评'
  return check.is_marked === 1 ? '改分' : '合格'
}

/**
 * Why a typed score corrects nothing; null where it does.
 *
 * @param stands the mark that counts, or without one what the reading gave, thousandths; null where neither is a score
 */
export function correctionRefusal(text: string, stands: number | null): string | null {
  if (text.trim() === '') return '先填写分数'
  const isSame = stands !== null && parseMilli(text) === stands
  return isSame ? '与现在的得分相同，认可请点「合格」' : null
}

/** How many readings go back, or went back, to their marker, and what becomes of the others. */
export function returnedText(
  when: '将' | '已',
  { changed, escalated, refused }: { changed: number; escalated: number; refused: number },
): string {
  const more = [
    escalated > 0 ? `${escalated} 份已达打回上限转仲裁` : '',
    refused > 0 ? `${refused} 份不能打回` : '',
  ].filter(Boolean)
  return [`${when}打回 ${changed} 份`, ...more].join('，')
}

/** How many papers that went back are, or will be, as they were, and which of them stay and why. */
export function undoneText(
  when: '将' | '已',
  {
    changed,
    reasons,
  }: {
    changed: number
    reasons: readonly { msg: string; count: number; codes: readonly string[] }[]
  },
): string {
  const stay = reasons.map(({ msg, count, codes }) => {
    const more = count > codes.length ? ' 等' : ''
    return `${count} 份${msg}，保留不变（密号 ${codes.join('、')}${more}）`
  })
  return [`${when}撤销 ${changed} 份打回`, ...stay].join('；')
}
