import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Where Debian's postgresql-contrib keeps a version's programs. */
const DEBIAN = '/usr/lib/postgresql'
/** A million accounts: a table as large as ours. */
const SCALE = '10'

/** PostgreSQL's own measuring program; null where it is not installed. */
export async function findPgbench(): Promise<string | null> {
  const versions = await readdir(DEBIAN).catch(() => [])
  const places = versions
    .toSorted((a, b) => Number(a) - Number(b))
    .toReversed()
    .map((version) => join(DEBIAN, version, 'bin/pgbench'))
  for (const place of ['pgbench', ...places])
    if (
      await run(place, ['--version']).then(
        () => true,
        () => false,
      )
    )
      return place
  return null
}

/** Makes its tables. */
export async function preparePgbench(program: string, url: string): Promise<void> {
  await run(program, ['-i', '-q', '-s', SCALE, url])
}

/** Transactions a second of the simple update (`-N`: one row updated, read and noted, one commit). */
export async function simpleUpdatesPerSecond(
  program: string,
  url: string,
  load: { connections: number; seconds: number },
): Promise<number> {
  const { connections, seconds } = load
  const options = `-N -n -M prepared -T ${seconds} -c ${connections} -j 2`.split(' ')
  const { stdout } = await run(program, [...options, url])
  const [, tps] = /tps = ([\d.]+)/.exec(stdout) ?? []
  if (tps === undefined) throw new Error(`pgbench said nothing of its speed:\n${stdout}`)
  return Number(tps)
}
