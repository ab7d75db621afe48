import { expect, test } from 'vitest'
import { applyEvent } from '../marking-core/engine/apply-event.ts'
import { nextPapers } from '../marking-desk/desk/mark-queue.ts'
import { atOnce, hold, untilWaiting } from '../marking/testing/at-once.ts'
import { openMarkedSubject } from '../marking/testing/marked-subject.ts'
import { openSecondServer } from '../marking/testing/test-services.ts'
import { storeBlankBatch } from './blank-batch.query.ts'
import { confirmBlanks, rejectBlanks } from './blank-check.ts'
import { screenBlanks } from './screen-blanks.ts'
import { judgeBlankCheck } from './judge-blank-checks.ts'

async function openBlank(needsTwo: boolean) {
  const subject = await openMarkedSubject('postgres', {
    candidates: 4,
    ink: [0, 0, 0, 0],
    settings: { blankCheck: true, blankNeedsTwo: needsTwo },
  })
  const { services, blockId, leaderId, school } = subject
  const units = await subject.units()
  const ids = units.map(({ id }) => id)
  const secondServer = await openSecondServer(services)
  return {
    ...subject,
    ids,
    secondServer,
    units: () => subject.units(),
    batches: () => services.db.selectFrom('blank_batch').select('state').execute(),
    /** Two leaders who confirm the same papers. */
    confirmTwice: async () => {
      const letGo = await hold(services, (db) =>
        db
          .selectFrom('unit')
          .select('id')
          .where('id', '=', ids[0] ?? 0)
          .forUpdate()
          .execute(),
      )
      const both = Promise.all([
        confirmBlanks(services, blockId, ids, leaderId),
        confirmBlanks(secondServer, blockId, ids, school.userIds['director'] ?? 0),
      ])
      await untilWaiting(services, 2, both)
      await letGo()
      return both
    },
  }
}

test('blank review at once: papers that two confirm at once are of one batch', async () => {
  const { confirmTwice, batches } = await openBlank(false)
  const answers = await confirmTwice()
  expect(answers.map(({ confirmed, checks }) => confirmed + checks)).toContain(4)
  expect(answers.map(({ skipped }) => skipped)).toContain(4)
  expect(await batches()).toHaveLength(1)
})

test('blank review at once: where two are needed, of two at once the second one is the second', async () => {
  const { confirmTwice, batches } = await openBlank(true)
  const answers = await confirmTwice()
  expect(answers.map(({ awaiting_second }) => awaiting_second)).toContain(4)
  expect(answers.map(({ confirmed, checks }) => confirmed + checks)).toContain(4)
  expect(await batches()).toHaveLength(1)
})

test('blank review at once: a batch passes with the last two of its checks at once', async () => {
  const { services, secondServer, blockId, leaderId, ids, batches } = await openBlank(false)
  const [one = 0, other = 0, ...checks] = ids
  const at = '2026-11-20T01:00:00.000Z'
  await storeBlankBatch(services.db, {
    id: null,
    blockId,
    by: leaderId,
    at,
    confirmed: [one, other],
    checks,
  })
  const review = async () => undefined
  const letGo = await hold(services, (db) => judgeBlankCheck(db, checks[0] ?? 0, 0, review))
  const judging = secondServer.db
    .transaction()
    .execute((db) => judgeBlankCheck(db, checks[1] ?? 0, 0, review))
  await untilWaiting(services, 1, judging)
  await letGo()
  await judging
  expect(await batches()).toEqual([{ state: 'passed' }])
})

test('blank review at once: a paper that is being taken is left alone as blank answers are looked for anew', async () => {
  const subject = await openMarkedSubject('postgres', {
    candidates: 2,
    ink: [0, 0],
    settings: { blankCheck: false },
  })
  const { services, blockId, markerIds } = subject
  const secondServer = await openSecondServer(services)
  await services.db
    .updateTable('block')
    .set({ settings: JSON.stringify({ blankCheck: true }) })
    .where('id', '=', blockId)
    .execute()
  const take = () => nextPapers(services, blockId, markerIds[0] ?? 0, 1)
  const screen = () => screenBlanks(secondServer, blockId)
  const [, screened] = await atOnce(services, 'mark_event', take, screen)
  expect(screened).toMatchObject({ status: 'fulfilled' })
  expect(new Set((await subject.units()).map(({ state }) => state))).toEqual(
    new Set(['MARKING', 'BLANK_REVIEW']),
  )
})

test('blank review at once: a check with marks does not fail for a paper of its batch that is found written on', async () => {
  const { services, secondServer, blockId, leaderId, ids, units } = await openBlank(false)
  const [one = 0, other = 0, check = 0] = ids
  for (const id of [one, other])
    await services.db
      .transaction()
      .execute((db) =>
        applyEvent(db, services, id, { type: 'blank_confirm', by: leaderId }, { userId: leaderId }),
      )
  await storeBlankBatch(services.db, {
    id: null,
    blockId,
    by: leaderId,
    at: '2026-11-20T01:00:00.000Z',
    confirmed: [one, other],
    checks: [check],
  })
  const written = () => rejectBlanks(services, blockId, [one], 'marking', leaderId)
  const mark = () =>
    secondServer.db
      .transaction()
      .execute((db) =>
        judgeBlankCheck(db, check, 5000, (id) =>
          applyEvent(db, secondServer, id, { type: 'blank_review' }, { userId: null }),
        ),
      )
  const [, marked] = await atOnce(services, 'mark_event', written, mark)
  expect(marked).toMatchObject({ status: 'fulfilled' })
  const states = new Map((await units()).map(({ id, state }) => [id, state]))
  expect([states.get(one), states.get(other)]).toEqual(['READY', 'BLANK_REVIEW'])
})
