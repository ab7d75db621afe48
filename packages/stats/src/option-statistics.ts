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

/** Who chose what, of those who are present. @source domain rules 11 */
export function optionStatistics(
  totalMilli: Int32Array,
  { answers }: ItemColumn,
  { optionCount, key }: Pick<ManifestQuestion, 'optionCount' | 'key'>,
  places: Int32Array,
  { top }: GroupWeights,
): OptionStatistics {
  const letters = Array.from({ length: optionCount ?? USUAL_OPTIONS }, (_, option) =>
    String.fromCharCode(65 + option),
  )
  const byMask = countMasks(totalMilli, answers, places, top)
  let [sumT, sumTT] = [0, 0]
  for (const place of places) {
    sumT += totalMilli[place]!
    sumTT += totalMilli[place]! ** 2
  }
  const n = places.length
  const varT = n === 0 ? 0 : sumTT / n - (sumT / n) ** 2
  const rows = letters.map((option, bit): OptionRow => {
    let [count, total, topCount] = [0, 0, 0]
    for (const [mask, of] of byMask) {
      if (!((mask >>> bit) & 1)) continue
      count += of.count
      total += of.total
      topCount += of.top
    }
    const varX = n === 0 ? 0 : (count / n) * (1 - count / n)
    const cov = n === 0 ? 0 : total / n - (count / n) * (sumT / n)
    return {
      option,
      isKey: key.includes(option),
      count,
      meanTotalMilli: count === 0 ? null : total / count,
      r: varX === 0 || varT <= 1e-12 * sumTT ? null : cov / Math.sqrt(varX * varT),
      topCount,
    }
  })
  let multi = 0
  for (const [mask, { count }] of byMask) if ((mask & (mask - 1)) !== 0) multi += count
  return { n, rows, blank: byMask.get(0)?.count ?? 0, multi, flags: flagsOf(rows) }
}

interface Choosers {
  count: number
  total: number
  top: number
}

/** By the options that were filled in together: there are few such sets, however many candidates. */
function countMasks(
  totalMilli: Int32Array,
  answers: ItemColumn['answers'],
  places: Int32Array,
  top: Float64Array,
): Map<number, Choosers> {
  const byMask = new Map<number, Choosers>()
  let [last, choosers]: [number, Choosers | undefined] = [-1, undefined]
  for (let index = 0; index < places.length; index++) {
    const place = places[index]!
    const mask = answers ? answers[place]! : 0
    if (mask !== last || !choosers) {
      choosers = byMask.get(mask)
      if (!choosers) byMask.set(mask, (choosers = { count: 0, total: 0, top: 0 }))
      last = mask
    }
    choosers.count++
    choosers.total += totalMilli[place]!
    choosers.top += top[index]!
  }
  return byMask
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
