import { everyDatabase } from '@hengjuan/db/testing'
import { isPostgres } from '@hengjuan/db'
import { ulid } from 'ulid'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openReaderThread } from '../../../reader-thread/run-in-worker.ts'
import { seedBulkExam } from '../../../testing/bulk-exam.ts'
import { nextPapers, submitMark } from '../../marking/testing/marked-subject.ts'
import { openTestServices } from '../../marking/testing/test-services.ts'
import { scoreCandidates } from '../../scoring/index.ts'
import { gatherScores } from './gather.ts'
import { takeUpWork } from './in-pieces.ts'
import { loadResults } from './load-results.ts'
import { movePublished, publishScores } from './publish.ts'
import { selectSnapshots } from './snapshot.query.ts'

/** More than are locked, or stored, at a time. */
const CANDIDATES = 1100
const SUBJECT = 1
const BLOCK = { markMode: 0, allocMode: 1, toleranceMilli: 0, fullMilli: 10_000, stepMilli: 500 }

async function open(kind: 'sqlite' | 'postgres', markedShare = 1) {
  const { services } = await openTestServices(kind)
  const { db } = services
  const { examId, school, blockIds, markerIds } = await seedBulkExam(services, {
    candidates: CANDIDATES,
    subjects: [[BLOCK]],
    markers: 2,
    markedShare,
  })
  await scoreCandidates(db, { examId, subjectId: SUBJECT })
  const act = {
    services,
    session: { userId: school.userIds['director'] ?? 0, schoolId: school.schoolId },
    request: { id: 'test' },
  } as unknown as Parameters<typeof publishScores>[0]
  const exam = () =>
    db.selectFrom('exam').selectAll().where('id', '=', examId).executeTakeFirstOrThrow()
  /** How many papers are in each state, and how many of them have that as the last line of their log. */
  const papers = async () => {
    const rows = await db
      .selectFrom('unit')
      .leftJoin('mark_event', (join) =>
        join
          .onRef('mark_event.unit_id', '=', 'unit.id')
          .onRef('mark_event.seq', '=', 'unit.version'),
      )
      .groupBy(['unit.state', 'mark_event.type'])
      .select(['unit.state', 'mark_event.type', ({ fn }) => fn.countAll().as('count')])
      .execute()
    return rows.map(({ state, type, count }) => [state, type, Number(count)])
  }
  return {
    services,
    db,
    examId,
    exam,
    papers,
    blockIds,
    markerIds,
    publish: (overrideReason: string | null = null) =>
      publishScores(act, { examId, confirmName: '联考', overrideReason }),
    move: (snapshotId: number | null) =>
      movePublished(act, { examId, snapshotId, reason: '核对成绩' }),
    versions: async () => selectSnapshots(db, await exam()),
    work: () => db.selectFrom('release_work').selectAll().execute(),
  }
}

