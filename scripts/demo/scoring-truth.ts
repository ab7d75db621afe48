import { itemOf, shareOf } from './item-model.ts'
import { randomOf } from './random.ts'

/**
 * The reference that published scores are held against. Written from the rules, without the product's
 * own scoring and settling, so that a mistake in those shows.
 */

/** How far an answer strays from what the writer's ability would give. */
const LUCK_OF_AN_ANSWER = 0.7
const ESSAY_MILLI = 20_000

/**
 * What reading number `nth` of a candidate's block gives, whoever reads: 3 is the arbitrator's.
 *
 * @param candidate.ability in the subject
 */
export function readingOf(
  candidate: { examNo: string; ability: number },
  block: string,
  points: readonly { fullMilli: number; stepMilli: number }[],
  nth: number,
  written: boolean,
): number[] {
  return points.map(({ fullMilli, stepMilli }, point) => {
    if (!written) return 0
    const deserved = randomOf(`deserved/${candidate.examNo}/${block}/${point}`)
    const share = shareOf(
      itemOf(`${block}/${point}`, fullMilli >= ESSAY_MILLI ? 'essay' : 'written'),
      candidate.ability + LUCK_OF_AN_ANSWER * deserved.normal(),
    )
    const reader = randomOf(`reader/${candidate.examNo}/${block}/${point}/${nth}`)
    const luck = reader.next()
    // Most readers agree, some are a step off, a few see quite another paper; the arbitrator is right.
    const spread = nth === 3 || luck < 0.72 ? 0 : luck < 0.9 ? 0.06 : 0.35
    const seen = Math.min(1, Math.max(0, share + spread * reader.normal()))
    return Math.min(fullMilli, Math.round((seen * fullMilli) / stepMilli) * stepMilli)
  })
}

/** The final mark of a block by the rules of its mode, and how many readings it takes. */
export function settledMark(
  mode: number,
  toleranceMilli: number,
  totals: readonly [number, number, number, number],
): { milli: number; readings: number; third: boolean; arbitrated: boolean } {
  const [r1, r2, r3, arbiter] = totals
  const near = Math.abs(r1 - r2) <= toleranceMilli
  const plain = { third: false, arbitrated: false }
  if (mode === 0) return { milli: r1, readings: 1, ...plain }
  if (mode === 2 || near) return { milli: (r1 + r2) / 2, readings: 2, ...plain }
  if (mode === 1) return { milli: arbiter, readings: 2, third: false, arbitrated: true }
  const pairs = [
    [r1, r2],
    [r1, r3],
    [r2, r3],
  ] as const
  const gapOf = ([a, b]: readonly [number, number]): number => Math.abs(a - b)
  const best = pairs.toSorted((a, b) => gapOf(a) - gapOf(b) || b[0] + b[1] - (a[0] + a[1]))[0]!
  if (mode === 3 && gapOf(best) > toleranceMilli)
    return { milli: arbiter, readings: 3, third: true, arbitrated: true }
  return { milli: (best[0] + best[1]) / 2, readings: 3, third: true, arbitrated: false }
}

export interface ObjectiveItem {
  no: string
  type: number
  fullMilli: number
  key: readonly string[]
  missingMilli: number
}

/** Score of an objective question: single choice by the letter, multiple choice full, part or nothing. */
export function objectiveMark(item: ObjectiveItem, answer: readonly string[]): number {
  if (answer.length === 0) return 0
  if (item.type !== 2) return answer.length === 1 && answer[0] === item.key[0] ? item.fullMilli : 0
  if (answer.some((letter) => !item.key.includes(letter))) return 0
  return answer.length === item.key.length ? item.fullMilli : item.missingMilli
}
