import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isoNow } from '../../apps/server/src/clock.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { openServices, type Services } from '../../apps/server/src/services.ts'
import { type BulkExam, seedBulkExam } from '../../apps/server/src/testing/bulk-exam.ts'
import { openLoadDatabase } from '../../apps/server/src/testing/load-database.ts'
import { Program } from '../demo/platform.ts'
import { type BulkPerson, openSessions } from './bulk-sessions.ts'
import { ensureInstalled } from './pgbench.ts'

export type DatabaseName = 'sqlite' | 'postgres'

/** Blocks that give papers to whoever comes, that share their work equally, or that have seeds as well. */
export const BLOCK_KINDS = ['dynamic', 'shared', 'seeded'] as const
export type BlockKind = (typeof BLOCK_KINDS)[number]

export interface WorldPlan {
  /** An empty folder of its own. */
  folder: string
  databases: readonly DatabaseName[]
  /** First and second readings that there are in all. */
  tasks: number
  blocks: BlockKind
  note(text: string): void
}

/** A large exam that is being marked, on a database of its own. */
export interface World {
  database: DatabaseName
  folder: string
  url: string
  /** Programs of the PostgreSQL that serves it; null where it is SQLite, or the PostgreSQL of the tests. */
  server: string | null
  exam: BulkExam
  /** Of each seating the block that each marker marks, in the order of `exam.markerIds`. */
  seatings: readonly (readonly number[])[]
  /** Lets something use the product's functions in this process. */
  withFunctions<T>(use: (services: Services) => Promise<T>): Promise<T>
  /** Lets something call the product's server, as all its markers. */
  withServer<T>(
    use: (server: Program, address: string, people: readonly BulkPerson[]) => Promise<T>,
  ): Promise<T>
}

const SUBJECTS = 5
const BLOCKS_A_SUBJECT = 10
/** A marking half done: statistics and quotas have something to count. */
const MARKED_SHARE = 0.4
/** Papers of a block whose score two leaders agreed on: a day brings a marker one in twenty, and none of them twice. */
const SEEDS = 100

export interface Crew {
  markers: number
  /** Over so many of the blocks they are spread. */
  blocks: number
  /** So often they move on to blocks that nobody of them has marked; once where they stay. */
  seatings?: number
}

/** Measures something on each database. */
export async function onEachDatabase<Row>(
  plan: WorldPlan,
  crew: Crew,
  measure: (world: World) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const database of plan.databases) {
    const folder = join(plan.folder, database)
    await mkdir(folder, { recursive: true })
    // What an installation runs, where there is one: the server that comes with the tests is built for a small size.
    const server = database === 'postgres' ? await ensureInstalled((text) => plan.note(text)) : null
    const opened = await openLoadDatabase(database, folder, server ?? undefined)
    try {
      const made = { database, folder, url: opened.url, server }
      rows.push(...(await measure(await seedWorld(made, plan, crew))))
    } finally {
      await opened.discard()
    }
  }
  return rows
}

/** All blocks of the exam. */
export const BLOCKS = SUBJECTS * BLOCKS_A_SUBJECT

async function seedWorld(
  { database, folder, url, server }: Pick<World, 'database' | 'folder' | 'url' | 'server'>,
  plan: WorldPlan,
  crew: Crew,
): Promise<World> {
  const environment = {
    DATA_DIR: folder,
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
    CALL_LIMITS: '0,0,0',
  }
  const withFunctions: World['withFunctions'] = async (use) => {
    const services = await openServices(readConfig(environment))
    try {
      return await use(services)
    } finally {
      await services.db.destroy()
    }
  }
  plan.note(`${database}: writing ${plan.tasks} tasks of ${BLOCKS} blocks …`)
  return withFunctions(async (services) => {
    const block = {
      markMode: 1,
      allocMode: plan.blocks === 'shared' ? (2 as const) : (1 as const),
      toleranceMilli: 2000,
      fullMilli: 10_000,
      stepMilli: 500,
    }
    const exam = await seedBulkExam(services, {
      candidates: Math.ceil(plan.tasks / BLOCKS / 2),
      subjects: Array.from({ length: SUBJECTS }, () =>
        Array.from({ length: BLOCKS_A_SUBJECT }, () => block),
      ),
      markers: crew.markers,
      markedShare: MARKED_SHARE,
    })
    const { markerIds, blockIds } = exam
    if (plan.blocks === 'seeded') for (const id of blockIds) await plantSeeds(services, id)
    const seatings = Array.from({ length: crew.seatings ?? 1 }, (_, seating) =>
      markerIds.map((_id, at) => blockIds[seating * crew.blocks + (at % crew.blocks)] ?? 0),
    )
    if (seatings.flat().includes(0)) throw new Error('there are not enough blocks to move on to')
    for (const blockOf of seatings)
      for (const [at, user_id] of markerIds.entries())
        await services.db
          .insertInto('block_marker')
          .values({ block_id: blockOf[at] ?? 0, user_id, duty: 'marker', weight: 1 })
          .execute()
    const withServer: World['withServer'] = async (use) => {
      const sessions = await withFunctions((opened) => openSessions(opened, exam.markerIds))
      const program = new Program('scripts/dispatch/watched-server.ts', [], {
        ...environment,
        PORT: '0',
        HOST: '127.0.0.1',
      })
      await program.start()
      try {
        const address = `http://127.0.0.1:${program.ready.listening}`
        return await use(
          program,
          address,
          sessions.map((session) => session.at(address)),
        )
      } finally {
        await program.stop()
      }
    }
    return { database, folder, url, server, exam, seatings, withFunctions, withServer }
  })
}

/** Makes seeds of papers that are final. */
async function plantSeeds({ db, clock }: Services, blockId: number): Promise<void> {
  const papers = await db
    .selectFrom('unit')
    .select('id')
    .where('block_id', '=', blockId)
    .where('state', '=', 'FINAL')
    .limit(SEEDS)
    .execute()
  const unitIds = papers.map(({ id }) => id)
  const agreed = { kind: 'seed', state: 'agreed', points: '[5000]', total_milli: 5000 }
  const by = { proposed_by: 1, agreed_by: 1, created_by: 1, is_alone: 0, comments: '[]' }
  const at = { agreed_at: isoNow(clock), created_at: isoNow(clock) }
  await db
    .insertInto('benchmark_script')
    .values(unitIds.map((unit_id) => ({ block_id: blockId, unit_id, ...agreed, ...by, ...at })))
    .execute()
  await db
    .updateTable('unit')
    .set({ final_source: 'BENCHMARK' })
    .where('id', 'in', unitIds)
    .execute()
  await db.updateTable('block').set({ has_seeds: 1 }).where('id', '=', blockId).execute()
}
