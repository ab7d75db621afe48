import { largestRemainder } from './allocation.ts'
import type { Standing } from './balance.ts'

/**
 * New targets, by what each is reckoned to do.
 *
 * @param isWhole  is all of the rest shared? Otherwise nobody present falls below their target
 * @returns with them, for how many readings nobody has room: they stay with whom they were
 */
export function sharedAnew(
  readings: number,
  mostEach: number,
  people: readonly Standing[],
  isWhole: boolean,
): { targets: number[]; lacking: number } {
  const kept = people.map(({ marker }) => marker.done + marker.claimed)
  const least = people.map(({ marker, absence }, at) =>
    isWhole || absence !== null ? (kept[at] ?? 0) : Math.max(marker.target, kept[at] ?? 0),
  )
  // Who is not let at the papers yet gets no more of them.
  const most = people.map(({ marker }, at) =>
    Math.max(marker.barred === null ? mostEach : marker.target, kept[at] ?? 0),
  )
  const targets = boundedShares(
    readings,
    people.map(({ weight }, at) => ({
      kept: kept[at] ?? 0,
      least: least[at] ?? 0,
      most: most[at] ?? 0,
      // Whole numbers, so that shares come out exactly.
      weight: weight > 0 ? Math.max(1, Math.round(weight * 100)) : 0,
    })),
  )
  const lacking = Math.max(0, readings - sumOf(targets, (target) => target))
  const lost = people.map(({ marker }, at) => Math.max(0, marker.target - (targets[at] ?? 0)))
  const back = Math.min(
    lacking,
    sumOf(lost, (count) => count),
  )
  const returned = back > 0 ? largestRemainder(back, lost) : []
  return { targets: targets.map((target, at) => target + (returned[at] ?? 0)), lacking }
}

interface Bounded {
  kept: number
  least: number
  most: number
  weight: number
}

/** What is kept and a share of the rest by weight; who would come below or above a bound is left at it. */
function boundedShares(readings: number, people: readonly Bounded[]): number[] {
  const fixed = new Map(
    people.flatMap(({ weight, kept }, at) => (weight === 0 ? [[at, kept]] : [])),
  )
  for (;;) {
    const free = people.flatMap((one, at) => (fixed.has(at) ? [] : [{ ...one, at }]))
    const given = sumOf([...fixed.values()], (own) => own) + sumOf(free, ({ kept }) => kept)
    const shares =
      free.length > 0
        ? largestRemainder(
            Math.max(0, readings - given),
            free.map(({ weight }) => weight),
          )
        : []
    const wanted = free.map((one, index) => ({ ...one, target: one.kept + (shares[index] ?? 0) }))
    const low = wanted.filter(({ target, least }) => target < least)
    const high = wanted.filter(({ target, most }) => target > most)
    if (low.length === 0 && high.length === 0)
      return people.map(
        (_, at) => fixed.get(at) ?? wanted.find((one) => one.at === at)?.target ?? 0,
      )
    if (low.length > 0) for (const { at, least } of low) fixed.set(at, least)
    else for (const { at, most } of high) fixed.set(at, most)
  }
}

export const sumOf = <T>(list: readonly T[], valueOf: (one: T, at: number) => number): number =>
  list.reduce((sum, one, at) => sum + valueOf(one, at), 0)
