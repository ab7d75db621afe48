import { expect, test } from 'vitest'
import { findUnit } from '../../marking-core/engine/unit.query.ts'
import { atOnce } from '../../marking/testing/at-once.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { openSecondServer } from '../../marking/testing/test-services.ts'
import { handOver } from './hand-over.ts'
import { holdPaper } from './leader-hold.ts'

test('arbitration at once: a paper that another leader is taking is not handed over beneath them', async () => {
  const subject = await openMarkedSubject('postgres', {
    candidates: 1,
    mode: 1,
    toleranceMilli: 1000,
  })
  const { services, blockId, markerIds, leaderId, school } = subject
  const secondServer = await openSecondServer(services)
  const { db } = services
  const other = school.userIds['director'] ?? 0
  const third = school.userIds['admin'] ?? 0
  await db
    .insertInto('block_marker')
    .values(
      [other, third].map((user_id) => ({
        block_id: blockId,
        user_id,
        duty: 'leader',
        quota: null,
        weight: 1,
        suspended_at: null,
      })),
    )
    .execute()
  for (const [no, id] of markerIds.slice(0, 2).entries()) await subject.mark(id, no * 10)
  const unit = await findUnit(db, (await subject.units())[0]?.id ?? 0)
  expect(unit.state).toBe('ARBITRATION')
  const take = () => holdPaper(services, other, 'arbitration', unit)
  const hand = () => handOver(secondServer, leaderId, unit, third)
  const [, handed] = await atOnce(services, 'mark_event', take, hand)
  expect(handed).toMatchObject({ reason: { code: 'MARKING_ARBITRATION_HELD' } })
  expect(await db.selectFrom('arbitration_hand_over').selectAll().execute()).toEqual([])
})
