import { setTimeout } from 'node:timers/promises'
import { isPostgres } from '@hengjuan/db'
import DataLoader from 'dataloader'
import { currentClient } from '../../../http/caller.ts'
import type { Services } from '../../../services.ts'
import { countClaimable } from '../../marking-core/index.ts'
import type { Claimed, ClaimRequest } from './claim-request.ts'
import type { Queue } from './queue-view.ts'
import { runBatch } from './run-batch.ts'

/** As many requests as one transaction takes. */
const MOST = 64
/** Batches side by side on PostgreSQL: one computes while the other waits for the database. */
const QUEUES = 2
/** A batch waits so long for more where the last one had several. */
const GATHER_MS = 10
/** How often a marker looks again when others had their hands on what is free. */
const LOOKS = 3
const PAUSE_MS = 15

/**
 * Hands in a paper and fills a marker's hands, together with what others want at the same time. Nobody is answered
 * before the transaction is durable.
 *
 * @throws AppError MARKING_BLOCK_NOT_FOUND, MARKING_NOT_ASSIGNED, and what refuses the paper
 */
export async function claim(services: Services, request: ClaimRequest): Promise<Claimed> {
  const batches = batchesOf(services, request.blockId)
  const asked = { clientId: currentClient(), ...request }
  const { submitted, ...found } = await batches.load(asked)
  let { queue } = found
  for (let look = 1; look <= LOOKS && (await mayHaveMissed(services, request, queue)); look++) {
    await setTimeout(PAUSE_MS * look)
    queue = (await batches.load({ ...asked, judgement: null })).queue
  }
  return { submitted, queue: queue && seenBy(services, request, queue) }
}

/** On PostgreSQL, what another server is just giving out is passed over: finding nothing may only mean that. */
const mayHaveMissed = async ({ db }: Services, request: ClaimRequest, queue: Queue | null) =>
  queue?.reason === 'empty' &&
  isPostgres(db) &&
  (await countClaimable(db, { ...request, avoidClassIds: [] })) > 0

/** Pictures were addressed in the call of whoever began the batch: they are for the marker. */
const seenBy = ({ links }: Services, { markerId }: ClaimRequest, queue: Queue): Queue => ({
  ...queue,
  tasks: queue.tasks.map((task) => ({
    ...task,
    images: task.images.map((image) => ({ ...image, url: links.sign(image.hash, '', markerId) })),
  })),
})

type Batches = DataLoader<ClaimRequest, Claimed>

const batchesBy = new WeakMap<Services, Batches[]>()

/** A block is always in the same queue: two of its markers often stand at one paper, which only one batch can lock. */
function batchesOf(services: Services, blockId: number): Batches {
  const queues = batchesBy.get(services) ?? openBatches(services)
  batchesBy.set(services, queues)
  return queues[blockId % queues.length] ?? serialBatches(services)
}

const openBatches = (services: Services): Batches[] =>
  Array.from({ length: isPostgres(services.db) ? QUEUES : 1 }, () => serialBatches(services))

/**
 * What arrives while a batch is stored waits and becomes the next one: a transaction of sixty marks has as many
 * statements, and waits for the disk as often, as one of a single mark.
 */
function serialBatches(services: Services): Batches {
  let running: Promise<unknown> = Promise.resolve()
  let last = running
  let lastSize = 0
  return new DataLoader(
    (requests) => {
      lastSize = requests.length
      const answers = answerAll(services, requests)
      running = answers
      return answers
    },
    {
      cache: false,
      maxBatchSize: MOST,
      batchScheduleFn: (dispatch) => {
        last = last.then(async () => {
          // Answers go out one after the other, and what is handed in next arrives so. Somebody alone never waits.
          await setTimeout(lastSize > 1 ? GATHER_MS : 0)
          dispatch()
          await running
        })
      },
    },
  )
}

/** Of a marker who asks twice at a time, the second request waits for the first. */
async function answerAll(
  services: Services,
  requests: readonly ClaimRequest[],
): Promise<(Claimed | Error)[]> {
  const answers = new Map<ClaimRequest, Claimed | Error>()
  for (let open = requests; open.length > 0; open = open.filter((one) => !answers.has(one))) {
    const first = [...new Map(open.toReversed().map((one) => [one.markerId, one])).values()]
    const batch = open.filter((one) => first.includes(one))
    for (const [index, answer] of (await answerBatch(services, batch)).entries())
      answers.set(batch[index] as ClaimRequest, answer)
  }
  return requests.map((one) => answers.get(one) ?? new Error('a claim request was not answered'))
}

/** Whom the rules refuse holds up nobody; where the transaction fails, each has one alone. */
async function answerBatch(
  services: Services,
  batch: readonly ClaimRequest[],
): Promise<(Claimed | Error)[]> {
  try {
    return await runBatch(services, batch)
  } catch (error) {
    if (batch.length === 1) return [error instanceof Error ? error : new Error(String(error))]
    const answers: (Claimed | Error)[] = []
    for (const one of batch) answers.push(...(await answerBatch(services, [one])))
    return answers
  }
}
