import { expect, test } from 'vitest'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { raiseProblem } from '../../marking-desk/desk/submit-mark.ts'
import { atOnce, hold, untilWaiting } from '../../marking/testing/at-once.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { seedCrop, SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { openSecondServer } from '../../marking/testing/test-services.ts'
import { imagesOf } from '../../marking/testing/sheet-images.ts'
import { applyEvent } from './apply-event.ts'
import { lockUnits } from './lock-units.ts'
import { syncUnits } from './sync-units.ts'
import { factsOf } from './unit-facts.ts'
import { withRetry } from './with-retry.ts'

test('a new cut of a paper leaves alone what is said of it at the same moment', async () => {
  const { services, blockId, examId, markerIds, candidateIds } = await openMarkedSubject(
    'postgres',
    { candidates: 1 },
  )
  const secondServer = await openSecondServer(services)
  const [markerId = 0] = markerIds
  const { tasks } = await nextPapers(services, blockId, markerId, 1)
  const { id } = await services.db.selectFrom('scan_sheet').select('id').executeTakeFirstOrThrow()
  await seedCrop(services.db, id, 'b'.repeat(64), 2)
  const candidate = { examId, subjectId: SUBJECT, candidateId: candidateIds[0] ?? 0 }
  const raise = () =>
    raiseProblem(services, {
      markerId,
      blockId,
      readingId: tasks[0]?.reading_id ?? 0,
      reason: 'other',
      note: '看不清',
    })
  const cut = () =>
    withRetry(secondServer, async (db) =>
      syncUnits(db, secondServer, candidate, await imagesOf(db, candidate)),
    )
  const [, synced] = await atOnce(services, 'mark_event', raise, cut)
  expect(synced).toMatchObject({ status: 'fulfilled' })
  const unit = await services.db.selectFrom('unit').selectAll().executeTakeFirstOrThrow()
  expect(unit.images).toContain('b'.repeat(64))
  expect(unit.state).toBe('PROBLEM')
  expect(factsOf(unit).problem).toMatchObject({ note: '看不清' })
})

test('a paper that is taken out of its mark as marks are published is not published', async () => {
  const subject = await openMarkedSubject('postgres', { candidates: 2 })
  const { services, examId, markerIds, leaderId } = subject
  for (let no = 0; no < 2; no++) await subject.mark(markerIds[0] ?? 0, 5)
  const secondServer = await openSecondServer(services)
  const [first, other] = await subject.units()
  const letGo = await hold(services, (db) =>
    applyEvent(
      db,
      services,
      first?.id ?? 0,
      { type: 'escalate', by: leaderId },
      { userId: leaderId },
    ),
  )
  const locking = secondServer.db.transaction().execute((db) => lockUnits(db, secondServer, examId))
  await untilWaiting(services, 1, locking)
  await letGo()
  await locking
  expect((await subject.units()).map(({ state }) => state)).toEqual(['ARBITRATION', 'LOCKED'])
  const events = await services.db
    .selectFrom('mark_event')
    .select(['seq', 'type'])
    .where('unit_id', '=', other?.id ?? 0)
    .orderBy('seq')
    .execute()
  expect(events.at(-1)).toMatchObject({ type: 'lock', seq: (other?.version ?? 0) + 1 })
})
