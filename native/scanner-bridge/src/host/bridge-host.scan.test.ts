import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { buildHost } from '../build/build-host.ts'
import { lineOf } from '../protocol/line-channel.ts'
import { greetingOf, PORT_VARIABLE, TOKEN_VARIABLE } from '../protocol/loopback.ts'
import { ScanCollector } from '../testing/collect-scan.ts'
import { fetched } from '../tools/host-cache.ts'
import { PaperFeeder } from '../testing/sane-feeder.ts'
import { buildTwainSource, whyNoTwainSource } from '../testing/twain-feeder.ts'
import { listDevices } from '../supervisor/scanner.ts'
import { bridgeLaunch, type BridgeLaunch } from '../supervisor/bridge-process.ts'

const reason = whyNoTwainSource()
if (reason !== null) console.warn(`skipped: ${reason}`)
const node22 = fetched.node22()
if (node22 === null)
  console.warn(
    'skipped: the bridge host on Node 22 (native/scanner-bridge/src/tools/fetch-hosts.ts)',
  )

const MAIN = path.resolve(import.meta.dirname, '../main.ts')
const DEVICE = { driver: 'twain64', id: 'twain64|new|Hengjuan Exam feeder' } as const

describe.skipIf(reason !== null)('the bridge host', { timeout: 60_000 }, () => {
  let root: string
  let environment: Record<string, string>
  let feeder: PaperFeeder
  let bundle: string

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'bridge-host-'))
    feeder = new PaperFeeder(path.join(root, 'paper'))
    environment = { ...(await buildTwainSource(root)), FEEDER_DIR: feeder.folder }
    bundle = path.join(root, 'host')
    await buildHost(bundle)
    await mkdir(path.join(bundle, 'node_modules'))
    const modules = path.resolve(import.meta.dirname, '../../node_modules')
    await symlink(path.join(modules, 'koffi'), path.join(bundle, 'node_modules/koffi'))
  }, 120_000)

  beforeEach(async () => {
    await feeder.fill(3, { width: 64, height: 48, channels: 1 })
  })

  afterAll(() => rm(root, { recursive: true, force: true }))

  const bundled = (command: string): BridgeLaunch => ({
    command,
    args: [path.join(bundle, 'bridge.mjs')],
    env: environment,
  })

  async function scanAll(launch: BridgeLaunch) {
    const run = new ScanCollector(root, DEVICE, { source: 'duplex' }, { launch })
    try {
      await run.scanner.open()
      const outcome = await run.scan()
      return { end: outcome.end, keys: run.keys }
    } finally {
      await run.scanner.close()
    }
  }

  const whole = {
    end: 'feeder-empty',
    keys: [1, 2, 3].flatMap((sheet) => [`${sheet}-front`, `${sheet}-back`]),
  }

  test('is built as plain JavaScript that scans', async () => {
    expect(await readdir(bundle)).toContain('wia-helper.ps1')
    expect(await scanAll(bundled(process.execPath))).toEqual(whole)
  })

  test.skipIf(node22 === null)('runs on Node 22, the last with 32 bits on Windows', async () => {
    expect(await scanAll(bundled(node22 ?? ''))).toEqual(whole)
  })

  test('is spoken to over a port as well as over a descriptor', async () => {
    const launch = bridgeLaunch(process.execPath, environment)
    expect(await scanAll({ ...launch, channel: 'loopback' })).toEqual(whole)
  })

  test('drivers of 32 bits are asked of the host of 32 bits alone', async () => {
    const launch = bridgeLaunch(process.execPath, environment)
    await expect(listDevices({ launch }, 'twain32')).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: 'no 32-bit bridge host is installed',
    })
    // This one is of 64 bits and says so.
    await expect(listDevices({ launch, launch32: launch }, 'twain32')).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: 'twain32 in a process of x64',
    })
  })

  test.for(['descriptor', 'port'] as const)(
    'when the channel (%s) closes the process is gone, also while a driver hangs',
    async (way) => {
      await feeder.faults(['1 1 hang'])
      const { channel, pid } = way === 'port' ? await byPort() : byDescriptor()
      const settings = { source: 'feeder', dpi: 200, mode: 'gray', area: A4, options: {} }
      channel.write(lineOf({ id: 1, cmd: 'open', driver: 'twain64', device: DEVICE.id, settings }))
      // One request at a time, as the station asks: the scan after the answer to the other.
      await new Promise<void>((opened) =>
        channel.on('data', (chunk) => String(chunk).includes('"id":1,') && opened()),
      )
      const job = { job: 'j', dir: path.join(root, 'job'), firstSheet: 1 }
      channel.write(lineOf({ id: 2, cmd: 'scan', ...job }))
      // The sheet has left the feeder: the driver is inside its endless call, or will be at once.
      await until(async () => (await feeder.top()) === 2)
      await new Promise((next) => setTimeout(next, 300))
      expect(isRunning(pid)).toBe(true)
      channel.destroy()
      await until(async () => !isRunning(pid))
      expect(isRunning(pid)).toBe(false)
    },
  )

  const A4 = { widthMm: 210, heightMm: 297 }

  function start(more: Record<string, string>, stdio: ('ignore' | 'pipe')[]) {
    const child = spawn(process.execPath, [MAIN], {
      stdio,
      env: { ...process.env, ...environment, ...more },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }

  function byDescriptor() {
    const child = start({}, ['ignore', 'ignore', 'ignore', 'pipe'])
    return { channel: child.stdio[3] as Duplex, pid: child.pid ?? 0 }
  }

  async function byPort() {
    const server = createServer()
    onTestFinished(() => void server.close())
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const address = server.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const connected = new Promise<Duplex>((resolve) => server.once('connection', resolve))
    const child = start({ [PORT_VARIABLE]: port, [TOKEN_VARIABLE]: 'secret' }, [
      'ignore',
      'ignore',
      'ignore',
    ])
    const channel = await connected
    const greeting = await new Promise((resolve) => channel.once('data', resolve))
    expect(String(greeting)).toContain(`${greetingOf('secret')}\n`)
    return { channel, pid: child.pid ?? 0 }
  }
})

async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((next) => setTimeout(next, 30))
}

/** A process that ended and that nobody has asked about yet still has its number. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
