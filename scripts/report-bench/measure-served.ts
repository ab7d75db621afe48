import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createSnapshot,
  reportClassAverages,
  reportItems,
  reportPaper,
  reportScoreSegments,
  reportStudents,
  studentScore,
} from '@hengjuan/contracts'
import { readConfig } from '../../apps/server/src/config.ts'
import {
  dropPrepared,
  prepareSnapshot,
} from '../../apps/server/src/features/score/snapshot/prepare.ts'
import { openServices, type Services } from '../../apps/server/src/services.ts'
import { TEST_PASSWORD } from '../../apps/server/src/testing/seed-school.ts'
import { type Account, signIn } from '../demo/account.ts'
import { Program } from '../demo/platform.ts'
import { arrivals } from '../dispatch/arrivals.ts'
import { openSessions } from '../dispatch/bulk-sessions.ts'
import type { DatabaseName } from '../dispatch/dispatch-world.ts'
import { medianOf, type Spread, spreadOf } from '../dispatch/figures.ts'
import { type LightClient, lightPost } from '../dispatch/light-post.ts'
import { costOf } from '../dispatch/server-cost.ts'
import { makeReportWorld, type ReportWorld } from './report-world.ts'

/** What a released exam costs, and whoever reads it; milliseconds. */
export interface Served {
  /** From the scores in the database to the columns as they are stored, beside reading the same rows and no more. */
  columnsMs: number
  bareReadMs: number
  /** The whole release through the server, with what each candidate is told. */
  releaseMs: number
  /** Another version after one score was changed. */
  againMs: number
  /** Of each report the first answer, which reads the version. */
  firstMs: number
  reports: Spread
  reportsASecond: number
  /** Own scores, and bare reads of the two rows that they are made of, as fast as they are served. */
  ownASecond: number
  bareASecond: number
  ownCpuMs: number
  bareCpuMs: number
  /** Students who ask within ten seconds of a release. */
  rush: Spread
  minute: Spread
}

const REPORTS = { perSecond: 100, seconds: 20 }
const RUSH_SECONDS = 10
/** Connections that ask for own scores at the same time, and how many scores a round asks for. */
const LINES = 16
const ASKED = 2000

export async function measureServed(
  database: DatabaseName,
  plan: { folder: string; candidates: number; rounds: number; note: (text: string) => void },
): Promise<Served> {
  const { candidates, rounds, note } = plan
  const folder = join(plan.folder, database)
  await mkdir(folder, { recursive: true })
  note(`${database}: writing an exam of ${candidates} …`)
  const world = await makeReportWorld(database, folder, candidates)
  try {
    note(`${database}: columns …`)
    const columns = await withServices(world, (services) => measureColumns(services, world, rounds))
    const server = new Program('scripts/report-bench/report-server.ts', [], {
      ...world.environment,
      PORT: '0',
      HOST: '127.0.0.1',
    })
    await server.start()
    try {
      return { ...columns, ...(await measureCalls(server, world, rounds, note)) }
    } finally {
      await server.stop()
    }
  } finally {
    await world.discard()
  }
}

async function withServices<T>(
  { environment }: ReportWorld,
  use: (services: Services) => Promise<T>,
): Promise<T> {
  const services = await openServices(readConfig(environment))
  try {
    return await use(services)
  } finally {
    await services.db.destroy()
  }
}

async function measureColumns(services: Services, { exam }: ReportWorld, rounds: number) {
  const times = { columns: [] as number[], bare: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    times.columns.push(await timed(() => prepareSnapshot.here(services, exam.id, `bench ${round}`)))
    await dropPrepared.here(services, `bench ${round}`)
    times.bare.push(await timed(() => readRows(services, exam.id)))
  }
  return { columnsMs: medianOf(times.columns), bareReadMs: medianOf(times.bare) }
}

/** The floor: the same rows come from the database, and nothing is made of them. */
async function readRows({ db }: Services, examId: number): Promise<void> {
  const candidates = await db
    .selectFrom('candidate')
    .where('exam_id', '=', examId)
    .select(['id', 'name', 'exam_no'])
    .orderBy('id')
    .execute()
  for (let from = 0; from < candidates.length; from += 2000)
    await db
      .selectFrom('candidate_subject')
      .where('exam_id', '=', examId)
      .where('candidate_id', '>=', candidates[from]?.id ?? 0)
      .where(
        'candidate_id',
        '<=',
        candidates[Math.min(from + 2000, candidates.length) - 1]?.id ?? 0,
      )
      .select(['candidate_id', 'subject_id', 'attendance', 'item_scores', 'answers', 'total_milli'])
      .execute()
}

