import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  appealHandle,
  appealRelease,
  appealSubmit,
  createSnapshot,
  rollbackScore,
  scoreInspectDetail,
  scoreInspectUpdate,
  updateBlockScore,
  updatePublishStatus,
} from '@hengjuan/contracts'
import { type Db, openDatabase } from '@hengjuan/db'
import { type DatabaseKind, everyDatabase, migratedDatabaseUrl } from '@hengjuan/db/testing'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, serverProgram } from '../../../../../../scripts/demo/programs.ts'
import { randomOf } from '../../../../../../scripts/demo/random.ts'
import { openSessions } from '../../../../../../scripts/dispatch/bulk-sessions.ts'
import { readConfig } from '../../../config.ts'
import { openServices } from '../../../services.ts'
import { seedBulkExam } from '../../../testing/bulk-exam.ts'
import { scoreCandidates } from '../../scoring/index.ts'
import { gatherScores } from './gather.ts'
import { loadResults } from './load-results.ts'
import { keeping } from '../../../testing/keeping.ts'

/** The check has a short form; `KILLS=100` on both databases are the two hundred of the acceptance. */
const KILLS = Number(process.env['KILLS'] ?? 3)
const CANDIDATES = 200
const SUBJECT = 1
const NAME = '联考'
const FULL = 10_000
const STEP = 500
const BLOCK = {
  markMode: 0,
  allocMode: 1,
  toleranceMilli: 0,
  fullMilli: FULL,
  stepMilli: STEP,
}
/** A call takes some milliseconds: the kill comes anywhere in it, before it, or after it. */
const LATEST_KILL_MS = 45
const RAISED = '成绩复核：'

async function open(kind: DatabaseKind) {
  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-scores-'))
  const { url, discard } = await migratedDatabaseUrl(kind)
  const database = keeping(url)
  const services = await openServices(readConfig({ DATA_DIR: folder, DATABASE_URL: database }))
  const { examId, blockIds, school } = await seedBulkExam(services, {
    candidates: CANDIDATES,
    subjects: [[BLOCK]],
    markers: 1,
    markedShare: 1,
  })
  await scoreCandidates(services.db, { examId, subjectId: SUBJECT })
  const [director, admin] = await openSessions(services, [
    school.userIds['director'] ?? 0,
    school.userIds['admin'] ?? 0,
  ])
  await services.db.destroy()
  const port = await freePort()
  const server = serverProgram(folder, port, { database })
  const db = openDatabase(database, { readOnly: true })
  onTestFinished(async () => {
    await server.kill()
    await db.destroy()
    await discard()
    await rm(folder, { recursive: true, force: true })
  })
  await server.start()
  const at = `http://127.0.0.1:${port}`
  if (!director || !admin) throw new Error('nobody is signed in')
  return {
    db,
    examId,
    blockId: blockIds[0] ?? 0,
    server,
    leads: director.at(at),
    agrees: admin.at(at),
  }
}

type World = Awaited<ReturnType<typeof open>>

const papersOf = (db: Db, examId: number) =>
  db
    .selectFrom('unit')
    .innerJoin('candidate_subject', (join) =>
      join
        .onRef('candidate_subject.candidate_id', '=', 'unit.candidate_id')
        .onRef('candidate_subject.subject_id', '=', 'unit.subject_id'),
    )
    .where('unit.exam_id', '=', examId)
    .select(['unit.id', 'unit.candidate_id', 'unit.state', 'unit.version', 'unit.final_milli'])
    .select(['candidate_subject.total_milli'])
    .orderBy('unit.candidate_id')
    .execute()

const examOf = (db: Db, examId: number) =>
  db.selectFrom('exam').selectAll().where('id', '=', examId).executeTakeFirstOrThrow()

const appealsOf = (db: Db, examId: number) =>
  db.selectFrom('appeal').selectAll().where('exam_id', '=', examId).orderBy('id').execute()

const correctionsOf = (db: Db, examId: number) =>
  db
    .selectFrom('score_correction')
    .selectAll()
    .where('exam_id', '=', examId)
    .orderBy('id')
    .execute()

