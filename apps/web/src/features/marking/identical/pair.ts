import type { identicalPairs, ReplyOf } from '@hengjuan/contracts'

export type Pair = ReplyOf<typeof identicalPairs>['pairs'][number]
export type PairPaper = Pair['papers'][number]

/** The units of both papers, which name the pair. */
export const unitsOf = ({ papers }: Pair): [number, number] => [
  papers[0]?.unit_id ?? 0,
  papers[1]?.unit_id ?? 0,
]

export const keyOf = (pair: Pair): string => unitsOf(pair).join(' ')

export const codesOf = ({ papers }: Pair): string[] => papers.map(({ secret_code }) => secret_code)

/** Is it a pair of a paper whose code holds what was typed? */
export const hasCode = (pair: Pair, typed: string): boolean =>
  codesOf(pair).some((code) => code.includes(typed.trim().toUpperCase()))

/** The pair to decide after this one: the next in the list, and from the end on the first that was passed over. */
export function waitingAfter(pairs: readonly Pair[], current: Pair): Pair | undefined {
  const at = pairs.indexOf(current)
  return [...pairs.slice(at + 1), ...pairs.slice(0, at)].find(({ verdict }) => verdict === null)
}