everyDatabase('a release of many papers on %s', (kind) => {
  test('has every candidate as scored, and locks every paper; withdrawn, all are free again', async () => {
    const { db, examId, exam, papers, publish, move, work } = await open(kind)
    const expected = await gatherScores(db, examId)
    const { snapshot_id } = await publish()
    const { version, ...stored } = await loadResults(db, snapshot_id)
    expect(version).toBe(1)
    expect(stored).toMatchObject(expected)
    expect(stored.columns.n).toBe(CANDIDATES)
    expect(await papers()).toEqual([['LOCKED', 'lock', CANDIDATES]])
    await expect(publish()).rejects.toMatchObject({ code: 'SNAPSHOT_UNCHANGED' })
    expect((await exam()).published_snapshot_id).toBe(snapshot_id)

    await move(null)
    expect((await exam()).published_snapshot_id).toBeNull()
    expect(await papers()).toEqual([['FINAL', 'unlock', CANDIDATES]])
    await move(snapshot_id)
    expect((await exam()).published_snapshot_id).toBe(snapshot_id)
    expect(await papers()).toEqual([['LOCKED', 'lock', CANDIDATES]])
    expect(await work()).toEqual([])
  })

  test('has what changed while it was being made', async () => {
    const { db, examId, publish, versions } = await open(kind)
    const changed = await db
      .selectFrom('candidate')
      .where('exam_id', '=', examId)
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const seen = { isOver: false }
    const released = publish().finally(() => (seen.isOver = true))
    // On PostgreSQL nobody sees a version before it is released, and whoever scores waits for that.
    while (!seen.isOver) {
      const begun = await db.selectFrom('snapshot').select('complete').executeTakeFirst()
      if (begun?.complete === 0) break
      await new Promise(setImmediate)
    }
    if (!isPostgres(db)) {
      expect(await versions()).toEqual([])
      await db
        .updateTable('candidate_subject')
        .set({ total_milli: 1000 })
        .where('candidate_id', '=', changed.id)
        .execute()
    }
    const { snapshot_id } = await released
    const { columns } = await loadResults(db, snapshot_id)
    expect(columns).toEqual((await gatherScores(db, examId)).columns)
    if (!isPostgres(db)) {
      const place = columns.candidateId.indexOf(changed.id)
      expect(columns.totalMilli[place]).toBe(1000)
    }
    expect(await versions()).toMatchObject([
      { version: 1, candidates: CANDIDATES, published: true },
    ])
  })
})

