import { hasBit, itemScore, type ResultVersion } from './columns.ts'
import type { Ratio } from './figures.ts'
import { groupWeights, type GroupWeights, itemTotals, presentPlaces } from './item-members.ts'
import { forEachMember, type Members } from './members.ts'

type Version = Pick<ResultVersion, 'manifest' | 'columns'>

export interface ItemCounts {
  /** Of whom the question counts and the paper has a mark. */
  n: number
  sumMilli: number
  /** Of the squares of scores. */
  squares: number
  fullCount: number
  zeroCount: number
}

/** Points of some of the candidates in a question. @source domain rules 11 */
export function itemCounts(
  { manifest, columns }: Version,
  subject: number,
  item: number,
  members: Members,
): ItemCounts {
  const own = columns.subjects[subject]!
  const column = own.items[item]!
  const full = manifest.subjects[subject]!.questions[item]!.fullMilli
  const counts = { n: 0, sumMilli: 0, squares: 0, fullCount: 0, zeroCount: 0 }
  forEachMember(members, (place) => {
    if (own.totalMilli[place]! < 0 || hasBit(column.noMark, place)) return
    const score = itemScore(own, column, place)
    if (score === null) return
    counts.n += 1
    counts.sumMilli += score
    counts.squares += score * score
    if (score === full) counts.fullCount += 1
    if (score === 0) counts.zeroCount += 1
  })
  return counts
}

/** Candidates of a subject with what belongs to the upper, the middle and the lower part by its total. */
interface Parts {
  places: Int32Array
  totals: Int32Array
  weights: GroupWeights
}

/** Upper and lower 27 % of a subject by its total; equal totals share the cut. @source domain rules 11 */
export function partsOf({ columns }: Version, subject: number, members: Members): Parts {
  const own = columns.subjects[subject]!
  const places = presentPlaces(own, members)
  const { totals } = itemTotals(own)
  const sorted = Int32Array.from(places, (place) => totals[place]!).sort()
  return { places, totals, weights: groupWeights(totals, places, sorted) }
}

/** Rate of a question in the upper 27 %, in the middle and in the lower 27 %; null for nobody. */
export function partRates(
  { manifest, columns }: Version,
  subject: number,
  item: number,
  { places, weights }: Parts,
): [high: number | null, middle: number | null, low: number | null] {
  const own = columns.subjects[subject]!
  const column = own.items[item]!
  const full = manifest.subjects[subject]!.questions[item]!.fullMilli
  const sums = [0, 0, 0]
  const ns = [0, 0, 0]
  for (const [index, place] of places.entries()) {
    const score = hasBit(column.noMark, place) ? null : itemScore(own, column, place)
    if (score === null) continue
    const [high, low] = [weights.top[index]!, weights.bottom[index]!]
    for (const [part, weight] of [high, Math.max(0, 1 - high - low), low].entries()) {
      sums[part]! += weight * score
      ns[part]! += weight
    }
  }
  const rate = (part: number) => (ns[part]! < 1e-9 ? null : sums[part]! / (ns[part]! * full))
  return [rate(0), rate(1), rate(2)]
}

export interface OptionDetail {
  option: string
  /** Standard error of the mean total of those who chose it; null for fewer than two. */
  seMilli: number | null
  /** Shares of the upper and lower 27 % that chose it. */
  top: number | null
  bottom: number | null
  /** Share of each fifth of the totals that chose it, the lowest first. */
  shares: (number | null)[]
}

const FIFTHS = 5

/** Of an objective question what the choice of each option says of totals. @source reports P07 */
export function optionDetails(
  { columns }: Version,
  subject: number,
  item: number,
  { places, totals, weights }: Parts,
  options: readonly string[],
): OptionDetail[] {
  const own = columns.subjects[subject]!
  const { answers } = own.items[item]!
  const sorted = Int32Array.from(places, (place) => totals[place]!).sort()
  const cuts = [1, 2, 3, 4].map((fifth) => sorted[Math.floor((fifth * sorted.length) / FIFTHS)]!)
  const fifthOf = (total: number): number => cuts.filter((cut) => total >= cut).length
  const inFifth = Array.from({ length: FIFTHS }, () => 0)
  for (const place of places) inFifth[fifthOf(totals[place]!)]!++
  return options.map((option, bit) => {
    let [n, sum, squares, top, bottom] = [0, 0, 0, 0, 0]
    const chose = inFifth.map(() => 0)
    for (const [index, place] of places.entries()) {
      if (!answers || !((answers[place]! >>> bit) & 1)) continue
      const total = own.totalMilli[place]! / 1000
      n += 1
      sum += total
      squares += total * total
      top += weights.top[index]!
      bottom += weights.bottom[index]!
      chose[fifthOf(totals[place]!)]! += 1
    }
    const variance = n === 0 ? 0 : Math.max(0, squares / n - (sum / n) ** 2)
    const share = (count: number): number | null =>
      weights.size === 0 ? null : count / weights.size
    return {
      option,
      seMilli: n < 2 ? null : 1000 * Math.sqrt(variance / n),
      top: share(top),
      bottom: share(bottom),
      shares: chose.map((count, fifth) => (inFifth[fifth] === 0 ? null : count / inFifth[fifth]!)),
    }
  })
}

