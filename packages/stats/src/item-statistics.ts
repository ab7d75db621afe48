import { countsInItemStatistics, type Milli, MIN_CANDIDATES_FOR_INDICES } from '@hengjuan/domain'
import type { ItemColumn, ResultVersion, SubjectColumns } from './columns.ts'
import { sortedScores } from './distribution.ts'
import type { Ratio } from './figures.ts'
import {
  anyNoMark,
  countBits,
  countBlank,
  groupWeights,
  type GroupWeights,
  itemTotals,
  presentPlaces,
  withoutBits,
} from './item-members.ts'
import type { ManifestQuestion } from './manifest.ts'
import type { Members } from './members.ts'
import { type OptionStatistics, optionStatistics, scoresOfPlaces } from './option-statistics.ts'

/** What a table says of a question, of some of the candidates. Indices are null for fewer than ten. */
export interface ItemStatistics {
  /** Place among the questions of the subject. */
  place: number
  question: ManifestQuestion
  /** Of whom the question counts and the paper has a mark. */
  n: number
  meanMilli: number | null
  sdMilli: number | null
  rate: Ratio
  fullCount: number
  zeroCount: number
  /** Nothing written is not a zero. @source domain rules 6.1 (6) */
  omitted: Ratio
  /** Whose paper ended without a mark here, as misconduct or void. */
  noMark: number
  difficulty: number | null
  discrimination: number | null
  /** Correlation with the rest of the paper, and with all of it. */
  itemRest: number | null
  itemTotal: number | null
  alphaWithout: number | null
  /** Share of the full mark, and of what totals differ by. @source reports R20 */
  intendedWeight: number | null
  effectiveWeight: number | null
  /** Covariance with the rest as a share of the largest that the same scores could have. */
  efficiency: number | null
  /** Empty for a question with no options. */
  options: OptionStatistics | null
}

export interface PaperStatistics {
  /** Who has a mark for everything that counts. */
  n: number
  meanMilli: number | null
  sdMilli: number | null
  difficulty: number | null
  alpha: number | null
  semMilli: number | null
  /** Who has a paper without a mark, and is in none of these figures. */
  noMark: number
}

export interface ItemTable {
  paper: PaperStatistics
  rows: ItemStatistics[]
}

/** Groups whose tables are kept for each subject. */
const KEPT = 100
const kept = new WeakMap<SubjectColumns, Map<string, ItemTable>>()

/**
 * Statistics of all questions of a subject: one pass over each column. A table of whole classes or schools is kept with
 * the version, which never changes.
 *
 * @param subject place among the subjects
 * @source domain rules 11
 */
export function itemTable(
  version: Pick<ResultVersion, 'manifest' | 'columns'>,
  subject: number,
  members: Members,
): ItemTable {
  const columns = version.columns.subjects[subject]!
  if (members.only) return makeTable(version, subject, members)
  const key = members.runs.map(({ from, to }) => `${from}-${to}`).join()
  const tables = kept.get(columns) ?? new Map<string, ItemTable>()
  kept.set(columns, tables)
  const table = tables.get(key) ?? makeTable(version, subject, members)
  tables.delete(key)
  tables.set(key, table)
  for (const oldest of tables.keys()) {
    if (tables.size <= KEPT) break
    tables.delete(oldest)
  }
  return table
}

/** Whom the sums of a question are of, with what they are related to. */
interface Compared {
  places: Int32Array
  /** Parallel to the places: the item totals, in steps. */
  totals: Int32Array
  highest: number
  weights: GroupWeights
  sumT: number
  sumTT: number
}

