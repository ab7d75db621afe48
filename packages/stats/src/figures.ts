import type { Milli, Rate, RateDenominator } from '@hengjuan/domain'
import type { ResultColumns } from './columns.ts'
import { quantileOfSorted, sortedScores } from './distribution.ts'
import { everybody, type Members, type Run } from './members.ts'
import type { ScoreColumn } from './score-column.ts'
import { rollUp, scaleOf, talliesOf, type Tally, tallyOf } from './tally.ts'

export interface Ratio {
  num: number
  den: number
}

/** What a table says of a group of candidates; null where nobody was present. */
export interface GroupFigures extends Spread {
  registered: number
  present: number
  absent: number
  minMilli: Milli | null
  maxMilli: Milli | null
  q1Milli: number | null
  medianMilli: number | null
  q3Milli: number | null
  /** Coefficient of variation 差异系数; null for a mean of 0. */
  cv: number | null
  skewness: number | null
  rates: Record<Rate, Ratio>
  /** Points got over points to be got, of who was present. */
  scoreRate: Ratio
}

export interface Spread {
  meanMilli: number | null
  /** Population form, ÷N. */
  sdMilli: number | null
}

/** Figures of any group. @source domain rules 10, 11 */
export const figuresOf = (
  column: ScoreColumn,
  members: Members,
  denominator: RateDenominator = 'present',
): GroupFigures =>
  describe(column, tallyOf(column, members), sortedScores(column.scores, members), denominator)

/**
 * Figures of every class and, rolled up from them, of all.
 *
 * @returns in the order of the manifest's classes
 */
export function classFigures(
  column: ScoreColumn,
  columns: ResultColumns,
  denominator: RateDenominator = 'present',
): { classes: GroupFigures[]; all: GroupFigures } {
  return figuresByRun(column, runsOf(columns.classStart), everybody(columns), denominator)
}

/** The same of every school. */
export function schoolFigures(
  column: ScoreColumn,
  columns: ResultColumns,
  denominator: RateDenominator = 'present',
): { schools: GroupFigures[]; all: GroupFigures } {
  const runs = runsOf(columns.schoolStart)
  const { classes: schools, all } = figuresByRun(column, runs, everybody(columns), denominator)
  return { schools, all }
}

/** Groups one after the other, from where each begins. */
export const runsOf = (starts: Int32Array): Run[] =>
  Array.from({ length: starts.length - 1 }, (_, group) => ({
    from: starts[group]!,
    to: starts[group + 1]!,
  }))

function figuresByRun(
  column: ScoreColumn,
  runs: readonly Run[],
  all: Members,
  denominator: RateDenominator,
) {
  const tallies = talliesOf(column, runs)
  return {
    classes: tallies.map((tally, group) =>
      describe(column, tally, sortedScores(column.scores, { runs: [runs[group]!] }), denominator),
    ),
    all: describe(column, rollUp(tallies), sortedScores(column.scores, all), denominator),
  }
}

/** Mean and spread, from the exact sums. */
export function spreadOf(column: ScoreColumn, { present: n, sum, squares }: Tally): Spread {
  if (n === 0) return { meanMilli: null, sdMilli: null }
  const { step, middle } = scaleOf(column)
  return {
    meanMilli: ((sum + n * middle) * step) / n,
    sdMilli: (step * Math.sqrt(Math.max(0, n * squares - sum * sum))) / n,
  }
}

function describe(
  column: ScoreColumn,
  tally: Tally,
  sorted: Int32Array,
  denominator: RateDenominator,
): GroupFigures {
  const { registered, present: n, sum, squares, cubes } = tally
  const { step, middle } = scaleOf(column)
  const { meanMilli, sdMilli } = spreadOf(column, tally)
  const den = denominator === 'present' ? n : registered
  const share = (num: number): Ratio => ({ num, den })
  const rates = {
    excellent: share(tally.rates.excellent),
    good: share(tally.rates.good),
    pass: share(tally.rates.pass),
    low: share(tally.rates.low),
  }
  const scoreRate = { num: (sum + n * middle) * step, den: n * column.fullMilli }
  const counts = { registered, present: n, absent: registered - n, rates, scoreRate }
  if (meanMilli === null || sdMilli === null)
    return { ...counts, ...NO_FIGURES, meanMilli: null, sdMilli: null }
  const mean = sum / n
  const third = cubes / n - 3 * mean * (squares / n) + 2 * mean ** 3
  return {
    ...counts,
    meanMilli,
    sdMilli,
    minMilli: tally.min,
    maxMilli: tally.max,
    q1Milli: quantileOfSorted(sorted, 0.25),
    medianMilli: quantileOfSorted(sorted, 0.5),
    q3Milli: quantileOfSorted(sorted, 0.75),
    cv: meanMilli === 0 ? null : sdMilli / meanMilli,
    skewness: sdMilli === 0 ? null : third / (sdMilli / step) ** 3,
  }
}

const NO_FIGURES = {
  minMilli: null,
  maxMilli: null,
  q1Milli: null,
  medianMilli: null,
  q3Milli: null,
  cv: null,
  skewness: null,
}
