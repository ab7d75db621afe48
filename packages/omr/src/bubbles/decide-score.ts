import type { FieldState } from '@hengjuan/domain'
import { formatMilli, milli } from '@hengjuan/domain'
import type { FieldDecision } from './decide-field.ts'

/** One column of a score bar, settled. */
export interface ScoreColumn {
  state: FieldState
  /** What was marked in it. */
  values: string[]
  confidence: number
  doubtful: boolean
  bubbles: readonly { value: string }[]
}

/** The gravest first: what a person is told when columns are doubtful for several reasons. */
const gravest: readonly FieldState[] = ['box_error', 'multi', 'faint', 'blank', 'clear']

const columnFaults: Record<FieldState, string> = {
  box_error: '没有对准',
  multi: '涂了不止一格',
  faint: '涂得不清楚',
  blank: '疑似有填涂',
  clear: '接近判定界限',
}

/**
 * Adds up a score bar: every column gives the value of its one mark, a column without a mark gives
 * nothing. A bar without any mark is no zero (that has a cell of its own) but a marker who forgot.
 *
 * @param fullMilli most that the bar can rightly say; unknown on foreign templates
 * @returns `values` holds the sum, `27.5`; nothing where a column is doubtful
 */
export function scoreOf(
  columns: readonly ScoreColumn[],
  fullMilli: number | undefined,
): Omit<FieldDecision, 'filled'> {
  const doubt = (state: FieldState, values: string[], confidence: number, reason: string) => ({
    state,
    values,
    confidence,
    doubtful: true,
    reason,
  })
  const faults = columns.filter((column) => column.doubtful || column.values.length > 1)
  if (faults.length > 0) {
    const state = gravest.find((each) => faults.some((fault) => fault.state === each)) ?? 'faint'
    const list = faults.map(
      (fault) =>
        `${placeName(fault)}${columnFaults[fault.values.length > 1 ? 'multi' : fault.state]}`,
    )
    return doubt(state, [], 0, `得分栏${list.join('，')}，请看图确认得分`)
  }
  const confidence = columns.reduce((product, column) => product * column.confidence, 1)
  const marks = columns.flatMap(({ values }) => values)
  if (marks.length === 0) return doubt('blank', [], confidence, '得分栏没有填涂，请确认得分')
  const sum = marks.reduce((total, value) => total + milli(Number(value)), 0)
  const values = [formatMilli(sum)]
  if (fullMilli !== undefined && sum > fullMilli) {
    const reason = `得分栏合计 ${formatMilli(sum)} 分，超过满分 ${formatMilli(fullMilli)} 分，请确认`
    return doubt('clear', values, 0, reason)
  }
  return { state: 'clear', values, confidence, doubtful: false, reason: '' }
}

/** Columns are named by what they add: `十位`, `个位`, `小数`. */
function placeName({ bubbles }: ScoreColumn): string {
  const most = Math.max(...bubbles.map(({ value }) => Number(value)))
  return most >= 10 ? '十位' : most >= 1 ? '个位' : '小数'
}