function makeTable(
  { manifest, columns }: Pick<ResultVersion, 'manifest' | 'columns'>,
  place: number,
  members: Members,
): ItemTable {
  const subject = columns.subjects[place]!
  const { questions, fullMilli } = manifest.subjects[place]!
  const present = presentPlaces(subject, members)
  const whole = withoutBits(present, anyNoMark(subject))
  const { step } = itemTotals(subject)
  const all = comparedOf(subject, whole)
  const options = whole === present ? all : comparedOf(subject, present)
  const choosers = scoresOfPlaces(subject.totalMilli, options)
  const room = {
    ofValue: new Uint32Array(all.highest + 1),
    ofRest: new Uint32Array(all.highest + 1),
  }
  const sums = subject.items.map((item, index) =>
    sumItem(subject, item, questions[index]!.fullMilli, all, room),
  )
  // What is void counts for nobody, and is no part of the paper.
  const counted = questions.map(({ status }) => status !== 'void')
  const paper = paperOf(subject, { all, sums, counted, step, fullMilli }, present.length)
  const fullOfAll = questions.reduce(
    (sum, question, index) => sum + (counted[index] ? question.fullMilli : 0),
    0,
  )
  const varT = covariance(all.places.length, all.sumTT, all.sumT, all.sumT)
  const varSum = sums.reduce((sum, one, index) => (counted[index] ? sum + one.variance : sum), 0)
  const k = counted.filter(Boolean).length
  const rows = questions.map((question, index): ItemStatistics => {
    const item = subject.items[index]!
    const sum = sums[index]!
    const counts = countItem(item, present, sum, question.fullMilli)
    const isEnough = (n: number): boolean =>
      n >= MIN_CANDIDATES_FOR_INDICES && countsInItemStatistics(question.status)
    const indices = isEnough(sum.values.n) ? indicesOf(sum, question.fullMilli) : NO_INDICES
    const isWhole = isEnough(all.places.length) && varT > 0
    return {
      place: index,
      question,
      ...counts,
      difficulty:
        isEnough(counts.n) && counts.rate.den > 0 ? counts.rate.num / counts.rate.den : null,
      ...indices,
      alphaWithout:
        isWhole && k > 2 ? alphaOf(k - 1, varSum - sum.variance, sum.restVariance) : null,
      intendedWeight: counted[index] && fullOfAll > 0 ? question.fullMilli / fullOfAll : null,
      effectiveWeight: isWhole ? sum.covarianceT / varT : null,
      options: question.objective ? optionStatistics(item, question, choosers) : null,
    }
  })
  return { paper, rows }
}

function comparedOf(subject: SubjectColumns, places: Int32Array): Compared {
  const { totals: ofAll, step } = itemTotals(subject)
  const totals = new Int32Array(places.length)
  let [highest, sumT, sumTT] = [0, 0, 0]
  for (let index = 0; index < places.length; index++) {
    const total = ofAll[places[index]!]! / step
    totals[index] = total
    sumT += total
    sumTT += total * total
    if (total > highest) highest = total
  }
  const own = places.map((place) => subject.totalMilli[place]!)
  const sorted = sortedScores(own, { runs: [{ from: 0, to: own.length }] })
  const weights = groupWeights(subject.totalMilli, places, sorted)
  return { places, totals, highest, weights, sumT, sumTT }
}

/** n times n times the covariance is a whole number. */
const covariance = (n: number, sumXY: number, sumX: number, sumY: number): number =>
  n === 0 ? 0 : (sumXY - (sumX * sumY) / n) / n

/** Sums of a question in steps of the paper, of those who have a mark for all of it. */
interface ItemSums {
  /** Of whom it counts. */
  places: Int32Array
  values: ValueSums
  /** Of the item against the others, over those for whom it counts. */
  varX: number
  covXT: number
  varT: number
  /** Milli: difference of the means of the top and the bottom group. */
  differenceMilli: number
  efficiency: number | null
  /** As above, over all: 0 where it does not count. */
  variance: number
  covarianceT: number
  restVariance: number
}

