import { expect, test } from 'vitest'
import { hold, untilWaiting } from '../testing/at-once.ts'
import { openBeside, openMarkedSubject } from '../testing/marked-subject.ts'
import { insertBlankBatch } from './blank-check.query.ts'
import { confirmBlanks } from './blank-check.ts'
import { judgeBlankCheck } from './judge-blank-check.ts'

async function openBlank(needsTwo: boolean) {
  const subject = await openMarkedSubject('postgres', {
    candidates: 4,
    ink: [0, 0, 0, 0],
    settings: { blankCheck: true, blankNeedsTwo: needsTwo },
  })
  const { services, blockId, leaderId, school } = subject
  const units = await subject.units()
  const ids = units.map(({ id }) => id)
  const beside = await openBeside(services)
  return {
    ...subject,
    ids,
    beside,
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
        confirmBlanks(beside, blockId, ids, school.userIds['director'] ?? 0),
      ])
      await untilWaiting(services, 2, both)
      await letGo()
      return both
    },
  }
}

test('papers that two confirm at once are of one batch', async () => {
  const { confirmTwice, batches } = await openBlank(false)
  const answers = await confirmTwice()
  expect(answers.map(({ confirmed, checks }) => confirmed + checks)).toContain(4)
  expect(answers.map(({ skipped }) => skipped)).toContain(4)
  expect(await batches()).toHaveLength(1)
})

test('where two are needed, of two at once the second one is the second', async () => {
  const { confirmTwice, batches } = await openBlank(true)
  const answers = await confirmTwice()
  expect(answers.map(({ awaiting_second }) => awaiting_second)).toContain(4)
  expect(answers.map(({ confirmed, checks }) => confirmed + checks)).toContain(4)
  expect(await batches()).toHaveLength(1)
})

test('a batch passes with the last two of its checks at once', async () => {
  const { services, beside, blockId, leaderId, ids, batches } = await openBlank(false)
  const [one = 0, other = 0, ...checks] = ids
  const at = '2026-11-20T01:00:00.000Z'
  await insertBlankBatch(services.db, {
    blockId,
    by: leaderId,
    at,
    confirmed: [one, other],
    checks,
  })
  const review = async () => undefined
  const letGo = await hold(services, (db) => judgeBlankCheck(db, checks[0] ?? 0, 0, review))
  const judging = beside.db
    .transaction()
    .execute((db) => judgeBlankCheck(db, checks[1] ?? 0, 0, review))
  await untilWaiting(services, 1, judging)
  await letGo()
  await judging
  expect(await batches()).toEqual([{ state: 'passed' }])
})