describe('on SQLite, where one writes at a time', () => {
  test('others write while a version is made, and when it is withdrawn', async () => {
    const { db, publish, move } = await open('sqlite')
    for (const [release, least] of [
      [publish, 8],
      [() => move(null), 4],
    ] as const) {
      const seen = { isOver: false }
      let written = 0
      const released = release().finally(() => (seen.isOver = true))
      while (!seen.isOver) {
        await db
          .transaction()
          .execute((trx) => trx.updateTable('exam').set({ name: '联考' }).execute())
        if (!seen.isOver) written++
        await new Promise(setImmediate)
      }
      await released
      expect(written).toBeGreaterThan(least)
    }
  })

  test.for(['here', 'beside'])(
    'released in spite of open papers as they go on being marked, it has those of one moment, read %s',
    async (where) => {
      const { services, db, blockIds, markerIds, publish } = await open('sqlite', 0.5)
      if (where === 'beside') {
        const readerThread = openReaderThread(services, { fromRows: 0 })
        onTestFinished(() => readerThread.close())
        services.readerThread = readerThread
      }
      const [blockId = 0] = blockIds
      const [markerId = 0] = markerIds
      await db
        .insertInto('block_marker')
        .values({ block_id: blockId, user_id: markerId, duty: 'marker', weight: 1 })
        .execute()
      const seen = { isOver: false }
      const released = publish('先公布再补评').finally(() => (seen.isOver = true))
      let marked = 0
      while (!seen.isOver) {
        const { tasks } = await nextPapers(services, blockId, markerId, 1)
        const readingId = tasks[0]?.reading_id ?? 0
        await submitMark(services, {
          blockId,
          markerId,
          readingId,
          idemKey: ulid(),
          scores: [5000],
        })
        if (!seen.isOver) marked++
        await new Promise(setImmediate)
      }
      // The first that was made: marks came all the time, and no other would have been true for longer.
      expect((await released).snapshot_id).toBe(1)
      const { columns } = await loadResults(db, 1)
      const units = await db.selectFrom('unit').select(['candidate_id', 'state']).execute()
      const rows = units.map(({ candidate_id, state }) => ({
        state,
        total_milli: columns.totalMilli[columns.candidateId.indexOf(candidate_id)],
      }))
      expect(rows).toHaveLength(CANDIDATES)
      const locked = rows.filter(({ state }) => state === 'LOCKED')
      // What is locked is in it, and nothing else.
      expect(rows.filter(({ total_milli }) => total_milli === 5000)).toEqual(locked)
      // Some were marked before that moment and some behind it.
      expect(locked.length).toBeGreaterThan(CANDIDATES / 2)
      expect(locked.length - CANDIDATES / 2).toBeLessThan(marked)
    },
  )

  test('a release that was interrupted is taken back, and what was locked before stays so', async () => {
    const { services, db, examId, exam, papers, publish, versions, work } = await open('sqlite')
    const first = await publish()
    await db.updateTable('candidate_subject').set({ total_milli: 1000 }).execute()
    // As a server leaves it that ends while it makes the second version, with a paper that became final since.
    const { id } = await db.selectFrom('unit').select('id').orderBy('id').executeTakeFirstOrThrow()
    const { last } = await db
      .selectFrom('mark_event')
      .select(({ fn }) => fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    await db
      .insertInto('release_work')
      .values({ exam_id: examId, kind: 'lock', since_event: last })
      .execute()
    const { version } = await db
      .updateTable('unit')
      .set({ version: 9 })
      .where('id', '=', id)
      .returning('version')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('mark_event')
      .values({
        unit_id: id,
        exam_id: examId,
        seq: version,
        type: 'lock',
        actor_id: null,
        payload: '{}',
        at: '',
      })
      .execute()
    const head = await db.selectFrom('snapshot').selectAll().executeTakeFirstOrThrow()
    const begun = await db
      .insertInto('snapshot')
      .values({ ...head, id: undefined, version: 2, complete: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const table of ['snapshot_column', 'exam_result', 'exam_result_head'] as const) {
      const row = await db.selectFrom(table).selectAll().executeTakeFirstOrThrow()
      await db
        .insertInto(table)
        .values({ ...row, snapshot_id: begun.id })
        .execute()
    }

    expect(await versions()).toMatchObject([{ version: 1, published: true }])
    await takeUpWork(services)
    expect((await exam()).published_snapshot_id).toBe(first.snapshot_id)
    expect(await papers()).toEqual([
      ['FINAL', 'unlock', 1],
      ['LOCKED', 'lock', CANDIDATES - 1],
    ])
    expect(await db.selectFrom('snapshot').select('version').execute()).toEqual([{ version: 1 }])
    for (const table of ['snapshot_column', 'exam_result', 'exam_result_head'] as const) {
      const ids = await db.selectFrom(table).select('snapshot_id').distinct().execute()
      expect(ids).toEqual([{ snapshot_id: first.snapshot_id }])
    }
    expect(await work()).toEqual([])
    expect((await publish()).version).toBe(2)
    expect(await papers()).toEqual([['LOCKED', 'lock', CANDIDATES]])
  })

  test('a withdrawal that was interrupted goes on', async () => {
    const { services, db, examId, papers, publish, move, work } = await open('sqlite')
    const { snapshot_id } = await publish()
    await db.updateTable('exam').set({ published_snapshot_id: null }).execute()
    await db
      .insertInto('release_work')
      .values({ exam_id: examId, kind: 'unlock', since_event: 0 })
      .execute()
    await takeUpWork(services)
    expect(await papers()).toEqual([['FINAL', 'unlock', CANDIDATES]])
    expect(await work()).toEqual([])
    await move(snapshot_id)
    expect(await papers()).toEqual([['LOCKED', 'lock', CANDIDATES]])
  })

  test('a release that is refused leaves the papers free', async () => {
    const { db, papers, publish, move, work } = await open('sqlite')
    const { snapshot_id } = await publish()
    await move(null)
    await move(snapshot_id)
    await expect(publish()).rejects.toMatchObject({ code: 'SNAPSHOT_UNCHANGED' })
    expect(await papers()).toEqual([['LOCKED', 'lock', CANDIDATES]])
    await move(null)
    await db.updateTable('candidate_subject').set({ total_milli: null }).execute()
    await expect(publish()).rejects.toMatchObject({ code: 'PUBLISH_INCOMPLETE' })
    expect(await papers()).toEqual([['FINAL', 'unlock', CANDIDATES]])
    expect(await work()).toEqual([])
  })
})
