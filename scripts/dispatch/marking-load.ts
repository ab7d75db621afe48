import { markNext, markSubmit } from '@hengjuan/contracts'
import { ulid } from 'ulid'
import { nextPapers } from '../../apps/server/src/features/marking/mark-queue.ts'
import { submitMark } from '../../apps/server/src/features/marking/submit-mark.ts'
import type { Services } from '../../apps/server/src/services.ts'
import type { Account } from '../demo/account.ts'
import { type Served, spreadOf } from './figures.ts'

/** One marker at work: both answer the reading that is in hand next, null when there is none. */
export interface Desk {
  take(): Promise<number | null>
  submit(readingId: number): Promise<void>
}

/** What everybody gives: readers agree, so that every second reading makes a mark final. */
const SCORE_MILLI = 5000

/** The product's own functions, without HTTP. */
export const innerDesk = (services: Services, blockId: number, markerId: number): Desk => ({
  take: async () => (await nextPapers(services, blockId, markerId, 1)).tasks[0]?.reading_id ?? null,
  submit: async (readingId) => {
    await submitMark(services, {
      markerId,
      blockId,
      readingId,
      idemKey: ulid(),
      scores: [SCORE_MILLI],
      activeMs: 8000,
    })
  },
})

/** The calls that the marking page makes. */
export const httpDesk = (person: Account, blockId: number): Desk => ({
  take: async () => {
    const { tasks } = await person.call(markNext, { query: { block_id: blockId, n: 1 } })
    return tasks[0]?.reading_id ?? null
  },
  submit: async (readingId) => {
    await person.call(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: readingId,
        idem_key: ulid(),
        scores: [SCORE_MILLI],
        active_ms: 8000,
        refill: 0,
      },
    })
  },
})

/** Lets everybody mark without a pause for some seconds: take one, submit it, take the next. */
export async function markFor(desks: readonly Desk[], seconds: number): Promise<Served> {
  const [takes, submits]: [number[], number[]] = [[], []]
  const began = performance.now()
  // No timer: work on SQLite runs without a pause in which one could go off.
  const isOver = () => performance.now() - began > seconds * 1000
  const timed = async <T>(into: number[], work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await work()
    into.push(performance.now() - start)
    return result
  }
  await Promise.all(
    desks.map(async (desk) => {
      while (!isOver()) {
        const readingId = await timed(takes, () => desk.take())
        // Nobody reads a paper twice, so a quick one may be through with a small block.
        if (readingId === null) return
        await timed(submits, () => desk.submit(readingId))
      }
    }),
  )
  const passed = (performance.now() - began) / 1000
  return {
    marks: submits.length,
    perSecond: submits.length / passed,
    take: spreadOf(takes),
    submit: spreadOf(submits),
  }
}