/** Right and wrong of the reference group, right and wrong of the focal group, at one level of the total. */
export type Stratum = readonly [number, number, number, number]

export interface Dif {
  alpha: number | null
  /** −2.35 ln α: below 0 the question is harder for the focal group. */
  delta: number | null
  chi2: number | null
  klass: 'A' | 'B' | 'C'
}

/** At 5 %, one degree of freedom. */
const CHI2_95 = 3.84

/** Mantel–Haenszel: do two groups with the same total have the same chance? @source reports R17 */
export function mantelHaenszel(strata: readonly Stratum[]): Dif {
  let [above, below, observed, expected, variance] = [0, 0, 0, 0, 0]
  for (const [a, b, c, d] of strata) {
    const n = a + b + c + d
    if (n < 2) continue
    above += (a * d) / n
    below += (b * c) / n
    const [reference, focal, right, wrong] = [a + b, c + d, a + c, b + d]
    observed += a
    expected += (reference * right) / n
    variance += (reference * focal * right * wrong) / (n * n * (n - 1))
  }
  if (above === 0 || below === 0 || variance === 0)
    return { alpha: null, delta: null, chi2: null, klass: 'A' }
  const alpha = above / below
  const delta = -2.35 * Math.log(alpha)
  const chi2 = Math.max(0, Math.abs(observed - expected) - 0.5) ** 2 / variance
  const isSure = chi2 > CHI2_95
  const size = Math.abs(delta)
  return { alpha, delta, chi2, klass: size < 1 || !isSure ? 'A' : size >= 1.5 ? 'C' : 'B' }
}

/** Of each question: by fifths of the total, all marks given or not, of two groups without a common member. */
export function difOf(
  version: Version,
  subject: number,
  { reference, focal }: { reference: Members; focal: Members },
): (item: number) => Dif {
  const own = version.columns.subjects[subject]!
  const { totals } = itemTotals(own)
  const groups = [presentPlaces(own, reference), presentPlaces(own, focal)]
  const sorted = Int32Array.from(
    groups.flatMap((places) => [...places]),
    (place) => totals[place]!,
  ).sort()
  const cuts = [1, 2, 3, 4].map((fifth) => sorted[Math.floor((fifth * sorted.length) / FIFTHS)]!)
  return (item) => {
    const column = own.items[item]!
    const full = version.manifest.subjects[subject]!.questions[item]!.fullMilli
    const strata = Array.from({ length: FIFTHS }, (): [number, number, number, number] => [
      0, 0, 0, 0,
    ])
    for (const [offset, places] of groups.entries())
      for (const place of places) {
        const score = hasBit(column.noMark, place) ? null : itemScore(own, column, place)
        if (score === null) continue
        const fifth = cuts.filter((cut) => totals[place]! >= cut).length
        strata[fifth]![offset * 2 + (score === full ? 0 : 1)]! += 1
      }
    return mantelHaenszel(strata)
  }
}

/** Standard error of the rate of a question; null for nobody. */
export function rateError({ n, sumMilli, squares }: ItemCounts, fullMilli: number): number | null {
  if (n === 0 || fullMilli === 0) return null
  const variance = Math.max(0, squares / n - (sumMilli / n) ** 2)
  return Math.sqrt(variance / n) / fullMilli
}

/** Points over points to be got. */
export const rateOf = (
  { n, sumMilli }: Pick<ItemCounts, 'n' | 'sumMilli'>,
  fullMilli: number,
): Ratio => ({
  num: sumMilli,
  den: n * fullMilli,
})
