import { createHash } from 'node:crypto'
import { type Db, isOneOf, isPostgres } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { selectBlockMarkers } from './block-marker.query.ts'
import type { BlockRules } from './block-rules.query.ts'

/** Names what was shown to somebody, in short. */
export const stampOf = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 32)

/** Of who shares the work of a block and how, without what goes on changing while people mark. */
export const allocationStamp = (
  { block, settings }: BlockRules,
  people: Awaited<ReturnType<typeof selectBlockMarkers>>,
): string =>
  stampOf([
    block.alloc_mode,
    settings.quotasAreWeights,
    people
      .map(({ duty, user_id, quota, weight, allow_exceed, suspended_at }) => [
        duty,
        user_id,
        quota,
        weight,
        allow_exceed,
        suspended_at !== null,
      ])
      .toSorted(([a, one], [b, other]) =>
        a === b ? Number(one) - Number(other) : a === 'leader' ? -1 : 1,
      ),
  ])

/**
 * Who changes the allocation of a block, or whether it is marked, waits for whoever is at it, and then finds what they
 * left. Rows that only name the block, as those of a batch do, do not wait: they may have what the caller waits for.
 */
export async function lockAllocation(db: Db, ...blockIds: number[]): Promise<void> {
  const blocks = db
    .selectFrom('block')
    .select('id')
    .where(isOneOf(db, 'id', blockIds))
    .orderBy('id')
  await (isPostgres(db) ? blocks.forNoKeyUpdate() : blocks).execute()
}

/**
 * @param asked the stamp of what somebody saw; undefined where nobody looked
 * @throws AppError MARKING_ALLOCATION_CHANGED where it is another by now
 */
export function assertAsSeen(asked: string | undefined, now: string): void {
  if (asked !== undefined && asked !== now) throw new AppError('MARKING_ALLOCATION_CHANGED')
}
