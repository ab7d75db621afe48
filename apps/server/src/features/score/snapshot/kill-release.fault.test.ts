import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createSnapshot,
  markNext,
  markSubmit,
  type ReplyOf,
  runningActs,
  updatePublishStatus,
} from '@hengjuan/contracts'
import { openDatabase } from '@hengjuan/db'
import { type DatabaseKind, everyDatabase, migratedDatabaseUrl } from '@hengjuan/db/testing'
import { ulid } from 'ulid'
import { expect, onTestFinished, test } from 'vitest'
import { serverProgram, freePort } from '../../../../../../scripts/demo/programs.ts'
import { openSessions } from '../../../../../../scripts/dispatch/bulk-sessions.ts'
import { readConfig } from '../../../config.ts'
import { openServices } from '../../../services.ts'
import { seedBulkExam } from '../../../testing/bulk-exam.ts'
import { scoreCandidates } from '../../scoring/index.ts'
import { gatherScores } from './gather.ts'
import { loadResults } from './load-results.ts'
import { keeping } from '../../../testing/keeping.ts'

/** So many that each step takes longer than to hear of it and kill the server. */
const CANDIDATES = 10_000
/** A reading of such a number was preceded by so many that they are read in the thread beside, where a step can be heard of. */
const LATE_READING = 20_000
/** Of these, papers that nobody has marked: the exam is released in spite of them, and marked meanwhile. */
const OPEN = 20
const SUBJECT = 1
const BLOCK = { markMode: 0, allocMode: 1, toleranceMilli: 0, fullMilli: 10_000, stepMilli: 500 }
const NAME = '联考'

type Act = ReplyOf<typeof runningActs>[number]

async function open(kind: DatabaseKind) {
  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-release-'))
  const { url, discard } = await migratedDatabaseUrl(kind)
  const database = keeping(url)
  const services = await openServices(readConfig({ DATA_DIR: folder, DATABASE_URL: database }))
  const { examId, blockIds, markerIds, school } = await seedBulkExam(services, {
    candidates: CANDIDATES,
    subjects: [[BLOCK]],
    markers: 2,
    markedShare: 1 - OPEN / CANDIDATES,
  })
  const [blockId = 0] = blockIds
  const [markerId = 0] = markerIds
  await services.db
    .insertInto('block_marker')
    .values({ block_id: blockId, user_id: markerId, duty: 'marker', weight: 1 })
    .execute()
  const { last } = await services.db
    .selectFrom('reading')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  await services.db
    .updateTable('reading')
    .set({ id: LATE_READING })
    .where('id', '=', last)
    .execute()
  await scoreCandidates(services.db, { examId, subjectId: SUBJECT })
  const [director, marker] = await openSessions(services, [
    school.userIds['director'] ?? 0,
    markerId,
  ])
  await services.db.destroy()
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const server = serverProgram(folder, port, { database })
  const db = openDatabase(database, { readOnly: true })
  onTestFinished(async () => {
    await server.kill()
    await db.destroy()
    await discard()
    await rm(folder, { recursive: true, force: true })
  })
  await server.start()
  const leads = director?.at(address)
  const marks = marker?.at(address)
  if (!leads || !marks) throw new Error('nobody is signed in')

  const count = async (table: 'snapshot_column' | 'exam_result' | 'release_work') => {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('rows'))
      .executeTakeFirstOrThrow()
    return Number(rows)
  }
  return {
    db,
    examId,
    columns: () => count('snapshot_column'),
    told: () => count('exam_result'),
    publish: () =>
      leads.call(createSnapshot, {
        body: { exam_id: examId, confirm_name: NAME, override_reason: '先公布再补评' },
      }),
    withdraw: () =>
      leads.call(updatePublishStatus, {
        body: { exam_id: examId, snapshot_id: null, reason: '核对成绩' },
      }),
    /** Lets something begin, ends the server when that has come as far, and then starts it again. */
    killIn: async (
      begin: () => Promise<unknown>,
      isThere: (act: Act) => boolean,
      look: () => Promise<void> = async () => {},
    ): Promise<void> => {
      const state = { isOver: false }
      const over = () => void (state.isOver = true)
      begin().then(over, over)
      for (;;) {
        const acts = await leads.call(runningActs, { query: { exam_id: examId } })
        if (acts.some(isThere)) break
        if (state.isOver) throw new Error('it was over before it could be killed')
      }
      await server.kill()
      await look()
      await server.start()
    },
    /** Hands one paper in. */
    mark: async () => {
      const query = { block_id: blockId, n: 1 }
      const { tasks } = await marks.call(markNext, { query })
      await marks.call(markSubmit, {
        body: {
          block_id: blockId,
          reading_id: tasks[0]?.reading_id ?? 0,
          idem_key: ulid(),
          scores: [5000],
          active_ms: 8000,
        },
      })
    },
    state: async () => {
      const exam = await db
        .selectFrom('exam')
        .selectAll()
        .where('id', '=', examId)
        .executeTakeFirstOrThrow()
      const papers = await db
        .selectFrom('unit')
        .leftJoin('mark_event', (join) =>
          join
            .onRef('mark_event.unit_id', '=', 'unit.id')
            .onRef('mark_event.seq', '=', 'unit.version'),
        )
        .groupBy('unit.state')
        .select(['unit.state', ({ fn }) => fn.countAll().as('papers')])
        // Their log ends with what they are.
        .select(({ eb, fn }) =>
          fn.sum(eb.case().when('mark_event.type', '=', 'lock').then(1).else(0).end()).as('locks'),
        )
        .orderBy('unit.state')
        .execute()
      const versions = await db.selectFrom('snapshot').select(['version', 'complete']).execute()
      return {
        published: exam.published_snapshot_id !== null,
        papers: Object.fromEntries(papers.map((row) => [row.state, Number(row.papers)])),
        locks: papers.reduce((sum, { locks }) => sum + Number(locks), 0),
        versions: versions.map(({ version, complete }) => `v${version} ${complete}`),
        columns: await count('snapshot_column'),
        work: await count('release_work'),
      }
    },
  }
}