/** What somebody may do next, by what the database says; each is one call that is to be whole or not at all. */
async function nextActs(
  { db, examId, blockId, leads, agrees }: World,
  random: ReturnType<typeof randomOf>,
) {
  const exam = await examOf(db, examId)
  const papers = await papersOf(db, examId)
  const appeals = await appealsOf(db, examId)
  const corrections = await correctionsOf(db, examId)
  const place = (candidate_id: number) => ({ exam_id: examId, subject_id: SUBJECT, candidate_id })
  const pending = corrections.find(({ state }) => state === 'pending')
  const low = random.pick(papers.filter(({ final_milli }) => (final_milli ?? 0) < FULL - 2 * STEP))
  const blockOf = async (candidateId: number) => {
    const { blocks } = await leads.call(scoreInspectDetail, { query: place(candidateId) })
    const [block] = blocks
    if (!block) throw new Error('there is a block')
    return block
  }
  const withdraw = () =>
    leads.call(updatePublishStatus, {
      body: { exam_id: examId, snapshot_id: null, reason: '核对成绩' },
    })
  const acts: Record<string, () => Promise<unknown>> = {}
  if (exam.published_snapshot_id === null) {
    acts['publish'] = () =>
      leads.call(createSnapshot, { body: { exam_id: examId, confirm_name: NAME } })
    acts['edit'] = async () => {
      const block = await blockOf(low.candidate_id)
      await leads.call(updateBlockScore, {
        body: {
          ...place(low.candidate_id),
          block_id: blockId,
          version: block.version,
          reason: '漏加一分',
          points: block.points.map(({ name }, index) => ({
            name,
            score_milli: (block.final_points[index] ?? 0) + STEP,
          })),
        },
      })
    }
    const edited = corrections.findLast(({ state }) => state === 'applied')
    if (edited && !pending)
      acts['rollback'] = () =>
        leads.call(rollbackScore, { body: { ...place(edited.candidate_id), block_id: blockId } })
    if (pending)
      acts['agree'] = async () => {
        const block = await blockOf(pending.candidate_id)
        await agrees.call(scoreInspectUpdate, {
          body: {
            ...place(pending.candidate_id),
            unit_id: pending.unit_id,
            version: block.version,
            correction_id: pending.id,
            decision: 'approve',
          },
        })
      }
    return acts
  }
  acts['withdraw'] = withdraw
  const free = papers.find(
    (paper) =>
      paper.candidate_id >= low.candidate_id &&
      (paper.final_milli ?? 0) < FULL - 2 * STEP &&
      !appeals.some(({ candidate_id }) => candidate_id === paper.candidate_id),
  )
  if (free)
    acts['appeal'] = () =>
      leads.call(appealSubmit, {
        body: { ...place(free.candidate_id), reason: '第一题的最后一步没有给分，请核对' },
      })
  const submitted = appeals.find(({ state }) => state === 'submitted')
  const handle = (appeal: { id: number; version: number }) => ({
    exam_id: examId,
    appeal_id: appeal.id,
    version: appeal.version,
  })
  if (submitted)
    acts['assign'] = () =>
      leads.call(appealHandle, { body: { ...handle(submitted), action: 'assign' } })
  const assigned = appeals.find(({ state }) => state === 'assigned')
  if (assigned)
    acts['decide'] = async () => {
      const block = await blockOf(assigned.candidate_id)
      await leads.call(appealHandle, {
        body: {
          ...handle(assigned),
          action: 'decide',
          unit_id: block.unit_id ?? 0,
          unit_version: block.version,
          scores: block.final_points.map((score) => score + STEP),
          answer: '漏看一步，已补给分',
        },
      })
    }
  if (appeals.some(({ state }) => state === 'decided'))
    acts['correct'] = () => leads.call(appealRelease, { body: { exam_id: examId } })
  return acts
}

