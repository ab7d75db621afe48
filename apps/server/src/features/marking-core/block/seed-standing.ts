import { AppError, isSeedStopped, type SeedState } from '@hengjuan/domain'
import type { Assignment } from './block-marker.query.ts'

type Standing = Pick<Assignment, 'seed_state'>

/** Was a marker stopped by seeds, so that a leader must clear before more work? @source domain rules 7.3 */
export const isStoppedBySeeds = ({ seed_state }: Standing): boolean =>
  isSeedStopped(seed_state as SeedState)

/**
 * Refuses to let a marker go on, or off a block and on it again, past the leader who has to clear.
 *
 * @throws AppError MARKING_SEED_NOT_CLEARED
 */
export function assertCleared(person: Standing & { name: string }): void {
  if (isStoppedBySeeds(person))
    throw new AppError('MARKING_SEED_NOT_CLEARED', { name: person.name })
}
