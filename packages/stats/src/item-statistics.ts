import { countsInItemStatistics, type Milli, MIN_CANDIDATES_FOR_INDICES } from '@hengjuan/domain'
import {
  type Bitset,
  hasBit,
  type ItemColumn,
  type ResultVersion,
  type SubjectColumns,
} from './columns.ts'
import { commonStep, sortedScores } from './distribution.ts'
import type { Ratio } from './figures.ts'
import {
  anyNoMark,
  groupWeights,
  type GroupWeights,
  itemTotals,
  presentPlaces,
  withoutBits,
} from './item-members.ts'
import type { ManifestQuestion } from './manifest.ts'
import type { Members } from './members.ts'
import { type OptionStatistics, optionStatistics } from './option-statistics.ts'

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
  totals: Float64Array
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
  const step = commonStep(itemTotals(subject))
  const all = comparedOf(subject, whole, step)
  const options = whole.length === present.length ? all : comparedOf(subject, present, step)
  const sums = subject.items.map((item) => sumItem(subject, item, all, step))
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
    const counts = countItem(item, present, question.fullMilli)
    const isEnough = (n: number): boolean =>
      n >= MIN_CANDIDATES_FOR_INDICES && countsInItemStatistics(question.status)
    const n = sum.places.length
    const indices = isEnough(n) ? indicesOf(sum, question.fullMilli) : NO_INDICES
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
      options: question.objective
        ? optionStatistics(subject.totalMilli, item, question, options.places, options.weights)
        : null,
    }
  })
  return { paper, rows }
}

function comparedOf(subject: SubjectColumns, places: Int32Array, step: number): Compared {
  const items = itemTotals(subject)
  const totals = new Float64Array(places.length)
  let [sumT, sumTT] = [0, 0]
  for (let index = 0; index < places.length; index++) {
    const total = items[places[index]!]! / step
    totals[index] = total
    sumT += total
    sumTT += total * total
  }
  const own = Int32Array.from(places, (place) => subject.totalMilli[place]!)
  const sorted = sortedScores(own, { runs: [{ from: 0, to: own.length }] })
  return { places, totals, weights: groupWeights(subject.totalMilli, places, sorted), sumT, sumTT }
}

/** n times n times the covariance is a whole number. */
const covariance = (n: number, sumXY: number, sumX: number, sumY: number): number =>
  n === 0 ? 0 : (sumXY - (sumX * sumY) / n) / n

/** Sums of a question in steps of the paper, of those who have a mark for all of it. */
interface ItemSums extends Compared {
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

function sumItem(subject: SubjectColumns, item: ItemColumn, all: Compared, step: number): ItemSums {
  const own = item.notCounted
    ? comparedOf(subject, withoutBits(all.places, item.notCounted), step)
    : all
  const { places, totals, weights } = own
  const { values } = item
  const { top, bottom } = weights
  const n = places.length
  let [sumX, sumXX, sumXT, inTop, inBottom] = [0, 0, 0, 0, 0]
  for (let index = 0; index < n; index++) {
    const value = values[places[index]!]!
    sumX += value
    sumXX += value * value
    sumXT += value * totals[index]!
    inTop += value * top[index]!
    inBottom += value * bottom[index]!
  }
  const scale = item.unit / step
  const varX = covariance(n, sumXX, sumX, sumX) * scale * scale
  const varT = covariance(n, own.sumTT, own.sumT, own.sumT)
  const covXT = covariance(n, sumXT, sumX, own.sumT) * scale
  const many = all.places.length
  const variance = covariance(many, sumXX, sumX, sumX) * scale * scale
  // Where it does not count it adds nothing to any sum.
  const covarianceT = covariance(many, sumXT, sumX, all.sumT) * scale
  const allVarT = covariance(many, all.sumTT, all.sumT, all.sumT)
  return {
    ...own,
    varX,
    covXT,
    varT,
    differenceMilli: n === 0 ? 0 : ((inTop - inBottom) * item.unit) / weights.size,
    efficiency: efficiencyOf(own, item, scale, covXT - varX),
    variance,
    covarianceT,
    restVariance: allVarT - 2 * covarianceT + variance,
  }
}

/**
 * The covariance with the rest over that of both put in order: counted, not sorted.
 *
 * @source reports R20
 */
function efficiencyOf(
  { places, totals }: Compared,
  { values }: ItemColumn,
  scale: number,
  cov: number,
): number | null {
  const n = places.length
  if (n === 0 || !Number.isInteger(scale)) return null
  let highest = 0
  for (const total of totals) if (total > highest) highest = total
  const [ofValue, ofRest] = [new Uint32Array(highest + 1), new Uint32Array(highest + 1)]
  let [sumX, sumR] = [0, 0]
  for (let index = 0; index < n; index++) {
    const value = values[places[index]!]! * scale
    const rest = totals[index]! - value
    if (rest < 0) return null
    ofValue[value]!++
    ofRest[rest]!++
    sumX += value
    sumR += rest
  }
  let most = 0
  let value = 0
  let left = ofValue[0] ?? 0
  for (let rest = 0; rest < ofRest.length; rest++)
    for (let due = ofRest[rest] ?? 0; due > 0;) {
      while (left === 0) left = ofValue[++value] ?? 0
      const taken = Math.min(left, due)
      most += taken * value * rest
      left -= taken
      due -= taken
    }
  const largest = covariance(n, most, sumX, sumR)
  return largest > 0 ? cov / largest : null
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
  for (const place of all.places) sum += totalMilli[place]!
  const mean = n === 0 ? null : sum / n
  for (const place of all.places) squares += (totalMilli[place]! - (mean ?? 0)) ** 2
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
function countItem(item: ItemColumn, present: Int32Array, fullMilli: Milli) {
  const { values, unit, answers, noMark, notCounted, notResponded } = item
  const blank: Bitset | null = answers ? null : notResponded
  const full = fullMilli / unit
  let [n, sum, squares, fullCount, zeroCount, omitted, unmarked] = [0, 0, 0, 0, 0, 0, 0]
  for (const place of present) {
    if (notCounted && hasBit(notCounted, place)) continue
    if (noMark && hasBit(noMark, place)) {
      unmarked++
      continue
    }
    const value = values[place]!
    n++
    sum += value
    squares += value * value
    if (value === 0) zeroCount++
    if (value === full) fullCount++
    if (answers ? answers[place] === 0 : hasBit(blank, place)) omitted++
  }
  return {
    n,
    meanMilli: n === 0 ? null : (sum * unit) / n,
    sdMilli: n === 0 ? null : (unit * Math.sqrt(Math.max(0, n * squares - sum * sum))) / n,
    rate: { num: sum * unit, den: n * fullMilli },
    fullCount,
    zeroCount,
    omitted: { num: omitted, den: n },
    noMark: unmarked,
  }
}
