import { mkdir } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { allocationSet, supervisedMarkers } from '@hengjuan/contracts'
import { largestRemainder } from '@hengjuan/domain'
import { readConfig } from '../../apps/server/src/config.ts'
import { openServices } from '../../apps/server/src/services.ts'
import { type BulkExam, seedBulkExam } from '../../apps/server/src/testing/bulk-exam.ts'
import { openLoadDatabase } from '../../apps/server/src/testing/load-database.ts'
import { TEST_PASSWORD } from '../../apps/server/src/testing/seed-school.ts'
import { type Account, signIn } from '../demo/account.ts'
import { freePort } from '../demo/programs.ts'
import { randomOf } from '../demo/random.ts'
import { arbitrateAll } from './arbitrator.ts'
import { ClockedServer } from './clocked-server.ts'
import { DAY_BLOCKS, quotasOf } from './day-plan.ts'
import { type Acknowledged, MarkerAtWork } from './marker-at-work.ts'
import { type MarkedDay, readMarkedDay } from './marked-day.ts'
import { peopleOf } from './temperament.ts'

export interface DayPlan {
  /** An empty folder of its own. */
  folder: string
  database: 'sqlite' | 'postgres'
  /** Papers in all, a fifth in each block. */
  units: number
  /** People in all, a fifth in each block. */
  markers: number
  /** How often the server is killed while they work. */
  kills: number
  seed: string
  note(text: string): void
}

type MarkerRow = Awaited<ReturnType<typeof supervisedRows>>[number]

/** What a day left behind: what its people know, what supervision says, what the database holds. */
export interface PlayedDay {
  people: readonly MarkerAtWork[]
  acknowledged: readonly Acknowledged[]
  arbitrations: number
  kills: number
  /** From the first to the last paper, by the clock of the day. */
  hours: number
  seconds: number
  supervision: readonly MarkerRow[]
  marked: MarkedDay
}

const BEGINS = Date.parse('2026-11-20T00:30:00.000Z')
/** What falls due within this time is done at once, side by side. */
const MOMENT_MS = 1500
const ARBITRATE_EVERY_MS = 10 * 60_000
/** A day that does not end: somebody waits for papers that never come. */
const LONGEST_MS = 20 * 3_600_000
const FIRST_KILL_AT = 0.02

/** Lets simulated people mark an exam through a real server until nothing is left. */
export async function runDay(plan: DayPlan): Promise<PlayedDay> {
  await mkdir(plan.folder, { recursive: true })
  const opened = await openLoadDatabase(plan.database, plan.folder)
  const config = readConfig({ DATA_DIR: plan.folder, DATABASE_URL: opened.url })
  try {
    const blocks = DAY_BLOCKS.length
    plan.note('writing the exam …')
    const services = await openServices(config)
    const exam = await seedBulkExam(services, {
      candidates: Math.ceil(plan.units / blocks),
      // The leader of the school leads the second subject.
      subjects: [[], [...DAY_BLOCKS]],
      markers: plan.markers,
    })
    await services.db.destroy()
    const server = new ClockedServer({
      dataDir: plan.folder,
      databaseUrl: opened.url,
      port: await freePort(),
      now: BEGINS,
    })
    await server.start()
    try {
      const began = performance.now()
      const played = await playDay(plan, exam, server)
      const seconds = (performance.now() - began) / 1000
      await server.stop()
      const stored = await openServices(config)
      try {
        const marked = await readMarkedDay(stored.db, exam.examId)
        return { ...played, seconds, kills: server.kills, marked }
      } finally {
        await stored.db.destroy()
      }
    } finally {
      await server.stop()
    }
  } finally {
    await opened.discard()
  }
}

const supervisedRows = async (admin: Account, examId: number) =>
  (await admin.call(supervisedMarkers, { query: { exam_id: examId } })).list

