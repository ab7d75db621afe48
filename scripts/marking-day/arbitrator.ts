import { leaderDecide, leaderList, leaderNext } from '@hengjuan/contracts'
import { CallError } from '@hengjuan/client'
import { ulid } from 'ulid'
import type { Account } from '../demo/account.ts'
import type { Acknowledged } from './marker-at-work.ts'
import { type BlockShape, scoreOn, worthOf } from './temperament.ts'

/** Decides what the readers disagree about, as the paper deserves. @returns how many papers */
export async function arbitrateAll(
  leader: Account,
  shapes: ReadonlyMap<number, BlockShape>,
  seed: string,
  acknowledge: (submit: Acknowledged) => void,
): Promise<number> {
  const { list } = await leader.call(leaderList, { query: { mode: 'arbitration' } })
  let decided = 0
  for (const { unit_id, block_id, blocked_reason } of list) {
    const shape = shapes.get(block_id)
    if (!shape || blocked_reason !== null) continue
    const { task } = await leader.call(leaderNext, { query: { mode: 'arbitration', unit_id } })
    if (!task) continue
    const scoreMilli = scoreOn(shape, worthOf(unit_id, seed))
    const idemKey = ulid()
    try {
      await leader.call(leaderDecide, {
        body: {
          mode: 'arbitration',
          unit_id,
          reading_id: task.reading_id,
          idem_key: idemKey,
          scores: [scoreMilli],
          active_ms: 20_000,
        },
      })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      throw new Error(`arbitration of unit ${unit_id}: ${error.code} ${error.message}`, {
        cause: error,
      })
    }
    acknowledge({ unitId: unit_id, markerId: leader.user.user_id, idemKey, scoreMilli })
    decided += 1
  }
  return decided
}
