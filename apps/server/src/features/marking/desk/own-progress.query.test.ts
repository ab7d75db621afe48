import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { selectBlockRules } from '../block/block-rules.query.ts'
import { openMarkedSubject } from '../testing/marked-subject.ts'
import { ownProgress } from './own-progress.ts'

everyDatabase('the own progress on %s', (kind) => {
  test.for([
    ['where there is no target they are papers like others', 1, { done: 3, thirds: 0 }],
    ['beside a target they are told apart', 2, { done: 1, thirds: 2 }],
  ] as const)('counts third readings: %s', async ([, allocation, told]) => {
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
    // The two that are apart, and the one that nobody has read.
    for (let paper = 0; paper < 3; paper++) await subject.mark(third, 8)
    const rules = await selectBlockRules(services.db, blockId)
    const mine = await ownProgress(services.db, rules, third)
    expect(mine).toMatchObject(told)
    expect(mine.distribution).toEqual([{ score_milli: 8000, count: 3 }])
  })
})
