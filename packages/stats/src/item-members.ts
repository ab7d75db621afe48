import { groupSize, type Milli } from '@hengjuan/domain'
import { type Bitset, hasBit, type ItemColumn, type SubjectColumns } from './columns.ts'
import { commonStep } from './distribution.ts'
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

/** How many of the places have a bit. */
export function countBits(bits: Bitset | null, places: Int32Array): number {
  let count = 0
  if (bits)
    for (let index = 0; index < places.length; index++) if (hasBit(bits, places[index]!)) count++
  return count
}

/** Of how many nothing is filled in. */
export function countBlank(
  answers: NonNullable<ItemColumn['answers']>,
  places: Int32Array,
): number {
  let count = 0
  for (let index = 0; index < places.length; index++) if (answers[places[index]!] === 0) count++
  return count
}

const unmarked = new WeakMap<SubjectColumns, { any: Bitset | null }>()

/** Who has a paper without a mark in any question; null for nobody. */
export function anyNoMark(subject: SubjectColumns): Bitset | null {
  const known = unmarked.get(subject)
  if (known) return known.any
  let any: Bitset | null = null
  for (const { noMark } of subject.items) {
    if (!noMark) continue
    any ??= new Uint8Array(noMark.length)
    for (let byte = 0; byte < noMark.length; byte++) any[byte] = any[byte]! | noMark[byte]!
  }
  unmarked.set(subject, { any })
  return any
}

interface ItemTotals {
  /** Of each candidate. */
  totals: Int32Array
  /** The largest that all of them are multiples of. */
  step: Milli
}

const sums = new WeakMap<SubjectColumns, ItemTotals>()

/**
 * What the questions of a candidate's paper add up to: the total of item statistics. The subject's score differs from it
 * where it was adjusted or rounded.
 */
export function itemTotals(subject: SubjectColumns): ItemTotals {
  const known = sums.get(subject)
  if (known) return known
  const totals = new Int32Array(subject.totalMilli.length)
  for (const { values, unit } of subject.items)
    for (let place = 0; place < totals.length; place++)
      totals[place] = totals[place]! + values[place]! * unit
  const made = { totals, step: commonStep(totals) }
  sums.set(subject, made)
  return made
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
