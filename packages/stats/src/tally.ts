import { NOT_SELECTED, type Rate } from '@hengjuan/domain'
import { commonStep } from './distribution.ts'
import type { Members, Run } from './members.ts'
import type { ScoreColumn } from './score-column.ts'

/**
 * What the figures of a group are made of. Tallies of groups without common members add up to that of all of them,
 * exactly: sums are of whole numbers, scores as steps away from a middle.
 */
export interface Tally {
  registered: number
  present: number
  /** Of the differences, their squares and their cubes. */
  sum: number
  squares: number
  cubes: number
  /** Milli; Infinity and −Infinity for nobody. */
  min: number
  max: number
  rates: Record<Rate, number>
}

/** How the tallies of a column are to be read. */
export interface TallyScale {
  /** Milli of a step. */
  step: number
  /** The score that differences are from, in steps. */
  middle: number
}

const scales = new WeakMap<Int32Array, TallyScale>()

/** One scale for a column, so that its tallies can be added. */
export function scaleOf({ scores, fullMilli }: ScoreColumn): TallyScale {
  const known = scales.get(scores)
  if (known) return known
  const step = commonStep(scores)
  const scale = { step, middle: Math.round(fullMilli / 2 / step) }
  scales.set(scores, scale)
  return scale
}

const noRates = (): Tally['rates'] => ({ excellent: 0, good: 0, pass: 0, low: 0 })

const noTally = (): Tally => ({
  registered: 0,
  present: 0,
  sum: 0,
  squares: 0,
  cubes: 0,
  min: Infinity,
  max: -Infinity,
  rates: noRates(),
})

/** Tally of some of the candidates. */
export function tallyOf(column: ScoreColumn, { runs, only }: Members): Tally {
  const tally = noTally()
  for (const run of runs) countRun(tally, column, run, only ?? null)
  return tally
}

/** Tallies of runs one after the other, as of all classes. */
export const talliesOf = (column: ScoreColumn, runs: readonly Run[]): Tally[] =>
  runs.map((run) => tallyOf(column, { runs: [run] }))

/** Tally of all of several groups that have no member in common. */
export function rollUp(tallies: readonly Tally[]): Tally {
  const all = noTally()
  for (const one of tallies) {
    all.registered += one.registered
    all.present += one.present
    all.sum += one.sum
    all.squares += one.squares
    all.cubes += one.cubes
    if (one.min < all.min) all.min = one.min
    if (one.max > all.max) all.max = one.max
    for (const rate of ['excellent', 'good', 'pass', 'low'] as const)
      all.rates[rate] += one.rates[rate]
  }
  return all
}

function countRun(
  tally: Tally,
  column: ScoreColumn,
  { from, to }: Run,
  only: Uint8Array | null,
): void {
  const { scores, attendance, fullMilli, thresholds } = column
  const { step, middle } = scaleOf(column)
  const [excellent, good, pass, low] = [
    thresholds.excellent * fullMilli,
    thresholds.good * fullMilli,
    thresholds.pass * fullMilli,
    thresholds.low * fullMilli,
  ]
  const { rates } = tally
  let [registered, present, sum, squares, cubes] = [0, 0, 0, 0, 0]
  let { min, max } = tally
  for (let place = from; place < to; place++) {
    if (only && !only[place]) continue
    if (!attendance || attendance[place] !== NOT_SELECTED) registered++
    const score = scores[place]!
    if (score < 0) continue
    present++
    const difference = score / step - middle
    const square = difference * difference
    sum += difference
    squares += square
    cubes += square * difference
    if (score < min) min = score
    if (score > max) max = score
    // Compared as whole numbers. @source domain rules 10
    const hundredfold = score * 100
    if (hundredfold >= pass) {
      rates.pass++
      if (hundredfold >= good) rates.good++
      if (hundredfold >= excellent) rates.excellent++
    } else if (hundredfold < low) rates.low++
  }
  tally.registered += registered
  tally.present += present
  tally.sum += sum
  tally.squares += squares
  tally.cubes += cubes
  tally.min = min
  tally.max = max
}
