import { groupSize } from '@hengjuan/domain'
import { type Bitset, hasBit, type SubjectColumns } from './columns.ts'
import type { Members } from './members.ts'

/** Places of those who are present in a subject, ascending. */
export function presentPlaces({ totalMilli }: SubjectColumns, { runs, only }: Members): Int32Array {
  let room = 0
  for (const { from, to } of runs) room += to - from
  const places = new Int32Array(room)
  let n = 0
  for (const { from, to } of runs)
    for (let place = from; place < to; place++)
      if (totalMilli[place]! >= 0 && (!only || only[place])) places[n++] = place
  return places.subarray(0, n)
}

/** Those of the places that have no bit. */
export const withoutBits = (places: Int32Array, bits: Bitset | null): Int32Array =>
  bits ? places.filter((place) => !hasBit(bits, place)) : places

/** Who has a paper without a mark in any question; null for nobody. */
export function anyNoMark({ items }: SubjectColumns): Bitset | null {
  let all: Bitset | null = null
  for (const { noMark } of items) {
    if (!noMark) continue
    all ??= new Uint8Array(noMark.length)
    for (let byte = 0; byte < noMark.length; byte++) all[byte] = all[byte]! | noMark[byte]!
  }
  return all
}

const sums = new WeakMap<SubjectColumns, Int32Array>()

/**
 * What the questions of a candidate's paper add up to: the total of item statistics. The subject's score differs from it
 * where it was adjusted or rounded.
 */
export function itemTotals(subject: SubjectColumns): Int32Array {
  const known = sums.get(subject)
  if (known) return known
  const totals = new Int32Array(subject.totalMilli.length)
  for (const { values, unit } of subject.items)
    for (let place = 0; place < totals.length; place++)
      totals[place] = totals[place]! + values[place]! * unit
  sums.set(subject, totals)
  return totals
}

/** How much each belongs to the top and to the bottom 27 %. */
export interface GroupWeights {
  /** Parallel to the places. Of either they add up to `size`. */
  top: Float64Array
  bottom: Float64Array
  size: number
}

/**
 * Weights by a score: 1 inside, 0 outside, and an equal share for those on the cut, so that the result does not depend
 * on any order.
 *
 * @param sorted the scores of the places, ascending
 * @source domain rules 11
 */
export function groupWeights(
  scores: Int32Array,
  places: Int32Array,
  sorted: Int32Array,
): GroupWeights {
  const n = places.length
  const size = n === 0 ? 0 : groupSize(n)
  const [top, bottom] = [new Float64Array(n), new Float64Array(n)]
  if (n === 0) return { top, bottom, size }
  const [highCut, lowCut] = [sorted[n - size]!, sorted[size - 1]!]
  let [above, onHigh, below, onLow] = [0, 0, 0, 0]
  for (const score of sorted) {
    if (score > highCut) above++
    else if (score === highCut) onHigh++
    if (score < lowCut) below++
    else if (score === lowCut) onLow++
  }
  const [highShare, lowShare] = [(size - above) / onHigh, (size - below) / onLow]
  for (let index = 0; index < n; index++) {
    const score = scores[places[index]!]!
    top[index] = score > highCut ? 1 : score === highCut ? highShare : 0
    bottom[index] = score < lowCut ? 1 : score === lowCut ? lowShare : 0
  }
  return { top, bottom, size }
}
