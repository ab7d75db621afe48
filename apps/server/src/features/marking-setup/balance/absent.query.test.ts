import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { allocateMarkers } from '../allocation/allocate-markers.ts'
import { allocationOf } from '../shares/allocation-plan.ts'
import { selectBlockRules } from '../../marking-core/block/block-rules.query.ts'
import { setBlockStatus } from '../block/block-status.ts'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { openMarkedSubject, type MarkedSubject } from '../../marking/testing/marked-subject.ts'
import type { Wanted } from '../../marking/testing/seed-marking.ts'
import { balanceBlocks } from './balance-block.ts'
import { balancePlan } from './balance-plan.ts'

const HOUR = 3_600_000

/** Three teachers share 24 papers, eight each. */
const open = (kind: 'sqlite' | 'postgres', wanted: Wanted = {}) =>
  openMarkedSubject(kind, { candidates: 24, markers: 3, allocation: 2, ...wanted })

const targetsOf = async ({ services, blockId }: MarkedSubject) =>
  (await allocationOf(services.db, await selectBlockRules(services.db, blockId))).people.map(
    ({ target }) => target,
  )

const planOf = async ({ services, blockId }: MarkedSubject) =>
  balancePlan(services.db, services, await selectBlockRules(services.db, blockId))

async function markMany(subject: MarkedSubject, markerId: number, count: number): Promise<void> {
  for (let no = 0; no < count; no++) expect(await subject.mark(markerId, 5)).not.toBeNull()
}

/** What the clock does while hours pass. */
async function pass(subject: MarkedSubject, hours: number): Promise<void> {
  for (let left = hours; left > 0; left -= 4) {
    subject.advance(Math.min(left, 4) * HOUR)
    await balanceBlocks(subject.services)
  }
}

/** Marker -> what they were told, the latest last. */
async function toldTo({ services, markerIds }: MarkedSubject): Promise<string[][]> {
  const rows = await services.db
    .selectFrom('marking_message')
    .select(['marker_id', 'text'])
    .orderBy('id')
    .execute()
  return markerIds.map((id) => rows.flatMap((row) => (row.marker_id === id ? [row.text] : [])))
}

