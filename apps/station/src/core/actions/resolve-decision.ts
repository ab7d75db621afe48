import type { BubbleField, OmrTemplate } from '@hengjuan/domain'
import type { StationDecision } from '../../bridge/review-api.ts'
import { StationError } from '../../bridge/station-error.ts'
import type { EffectivePage, EffectiveSheet } from './effective-sheet.ts'
import { warningCodes } from './settled-findings.ts'
import type { StoredDecision } from './stored-action.ts'

type Answer = Extract<StationDecision, { kind: 'answer' }>
type StoredAnswer = Extract<StoredDecision, { kind: 'answer' }>

/** A page of a sheet by its place in the upload. @throws StationError when there is none */
export function pageOf(now: EffectiveSheet, seq: number): EffectivePage {
  const page = now.pages.find((one) => one.seq === seq)
  if (!page) throw new StationError('PAGE_NOT_FOUND', `这张答题卡没有第 ${seq} 张图像，请刷新`)
  return page
}

/**
 * Answers in the order in which they are printed, each with whether the machine had read the same.
 *
 * @throws StationError for an option that is not printed, or values that contradict `resolved_as`
 */
export function resolveAnswer(
  template: OmrTemplate,
  now: EffectiveSheet,
  { options }: Answer,
): StoredAnswer {
  return {
    kind: 'answer',
    options: options.map(({ target, values, resolved_as }) => {
      const field = fieldOf(template, target)
      const printed = printedValues(field)
      const stranger = values.find((value) => !printed.includes(value))
      const fits =
        resolved_as === 'answer'
          ? values.length > 0 && (field.multiple || values.length === 1)
          : values.length === 0
      if (stranger !== undefined || !fits)
        throw new StationError(
          'SCAN_CHOICE_INVALID',
          `第 ${questionOf(target)} 题没有选项 ${stranger ?? values.join('')}，请重新选择`,
        )
      const ordered = printed.filter((value) => values.includes(value))
      return {
        target,
        values: ordered,
        resolved_as,
        confirms: isReading(now, target, ordered, resolved_as),
      }
    }),
  }
}

function fieldOf(template: OmrTemplate, target: string): BubbleField {
  const field = template.pages.flatMap(({ fields }) => fields).find(({ id }) => id === target)
  if (!field)
    throw new StationError('SCAN_CHOICE_INVALID', `答题卡上没有第 ${questionOf(target)} 题，请刷新`)
  return field
}

export const printedValues = ({ bubbles }: Pick<BubbleField, 'bubbles'>): string[] => [
  ...new Set(bubbles.map(({ value }) => value)),
]

export const questionOf = (target: string): string => target.split(':')[1] ?? target

function isReading(
  now: EffectiveSheet,
  target: string,
  values: readonly string[],
  resolvedAs: string,
): boolean {
  const read = now.pages
    .filter(({ isIgnored }) => !isIgnored)
    .flatMap(({ reading }) => reading.fields)
    .find(({ id }) => id === target)
  return (
    read !== undefined &&
    resolvedAs === (values.length === 0 ? 'blank' : 'answer') &&
    read.values.length === values.length &&
    read.values.every((value) => values.includes(value))
  )
}

/** Why warnings of a sheet cannot be accepted, Chinese; empty when they can. */
export function whyWarningsStand(now: EffectiveSheet): string {
  const used = now.pages.filter(({ isIgnored }) => !isIgnored)
  const isLost = used.some(
    ({ reading }) => reading.page === null || reading.issues.some(({ blocking }) => blocking),
  )
  if (isLost) return '这张答题卡还没有定位，请先处理定位异常'
  return used.every(({ reading }) => warningCodes(reading).length === 0)
    ? '这张答题卡没有图像方面的提示'
    : ''
}

/** @throws StationError when a page has no place in the template, or there is nothing to accept */
export function resolveForceSure(now: EffectiveSheet, note: string): StoredDecision {
  const reason = whyWarningsStand(now)
  if (reason !== '') throw new StationError('SCAN_SHEET_UNLOCATED', reason)
  return {
    kind: 'force_sure',
    note,
    warnings: now.pages
      .filter(({ isIgnored, reading }) => !isIgnored && warningCodes(reading).length > 0)
      .map(({ seq, reading }) => ({ page_seq: seq, codes: warningCodes(reading) })),
  }
}

const VOIDS: Record<string, string> = {
  rescan: '作废，等待重扫',
  other_exam: '作废：不属于本场考试',
  duplicate: '作废：重复扫描',
  useless: '作废：没有用处',
}

/** Chinese: what was decided. */
export function describeStored(decision: StoredDecision, candidate: string): string {
  switch (decision.kind) {
    case 'locate':
      return `重新定位第 ${decision.page_seq} 张图像`
    case 'first_reading':
      return `第 ${decision.page_seq} 张图像改回最初的定位`
    case 'reread':
      return decision.page_seq === null ? '重新识别' : `重新识别第 ${decision.page_seq} 张图像`
    case 'recrop':
      return '重新裁切'
    case 'identity':
      return `指定考生 ${candidate}`
    case 'answer':
      return describeAnswers(decision)
    case 'accept_page':
      return '确认选项框无误'
    case 'ignore_page':
      return `忽略第 ${decision.page_seq} 张图像`
    case 'accept_missing':
      return '确认缺页'
    case 'void':
      return VOIDS[decision.reason] ?? '作废'
    case 'absence':
      return decision.attendance === 1 ? '确认缺考' : '确认正常参加考试'
    case 'send_verify':
      return `标记为问题卷：${decision.note || '未写说明'}`
    case 'verify':
      return '核实无误'
    case 'duplicate':
      if (decision.further !== undefined) return '考号重复：两张都保留，其一是加页'
      return decision.keep === null ? '考号重复：全部作废' : '考号重复：保留其一'
    case 'force_sure':
      return `不顾提示接受${decision.note ? `：${decision.note}` : ''}`
    case 'undo':
      return '撤销'
  }
}

function describeAnswers({ options }: StoredAnswer): string {
  const [first] = options
  if (options.length > 1 || !first) return `确认 ${options.length} 题`
  const text =
    first.resolved_as === 'multi_invalid' ? '多涂无效' : first.values.join('') || '未作答'
  return `第 ${questionOf(first.target)} 题 ${text}`
}
