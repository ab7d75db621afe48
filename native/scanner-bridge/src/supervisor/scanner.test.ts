import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { ScanCollector, temporaryFolder } from '../testing/collect-scan.ts'
import { tinyJpeg } from '../testing/tiny-jpeg.ts'
import { listDevices } from './scanner.ts'
import { bridgeLaunch } from './bridge-process.ts'

const PATIENCE = 120_000
const ODD = path.resolve(import.meta.dirname, '../testing/odd-bridge.ts')
/** A frozen bridge is found after this; a bridge on a busy machine beats sooner. */
const TIMEOUTS = { beat: 2500, open: 2500, feeding: 5000 }

let root: string
let run: ScanCollector | undefined

beforeEach(async () => {
  const folder = await temporaryFolder()
  root = folder.root
  return async () => {
    await run?.scanner.close()
    await folder.remove()
  }
})

function odd(scenario: string) {
  run = new ScanCollector(
    root,
    { driver: 'simulated', id: 'x' },
    {},
    { launch: { command: process.execPath, args: [ODD, scenario] }, timeouts: TIMEOUTS },
  )
  return run
}

test.for([
  ['garbage', 'PROTOCOL', 1],
  ['giant', 'PROTOCOL', 1],
  ['unknown-event', 'PROTOCOL', 1],
  ['twice', 'PROTOCOL', 1],
  ['gap', 'PROTOCOL', 1],
  ['escape', 'PROTOCOL', 1],
  ['wrong-sheet', 'PROTOCOL', 1],
  ['miscounted', 'PROTOCOL', 1],
  ['missing-file', 'PROTOCOL', 1],
  ['short-file', 'PROTOCOL', 1],
  ['wrong-hash', 'PROTOCOL', 1],
  ['death', 'DRIVER_CRASH', 2],
  ['freeze', 'DRIVER_HANG', 1],
] as const)(
  'a bridge that does «%s» is %s; what it had delivered counts',
  { timeout: PATIENCE },
  async ([scenario, code, good]) => {
    const { scanner } = odd(scenario)
    await scanner.open()
    expect(await run?.scan()).toMatchObject({
      end: 'interrupted',
      fault: { code },
      lastGoodSheet: good,
    })
    expect(run?.keys).toEqual(['1-front', '2-front'].slice(0, good))
  },
)

test('what no scanner can be set to is refused before the bridge hears of it', async () => {
  run = new ScanCollector(root, { driver: 'simulated', id: root }, { dpi: 20 })
  await expect(run.scanner.open()).rejects.toMatchObject({
    code: 'BAD_VALUE',
    message: 'open/settings/dpi: must be >= 75',
  })
  await expect(
    listDevices({ launch: bridgeLaunch() }, 'simulated', 'x'.repeat(1001)),
  ).rejects.toMatchObject({
    code: 'BAD_VALUE',
  })
})

test.for([
  ['done-twice', 1],
  ['other-job', 1],
  ['good', 2],
] as const)(
  '«%s» after the end changes nothing',
  { timeout: PATIENCE },
  async ([scenario, good]) => {
    const { scanner } = odd(scenario)
    await scanner.open()
    expect(await run?.scan()).toMatchObject({
      end: 'feeder-empty',
      fault: null,
      lastGoodSheet: good,
    })
    expect(run?.pages).toHaveLength(good)
  },
)

test.for([
  ['version', 'PROTOCOL'],
  ['odd-answer', 'PROTOCOL'],
  ['no-answer', 'DRIVER_HANG'],
  ['silent', 'ok'],
])(
  'opening a bridge of another kind («%s») is %s',
  { timeout: PATIENCE },
  async ([scenario, code]) => {
    const opening = odd(scenario ?? '').scanner.open()
    if (code === 'ok') await expect(opening).resolves.toMatchObject({ warnings: [] })
    else await expect(opening).rejects.toMatchObject({ code })
  },
)

test('a program that is no bridge at all is a crash', { timeout: PATIENCE }, async () => {
  for (const launch of [
    { command: '/no/such/program', args: [] },
    { command: process.execPath, args: ['-e', 'process.exit(3)'] },
  ])
    await expect(listDevices({ launch }, 'simulated')).rejects.toMatchObject({
      code: 'DRIVER_CRASH',
    })
})

