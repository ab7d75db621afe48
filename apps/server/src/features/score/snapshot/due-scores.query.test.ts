import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { seedBulkExam } from '../../../testing/bulk-exam.ts'
import { openTestServices } from '../../marking/testing/test-services.ts'
import { changeSubjectRound, finishScores, scoreCandidates } from '../../scoring/index.ts'
import { loadResults } from './load-results.ts'
import { publishScores } from './publish.ts'

/** More than are scored in the transaction that changes a rule. */
const CANDIDATES = 450
const SUBJECT = 1
/** Half of it is given: 3.5 points. */
const BLOCK = { markMode: 0, allocMode: 1, toleranceMilli: 0, fullMilli: 7000, stepMilli: 500 }

async function open(kind: 'sqlite' | 'postgres') {
  const { services } = await openTestServices(kind)
  const { db } = services
  const { examId, school } = await seedBulkExam(services, {
    candidates: CANDIDATES,
    subjects: [[BLOCK]],
    markers: 2,
    markedShare: 1,
  })
  await db.updateTable('unit').set({ final_milli: 3500, final_points: '[3500]' }).execute()
  await scoreCandidates(db, { examId, subjectId: SUBJECT })
  /** How many candidates have each total. */
  const totals = async () => {
    const rows = await db
      .selectFrom('candidate_subject')
      .groupBy('total_milli')
      .select(['total_milli', ({ fn }) => fn.countAll().as('count')])
      .orderBy('total_milli')
      .execute()
    return rows.map(({ total_milli, count }) => [total_milli, Number(count)])
  }
  const change = (mode: 'ceil' | 'floor') =>
    db
      .transaction()
      .execute((work) =>
        changeSubjectRound(work, services, examId, SUBJECT, { stepMilli: 1000, mode }),
      )
  return { services, db, examId, school, totals, change }
}

everyDatabase('scores of many candidates after a rule changed, on %s', (kind) => {
  test('are due until they are made, also those asked for meanwhile', async () => {
    const { services, db, examId, totals, change } = await open(kind)
    expect(await totals()).toEqual([[3500, CANDIDATES]])
    await change('ceil')
    // As a server leaves it that ends here; the next one's clock goes on.
    expect(await totals()).toEqual([[3500, CANDIDATES]])
    await finishScores(services)
    expect(await totals()).toEqual([[4000, CANDIDATES]])
    expect(await db.selectFrom('due_work').selectAll().execute()).toEqual([])

    await change('floor')
    const finishing = finishScores(services, examId)
    await change('ceil')
    await finishing
    await finishScores(services, examId)
    expect(await totals()).toEqual([[4000, CANDIDATES]])
    expect(await db.selectFrom('due_work').selectAll().execute()).toEqual([])
  })

  test('are made before the exam is released', async () => {
    const { services, db, examId, school, change } = await open(kind)
    await change('ceil')
    const act = {
      services,
      session: { userId: school.userIds['director'] ?? 0 },
      request: { id: 'test' },
    } as unknown as Parameters<typeof publishScores>[0]
    const order = { examId, confirmName: '联考', overrideReason: null }
    const { snapshot_id } = await publishScores(act, order)
    const { columns } = await loadResults(db, snapshot_id)
    expect(columns.totalMilli).toEqual(new Int32Array(CANDIDATES).fill(4000))
  })

  test('leave room for others', async () => {
    const { services, db, change } = await open(kind)
    await change('ceil')
    const seen = { isOver: false }
    let written = 0
    const look = () =>
      db.transaction().execute((trx) => trx.selectFrom('exam').select('id').execute())
    // On a busy machine, opening a connection takes longer than all of it.
    await Promise.all([look(), look(), look()])
    const finished = finishScores(services).finally(() => (seen.isOver = true))
    while (!seen.isOver) {
      await look()
      if (!seen.isOver) written++
      await new Promise(setImmediate)
    }
    await finished
    expect(written).toBeGreaterThan(0)
  })
})