everyDatabase('a server that is killed as it releases 10,000 candidates, on %s', (kind) => {
  test('has released nothing at its next start, and nobody is held up by what it had begun', async () => {
    const world = await open(kind)
    const { db, examId, publish, withdraw, killIn, mark, state } = world
    let final = CANDIDATES - OPEN
    const kept = () => ({
      published: false,
      papers: { FINAL: final, READY: CANDIDATES - final },
      locks: 0,
      versions: [],
      columns: 0,
      work: 0,
    })
    expect(await state()).toEqual(kept())
    const at = (step: Act['step'], share: number) => (act: Act) =>
      act.kind === 'publish' && act.step === step && act.done >= share * act.total
    const written = { columns: 0, told: 0 }
    const look = async () =>
      void Object.assign(written, { columns: await world.columns(), told: await world.told() })
    // On PostgreSQL candidates are told behind the release, in one transaction before it are all its columns.
    const telling = kind === 'sqlite' ? [at('rows', 0.3)] : []
    for (const where of [at('lock', kind === 'sqlite' ? 0.4 : 0), at('gather', 0), ...telling]) {
      await killIn(publish, where, look)
      expect(await state()).toEqual(kept())
      await mark()
      final++
    }
    // On PostgreSQL nothing of a transaction is there that did not end.
    if (kind === 'sqlite') {
      expect(written.columns).toBeGreaterThan(0)
      expect(written.told).toBeGreaterThan(0)
    } else expect(written).toEqual({ columns: 0, told: 0 })

    const { snapshot_id } = await publish()
    const columnsOfOne = await world.columns()
    expect(await world.told()).toBe(CANDIDATES)
    const released = {
      published: true,
      papers: { LOCKED: final, READY: CANDIDATES - final },
      locks: final,
      versions: ['v1 1'],
      columns: columnsOfOne,
      work: 0,
    }
    expect(columnsOfOne).toBeGreaterThan(0)
    expect(await state()).toEqual(released)
    const { columns } = await loadResults(db, snapshot_id)
    expect(columns).toEqual((await gatherScores(db, examId)).columns)

    // Marked on, there is a second version to be made: killed, the first one stays released.
    await mark()
    await killIn(publish, kind === 'sqlite' ? at('rows', 0.1) : at('gather', 0))
    expect(await state()).toEqual({
      ...released,
      papers: { FINAL: 1, LOCKED: final, READY: CANDIDATES - final - 1 },
    })

    await killIn(
      withdraw,
      (act) => act.kind === 'withdraw' && (kind === 'postgres' || act.done > 0),
    )
    final++
    const after = await state()
    // Withdrawn in one transaction, it is or it is not; in pieces, it is once it has begun.
    if (kind === 'postgres' && after.published) await withdraw()
    expect(await state()).toEqual({ ...kept(), versions: ['v1 1'], columns: columnsOfOne })
    await mark()
  })
})
