import { AppError } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { keepUnplaced } from '../hand-in/hand-in.ts'
import { withRetry } from '../../marking-core/index.ts'
import { stopWork } from '../../quality/index.ts'
import { papersGiven } from './papers-given.ts'
import { type Hand, queuesOf } from './queue-view.ts'
import { type PlayedRound, storeRound } from './store-round.ts'
import type { Granted, Wish } from './wish.ts'

/**
 * Grants wishes in one transaction: papers are handed in first, then hands are filled.
 *
 * @param wishes no marker twice
 * @returns for each what it was granted, or why it was refused
 */
export async function playRound(
  services: Services,
  wishes: readonly Wish[],
): Promise<(Granted | AppError)[]> {
  let tries = 0
  const { stored, papers, rows, left, version } = await withRetry(services, (db) =>
    storeRound(db, services, wishes, ++tries > 1),
  )
  const given = papersGiven(services)
  given.note(rows.held)
  if (version !== null) given.keep(left, version)
  const stopped = wishes.filter((_, index) => isStopped(stored[index]))
  for (const wish of stopped) await stopWork(services, wish)
  await keepUnplaced(
    services.db,
    wishes.flatMap(({ judgement }, index) => {
      const result = stored[index]
      return judgement && result instanceof AppError && NOT_TAKEN.includes(result.code)
        ? [judgement]
        : []
    }),
  )
  const hands = wishes.flatMap(({ markerId, want }, index): (Hand & { index: number })[] => {
    const result = stored[index]
    return result && !(result instanceof AppError) && want > 0
      ? [{ index, markerId, ...result }]
      : []
  })
  // Work that was stopped left hands behind the round.
  const queues = await queuesOf(services, hands, papers, stopped.length > 0 ? null : rows)
  const queueAt = new Map(hands.map(({ index }, no) => [index, queues[no] ?? null]))
  return stored.map((result, index) =>
    result instanceof AppError
      ? result
      : { submitted: result.submitted, queue: queueAt.get(index) ?? null },
  )
}

const isStopped = (result: PlayedRound['stored'][number] | undefined): boolean =>
  result !== undefined && !(result instanceof AppError) && result.submitted?.stops === true

/** Refusals after which a score is kept for its marker to see. */
const NOT_TAKEN: readonly string[] = [
  'MARKING_LEASE_LOST',
  'MARKING_UNIT_NOT_OPEN',
  'MARKING_UNIT_LOCKED',
  'MARKING_BLOCK_CLOSED',
  'MARKING_SEED_STOPPED',
]
