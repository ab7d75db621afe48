import { leaderDecide, leaderHold, leaderNext, markNext, markSubmit } from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { syncUnits } from '../../marking-core/engine/sync-units.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { seedSheet, SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { imagesOf } from '../../marking/testing/sheet-images.ts'

/** A paper of which two of three questions are answered, 17 and 18 as it was filled in, read by two. */
async function open(kind: DatabaseKind) {
  const app = await openTestApp(kind)
  const { services } = app
  const { blockId, examId, candidateIds } = await seedMarking(services, app.school, {
    candidates: 1,
    mode: 1,
    points: [1, 2, 3].map(() => ({ fullMilli: 10_000, stepMilli: 1000 })),
  })
  const { db } = services
  await db.updateTable('question').set({ optional_group: 'A' }).execute()
  await db.updateTable('block').set({ full_milli: 20_000 }).execute()
  const candidate = { examId, subjectId: SUBJECT, candidateId: candidateIds[0] ?? 0 }
  const settle = () =>
    withRetry(services, async (trx) =>
      syncUnits(trx, services, candidate, await imagesOf(trx, candidate)),
    )
  const fill = async (chosen: string[]) => {
    const answers = { 'optional:A': { answer: chosen, source: 'machine' } }
    await db
      .updateTable('candidate_subject')
      .set({ answers: JSON.stringify(answers) })
      .execute()
    await settle()
  }
  /** Another sheet is the candidate's. */
  const scanAnew = async () => {
    await db.updateTable('scan_sheet').set({ state: 'void' }).execute()
    await seedSheet(services, examId, candidate.candidateId, 'c'.repeat(64))
    await settle()
  }
  const hand = async (account: string, more: object) => {
    const marker = await app.signIn(account)
    const { tasks } = (await marker.send(markNext, { query: { block_id: blockId, n: 1 } })).data
    const reading_id = tasks[0]?.reading_id ?? 0
    const idem_key = `reading-${reading_id}`
    const body = { block_id: blockId, reading_id, idem_key, ...more }
    expect((await marker.send(markSubmit, { body })).status).toBe(200)
    return tasks[0]?.unit_id ?? 0
  }
  const disagree = async () => {
    await hand('marker1', { scores: [9000, 9000] })
    return hand('marker2', { scores: [1000, 1000] })
  }
  const leader = await app.signIn('leader')
  const asks = (mode: 'problem' | 'arbitration', unit_id: number) => ({
    look: async () => {
      const { task } = (await leader.send(leaderNext, { query: { mode, unit_id } })).data
      if (!task) throw new Error('the leader has the paper')
      return task
    },
    keep: async (version: string) =>
      (await leader.send(leaderHold, { body: { mode, unit_id, version } })).data,
    decide: (idem_key: string, more: object) =>
      leader.send(leaderDecide, {
        body: { mode, unit_id, idem_key, scores: [5000, 5000], outcome: 'score', ...more },
      }),
  })
  const marks = () => db.selectFrom('unit').select(['state', 'final_milli']).executeTakeFirst()
  await fill(['17', '18'])
  return { fill, scanAnew, hand, disagree, asks, marks }
}

const CHANGED = (what: string) =>
  `这份试卷在您打开之后有变化（${what}），还没有处理，请按现在的内容核对后再提交`

everyDatabase('a paper that changes on the page of a leader, on %s', (kind) => {
  test('as a problem with another sheet is not scored for the one before', async () => {
    const { scanAnew, hand, asks, marks } = await open(kind)
    const unitId = await hand('marker1', { problem: { reason: 'unclear_image' } })
    const { look, keep, decide } = asks('problem', unitId)
    const { version, chosen } = await look()
    expect(await keep(version)).toEqual({ lost: null, changed: null })
    await scanAnew()
    expect(await keep(version)).toEqual({ lost: null, changed: CHANGED('图像') })
    const refused = await decide('first-decision', { version, question_ids: chosen })
    expect([refused.status, refused.error.error]).toEqual([409, 'MARKING_PAPER_CHANGED'])
    expect(refused.error.msg).toBe(CHANGED('图像'))
    expect(await marks()).toEqual({ state: 'PROBLEM', final_milli: null })
    const now = (await look()).version
    const taken = await decide('first-decision', { version: now, question_ids: chosen })
    expect([taken.status, await marks()]).toEqual([200, { state: 'FINAL', final_milli: 10_000 }])
  })

  test('as a problem is not scored for questions that it was found not to answer', async () => {
    const { fill, hand, asks, marks } = await open(kind)
    const unitId = await hand('marker1', { problem: { reason: 'unclear_image' } })
    const { look, decide } = asks('problem', unitId)
    const { version, chosen } = await look()
    await fill(['17', '19'])
    const refused = await decide('first-decision', { version, question_ids: chosen })
    expect(refused.error.msg).toBe(CHANGED('选做题号'))
    expect(await marks()).toEqual({ state: 'PROBLEM', final_milli: null })
    // Who has seen it may say otherwise.
    const now = (await look()).version
    const taken = await decide('second-decision', { version: now, question_ids: chosen })
    expect(taken.status).toBe(200)
  })

  test('waits for an arbitrator once more, of other questions and other readings', async () => {
    const { fill, disagree, asks, marks } = await open(kind)
    const { look, keep, decide } = asks('arbitration', await disagree())
    const { version } = await look()
    await fill(['17', '19'])
    await disagree()
    expect(await keep(version)).toEqual({ lost: null, changed: CHANGED('选做题号、先前评阅') })
    const refused = await decide('first-decision', { version })
    expect([refused.status, refused.error.error]).toEqual([409, 'MARKING_PAPER_CHANGED'])
    expect(await marks()).toEqual({ state: 'ARBITRATION', final_milli: null })
    const taken = await decide('first-decision', { version: (await look()).version })
    expect([taken.status, await marks()]).toEqual([200, { state: 'FINAL', final_milli: 10_000 }])
  })
})
