import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSnapshot } from '@hengjuan/contracts'
import { openServices } from '../../apps/server/src/services.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { TEST_PASSWORD } from '../../apps/server/src/testing/seed-school.ts'
import { signIn } from '../demo/account.ts'
import { Program } from '../demo/platform.ts'
import { openSessions } from '../dispatch/bulk-sessions.ts'
import { type Spread, spreadOf } from '../dispatch/figures.ts'
import { lightPost } from '../dispatch/light-post.ts'
import { type Desk, httpDesk } from '../dispatch/marking-load.ts'
import { markAtMoments } from '../dispatch/open-loop.ts'
import { costOf } from '../dispatch/server-cost.ts'
import {
  cropAddresses,
  packSheets,
  reportReader,
  station,
  supervisor,
  type Work,
  workbookReader,
} from './day-work.ts'
import { makeSchool, type SchoolWorld } from './school-world.ts'

/** Marks, sheets and pages of a report in each second. @source data engine T18 */
const LOAD = {
  marks: 20,
  sheetEveryMs: 1000,
  reportEveryMs: 1000,
  superviseEveryMs: 2000,
  workbookEveryMs: 10_000,
}
const WARM_SECONDS = 15
/** Sheets that come while everybody takes the first paper, and as spare. */
const BEGINNING = 20
/** After so long a server that nobody uses has done what it does at its start. */
const IDLE_MS = 5000

export interface SchoolBoxPlan {
  folder: string
  rounds: number
  /** Of each half of a round. */
  seconds: number
  note(text: string): void
}

export interface SchoolBoxPhase {
  /** Marks alone, the floor; or beside everything else that a school does at the same time. */
  beside: 'nothing' | 'everything'
  marks: number
  /** From the moment at which a mark was due to the answer, with the next paper; milliseconds. */
  mark: Spread
  /** A marker's picture; milliseconds. */
  crop: Spread
  /** Delay of the server's event loop that one in a hundred exceeds; milliseconds. */
  loopMs: number
  /** Processors that the server used, of all work together. */
  processors: number
  memoryMb: number | null
  sheet: Spread | null
  report: Spread | null
  supervision: Spread | null
  workbook: Spread | null
}

export interface SchoolBox {
  /** From its start until the server listens: the first time after it was installed, and every other time. */
  firstStartMs: number
  startMs: number
  /** Resident memory of the server's process before anybody used it; MB, null where Linux does not tell. */
  idleMb: number | null
  phases: SchoolBoxPhase[]
}