function sumItem(
  subject: SubjectColumns,
  item: ItemColumn,
  fullMilli: Milli,
  all: Compared,
  room: Histograms,
): ItemSums {
  const { step } = itemTotals(subject)
  const own = item.notCounted ? comparedOf(subject, withoutBits(all.places, item.notCounted)) : all
  const scale = item.unit / step
  const values = sumValues(item, own.places, fullMilli)
  const { n, sum, squares } = values
  const { sumXT, difference } = relate(own, item)
  const most = productInOrder(own, item, scale, room)
  const varX = covariance(n, squares, sum, sum) * scale * scale
  const varT = covariance(n, own.sumTT, own.sumT, own.sumT)
  const covXT = covariance(n, sumXT, sum, own.sumT) * scale
  const largest = most === null ? 0 : covariance(n, most, sum * scale, own.sumT - sum * scale)
  const many = all.places.length
  const variance = covariance(many, squares, sum, sum) * scale * scale
  // Where it does not count it adds nothing to any sum.
  const covarianceT = covariance(many, sumXT, sum, all.sumT) * scale
  const allVarT = covariance(many, all.sumTT, all.sumT, all.sumT)
  return {
    places: own.places,
    values,
    varX,
    covXT,
    varT,
    differenceMilli: n === 0 ? 0 : (difference * item.unit) / own.weights.size,
    efficiency: largest > 0 ? (covXT - varX) / largest : null,
    variance,
    covarianceT,
    restVariance: allVarT - 2 * covarianceT + variance,
  }
}

/** Exact sums of a question, in its units. */
interface ValueSums {
  n: number
  sum: number
  squares: number
  fullCount: number
  zeroCount: number
}

function sumValues({ values, unit }: ItemColumn, places: Int32Array, fullMilli: Milli): ValueSums {
  const full = fullMilli / unit
  let [sum, squares, fullCount, zeroCount] = [0, 0, 0, 0]
  for (let index = 0; index < places.length; index++) {
    const value = values[places[index]!]!
    sum += value
    squares += value * value
    if (value === 0) zeroCount++
    else if (value === full) fullCount++
  }
  // Of nothing, none is all of it.
  if (full === 0) fullCount = zeroCount
  return { n: places.length, sum, squares, fullCount, zeroCount }
}

/** With the totals, and by the weights of who belongs to the top and to the bottom. */
function relate({ places, totals, weights }: Compared, { values }: ItemColumn) {
  const { top, bottom } = weights
  let [sumXT, difference] = [0, 0]
  for (let index = 0; index < places.length; index++) {
    const value = values[places[index]!]!
    sumXT += value * totals[index]!
    difference += value * (top[index]! - bottom[index]!)
  }
  return { sumXT, difference }
}

/** Room to count in, all 0 before and after: by the value of a question and by the rest of the paper, in steps. */
interface Histograms {
  ofValue: Uint32Array
  ofRest: Uint32Array
}

/**
 * Sum of the products of a question and the rest of the paper if both were put in order: counted, not sorted.
 *
 * @returns null where scores are no steps from 0 up
 * @source reports R20
 */
function productInOrder(
  { places, totals }: Compared,
  { values }: ItemColumn,
  scale: number,
  { ofValue, ofRest }: Histograms,
): number | null {
  if (!Number.isInteger(scale)) return null
  // As a whole number for the engine, too.
  const steps = scale | 0
  let isStepwise = true
  let [lowest, highest] = [ofRest.length, 0]
  for (let index = 0; index < places.length && isStepwise; index++) {
    const value = values[places[index]!]! * steps
    const rest = totals[index]! - value
    isStepwise = value >= 0 && rest >= 0
    ofValue[value]!++
    ofRest[rest]!++
    if (rest < lowest) lowest = rest
    if (value > highest) highest = value
  }
  const most = isStepwise ? productOf(ofValue, ofRest, places.length, lowest) : null
  ofValue.fill(0, 0, highest + 1)
  ofRest.fill(0)
  return most
}

