import type { ReplyOf, seedResults } from '@hengjuan/contracts'

type Seeded = Pick<ReplyOf<typeof seedResults>['list'][number], 'seeds_left' | 'results'>

/** There is none to give to a marker, and there was none. */
export const hasNoSeeds = ({ seeds_left, results }: Seeded): boolean =>
  seeds_left === 0 && results.length === 0

/**
 * Is a single marker measured by seeds? What nobody else adds to, the progress of the block, goes on with every paper
 * but them.
 */
export const isAloneWithSeeds = (markers: readonly Seeded[]): boolean =>
  markers.length === 1 && !markers.every(hasNoSeeds)
