import { everyDatabase, watchedWay } from '@hengjuan/db/testing'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import type { Services } from '../../../services.ts'
import type { BlockRules } from '../block/block-rules.query.ts'
import { nextPapers } from '../desk/mark-queue.ts'
import { submitAndTake } from '../desk/submit-mark.ts'
import type { Assignment } from '../dispatch/claim-turn.ts'
import { type MarkedSubject, openMarkedSubject, type Wanted } from '../testing/marked-subject.ts'
import type { BlockAllocation } from './allocation-plan.ts'
import { isEndFar } from './keep-shares.ts'
import { sharesKept } from './kept-shares.ts'

/** Papers enough for everybody to be far from the end of a share of 80. */
const SHARED: Wanted = { candidates: 240, markers: 3, allocation: 2 }

/** Hands in what a marker has and takes the next, so often. @returns how they stand then */
async function work({ services, blockId }: MarkedSubject, markerId: number, times: number) {
  let queue = await nextPapers(services, blockId, markerId, 1)
  for (let no = 0; no < times; no++) {
    const [task] = queue.tasks
    if (!task) break
    const given = { markerId, blockId, readingId: task.reading_id, idemKey: ulid(), scores: [7000] }
    queue = (await submitAndTake(services, given, 1)).queue ?? queue
  }
  return queue
}

everyDatabase('shares that are counted now and then, on %s', (kind) => {
  test('are met exactly', async () => {
    const subject = await openMarkedSubject(kind, SHARED)
    const ends: unknown[] = []
    for (const markerId of subject.markerIds) {
      const { mine, reason } = await work(subject, markerId, 100)
      ends.push([mine.done, mine.target, reason])
    }
    expect(ends).toEqual(subject.markerIds.map(() => [80, 80, 'at_quota']))
    const states = (await subject.units()).map(({ state }) => state)
    expect(new Set(states)).toEqual(new Set(['FINAL']))
  }, 60_000)

  test('are others as soon as somebody made them others', async () => {
    const subject = await openMarkedSubject(kind, {
      ...SHARED,
      allocation: 3,
      quotas: [100, 100, 40],
    })
    const [markerId = 0] = subject.markerIds
    expect((await work(subject, markerId, 10)).mine).toMatchObject({ done: 10, target: 100 })
    await subject.services.db
      .updateTable('block_marker')
      .set({ quota: 12 })
      .where('user_id', '=', markerId)
      .execute()
    const { mine, reason } = await work(subject, markerId, 10)
    expect([mine.done, mine.target, reason]).toEqual([12, 12, 'at_quota'])
  })
})

/** Ways to the database of the mark of several that needed the fewest. */
async function waysOfMark(wanted: Wanted): Promise<number> {
  let ways = (): number => 0
  const subject = await openMarkedSubject('postgres', wanted, async (url) => {
    const watched = await watchedWay(url)
    ways = () => watched.ways()
    return watched.url
  })
  const { services, blockId, markerIds } = subject
  const [markerId = 0] = markerIds
  let [task] = (await nextPapers(services, blockId, markerId, 1)).tasks
  const counts: number[] = []
  for (let no = 0; no < 8; no++) {
    const given = { markerId, blockId, idemKey: ulid(), scores: [7000], activeMs: 8000 }
    const before = ways()
    const { queue } = await submitAndTake(
      services,
      { ...given, readingId: task?.reading_id ?? 0 },
      1,
    )
    counts.push(ways() - before)
    task = queue?.tasks[0]
  }
  return Math.min(...counts)
}

test('a mark in a block that shares its work asks the database no more often than in any other', async () => {
  expect(await waysOfMark(SHARED)).toBe(await waysOfMark({ ...SHARED, allocation: 1 }))
})

test('a share is counted near its end, under other rules, and after so many papers', () => {
  const rules = { block: { id: 1, mark_mode: 0 } } as BlockRules
  const place = { quota: null, weight: 1, base: 0, allowExceed: false }
  const people = [{ userId: 7, suspended: false, target: 400, ...place }]
  const own = { user_id: 7, quota: null, weight: 1, base_done: 0, allow_exceed: 0 } as Assignment
  const kept = sharesKept({} as Services)
  expect(kept.of(rules, own, 0, 1)).toBeNull()
  kept.keep(rules, { people } as unknown as BlockAllocation)
  expect(kept.of(rules, own, 350, 1)).toEqual({ target: 400, left: 50 })
  expect(kept.of(rules, own, 351, 1)).toBeNull()
  expect(kept.of({ ...rules }, own, 0, 1)).toBeNull()
  expect(kept.of(rules, { ...own, base_done: 3 }, 0, 1)).toBeNull()
  expect(kept.of(rules, own, 0, 249)).toEqual({ target: 400, left: 400 })
  expect(kept.of(rules, own, 0, 1)).toBeNull()
})

const person = (left: number, more = {}) => ({
  userId: left,
  suspended: false,
  allowExceed: false,
  target: left,
  work: { done: 0, claimedBase: 0 },
  ...more,
})

test.each([
  ['once, whatever is left', 0, 5, [100], true],
  ['twice, with papers enough for everybody', 1, 2000, [900, 900], true],
  ['twice, and somebody needs nearly all of them', 1, 2000, [900, 1000], false],
  ['twice, with few that nobody has begun', 1, 1150, [10], false],
  ['twice, by people of whom one may exceed', 1, 2000, [900, 1000, 'exceeds'], true],
])('the end of a block that is read %s, may be far', (_, markMode, untouched, left, isFar) => {
  const exceeds = left.includes('exceeds')
  const people = left.flatMap((one) =>
    typeof one === 'number' ? [person(one, { allowExceed: exceeds && one === 1000 })] : [],
  )
  const rules = { block: { mark_mode: markMode } } as Parameters<typeof isEndFar>[0]
  const allocation = { people, untouched } as unknown as BlockAllocation
  expect(isEndFar(rules, allocation, 1000)).toBe(isFar)
})
