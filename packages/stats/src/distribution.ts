import type { Members } from './members.ts'

/** The largest whole number that every value is a multiple of; 1 where all are 0. Negative values say nothing. */
export function commonStep(values: ArrayLike<number>): number {
  let step = 0
  for (let index = 0; index < values.length; index++) {
    let value = values[index]!
    if (value <= 0 || (step > 0 && value % step === 0)) continue
    while (value > 0) [step, value] = [value, step % value]
    if (step === 1) return 1
  }
  return step || 1
}

/**
 * Places of those who have a score, highest first, equal ones in the order of the places. By counting: no score is
 * compared with another.
 *
 * @param scores whole numbers, negative for none
 */
export function orderDown(scores: Int32Array): Int32Array {
  const step = commonStep(scores)
  let highest = -1
  let found = 0
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place]!
    if (score < 0) continue
    found++
    if (score > highest) highest = score
  }
  if (found === 0) return new Int32Array(0)
  const last = highest / step
  // Where those with a score begin; the highest first.
  const starts = new Int32Array(last + 2)
  for (let place = 0; place < scores.length; place++)
    if (scores[place]! >= 0) starts[last - scores[place]! / step + 1]!++
  for (let value = 1; value <= last; value++) starts[value] = starts[value]! + starts[value - 1]!
  const order = new Int32Array(found)
  for (let place = 0; place < scores.length; place++)
    if (scores[place]! >= 0) order[starts[last - scores[place]! / step]!++] = place
  return order
}

/** Scores of a group in ascending order, without those who have none. */
export function sortedScores(scores: Int32Array, members: Members): Int32Array {
  const found = scoresOf(scores, members)
  if (found.length < COUNTING_FROM) return found.sort()
  const order = orderDown(found)
  return found.map((_, place) => found[order[order.length - 1 - place]!]!)
}

/** Below this many scores, sorting them is quicker than counting them. */
const COUNTING_FROM = 4096

/** Scores of a group in the order of the candidates, without those who have none. */
export function scoresOf(scores: Int32Array, { runs, only }: Members): Int32Array {
  let room = 0
  for (const { from, to } of runs) room += to - from
  const found = new Int32Array(room)
  let n = 0
  for (const { from, to } of runs)
    for (let place = from; place < to; place++)
      if (scores[place]! >= 0 && (!only || only[place])) found[n++] = scores[place]!
  return found.slice(0, n)
}

/** Interpolated between neighbours, as R's type 7; null for no values. */
export function quantileOfSorted(sorted: ArrayLike<number>, share: number): number | null {
  if (sorted.length === 0) return null
  const place = share * (sorted.length - 1)
  const below = Math.floor(place)
  const low = sorted[below]!
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!
  return low + (high - low) * (place - below)
}

/** How many have each score: `counts[score / step]`. */
export interface ScoreCounts {
  step: number
  counts: Uint32Array
  n: number
}

/** @param step of which every score is a multiple; `commonStep` of the whole column, as a rule */
export function countScores(scores: Int32Array, members: Members, step: number): ScoreCounts {
  const found = scoresOf(scores, members)
  let highest = 0
  for (const score of found) if (score > highest) highest = score
  const counts = new Uint32Array(Math.floor(highest / step) + 1)
  for (const score of found) counts[score / step]!++
  return { step, counts, n: found.length }
}

/** Rank that a score has, or would have, among those counted: 1 and all above. @source domain rules 10 */
export function rankAmong({ step, counts }: ScoreCounts, score: number): number {
  let above = 0
  for (let value = Math.floor(score / step) + 1; value < counts.length; value++)
    above += counts[value]!
  return above + 1
}
