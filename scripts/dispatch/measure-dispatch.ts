import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../../apps/server/src/config.ts'
import { openServices, type Services } from '../../apps/server/src/services.ts'
import { type BulkExam, seedBulkExam } from '../../apps/server/src/testing/bulk-exam.ts'
import {
  type LoadDatabase,
  openLoadDatabase,
  simpleUpdates,
} from '../../apps/server/src/testing/load-database.ts'
import { TEST_PASSWORD } from '../../apps/server/src/testing/seed-school.ts'
import { signIn } from '../demo/account.ts'
import { Program } from '../demo/platform.ts'
import { medianOf, type Served } from './figures.ts'
import { lightPost } from './light-post.ts'
import { httpDesk, innerDesk, markFor } from './marking-load.ts'
import { findPgbench, preparePgbench, simpleUpdatesPerSecond } from './pgbench.ts'

export type DatabaseName = 'sqlite' | 'postgres'

export interface DispatchPlan {
  /** An empty folder of its own. */
  folder: string
  databases: readonly DatabaseName[]
  /** First and second readings that there are in all. */
  tasks: number
  /** Markers at once. */
  markers: readonly number[]
  /** How often floor and marking alternate, and how long each takes. */
  rounds: number
  seconds: number
  note(text: string): void
}

export interface DispatchRow extends Served {
  database: DatabaseName
  through: 'functions' | 'http'
  markers: number
  /** Simple updates a second in the same minute; null without pgbench. */
  floor: number | null
  ratio: number | null
}

const SUBJECTS = 5
const BLOCKS_A_SUBJECT = 10
/** So many blocks are marked at once: with 64 markers, eight meet in each. */
const BUSY_BLOCKS = 8
/** A marking half done: statistics and quotas have something to count. */
const MARKED_SHARE = 0.4
/** Markers of the round through HTTP. */
const HTTP_MARKERS = [16, 64]

/** Measures taking and submitting on each database, beside the simplest durable update there. */
export async function measureDispatch(plan: DispatchPlan): Promise<DispatchRow[]> {
  const rows: DispatchRow[] = []
  for (const database of plan.databases) {
    const folder = join(plan.folder, database)
    await mkdir(folder, { recursive: true })
    const opened = await openLoadDatabase(database, folder)
    try {
      rows.push(...(await measureOn(database, opened, folder, plan)))
    } finally {
      await opened.discard()
    }
  }
  return rows
}

async function measureOn(
  database: DatabaseName,
  { url }: LoadDatabase,
  folder: string,
  plan: DispatchPlan,
): Promise<DispatchRow[]> {
  const environment = { DATA_DIR: folder, DATABASE_URL: url, LOG_LEVEL: 'silent' }
  const services = await openServices(readConfig(environment))
  const blocks = SUBJECTS * BLOCKS_A_SUBJECT
  plan.note(`${database}: writing ${plan.tasks} tasks of ${blocks} blocks …`)
  const exam = await seedBulkExam(services, {
    candidates: Math.ceil(plan.tasks / blocks / 2),
    subjects: Array.from({ length: SUBJECTS }, () =>
      Array.from({ length: BLOCKS_A_SUBJECT }, () => ({
        markMode: 1,
        allocMode: 1,
        toleranceMilli: 2000,
        fullMilli: 10_000,
        stepMilli: 500,
      })),
    ),
    markers: Math.max(...plan.markers, ...HTTP_MARKERS),
    markedShare: MARKED_SHARE,
  })
  const busy = exam.markerIds.map((_, index) => exam.blockIds[index % BUSY_BLOCKS] ?? 0)
  await assign(services, exam, busy)
  const floorOf = await floorOn(database, url, folder, plan)
  const rows: DispatchRow[] = []
  for (const markers of plan.markers) {
    const desks = exam.markerIds
      .slice(0, markers)
      .map((id, index) => innerDesk(services, busy[index] ?? 0, id))
    plan.note(`${database}: ${markers} markers through the functions …`)
    rows.push(await alternate(plan, floorOf, markers, { database, through: 'functions' }, desks))
  }
  await services.db.destroy()

  const server = new Program('apps/server/src/main.ts', [], {
    ...environment,
    PORT: '0',
    HOST: '127.0.0.1',
  })
  await server.start()
  const address = `http://127.0.0.1:${server.ready.listening}`
  const { post, close } = lightPost(address)
  try {
    const people = []
    for (let no = 1; no <= exam.markerIds.length; no++)
      people.push(await signIn(() => address, `bulk${no}`, TEST_PASSWORD))
    for (const markers of HTTP_MARKERS.filter((count) => plan.markers.includes(count))) {
      const desks = people
        .slice(0, markers)
        .map((person, index) => httpDesk(person, post, busy[index] ?? 0))
      plan.note(`${database}: ${markers} markers through HTTP …`)
      rows.push(await alternate(plan, floorOf, markers, { database, through: 'http' }, desks))
    }
  } finally {
    close()
    await server.stop()
  }
  return rows
}

async function assign({ db }: Services, exam: BulkExam, blockOf: readonly number[]): Promise<void> {
  for (const [index, user_id] of exam.markerIds.entries())
    await db
      .insertInto('block_marker')
      .values({ block_id: blockOf[index] ?? 0, user_id, duty: 'marker', weight: 1 })
      .execute()
}

/** Simple updates a second with so many at work; null where nothing can measure them. */
type Floor = (connections: number) => Promise<number | null>

async function floorOn(
  database: DatabaseName,
  url: string,
  folder: string,
  plan: DispatchPlan,
): Promise<Floor> {
  const { seconds } = plan
  if (database === 'sqlite') {
    const file = join(folder, 'floor.sqlite')
    const updates = async (forMs: number) => {
      const end = performance.now() + forMs
      const ms = await simpleUpdates(file, () => performance.now() > end)
      return ms.length / (ms.reduce((sum, one) => sum + one, 0) / 1000)
    }
    await updates(0)
    // One writer: more of them would only wait for each other.
    return () => updates(seconds * 1000)
  }
  const program = await findPgbench()
  if (!program) {
    plan.note('pgbench is not installed (Debian: postgresql-contrib): no ratios on PostgreSQL')
    return async () => null
  }
  await preparePgbench(program, url)
  return (connections) => simpleUpdatesPerSecond(program, url, { connections, seconds })
}

/** Floor and marking in turn; the median round of each. */
async function alternate(
  plan: DispatchPlan,
  floorOf: Floor,
  markers: number,
  named: Pick<DispatchRow, 'database' | 'through'>,
  desks: Parameters<typeof markFor>[0],
): Promise<DispatchRow> {
  const rounds: { floor: number | null; served: Served }[] = []
  for (let round = 0; round < plan.rounds; round++)
    rounds.push({ floor: await floorOf(markers), served: await markFor(desks, plan.seconds) })
  const middle = medianOf(rounds.map(({ served }) => served.perSecond))
  const shown = rounds.find(({ served }) => served.perSecond === middle)?.served
  if (!shown) throw new Error('no round was measured')
  const floors = rounds.flatMap(({ floor }) => floor ?? [])
  const floor = floors.length === 0 ? null : medianOf(floors)
  return { ...named, markers, ...shown, floor, ratio: floor === null ? null : middle / floor }
}
