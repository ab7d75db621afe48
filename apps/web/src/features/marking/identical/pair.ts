import type { identicalPairs, ReplyOf } from '@hengjuan/contracts'

export type Pair = ReplyOf<typeof identicalPairs>['pairs'][number]
export type PairPaper = Pair['papers'][number]

/** The units of both papers, which name the pair. */
export const unitsOf = ({ papers }: Pair): [number, number] => [
  papers[0]?.unit_id ?? 0,
  papers[1]?.unit_id ?? 0,
]

export const keyOf = (pair: Pair): string => unitsOf(pair).join(' ')
