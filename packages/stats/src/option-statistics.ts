import type { OptionFlag } from '@hengjuan/domain'
import type { ItemColumn } from './columns.ts'
import type { GroupWeights } from './item-members.ts'
import type { ManifestQuestion } from './manifest.ts'

export interface OptionStatistics {
  n: number
  rows: OptionRow[]
  blank: number
  /** Answers with more than one option. */
  multi: number
  flags: { flag: OptionFlag; option: string }[]
}

export interface OptionRow {
  option: string
  isKey: boolean
  count: number
  /** Mean subject score of those who chose it; null for nobody. */
  meanTotalMilli: number | null
  /** Correlation of choosing it with the subject score; null where either does not vary. */
  r: number | null
  /** How many of the top 27 % chose it; a fraction where ties on the cut share. */
  topCount: number
}

/** Printed where a question does not say how many options it has. */
const USUAL_OPTIONS = 4

/** Who could choose, with their scores in the subject. */
interface Choosers {
  /** Parallel, as all that follows. */
  places: Int32Array
  scores: Int32Array
  top: Float64Array
  meanMilli: number
  variance: number
  /** Of squares of scores; what variances are small beside. */
  squares: number
}

export function scoresOfPlaces(
  totalMilli: Int32Array,
  { places, weights: { top } }: { places: Int32Array; weights: GroupWeights },
): Choosers {
  const scores = places.map((place) => totalMilli[place]!)
  let [sum, squares] = [0, 0]
  for (let index = 0; index < scores.length; index++) {
    sum += scores[index]!
    squares += scores[index]! ** 2
  }
  const n = scores.length
  const meanMilli = n === 0 ? 0 : sum / n
  const variance = n === 0 ? 0 : squares / n - meanMilli ** 2
  return { places, scores, top, meanMilli, variance, squares }
}

/** Who chose what, of those who are present. @source domain rules 11 */
export function optionStatistics(
  { answers }: ItemColumn,
  { optionCount, key }: Pick<ManifestQuestion, 'optionCount' | 'key'>,
  choosers: Choosers,
): OptionStatistics {
  const options = optionCount ?? USUAL_OPTIONS
  const byMask = countMasks(answers, choosers)
  const { meanMilli, variance, squares } = choosers
  const n = choosers.places.length
  const rows: OptionRow[] = []
  for (let bit = 0; bit < options; bit++) {
    const option = String.fromCharCode(65 + bit)
    let [count, total, topCount] = [0, 0, 0]
    for (const of of byMask) {
      if (!((of.mask >>> bit) & 1)) continue
      count += of.count
      total += of.total
      topCount += of.top
    }
    const share = n === 0 ? 0 : count / n
    const varX = share * (1 - share)
    const cov = n === 0 ? 0 : total / n - share * meanMilli
    rows.push({
      option,
      isKey: key.includes(option),
      count,
      meanTotalMilli: count === 0 ? null : total / count,
      r: varX === 0 || variance <= 1e-12 * squares ? null : cov / Math.sqrt(varX * variance),
      topCount,
    })
  }
  let [blank, multi] = [0, 0]
  for (const { mask, count } of byMask)
    if (mask === 0) blank = count
    else if ((mask & (mask - 1)) !== 0) multi += count
  return { n, rows, blank, multi, flags: flagsOf(rows) }
}

interface Chosen {
  mask: number
  count: number
  total: number
  top: number
}

/** By the options that were filled in together: there are few such sets, however many candidates. */
function countMasks(answers: ItemColumn['answers'], { places, scores, top }: Choosers): Chosen[] {
  const byMask = new Map<number, Chosen>()
  for (let index = 0; index < places.length; index++) {
    const mask = answers ? answers[places[index]!]! : 0
    let chosen = byMask.get(mask)
    if (!chosen) byMask.set(mask, (chosen = { mask, count: 0, total: 0, top: 0 }))
    chosen.count++
    chosen.total += scores[index]!
    chosen.top += top[index]!
  }
  return [...byMask.values()]
}

function flagsOf(rows: readonly OptionRow[]): OptionStatistics['flags'] {
  let keyAtTop = Infinity
  for (const { isKey, topCount } of rows) if (isKey && topCount < keyAtTop) keyAtTop = topCount
  return rows.flatMap(({ option, isKey, r, topCount }) => {
    const flags: OptionFlag[] = []
    if (isKey && r !== null && r <= 0) flags.push('key_r_not_positive')
    if (!isKey && r !== null && r > 0) flags.push('distractor_r_positive')
    if (!isKey && topCount > keyAtTop) flags.push('distractor_beats_key_at_top')
    return flags.map((flag) => ({ flag, option }))
  })
}
