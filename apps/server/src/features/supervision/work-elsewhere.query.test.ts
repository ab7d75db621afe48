import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { alternateBlocks } from '../marking/testing/alternate-blocks.ts'
import { openMarkedSubject } from '../marking/testing/marked-subject.ts'
import { selectWorkElsewhere } from '../quality/seeds/elsewhere.query.ts'
import { takeJudgements } from './marker-judgements.ts'

everyDatabase('work in two blocks by turns, on %s', (kind) => {
  test('is seen as without a pause by the leaders of both', async () => {
    const world = await openMarkedSubject(kind, { candidates: 110, markers: 2 })
    const { services, markerIds, blockId } = world
    const [tireless = 0] = markerIds
    const otherId = await alternateBlocks(world, tireless)
    for (const id of [blockId, otherId]) {
      const seen = (await takeJudgements(services, id)).get(tireless)?.figures.automation
      expect(seen).toEqual([
        expect.stringMatching(/^连续评阅超过 4 小时没有停顿（最长 6 小时 \d+ 分，含其他题块）$/),
      ])
    }
  })
  test('is looked up once for all blocks, where it is much', async () => {
    const world = await openMarkedSubject(kind, { candidates: 110, markers: 2 })
    const { db } = world.services
    const { blockId } = world
    const [marker = 0] = world.markerIds
    const otherId = await alternateBlocks(world, marker)
    const of = async (id: number, times: readonly number[]) =>
      (await selectWorkElsewhere(db, id, new Map([[marker, times]]))).get(marker)?.length ?? 0
    const begun = world.services.clock.now().getTime() - 86_400_000
    const every = (count: number, minutes: number) =>
      Array.from({ length: count }, (_, index) => begun + index * minutes * 60_000)
    const stored = await of(blockId, every(1, 1))
    expect(stored).toBeGreaterThan(1)
    // Nobody stored these: what is given of one block is what there is elsewhere for the other.
    await of(otherId, every(999, 6))
    expect(await of(blockId, every(1, 1))).toBe(stored)
    await of(otherId, every(1200, 6))
    expect(await of(blockId, every(1, 1))).toBe(1200)
  })
})