everyDatabase('the share of an absent teacher on %s', (kind) => {
  test.for([
    ['never came', 0, {}, [12, 12, 0], 1],
    ['never came, with a deadline', 0, { deadline: '2026-11-20T12:00:00.000Z' }, [12, 12, 0], 2],
    ['came and marked two', 2, {}, [11, 11, 2], 1],
    [
      'came and marked two, with a deadline',
      2,
      { deadline: '2026-11-22T12:00:00.000Z' },
      [11, 11, 2],
      1,
    ],
  ] as const)(
    'who %s hands over to those who are done',
    async ([, count, settings, targets, times]) => {
      const subject = await open(kind, { settings })
      const [first = 0, second = 0, third = 0] = subject.markerIds
      await markMany(subject, third, count)
      await markMany(subject, first, 8)
      await markMany(subject, second, 8)
      expect((await nextPapers(subject.services, subject.blockId, first, 1)).reason).toBe(
        'at_quota',
      )
      // On the first day they may still come.
      await pass(subject, 8)
      expect(await targetsOf(subject)).toEqual([8, 8, 8])
      await pass(subject, 17)
      expect(await targetsOf(subject)).toEqual(targets)
      const told = await toldTo(subject)
      // Past the deadline it is shared first, and handed over when they have been away for a day.
      expect(told.map(({ length }) => length)).toEqual([times, times, times])
      expect(told[0]?.at(-1)).toContain(`改为 ${targets[0]} 份，多出的`)
      expect(told[2]?.at(-1)).toContain('您超过 24 小时没有提交，其余由其他教师分担')
      // Nothing goes back to who is away, whoever else stays away.
      await pass(subject, 80)
      expect(await targetsOf(subject)).toEqual(targets)
      await markMany(subject, first, targets[0] - 8)
      await markMany(subject, second, targets[1] - 8)
      expect((await subject.units()).filter(({ state }) => state !== 'FINAL')).toEqual([])
    },
  )

  test('a weekend moves nothing, nor does the first who comes on Monday; who does not come then is away', async () => {
    const subject = await open(kind)
    const [first = 0, second = 0, third = 0] = subject.markerIds
    for (const id of subject.markerIds) await markMany(subject, id, 3)
    // The first is done with the own share, which makes it no less a weekend.
    await markMany(subject, first, 5)
    await pass(subject, 62)
    expect((await planOf(subject)).verdict).toBe('quiet')
    await markMany(subject, second, 1)
    await pass(subject, 8)
    await markMany(subject, third, 1)
    await pass(subject, 12)
    expect(await targetsOf(subject)).toEqual([8, 8, 8])
    // The second goes on every day, the third does not come back.
    await markMany(subject, second, 1)
    await pass(subject, 16)
    expect(await targetsOf(subject)).toEqual([12, 8, 4])
  })

  test('a block in which nobody marks at all is left as it is until its deadline, and then nobody is there', async () => {
    const subject = await open(kind, { settings: { deadline: '2026-11-25T12:00:00.000Z' } })
    await pass(subject, 90)
    expect([(await planOf(subject)).verdict, await targetsOf(subject)]).toEqual([
      'quiet',
      [8, 8, 8],
    ])
    await pass(subject, 60)
    const { verdict, reason } = await planOf(subject)
    expect([verdict, reason]).toEqual(['nobody', expect.stringContaining('没有能接手的教师')])
    expect(await targetsOf(subject)).toEqual([8, 8, 8])
  })

  test('days in which a block was paused count for nobody', async () => {
    const subject = await open(kind)
    const { services, blockId, leaderId } = subject
    const [first = 0] = subject.markerIds
    for (const id of subject.markerIds) await markMany(subject, id, 3)
    const set = async (action: 'pause' | 'open') => {
      const { block } = await selectBlockRules(services.db, blockId)
      await setBlockStatus(services, block, action, { userId: leaderId })
    }
    await set('pause')
    await pass(subject, 60)
    await set('open')
    await markMany(subject, first, 1)
    await pass(subject, 12)
    expect(await targetsOf(subject)).toEqual([8, 8, 8])
    await markMany(subject, first, 1)
    await pass(subject, 14)
    expect(await targetsOf(subject)).toEqual([18, 3, 3])
  })

  test('who never qualifies hands over once the others are done', async () => {
    const subject = await open(kind, { settings: { qualify: true } })
    const { services, blockId } = subject
    const [first = 0, second = 0, third = 0] = subject.markerIds
    await services.db
      .updateTable('block_marker')
      .set({ qualified: 'passed' })
      .where('user_id', 'in', [second, third])
      .execute()
    await markMany(subject, second, 8)
    await balanceBlocks(services)
    // The third is still at it: the first may qualify meanwhile.
    expect(await targetsOf(subject)).toEqual([8, 8, 8])
    await markMany(subject, third, 8)
    expect((await nextPapers(services, blockId, first, 1)).reason).toBe('unqualified')
    expect((await nextPapers(services, blockId, second, 1)).reason).toBe('at_quota')
    await balanceBlocks(services)
    expect(await targetsOf(subject)).toEqual([0, 12, 12])
    expect((await toldTo(subject))[0]?.[0]).toContain('您还没有通过定标')
    await markMany(subject, second, 4)
    await markMany(subject, third, 4)
  })

  test('who is warned hands over at once, and so does who is stopped where everybody has a quota', async () => {
    const subject = await open(kind)
    const { services, blockId } = subject
    const [first = 0, second = 0, third = 0] = subject.markerIds
    for (const id of subject.markerIds) await markMany(subject, id, 2)
    const set = (markerId: number, place: object) =>
      services.db
        .updateTable('block_marker')
        .set(place)
        .where('block_id', '=', blockId)
        .where('user_id', '=', markerId)
        .execute()
    await set(first, { seed_state: 'warned' })
    await balanceBlocks(services)
    expect(await targetsOf(subject)).toEqual([2, 11, 11])
    subject.advance(HOUR)
    await set(second, { suspended_at: '2026-11-20T02:00:00.000Z' })
    const { reason } = await planOf(subject)
    expect(reason).toBe('有 9 份没有分给任何教师；把其中 9 份交给其余 1 名教师')
    await balanceBlocks(services)
    expect(await targetsOf(subject)).toEqual([2, 2, 20])
    await markMany(subject, third, 18)
  })

  test('who is let on again, or comes later, has a day of their own', async () => {
    const subject = await open(kind)
    const { services, blockId } = subject
    const [first = 0, second = 0, third = 0] = subject.markerIds
    await markMany(subject, third, 1)
    const allocate = (markers: { marker_id: number; suspended?: number }[]) =>
      services.db
        .transaction()
        .execute((db) => allocateMarkers(db, services, { block_id: blockId, markers }))
    await allocate([{ marker_id: first }, { marker_id: third, suspended: 1 }])
    expect(await targetsOf(subject)).toEqual([23, 1])
    await markMany(subject, first, 1)
    await pass(subject, 20)
    await markMany(subject, first, 1)
    await pass(subject, 8)
    // The second comes on the next day, and the third is let on again.
    await allocate([
      { marker_id: first },
      { marker_id: second },
      { marker_id: third, suspended: 0 },
    ])
    const shared = await targetsOf(subject)
    expect(shared).toEqual([9, 7, 8])
    await markMany(subject, first, 1)
    await pass(subject, 20)
    expect(await targetsOf(subject)).toEqual(shared)
    await markMany(subject, first, 1)
    await pass(subject, 8)
    expect(await targetsOf(subject)).toEqual([23, 0, 1])
  })
})
