import { type InputOf, markNext, markSubmit, type ReplyOf } from '@hengjuan/contracts'
import { monotonicFactory } from 'ulid'
import type { BulkPerson } from './bulk-sessions.ts'
import { type Served, spreadOf } from './figures.ts'
import type { Post } from './light-post.ts'

/** Keys of submits; without asking the system for randomness, which is the load's own cost. */
const ulid = monotonicFactory(Math.random)

/** One marker at work. */
export interface Desk {
  /** The reading that is in hand next, null when there is none. */
  take(): Promise<number | null>
  /** Hands one in and takes the next in the same call, as the marking page does. */
  submit(readingId: number): Promise<number | null>
}

/** What everybody gives: readers agree, so that every second reading makes a mark final. */
const SCORE_MILLI = 5000

/** The calls that the marking page makes. */
export const httpDesk = (person: BulkPerson, post: Post, blockId: number): Desk => ({
  take: async () => {
    const { tasks } = await person.call(markNext, { query: { block_id: blockId, n: 1 } })
    return tasks[0]?.reading_id ?? null
  },
  submit: async (readingId) => {
    const body: InputOf<typeof markSubmit>['body'] = {
      block_id: blockId,
      reading_id: readingId,
      idem_key: ulid(),
      scores: [SCORE_MILLI],
      active_ms: 8000,
      refill: 1,
    }
    const data = (await post(markSubmit.path, person.credentials(), body)) as ReplyOf<
      typeof markSubmit
    >
    return data.queue?.tasks[0]?.reading_id ?? null
  },
})

/** What came of a round, and whether it ended because somebody had nothing left to read. */
export interface Round extends Served {
  ranDry: boolean
}

/**
 * Lets everybody mark without a pause for some seconds: hand one in, have the next. Ends before that when
 * somebody has nothing left to read: fewer markers than were asked for would be measured from there on.
 */
export async function markFor(desks: readonly Desk[], seconds: number): Promise<Round> {
  const times: number[] = []
  // What is in hand first is taken before the clock runs.
  const inHand = await Promise.all(desks.map((desk) => desk.take()))
  let ranDry = inHand.includes(null)
  const began = performance.now()
  // No timer: work on SQLite runs without a pause in which one could go off.
  const isOver = () => ranDry || performance.now() - began > seconds * 1000
  await Promise.all(
    desks.map(async (desk, index) => {
      let readingId = inHand[index] ?? null
      // Nobody reads a paper twice, so a quick one may be through with a small block.
      while (readingId !== null && !isOver()) {
        const start = performance.now()
        readingId = await desk.submit(readingId)
        times.push(performance.now() - start)
        if (readingId === null) ranDry = true
      }
    }),
  )
  const passed = (performance.now() - began) / 1000
  return { marks: times.length, perSecond: times.length / passed, mark: spreadOf(times), ranDry }
}
