import { execFile } from 'node:child_process'
import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installFromDebian } from '../testing/installer.ts'
import { type Spread, spreadOf } from './figures.ts'

const run = promisify(execFile)

/** Where Debian keeps the programs of a version. */
const DEBIAN = '/usr/lib/postgresql'
/** What comes with a server, and what Debian's postgresql-contrib adds to it. */
const PROGRAMS = ['initdb', 'postgres', 'psql', 'pgbench']
/** What `pgbench` makes of accounts at scale 1, bytes. */
const BYTES_A_SCALE = 13_000_000

/**
 * The newest PostgreSQL that is installed as a whole: the server that an installation runs, and the program by which
 * its speed is measured.
 *
 * @returns the folder of its programs; null without one
 */
async function findInstalled(): Promise<string | null> {
  const versions = await readdir(DEBIAN).catch(() => [])
  for (const version of versions.toSorted((a, b) => Number(b) - Number(a))) {
    const folder = join(DEBIAN, version, 'bin')
    const all = await Promise.allSettled(PROGRAMS.map((program) => access(join(folder, program))))
    if (all.every(({ status }) => status === 'fulfilled')) return folder
  }
  return null
}

/**
 * The same; where there is none, Debian's is installed, as root: figures without what they are measured by say
 * nothing.
 *
 * @returns null where it could not be installed, which was said
 */
export async function ensureInstalled(note: (text: string) => void): Promise<string | null> {
  const found = await findInstalled()
  if (found !== null) return found
  try {
    await installFromDebian(' PostgreSQL（测速的对照）', ['postgresql', 'postgresql-contrib'])
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    note(
      `no PostgreSQL with pgbench is installed (Debian: postgresql, postgresql-contrib): ${reason}`,
    )
  }
  return findInstalled()
}

/**
 * Makes its tables, the accounts as large as the table of papers that is there.
 *
 * @source data engine 10: floor of T1 to T3
 */
export async function preparePgbench(folder: string, url: string): Promise<void> {
  const size = await run(join(folder, 'psql'), [url, '-Atc', "select pg_table_size('unit')"])
  const scale = Math.max(1, Math.round(Number(size.stdout) / BYTES_A_SCALE))
  await run(join(folder, 'pgbench'), ['-i', '-q', '-s', String(scale), url])
}

/** How statements reach the server: each as text, as `pgbench` does by itself, or prepared once. */
export type Protocol = 'simple' | 'prepared'

/** Transactions a second of the simple update (`-N`: one row updated, read and noted, one commit). */
export async function simpleUpdatesPerSecond(
  folder: string,
  url: string,
  load: { connections: number; seconds: number; protocol: Protocol },
): Promise<number> {
  const { connections, seconds, protocol } = load
  const options = `-N -n -M ${protocol} -T ${seconds} -c ${connections} -j 2`.split(' ')
  const { stdout } = await run(join(folder, 'pgbench'), [...options, url])
  const [, tps] = /tps = ([\d.]+)/.exec(stdout) ?? []
  if (tps === undefined) throw new Error(`pgbench said nothing of its speed:\n${stdout}`)
  return Number(tps)
}

/**
 * The simple update at random moments, whether the server is ready for it by then or not: what the database and its
 * disk alone make somebody wait.
 *
 * @param logs an empty folder
 * @returns since the moment each was due
 * @source pgbench, `--rate`: "latency is measured from the scheduled start time"; `--log`: microseconds in column 3
 */
export async function simpleUpdatesAtMoments(
  folder: string,
  url: string,
  load: { perSecond: number; connections: number; seconds: number; logs: string },
): Promise<Spread> {
  const { perSecond, connections, seconds, logs } = load
  const options = `-N -n -M simple -R ${perSecond} -T ${seconds} -c ${connections} -j 2 -l`.split(
    ' ',
  )
  await run(join(folder, 'pgbench'), [...options, `--log-prefix=${join(logs, 'update')}`, url])
  const texts = await Promise.all(
    (await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')),
  )
  return spreadOf(texts.flatMap(latenciesOf))
}

/** Milliseconds of each transaction in a log of `pgbench`. */
export const latenciesOf = (log: string): number[] =>
  log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Number(line.split(' ')[2]) / 1000)