/** Nothing is half done: what is said in two places is the same in both. */
async function assertWhole({ db, examId }: World): Promise<void> {
  const exam = await examOf(db, examId)
  const papers = await papersOf(db, examId)
  const appeals = await appealsOf(db, examId)
  const corrections = await correctionsOf(db, examId)
  const snapshots = await db.selectFrom('snapshot').select(['id', 'complete']).execute()
  const releases = await db
    .selectFrom('release')
    .where('state', '=', 'released')
    .select(['audience', 'snapshot_id'])
    .orderBy('audience')
    .execute()
  const work = await db.selectFrom('release_work').selectAll().execute()
  expect(work).toEqual([])
  expect(snapshots.filter(({ complete }) => complete === 0)).toEqual([])
  // The versions of staff, students and the record of releases are one.
  const published = exam.published_snapshot_id
  expect(exam.student_snapshot_id).toBe(published)
  expect(releases).toEqual(
    published === null
      ? []
      : ['leaders', 'students', 'teachers'].map((audience) => ({
          audience,
          snapshot_id: published,
        })),
  )
  // A mark is what its last correction made it, and the score what the marks add up to.
  const applied = corrections.filter(({ state }) => state === 'applied')
  for (const paper of papers) {
    const last = applied.findLast(({ unit_id }) => unit_id === paper.id)
    expect(paper.final_milli).toBe(last?.after_milli ?? FULL / 2)
    expect(paper.total_milli).toBe(paper.final_milli)
  }
  // Papers are locked by a release, all but those that an appeal opened.
  const decided = new Set(
    appeals.flatMap(({ state, candidate_id }) => (state === 'decided' ? [candidate_id] : [])),
  )
  const isLocked = ({ state }: { state: string }) => state === 'LOCKED'
  if (published === null) expect(papers.filter(isLocked)).toEqual([])
  else {
    const openPapers = papers.filter((paper) => !isLocked(paper))
    for (const { candidate_id } of openPapers) expect(decided).toContain(candidate_id)
    const { columns } = await loadResults(db, published)
    for (const paper of papers.filter(isLocked)) {
      const place = columns.candidateId.indexOf(paper.candidate_id)
      if (!decided.has(paper.candidate_id))
        expect(columns.totalMilli[place]).toBe(paper.final_milli)
    }
  }
  // There is no outcome without its mark, and no mark of an appeal without its outcome.
  const ofAppeals = corrections.filter(({ reason }) => reason.startsWith(RAISED))
  expect(ofAppeals.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    appeals.flatMap(({ correction_id }) => correction_id ?? []).toSorted((a, b) => a - b),
  )
  for (const appeal of appeals)
    expect(appeal.outcome === null).toBe(['submitted', 'assigned'].includes(appeal.state))
}

everyDatabase(
  'a server that is killed between release, edit, rollback and appeal, on %s',
  (kind) => {
    test(
      'has done each of them whole or not at all',
      { timeout: 120_000 + KILLS * 30_000 },
      async () => {
        const world = await open(kind)
        const random = randomOf(`kill ${kind}`)
        const done = new Map<string, number>()
        const act = async (): Promise<void> => {
          const acts = Object.entries(await nextActs(world, random))
          // A withdrawal ends what appeals come to: rarely.
          const usual = acts.filter(([name]) => name !== 'withdraw' || random.chance(0.25))
          const [name, run] = random.pick(usual.length > 0 ? usual : acts)
          await run()
          done.set(name, (done.get(name) ?? 0) + 1)
        }
        for (let kills = 0; kills < KILLS; kills++) {
          // Steps that are not killed carry the exam on.
          await act()
          await act()
          const cut = act().catch(() => undefined)
          await new Promise((later) => setTimeout(later, random.int(0, LATEST_KILL_MS)))
          await world.server.kill()
          await cut
          await world.server.start()
          await assertWhole(world)
        }
        const { examId, db } = world
        if (KILLS >= 50)
          for (const name of [
            'publish',
            'edit',
            'rollback',
            'agree',
            'withdraw',
            'appeal',
            'decide',
            'correct',
          ])
            expect(done.get(name) ?? 0, name).toBeGreaterThan(0)
        // What is released after all that is what the marks add up to.
        const exam = await examOf(db, examId)
        if (exam.published_snapshot_id === null)
          await world.leads.call(createSnapshot, { body: { exam_id: examId, confirm_name: NAME } })
        const { published_snapshot_id: last } = await examOf(db, examId)
        const { columns } = await loadResults(db, last ?? 0)
        if (![...(await appealsOf(db, examId))].some(({ state }) => state === 'decided'))
          expect(columns).toEqual((await gatherScores(db, examId)).columns)
      },
    )
  },
)