/** @param n how many each is of; none of the rests is below the lowest */
function productOf(ofValue: Uint32Array, ofRest: Uint32Array, n: number, lowest: number): number {
  let [most, value] = [0, 0]
  let left = ofValue[0] ?? 0
  let waiting = n
  for (let rest = lowest; waiting > 0; rest++) {
    let due = ofRest[rest]!
    waiting -= due
    while (due > 0) {
      while (left === 0) left = ofValue[++value]!
      const taken = due < left ? due : left
      most += taken * value * rest
      left -= taken
      due -= taken
    }
  }
  return most
}

const NO_INDICES = { discrimination: null, itemRest: null, itemTotal: null, efficiency: null }

function indicesOf(sum: ItemSums, fullMilli: Milli) {
  const { varX, varT, covXT } = sum
  const varRest = varT - 2 * covXT + varX
  return {
    discrimination: fullMilli === 0 ? null : sum.differenceMilli / fullMilli,
    itemRest: ratioOf(covXT - varX, varX, varRest, varT),
    itemTotal: ratioOf(covXT, varX, varT, varT),
    efficiency: sum.efficiency,
  }
}

/** A correlation; null where either side does not vary but by rounding. */
function ratioOf(cov: number, varA: number, varB: number, scale: number): number | null {
  const least = 1e-12 * scale
  return varA <= least || varB <= least ? null : cov / Math.sqrt(varA * varB)
}

const alphaOf = (k: number, varSum: number, varT: number): number | null =>
  k < 2 || varT <= 0 ? null : (k / (k - 1)) * (1 - varSum / varT)

function paperOf(
  { totalMilli }: SubjectColumns,
  of: {
    all: Compared
    sums: readonly ItemSums[]
    counted: readonly boolean[]
    step: number
    fullMilli: Milli
  },
  present: number,
): PaperStatistics {
  const { all, sums, counted, step, fullMilli } = of
  const n = all.places.length
  let [sum, squares] = [0, 0]
  for (let index = 0; index < n; index++) sum += totalMilli[all.places[index]!]!
  const mean = n === 0 ? null : sum / n
  for (let index = 0; index < n; index++)
    squares += (totalMilli[all.places[index]!]! - (mean ?? 0)) ** 2
  const varT = covariance(n, all.sumTT, all.sumT, all.sumT)
  const varSum = sums.reduce((total, one, index) => total + (counted[index] ? one.variance : 0), 0)
  const alpha =
    n < MIN_CANDIDATES_FOR_INDICES ? null : alphaOf(counted.filter(Boolean).length, varSum, varT)
  return {
    n,
    meanMilli: mean,
    sdMilli: mean === null ? null : Math.sqrt(squares / n),
    difficulty: mean === null || fullMilli === 0 ? null : mean / fullMilli,
    alpha,
    semMilli: alpha === null ? null : step * Math.sqrt(varT * Math.max(0, 1 - alpha)),
    noMark: present - n,
  }
}

/** What is counted of a question among those who are present. */
function countItem(item: ItemColumn, present: Int32Array, known: ItemSums, fullMilli: Milli) {
  const { unit, answers, noMark, notCounted, notResponded } = item
  const due = withoutBits(present, notCounted)
  const marked = withoutBits(due, noMark)
  // As a rule everybody has a mark for all of the paper.
  const isKnown = marked.length === known.places.length
  const { n, sum, squares, fullCount, zeroCount } = isKnown
    ? known.values
    : sumValues(item, marked, fullMilli)
  return {
    n,
    meanMilli: n === 0 ? null : (sum * unit) / n,
    sdMilli: n === 0 ? null : (unit * Math.sqrt(Math.max(0, n * squares - sum * sum))) / n,
    rate: { num: sum * unit, den: n * fullMilli },
    fullCount,
    zeroCount,
    omitted: {
      num: answers ? countBlank(answers, marked) : countBits(notResponded, marked),
      den: n,
    },
    noMark: due.length - n,
  }
}