async function measureCalls(
  server: Program,
  world: ReportWorld,
  rounds: number,
  note: (text: string) => void,
) {
  const { exam, askers } = world
  const address = `http://127.0.0.1:${server.ready.listening}`
  const [director, principal] = await Promise.all(
    ['director', 'principal'].map((account) => signIn(() => address, account, TEST_PASSWORD)),
  )
  if (!director || !principal) throw new Error('nobody signed in')
  const sessions = await withServices(world, (services) =>
    openSessions(
      services,
      askers.map(({ userId }) => userId),
    ),
  )
  const headers = sessions.map((session) => session.at(address).credentials())
  const publish = () =>
    director.call(createSnapshot, {
      body: { exam_id: exam.id, confirm_name: exam.name, override_reason: '测速，没有扫描答题卡' },
    })
  note('releasing …')
  const releaseMs = await timed(publish)
  await withServices(world, ({ db }) =>
    db
      .updateTable('candidate_subject')
      .set({ attendance: 1, total_milli: null, item_scores: null, answers: null })
      .where('exam_id', '=', exam.id)
      .where('candidate_id', '=', askers[0]?.candidateId ?? 0)
      .where('subject_id', '=', 1)
      .execute(),
  )
  let snapshot = 0
  const againMs = await timed(async () => {
    snapshot = (await publish()).snapshot_id
  })
  const client = lightPost(address)
  try {
    const own = (at: number) =>
      client.post(studentScore.path, headers[at] ?? {}, {
        exam_id: exam.id,
        exam_no: askers[at]?.examNo,
      })
    const bare = (at: number) =>
      client.post(
        '/bench/own-rows',
        {},
        {
          snapshot,
          candidate: askers[at]?.candidateId,
          klass: askers[at]?.classId,
        },
      )
    note('students ask …')
    const rush = await askAtMoments(client, askers.length, own, RUSH_SECONDS)
    note('students ask within a minute …')
    const minute = await askAtMoments(client, askers.length, own, 60)
    note('own scores beside bare reads …')
    const asked = await alternate(server, rounds, askers.length, { own, bare })
    note('reports …')
    return {
      releaseMs,
      againMs,
      rush,
      minute,
      ...asked,
      ...(await measureReports(principal, exam.id)),
    }
  } finally {
    client.close()
  }
}

/** Everybody once, at random moments within some seconds; each time counts from when it was due. One that fails ends it. */
async function askAtMoments(
  client: LightClient,
  students: number,
  ask: (at: number) => Promise<unknown>,
  seconds: number,
): Promise<Spread> {
  for (let line = 0; line < LINES; line++) await client.open()
  const moments = Array.from({ length: students }, () => Math.random() * seconds * 1000)
  return timesOf(
    moments.toSorted((a, b) => a - b).map((atMs, at) => ({ atMs, work: () => ask(at) })),
  )
}

async function timesOf(
  due: readonly { atMs: number; work: () => Promise<unknown> }[],
): Promise<Spread> {
  const began = performance.now()
  const times: number[] = []
  const all: Promise<unknown>[] = []
  for (const { atMs, work } of due) {
    const wait = atMs - (performance.now() - began)
    if (wait > 0) await new Promise((next) => void setTimeout(next, wait))
    const one = work().then(() => times.push(performance.now() - began - atMs))
    one.catch(() => undefined)
    all.push(one)
  }
  await Promise.all(all)
  return spreadOf(times)
}

async function alternate(
  server: Program,
  rounds: number,
  askers: number,
  ask: Record<'own' | 'bare', (at: number) => Promise<unknown>>,
) {
  const found = { own: [] as Round[], bare: [] as Round[] }
  // The first round warms up both.
  for (let round = 0; round <= rounds; round++)
    for (const kind of ['own', 'bare'] as const) {
      const one = await askedAtOnce(server, askers, ask[kind])
      if (round > 0) found[kind].push(one)
    }
  const median = (kind: 'own' | 'bare', of: keyof Round) =>
    medianOf(found[kind].map((round) => round[of]))
  return {
    ownASecond: median('own', 'perSecond'),
    bareASecond: median('bare', 'perSecond'),
    ownCpuMs: median('own', 'cpuMs'),
    bareCpuMs: median('bare', 'cpuMs'),
  }
}

interface Round {
  perSecond: number
  /** Processor time of the server for one of them. */
  cpuMs: number
}

async function askedAtOnce(
  server: Program,
  askers: number,
  ask: (at: number) => Promise<unknown>,
): Promise<Round> {
  let next = 0
  const line = async () => {
    while (next < ASKED) await ask(next++ % askers)
  }
  const { result: ms, cost } = await costOf(server, () =>
    timed(() => Promise.all(Array.from({ length: LINES }, line))),
  )
  return { perSecond: (ASKED / ms) * 1000, cpuMs: cost.cpuUs / 1000 / ASKED }
}

/** All reports in turn at random moments, of one who sees everybody. */
async function measureReports(principal: Account, examId: number) {
  const of = { exam_id: examId }
  const reports = [
    () => principal.call(reportStudents, { query: { ...of, page: 1, limit: 50 } }),
    () => principal.call(reportClassAverages, { query: of }),
    () => principal.call(reportScoreSegments, { query: of }),
    () => principal.call(reportPaper, { query: of }),
    () => principal.call(reportItems, { query: { ...of, subject_id: 1 } }),
  ]
  const first: number[] = []
  for (const report of reports) first.push(await timed(report))
  const due = arrivals({ ...REPORTS, markers: reports.length, random: Math.random })
  const began = performance.now()
  const spread = await timesOf(
    due.map(({ atMs, marker }) => ({ atMs, work: reports[marker] ?? (async () => undefined) })),
  )
  const passed = (performance.now() - began) / 1000
  return {
    firstMs: Math.max(...first),
    reports: spread,
    reportsASecond: due.length / passed,
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
