import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { alternateBlocks } from '../marking/testing/alternate-blocks.ts'
import { openMarkedSubject } from '../marking/testing/marked-subject.ts'
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
})
