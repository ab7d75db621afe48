import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deserialize } from 'node:v8'
import { createPostgres, namedPostgresUrl } from '@hengjuan/db/testing'
import { inject } from 'vitest'
import { type Account, signIn } from '../scripts/demo/account.ts'
import type { Program } from '../scripts/demo/platform.ts'
import { freePort, isFree, serverProgram, stationProgram } from '../scripts/demo/programs.ts'
import type { PreparedWorld } from './prepare-world.ts'
import { onPostgres, preparingMark, sharedFolders } from './world-setup.ts'

/** A school of its own for one file of tests: what one test breaks, no other file sees. */
export interface World extends PreparedWorld {
  server: Program
  address: string
  signIn(account: string): Promise<Account>
  startStation(): Promise<Program>
  close(): Promise<void>
}

/** The prepared world's database, where the worlds are in PostgreSQL. */
const PREPARED = 'hengjuan_world'

/** The server asks whether its commits are kept, and does not start where the tests' PostgreSQL keeps none. */
function keeping(url: string): string {
  const address = new URL(url)
  address.searchParams.set('options', '-c synchronous_commit=on')
  return address.href
}

/** The world that files of this worker share; it ends with the worker, and its folder with the run. */
let common: Promise<World> | undefined

/**
 * A world for files that only look, or that change nothing but what they made themselves: starting one takes longer
 * than most of their tests. After a test that failed in it, the next file gets a
 * new one.
 */
export const sharedWorld = (): Promise<World> => (common ??= openSharedWorld())

async function openSharedWorld(): Promise<World> {
  const beside = sharedFolders(inject('worldFolder'))
  await mkdir(beside, { recursive: true })
  const world = await openWorld(beside, await freePort())
  return {
    ...world,
    close: async () => {
      common = undefined
      await world.close()
    },
  }
}

/** Copies the prepared world and starts a server on it; the first call of a run prepares it. */
export async function openWorld(beside = tmpdir(), ownPort?: number): Promise<World> {
  const prepared = await preparedFolder()
  const folder = await mkdtemp(join(beside, 'hengjuan-e2e-'))
  await cp(join(prepared, 'server'), join(folder, 'server'), { recursive: true })
  const port = ownPort ?? (await portOfWorker())
  const database = onPostgres() ? await createPostgres(PREPARED) : null
  const server = serverProgram(join(folder, 'server'), port, {
    database: database ? keeping(database.url) : undefined,
  })
  await server.start()
  const running = [server]
  const address = `http://127.0.0.1:${port}`
  return {
    ...(deserialize(await readFile(join(prepared, 'world.bin'))) as PreparedWorld),
    server,
    address,
    signIn: (account) => signIn(() => address, account),
    startStation: async () => {
      // The data are encrypted; their key lies beside them.
      for (const part of ['station', 'station-key'])
        await cp(join(prepared, part), join(folder, part), { recursive: true })
      const station = stationProgram(join(folder, 'station'), await freePort(), address)
      running.unshift(station)
      await station.start()
      return station
    },
    close: async () => {
      for (const program of running) await program.stop()
      await database?.discard()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The windows of a worker know the scripts of an address, and need not compile them for every file of tests. */
let usualPort: number | undefined

async function portOfWorker(): Promise<number> {
  if (usualPort === undefined || !(await isFree(usualPort))) usualPort = await freePort()
  return usualPort
}

/** The prepared world; of several files that need it at once, one prepares it and the others wait. */
async function preparedFolder(): Promise<string> {
  const folder = inject('worldFolder')
  const mark = preparingMark(folder)
  while (!(await isMade(mark))) await new Promise((next) => setTimeout(next, 200))
  try {
    // Looked at only with the mark: what is being prepared is written before its programs have ended.
    if (!existsSync(join(folder, 'world.bin'))) await prepare(folder)
  } finally {
    await rm(mark, { recursive: true })
  }
  return folder
}

/** Makes a folder; false when somebody else has. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function prepare(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const database = onPostgres() ? { DATABASE_URL: keeping(await namedPostgresUrl(PREPARED)) } : {}
  await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'prepare-world.ts'), folder],
    { env: { ...process.env, ...database } },
  )
}
