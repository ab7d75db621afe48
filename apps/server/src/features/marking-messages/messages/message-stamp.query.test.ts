import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { setBlockStatus } from '../../marking-setup/block/block-status.ts'
import { selectBlockRules } from '../../marking-core/block/block-rules.query.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { selectMessageStamp } from './message.query.ts'

everyDatabase('what markers are told at once on %s', (kind) => {
  test('a block that is paused or opened, and papers that are taken from markers', async () => {
    const subject = await openMarkedSubject(kind, {})
    const { services, examId, blockId, markerIds, school } = subject
    const { block } = await selectBlockRules(services.db, blockId)
    const actor = { userId: school.userIds['leader'] ?? 0 }
    const stamps = [await selectMessageStamp(services.db, examId)]
    const note = async () => stamps.push(await selectMessageStamp(services.db, examId))
    await setBlockStatus(services, block, 'pause', actor)
    await note()
    await setBlockStatus(services, block, 'open', actor)
    await note()
    // What markers do by themselves is told to nobody.
    await subject.claim(markerIds[0] ?? 0, 2)
    await note()
    expect(stamps[3]).toBe(stamps[2])
    await setBlockStatus(services, block, 'recall', actor)
    await note()
    expect(new Set(stamps).size).toBe(4)
  })
})
