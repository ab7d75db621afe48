import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import type { NothingNew, SeenTarget } from '../../marking-setup/index.ts'
import {
  assignmentsForUpdate,
  assignmentsFrom,
  type BlockRules,
  selectRulesOfBlocks,
  type Submitted,
  withRetry,
} from '../../marking-core/index.ts'
import { stopWork } from '../../quality/index.ts'
import { handIn, keepUnplaced } from '../hand-in/hand-in.ts'
import { claimForAll } from './claim-units.ts'
import type { Claimed, ClaimRequest } from './claim-request.ts'
import { queuesOf } from './queue-view.ts'

/** What the transaction did for a request. */
interface Stored {
  rules: BlockRules
  submitted: Submitted | null
  /** Why nothing was given. */
  reason: NothingNew
  seen: SeenTarget
}

/**
 * Answers claim requests in one transaction: papers are handed in first, then hands are filled.
 *
 * @param requests no marker twice
 * @returns for each its claims, or why it was refused
 */
export async function runBatch(
  services: Services,
  requests: readonly ClaimRequest[],
): Promise<(Claimed | AppError)[]> {
  const stored = await withRetry(services, (db) => storeBatch(db, services, requests))
  const asked = requests.map((request, index) => ({ request, result: stored[index] }))
  for (const { request, result } of asked)
    if (!(result instanceof AppError) && result?.submitted?.stops) await stopWork(services, request)
  await keepUnplaced(
    services.db,
    asked.flatMap(({ request: { judgement }, result }) =>
      judgement && result instanceof AppError && NOT_TAKEN.includes(result.code) ? [judgement] : [],
    ),
  )
  const hands = asked.flatMap(({ request: { markerId, want }, result }) =>
    result && !(result instanceof AppError) && want > 0 ? [{ markerId, result, ...result }] : [],
  )
  const queues = await queuesOf(services, hands)
  const queueOf = new Map(hands.map(({ result }, index) => [result, queues[index] ?? null]))
  return stored.map((result) =>
    result instanceof AppError
      ? result
      : { submitted: result.submitted, queue: queueOf.get(result) ?? null },
  )
}

/** Refusals after which a score is kept for its marker to see. */
const NOT_TAKEN: readonly string[] = [
  'MARKING_LEASE_LOST',
  'MARKING_UNIT_NOT_OPEN',
  'MARKING_UNIT_LOCKED',
  'MARKING_BLOCK_CLOSED',
  'MARKING_SEED_STOPPED',
]

async function storeBatch(
  db: Db,
  services: Services,
  requests: readonly ClaimRequest[],
): Promise<(Stored | AppError)[]> {
  const clients = new Map(requests.map(({ markerId, clientId }) => [markerId, clientId ?? null]))
  const clientOf = (userId: number) => clients.get(userId) ?? null
  const pairs = requests.map(({ blockId, markerId }) => ({
    block_id: blockId,
    marker_id: markerId,
  }))
  const owns = assignmentsFrom(await assignmentsForUpdate(db, pairs).execute())
  // Behind the locks: who holds the markers of a block has changed its rules before, or waits (`holdMarkers`).
  const rulesOf = await selectRulesOfBlocks(
    db,
    pairs.map(({ block_id }) => block_id),
  )
  const stored = requests.map(({ blockId, markerId }): Stored | AppError => {
    const rules = rulesOf.get(blockId)
    if (!rules) return new AppError('MARKING_BLOCK_NOT_FOUND')
    if (!owns(blockId, markerId))
      return new AppError('MARKING_NOT_ASSIGNED', { block: rules.block.name })
    return { rules, submitted: null, reason: null, seen: {} }
  })
  const open = () =>
    requests.flatMap((request, index) => {
      const result = stored[index]
      return result && !(result instanceof AppError)
        ? [{ ...request, index, ...result, result }]
        : []
    })

  const handed = open().flatMap(({ judgement, index, result, rules, blockId, markerId }) =>
    judgement ? [{ judgement, index, result, rules, own: owns(blockId, markerId) }] : [],
  )
  const outcomes = await handIn(db, services, clientOf, handed)
  for (const [no, { index, result }] of handed.entries()) {
    const outcome = outcomes[no]
    if (outcome instanceof AppError) stored[index] = outcome
    else if (outcome) result.submitted = outcome
  }

  const asks = open().filter(({ want }) => want > 0)
  const answers = await claimForAll(db, services, clientOf, asks)
  for (const [no, { index, result }] of asks.entries()) {
    const answer = answers[no]
    if (answer instanceof AppError) stored[index] = answer
    else result.reason = answer ?? null
  }
  return stored
}
