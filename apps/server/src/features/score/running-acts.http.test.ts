import {
  blockClear,
  blockSettingsSet,
  createSnapshot,
  runningActs,
  updatePublishStatus,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { describe, expect, test } from 'vitest'
import { seedBulkExam } from '../../testing/bulk-exam.ts'
import { openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'
import { actsOf, asAct, atStep, ownActsOf, sweepActs } from '../acts/index.ts'
import { openTestServices } from '../marking/testing/test-services.ts'
import { finishScores, scoreCandidates } from '../scoring/index.ts'
import { publishScores } from './snapshot/publish.ts'

/** More than are locked, or stored, at a time. */
const CANDIDATES = 1100
const BLOCK = { markMode: 0, allocMode: 1, toleranceMilli: 0, fullMilli: 10_000, stepMilli: 500 }

/** What is said of an act until it ends. */
async function watched<T>(look: () => unknown, running: Promise<T>) {
  const seen = new Set<string>()
  const state = { isOver: false }
  const over = running.finally(() => (state.isOver = true))
  while (!state.isOver) {
    for (const one of [look()].flat()) seen.add(JSON.stringify(one))
    await new Promise(setImmediate)
  }
  await over
  return [...seen].map((text) => JSON.parse(text) as ReturnType<typeof ownActsOf>[number])
}

everyDatabase('what takes long, on %s', (kind) => {
  test('a release says which step it is at, of how many papers and candidates', async () => {
    const { services } = await openTestServices(kind)
    const { examId, school } = await seedBulkExam(services, {
      candidates: CANDIDATES,
      subjects: [[BLOCK]],
      markers: 2,
      markedShare: 1,
    })
    await scoreCandidates(services.db, { examId, subjectId: 1 })
    const act = {
      services,
      session: { userId: school.userIds['director'] ?? 0, userName: '教务主任' },
      request: { id: 'test' },
    } as unknown as Parameters<typeof publishScores>[0]
    const order = { examId, confirmName: '联考', overrideReason: null }
    const publish = () => asAct(act, { kind: 'publish', examId }, () => publishScores(act, order))
    const seen = await watched(() => ownActsOf(services, examId), publish())
    expect(new Set(seen.map(({ by_name, kind: of }) => `${by_name} ${of}`))).toEqual(
      new Set(['教务主任 publish']),
    )
    const steps = seen.map(({ step, total }) => `${step} ${total}`)
    expect(steps).toEqual(expect.arrayContaining([`lock ${CANDIDATES}`, `rows ${CANDIDATES}`]))
    const rows = seen.flatMap(({ step, done }) => (step === 'rows' ? [done] : []))
    expect(rows).toEqual([0, 500, 1000])
    expect(ownActsOf(services, examId)).toEqual([])

    // Who comes second waits, and is told so; a failure is no running act any more.
    const [first, second] = [publish(), publish()]
    const refused = Promise.allSettled([first, second])
    const waiting = await watched(() => ownActsOf(services, examId), refused)
    expect(waiting.map(({ step }) => step)).toContain('wait')
    expect(ownActsOf(services, examId)).toEqual([])
    expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

everyDatabase('what another node runs, on %s', (kind) => {
  test('is told by every node until it ends, or its node says nothing any more', async () => {
    const { services } = await openTestServices(kind)
    const { examId } = await seedBulkExam(services, {
      candidates: 1,
      subjects: [[BLOCK]],
      markers: 1,
    })
    // The same rows through another pool are another node's.
    const other = { ...services, db: services.db.withoutPlugins() }
    const held = Promise.withResolvers<void>()
    const running = asAct(
      { services, session: { userName: '李老师' } },
      { kind: 'clear', examId, subjectId: 1, blockId: 1 },
      async () => {
        atStep('clear', 100, 400)
        await held.promise
      },
    )
    const expected = { kind: 'clear', block_id: 1, by_name: '李老师', step: 'clear', done: 100 }
    expect(await actsOf(services, examId)).toMatchObject([expected])
    await expect.poll(() => actsOf(other, examId)).toMatchObject([expected])
    expect(await actsOf(services, examId)).toHaveLength(1)
    expect(await actsOf(other, examId + 1)).toEqual([])
    held.resolve()
    await running
    expect(await actsOf(other, examId)).toEqual([])

    // A node that ended in the middle leaves its act behind.
    const row = {
      node: 'ended',
      exam_id: examId,
      kind: 'publish',
      by_name: '教务主任',
      step: 'rows',
      done: 5,
      total: 9,
      started_at: '2026-11-28T08:00:00.000Z',
    }
    const ago = (seconds: number) =>
      new Date(services.clock.now().getTime() - seconds * 1000).toISOString()
    await services.db
      .insertInto('running_act')
      .values([
        { ...row, beat_at: ago(5) },
        { ...row, beat_at: ago(40) },
        { ...row, beat_at: ago(90) },
      ])
      .execute()
    expect(await actsOf(services, examId)).toMatchObject([{ kind: 'publish', done: 5 }])
    await sweepActs(services)
    expect(await services.db.selectFrom('running_act').select('beat_at').execute()).toHaveLength(2)
  })

  test('what a server takes up by itself is told as well, within an act it is part of that', async () => {
    const { services } = await openTestServices(kind)
    const { examId } = await seedBulkExam(services, {
      candidates: 3,
      subjects: [[BLOCK]],
      markers: 1,
    })
    const due = () =>
      services.db
        .insertInto('due_work')
        .values({
          kind: 'score',
          exam_id: examId,
          subject_id: 1,
          block_id: null,
          at: '2026-11-28T08:00:00.000Z',
        })
        .execute()
    const seenIn = async (run: () => Promise<unknown>) => {
      await due()
      const seen = await watched(() => ownActsOf(services, examId), run())
      return [...new Set(seen.map((one) => `${one.by_name} ${one.kind}`))]
    }
    expect(await seenIn(() => finishScores(services))).toEqual(['系统 rescore'])
    const call = { services, session: { userName: '教务主任' } }
    const within = () => asAct(call, { kind: 'key', examId }, () => finishScores(services))
    expect(await seenIn(within)).toEqual(['教务主任 key'])
    expect(await services.db.selectFrom('due_work').select('id').execute()).toEqual([])
  })
})

// On SQLite few rows are written in one turn, in which nobody asks.
describe('on PostgreSQL', () => {
  test('each of them is known while it runs, to those who see the exam, and of no other exam', async () => {
    const app = await openTestApp('postgres')
    const { examId } = await seedTinyExam(app.services, app.school)
    const { id: blockId } = await app.services.db
      .selectFrom('block')
      .select('id')
      .where('name', '=', '阅读')
      .executeTakeFirstOrThrow()
    const director = await app.signIn('director')
    const said = async (send: Promise<{ status: number }>) => {
      const seen = await watched(() => ownActsOf(app.services, examId), send)
      expect((await send).status).toBe(200)
      return [...new Set(seen.map((one) => one.kind))]
    }
    expect(
      await said(
        director.send(createSnapshot, {
          body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
        }),
      ),
    ).toEqual(['publish'])
    expect(
      await said(
        director.send(updatePublishStatus, {
          body: { exam_id: examId, snapshot_id: null, reason: '核对' },
        }),
      ),
    ).toEqual(['withdraw'])
    expect(
      await said(
        director.send(blockSettingsSet, {
          body: {
            exam_id: examId,
            subject_id: 1,
            blocks: [{ block_id: blockId, min_ms: 1000 }],
          },
        }),
      ),
    ).toEqual(['settings'])
    expect(
      await said(
        director.send(blockClear, {
          body: { block_id: blockId, action: 'clear', block_name: '阅读', reason: '重评' },
        }),
      ),
    ).toEqual(['clear'])
    expect(
      await said(director.send(blockClear, { body: { block_id: blockId, action: 'undo' } })),
    ).toEqual(['restore'])

    const held = Promise.withResolvers<void>()
    const session = { userName: '李老师' }
    const running = asAct(
      { services: app.services, session },
      { kind: 'key', examId, subjectId: 1 },
      () => held.promise,
    )
    const query = { exam_id: examId }
    const answer = await director.send(runningActs, { query })
    expect(answer.data).toMatchObject([
      { kind: 'key', subject_id: 1, block_id: null, by_name: '李老师', step: null, total: 0 },
    ])
    expect((await director.send(runningActs, { query: { exam_id: examId + 1 } })).status).toBe(404)
    const stranger = await app.signIn('other-admin')
    expect((await stranger.send(runningActs, { query })).status).toBe(404)
    held.resolve()
    await running
    expect((await director.send(runningActs, { query })).data).toEqual([])
  })
})
