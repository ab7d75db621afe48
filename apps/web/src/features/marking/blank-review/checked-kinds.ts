import type { blankBlockChecked, InputOf } from '@hengjuan/contracts'

export type CheckedKind = InputOf<typeof blankBlockChecked>['query']['of']

/** The figures of a block about what was checked. */
interface Counts {
  confirmed: number
  awaiting_second: number
  checks_open: number
  checks_done: number
  returned_batches: number
}

interface CheckedFigure {
  kind: CheckedKind
  label: string
  /** The figure with its unit where it is none of papers. */
  text: string
  formula: string
  count: number
}

export const CHECKED_KINDS = ['confirmed', 'second', 'check', 'returned'] as const

/**
 * What became of the probably blank answers of a block; what there is none of is left out, but for the confirmed
 * and what is on show.
 */
export function checkedKinds(row: Counts, shown?: string): CheckedFigure[] {
  const checks = row.checks_done + row.checks_open
  const all: CheckedFigure[] = [
    {
      kind: 'confirmed',
      label: '已确认',
      text: String(row.confirmed),
      formula: '已确认为空白、记为未作答的份数',
      count: row.confirmed,
    },
    {
      kind: 'second',
      label: '待第二人',
      text: String(row.awaiting_second),
      formula: '本人已确认、等待第二人确认的份数',
      count: row.awaiting_second,
    },
    {
      kind: 'check',
      label: '抽检',
      text: `${row.checks_done}/${checks}`,
      formula: '转入正常阅卷作抽检的份数：已评 / 全部',
      count: checks,
    },
    {
      kind: 'returned',
      label: '退回过',
      text: `${row.returned_batches} 批`,
      formula: '抽检得分不为 0 而整批退回核查的批数',
      count: row.returned_batches,
    },
  ]
  return all.filter(({ kind, count }) => kind === 'confirmed' || kind === shown || count > 0)
}