async function playDay(plan: DayPlan, exam: BulkExam, server: ClockedServer) {
  const address = () => server.address
  const admin = () => signIn(address, 'admin', TEST_PASSWORD)
  const leader = await signIn(address, 'leader', TEST_PASSWORD)
  const desks = await shareWork(plan, exam, await admin(), leader.user.user_id)
  const people: MarkerAtWork[] = []
  for (const { no, ...desk } of desks)
    people.push(new MarkerAtWork(await signIn(address, `bulk${no}`, TEST_PASSWORD), desk, BEGINS))
  const shapes = new Map(exam.blockIds.map((id, index) => [id, DAY_BLOCKS[index]!] as const))
  const acknowledged: Acknowledged[] = []
  const acknowledge = (submit: Acknowledged) => void acknowledged.push(submit)
  const expected = desks.reduce((sum, desk) => sum + desk.expected, 0)
  const killAt = killMoments(plan, expected)
  let [arbitrations, arbitrateAt, now, shown] = [0, BEGINS + ARBITRATE_EVERY_MS, BEGINS, 0]
  const random = randomOf(`${plan.seed}-kills`)
  for (;;) {
    const first = Math.min(...people.map(({ nextAt }) => nextAt))
    now = Math.max(now, first)
    if (now - BEGINS > LONGEST_MS) throw new Error('the day does not end')
    await server.moveTo(now)
    const due = people.filter(({ nextAt }) => nextAt < now + MOMENT_MS)
    const work = Promise.all(due.map((person) => person.act(now, acknowledge)))
    if ((killAt[0] ?? Infinity) <= acknowledged.length) {
      killAt.shift()
      // Somewhere between the arrival of the requests and their answers.
      await setTimeout(random.int(0, 25))
      await server.crashAndRestart()
    }
    await work
    const nobodyHas = people.every(({ isIdle }) => isIdle)
    if (now >= arbitrateAt || nobodyHas) {
      const decided = await arbitrateAll(leader, shapes, plan.seed, acknowledge)
      arbitrations += decided
      arbitrateAt = now + ARBITRATE_EVERY_MS
      if (nobodyHas && decided === 0 && people.every(({ lookedInVain }) => lookedInVain > 1)) break
    }
    if (acknowledged.length >= shown + SHOWN_EVERY) {
      shown = acknowledged.length
      plan.note(`${shown} of about ${Math.round(expected)} readings, ${server.kills} kills`)
    }
  }
  return {
    people,
    acknowledged,
    arbitrations,
    hours: (now - BEGINS) / 3_600_000,
    // Signed in anew: nobody stays signed in who does nothing all day.
    supervision: await supervisedRows(await admin(), exam.examId),
  }
}

const SHOWN_EVERY = 2000

/** After how many acknowledged readings the server is killed: spread over the day. */
function killMoments({ kills, seed }: DayPlan, expected: number): number[] {
  const random = randomOf(`${seed}-kill-moments`)
  return Array.from({ length: kills }, () =>
    Math.floor(expected * (FIRST_KILL_AT + (0.9 - FIRST_KILL_AT) * random.next())),
  ).toSorted((a, b) => a - b)
}

/** Assigns everybody as a leader of the school would. */
async function shareWork(plan: DayPlan, exam: BulkExam, admin: Account, leaderId: number) {
  const each = Math.floor(plan.markers / exam.blockIds.length)
  const desks = []
  for (const [index, blockId] of exam.blockIds.entries()) {
    const shape = DAY_BLOCKS[index]!
    const ids = exam.markerIds.slice(index * each, (index + 1) * each)
    const units = Math.ceil(plan.units / exam.blockIds.length)
    const readings = units * (shape.markMode === 0 ? 1 : 2)
    const chosen = quotasOf(index, readings, ids.length)
    await admin.call(allocationSet, {
      body: {
        block_id: blockId,
        alloc_mode: shape.allocMode,
        ...(chosen ? { quotas_are_weights: chosen.areWeights ? 1 : 0 } : {}),
        markers: [
          ...ids.map((marker_id, at) => ({
            marker_id,
            ...(chosen?.areWeights ? { weight: chosen.quotas[at] ?? 1 } : {}),
            ...(chosen && !chosen.areWeights ? { quota: chosen.quotas[at] ?? 0 } : {}),
          })),
          { marker_id: leaderId, duty: 'leader' as const },
        ],
      },
    })
    const asked = chosen?.areWeights ? largestRemainder(readings, chosen.quotas) : chosen?.quotas
    const temperaments = peopleOf(index, ids.length, plan.seed)
    for (const [at, markerId] of ids.entries())
      desks.push({
        no: index * each + at + 1,
        blockId,
        markerId,
        shape,
        temperament: temperaments[at]!,
        expected: readings / ids.length,
        quota: asked?.[at] ?? null,
        seed: plan.seed,
      })
  }
  return desks
}
