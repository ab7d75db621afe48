import { everyDatabase } from '@hengjuan/db/testing'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { submitAndClaim } from '../../marking-desk/desk/submit-mark.ts'
import { type MarkedSubject, openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import type { Wanted } from '../../marking/testing/seed-marking.ts'
import type { Services } from '../../../services.ts'
import type { Assignment } from '../../marking-core/block/block-marker.query.ts'
import type { BlockRules } from '../../marking-core/block/block-rules.query.ts'
import type { BlockAllocation } from './allocation-plan.ts'
import { calmOf } from './reserve-quotas.ts'
import { quotaCache } from './quota-cache.ts'

/** Papers enough for everybody to be far from the end of a share of 80. */
const SHARED: Wanted = { candidates: 240, markers: 3, allocation: 2 }

/** Hands in what a marker has and takes the next, so often. @returns how they stand then */
async function work({ services, blockId }: MarkedSubject, markerId: number, times: number) {
  let queue = await nextPapers(services, blockId, markerId, 1)
  for (let no = 0; no < times; no++) {
    const [task] = queue.tasks
    if (!task) break
    const given = { markerId, blockId, readingId: task.reading_id, idemKey: ulid(), scores: [7000] }
    queue = (await submitAndClaim(services, given, 1)).queue ?? queue
  }
  return queue
}

everyDatabase('quotas of a shared block, on %s', (kind) => {
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

test('quota: a share is counted near its end, under other rules, and after so many papers', () => {
  const rules = { block: { id: 1, mark_mode: 0, rules_stamp: 1 } } as BlockRules
  const changed = { block: { ...rules.block, rules_stamp: 2 } } as BlockRules
  const place = { quota: null, weight: 1, base: 0, allowExceed: false }
  const people = [{ userId: 7, suspended: false, target: 400, ...place }]
  const own = { user_id: 7, quota: null, weight: 1, base_done: 0, allow_exceed: 0 } as Assignment
  const kept = quotaCache({} as Services)
  expect(kept.of(rules, own, 0, 1)).toBeNull()
  const allocation = { people } as unknown as BlockAllocation
  kept.keep(rules, allocation, Infinity)
  expect(kept.of(rules, own, 350, 1)).toEqual({ target: 400, left: 50 })
  expect(kept.of(rules, own, 351, 1)).toBeNull()
  expect(kept.of(changed, own, 0, 1)).toBeNull()
  expect(kept.of(rules, { ...own, base_done: 3 }, 0, 1)).toBeNull()
  expect(kept.of(rules, own, 0, 249)).toEqual({ target: 400, left: 400 })
  expect(kept.of(rules, own, 0, 1)).toBeNull()
  // Of forty papers until somebody has to leave some to others, another process may give as many.
  kept.keep(rules, allocation, 40)
  expect(kept.of(rules, own, 0, 11)).toBeNull()
  expect(kept.of(rules, own, 0, 10)).not.toBeNull()
  kept.keep(rules, allocation, 0)
  expect(kept.of(rules, own, 0, 1)).toBeNull()
})

test.each([
  ['once', 0, 5, [100], Infinity],
  ['twice, with papers enough for everybody', 1, 2000, [900, 500], 1080],
  ['twice, and somebody needs all of them', 1, 2000, [900, 2000], 0],
  ['twice, with few that nobody has begun', 1, 160, [10], 10],
  ['twice, by people without shares', 1, 2000, [], 1850],
] as const)(
  'quota: of a block that is read %s, so many are given without counting',
  (_, mode, untouched, left, calm) => {
    const shares = left.map((one) => ({ left: one }))
    expect(calmOf(mode, untouched, shares)).toBe(calm)
  },
)
