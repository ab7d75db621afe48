import { groupWeights } from './item-analysis.ts'
import { correlation } from './moments.ts'

export interface OptionRow {
  option: string
  isKey: boolean
  count: number
  /** Mean total of those who chose it, in the unit of the totals; null if nobody did. */
  meanTotal: number | null
  /** Correlation of choosing it with the total; null where either does not vary. */
  r: number | null
  /** How many of the top 27 % chose it; may be a fraction, because ties on the cut share. */
  topCount: number
}

export type OptionFlag =
  | 'distractor_r_positive'
  | 'key_r_not_positive'
  | 'distractor_beats_key_at_top'

export interface OptionAnalysis {
  n: number
  rows: OptionRow[]
  blank: number
  /** Answers with more than one option. */
  multi: number
  flags: { flag: OptionFlag; option: string }[]
}

/**
 * Who chose what in an objective item, and what is odd about it.
 *
 * @param answers one per present candidate, as normalised; [] is blank
 * @param totals  subject totals of the same candidates
 * @param options letters printed for the item, in order
 * @source domain rules 11
 */
export function analyseOptions(
  answers: readonly (readonly string[])[],
  totals: readonly number[],
  options: readonly string[],
  key: readonly string[],
): OptionAnalysis {
  const top = answers.length > 0 ? groupWeights(totals, 'top') : new Float64Array()
  const rows = options.map((option) => rowOf(option, answers, totals, top, key.includes(option)))
  return {
    n: answers.length,
    rows,
    blank: answers.filter(({ length }) => length === 0).length,
    multi: answers.filter(({ length }) => length > 1).length,
    flags: flagsOf(rows),
  }
}

function rowOf(
  option: string,
  answers: readonly (readonly string[])[],
  totals: readonly number[],
  top: Float64Array,
  isKey: boolean,
): OptionRow {
  const chose = answers.map((answer): number => (answer.includes(option) ? 1 : 0))
  const count = chose.reduce((sum, one) => sum + one, 0)
  const ofChoosers = chose.reduce((sum, one, index) => sum + one * (totals[index] ?? 0), 0)
  return {
    option,
    isKey,
    count,
    meanTotal: count === 0 ? null : ofChoosers / count,
    r: correlation(chose, totals),
    topCount: chose.reduce((sum, one, index) => sum + one * (top[index] ?? 0), 0),
  }
}

function flagsOf(rows: readonly OptionRow[]): OptionAnalysis['flags'] {
  const keyAtTop = Math.min(...rows.filter(({ isKey }) => isKey).map(({ topCount }) => topCount))
  return rows.flatMap(({ option, isKey, r, topCount }) => {
    const flags: OptionFlag[] = []
    if (isKey && r !== null && r <= 0) flags.push('key_r_not_positive')
    if (!isKey && r !== null && r > 0) flags.push('distractor_r_positive')
    if (!isKey && topCount > keyAtTop) flags.push('distractor_beats_key_at_top')
    return flags.map((flag) => ({ flag, option }))
  })
}
