import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { selectBlockRules } from '../../marking-core/block/block-rules.query.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { ownProgress } from './own-progress.ts'

everyDatabase('the own progress on %s', (kind) => {
  test.for([
    ['where there is no target they are papers like others', 1],
    ['beside a target they are told apart', 2],
  ] as const)('counts third readings: %s', async ([, allocation]) => {
    const subject = await openMarkedSubject(kind, {
      candidates: 3,
      markers: 3,
      mode: 4,
      toleranceMilli: 1000,
      allocation,
    })
    const { services, blockId, markerIds } = subject
    const [first = 0, second = 0, third = 0] = markerIds
    for (let paper = 0; paper < 2; paper++) {
      await subject.mark(first, 2)
      await subject.mark(second, 9)
    }
    // Those that are apart, and one that nobody or only one has read.
    for (let paper = 0; paper < 3; paper++) await subject.mark(third, 8)
    const thirds = await services.db
      .selectFrom('reading')
      .select('id')
      .where('marker_id', '=', third)
      .where('role', '=', 'R3')
      .execute()
    expect(thirds.length).toBeGreaterThan(0)
    const rules = await selectBlockRules(services.db, blockId)
    const mine = await ownProgress(services.db, rules, third)
    const outside = allocation === 1 ? 0 : thirds.length
    expect(mine).toMatchObject({ done: 3 - outside, thirds: outside })
    expect(mine.distribution).toEqual([{ score_milli: 8000, count: 3 }])
  })
})