test(
  'one pass at a time; sheets that the station cannot keep stop the feeder',
  { timeout: PATIENCE },
  async () => {
    const stack = path.join(root, 'stack')
    await mkdir(stack)
    for (let sheet = 1; sheet <= 9; sheet++)
      await writeFile(path.join(stack, `${sheet}.jpg`), tinyJpeg(`sheet ${sheet}`))
    run = new ScanCollector(root, { driver: 'simulated', id: stack })
    const { scanner } = run
    await scanner.open()
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    const first = run.scan(1, {
      onSheet: (number) => (number === 3 ? Promise.reject(full) : Promise.resolve()),
    })
    await expect(run.scan(1)).rejects.toMatchObject({ code: 'BUSY' })
    expect(await first).toMatchObject({ fault: { code: 'DISK_FULL' }, lastGoodSheet: 2 })
    expect(await run.scan(3)).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 9 })
    expect(run.pages.map((page) => page.sheet)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  },
)

test('the feeder waits for a station that is behind', { timeout: PATIENCE }, async () => {
  const stack = path.join(root, 'stack')
  await mkdir(stack)
  for (let sheet = 1; sheet <= 6; sheet++)
    await writeFile(path.join(stack, `${sheet}.jpg`), tinyJpeg(`sheet ${sheet}`))
  run = new ScanCollector(root, { driver: 'simulated', id: stack }, { options: { sheetMs: 0 } })
  await run.scanner.open()
  let most = 0
  const outcome = await run.scan(1, {
    ahead: 2,
    onSheet: async (number) => {
      await new Promise((next) => setTimeout(next, 300))
      const fed = [1, 2, 3, 4, 5, 6].filter((sheet) =>
        existsSync(path.join(root, 'job-1', `00000${sheet}-1.jpg`)),
      )
      most = Math.max(most, fed.length - (number - 1))
    },
  })
  expect(outcome).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 6 })
  expect(most).toBe(2)
})

test(
  'a bridge does not outlive the station, also when its driver hangs',
  { timeout: PATIENCE },
  async () => {
    const stack = path.join(root, 'stack')
    await mkdir(stack)
    for (let sheet = 1; sheet <= 2; sheet++)
      await writeFile(path.join(stack, `${sheet}.jpg`), tinyJpeg(`sheet ${sheet}`))
    await writeFile(path.join(stack, 'faults.txt'), 'hang@2')
    const pidFile = path.join(root, 'pid')
    const main = path.resolve(import.meta.dirname, '../main.ts')
    // A station that starts a scan, writes down its bridge, and then never ends.
    const station = `
    const { spawn } = await import('node:child_process')
    const { writeFileSync } = await import('node:fs')
    const bridge = spawn(process.execPath, [${JSON.stringify(main)}], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
    const send = (value) => bridge.stdio[3].write(JSON.stringify(value) + '\\n')
    const settings = { source: 'feeder', dpi: 200, mode: 'gray', area: { widthMm: 210, heightMm: 297 }, options: {} }
    send({ id: 1, cmd: 'open', driver: 'simulated', device: ${JSON.stringify(stack)}, settings })
    bridge.stdio[3].on('data', (chunk) => {
      if (String(chunk).includes('"id":1,'))
        send({ id: 2, cmd: 'scan', job: 'j', dir: ${JSON.stringify(path.join(root, 'job'))}, firstSheet: 1 })
      if (String(chunk).includes('"page"')) writeFileSync(${JSON.stringify(pidFile)}, String(bridge.pid))
    })
    setInterval(() => undefined, 1000)`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', station], {
      stdio: 'ignore',
    })
    const until = async (check: () => boolean) => {
      while (!check()) await new Promise((next) => setTimeout(next, 30))
    }
    onTestFinished(() => void parent.kill('SIGKILL'))
    await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '')
    const pid = Number(await readFile(pidFile, 'utf8'))
    const isAlive = () => isRunning(pid)
    expect(isAlive()).toBe(true)
    parent.kill('SIGKILL')
    await until(() => !isAlive())
    expect(isAlive()).toBe(false)
  },
)

test('devices are listed by a process that is gone afterwards', { timeout: PATIENCE }, async () => {
  expect(await listDevices({ launch: bridgeLaunch() }, 'simulated', root)).toMatchObject([
    { id: root, driver: 'simulated' },
  ])
})

test(
  'what a bridge has compiled is kept for the next, of either thread',
  { timeout: PATIENCE },
  async () => {
    const cache = path.join(root, 'compiled')
    const launch = bridgeLaunch(process.execPath, { NODE_COMPILE_CACHE: cache })
    await listDevices({ launch }, 'simulated', root)
    const kept = await readdir(cache, { recursive: true, withFileTypes: true })
    const texts = kept
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'latin1'))
    // Of each thread and of the driver something that no other module has.
    for (const own of ['openChannel', 'garbage on the channel', 'no whole picture'])
      expect(texts.some((text) => text.includes(own))).toBe(true)
  },
)

/** A process that ended and that nobody has asked about yet still has its number. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const state = existsSync('/proc') ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
    return !/\) Z /.test(state)
  } catch {
    return false
  }
}