/** One server on SQLite for a school: how marking feels while sheets come in and reports are read. */
export async function measureSchoolBox(plan: SchoolBoxPlan): Promise<SchoolBox> {
  const { folder, rounds, seconds } = plan
  plan.note('writing a school with three exams …')
  const perRound = ((WARM_SECONDS + seconds) * 1000) / LOAD.sheetEveryMs
  const sheets = Math.ceil((perRound + BEGINNING) * rounds)
  const world = await makeSchool(folder, sheets)
  plan.note(`packing ${sheets} sheets …`)
  const packed = await packSheets(world)
  const server = new Program('scripts/dispatch/watched-server.ts', [], {
    ...world.environment,
    PORT: '0',
    HOST: '127.0.0.1',
    // As `npm start` sets it: what is compiled once is kept.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  })
  const firstStartMs = await timeStart(server)
  await server.stop()
  const startMs = await timeStart(server)
  try {
    await pause(IDLE_MS)
    const idleMb = await residentMb(server)
    const at = `http://127.0.0.1:${server.ready.listening}`
    const people = async (account: string) => signIn(() => at, account, TEST_PASSWORD)
    const [operator, admin, director, principal] = await Promise.all(
      ['scanner', 'admin', 'director', 'principal'].map(people),
    )
    if (!operator || !admin || !director || !principal) throw new Error('nobody signed in')
    const released = { exam_id: world.past.examId, confirm_name: world.past.name }
    await director.call(createSnapshot, { body: released })
    const [shown] = packed
    const send = station(operator, world, packed)
    await send()
    const crops = shown ? await cropAddresses(admin, world, shown) : []
    const { desks, leave, cropTimes } = await openDesks(world, at, crops)
    const others = {
      sheet: { work: send, everyMs: LOAD.sheetEveryMs },
      report: { work: reportReader(principal, world), everyMs: LOAD.reportEveryMs },
      supervision: { work: supervisor(director, world), everyMs: LOAD.superviseEveryMs },
      workbook: { work: workbookReader(director, world, at), everyMs: LOAD.workbookEveryMs },
    }
    const phases: SchoolBoxPhase[] = []
    for (let round = 0; round < rounds; round++)
      for (const beside of ['nothing', 'everything'] as const) {
        const measured = async (length: number): Promise<SchoolBoxPhase> => {
          cropTimes.length = 0
          const work = beside === 'everything' ? startAll(others) : null
          const { result, cost } = await costOf(server, async () => {
            const marked = await markAtMoments(desks, { perSecond: LOAD.marks, seconds: length })
            return { marked, times: await work?.stop() }
          })
          const { marked, times } = result
          return {
            beside,
            marks: marked.marks,
            mark: marked.mark,
            crop: spreadOf(cropTimes),
            loopMs: cost.loopMs,
            processors: cost.cpuUs / 1e6 / length,
            memoryMb: await residentMb(server),
            sheet: times?.['sheet'] ?? null,
            report: times?.['report'] ?? null,
            supervision: times?.['supervision'] ?? null,
            workbook: times?.['workbook'] ?? null,
          }
        }
        plan.note(`round ${round + 1}: ${LOAD.marks} marks a second beside ${beside} …`)
        await measured(WARM_SECONDS)
        phases.push(await measured(seconds))
      }
    await leave()
    return { firstStartMs, startMs, idleMb, phases }
  } finally {
    await server.stop()
  }
}

/** Markers as their pages work: hand one in, have the next, fetch its picture. */
async function openDesks(world: SchoolWorld, address: string, crops: readonly string[]) {
  const services = await openServices(readConfig(world.environment))
  const sessions = await openSessions(services, world.marked.markerIds)
  await services.db.destroy()
  const cropTimes: number[] = []
  const fetchCrop = async (nth: number) => {
    const crop = crops[nth % crops.length]
    if (crop === undefined) return
    const began = performance.now()
    const response = await fetch(`${address}${crop}`)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${crop}: ${response.status}`)
    cropTimes.push(performance.now() - began)
  }
  const lines = sessions.map((session, index) => {
    const { post, open, close } = lightPost(address)
    const desk = httpDesk(session.at(address), post, world.blockOf[index] ?? 0)
    return { desk, open, close }
  })
  for (const { open } of lines) await open()
  const fetching: Promise<void>[] = []
  const desks = lines.map(({ desk }): Desk => ({
    take: () => desk.take(),
    submit: async (readingId) => {
      const next = await desk.submit(readingId)
      // Fetched ahead, as the page does: nobody waits for it.
      const crop = fetchCrop(fetching.length)
      crop.catch(() => undefined)
      fetching.push(crop)
      return next
    },
  }))
  const leave = async () => {
    await Promise.all(fetching)
    for (const { close } of lines) close()
  }
  return { desks, cropTimes, leave }
}

/** Several kinds of work, each again and again at its own pace, whether the last one is answered or not. */
function startAll(works: Record<string, { work: Work; everyMs: number }>) {
  const running = Object.entries(works).map(([name, { work, everyMs }]) => {
    const times: number[] = []
    const underWay: Promise<void>[] = []
    const once = async () => {
      const began = performance.now()
      await work()
      times.push(performance.now() - began)
    }
    const timer = setInterval(() => {
      const one = once()
      one.catch(() => undefined)
      underWay.push(one)
    }, everyMs)
    return {
      name,
      stop: async (): Promise<[string, Spread]> => {
        clearInterval(timer)
        await Promise.all(underWay)
        return [name, spreadOf(times)]
      },
    }
  })
  return {
    stop: async (): Promise<Record<string, Spread>> =>
      Object.fromEntries(await Promise.all(running.map(({ stop }) => stop()))),
  }
}

async function timeStart(server: Program): Promise<number> {
  const began = performance.now()
  await server.start()
  return performance.now() - began
}

const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))

async function residentMb({ pid }: Program): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kb] = /VmRSS:\s+(\d+) kB/.exec(status) ?? []
  return kb === undefined ? null : Number(kb) / 1024
}
