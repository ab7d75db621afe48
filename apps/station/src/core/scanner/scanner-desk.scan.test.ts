import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bridgeLaunch } from '@hengjuan/scanner-bridge'
import { buildFeeder, PaperFeeder, whyNoFeeder } from '@hengjuan/scanner-bridge/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ScannerChoice } from '../../bridge/scanner-api.ts'
import { PaperStack, stackTemplate } from '../../testing/paper-stack.ts'
import { rememberReadings } from '../../testing/remember-readings.ts'
import { EXAM_ID, SUBJECT_ID } from '../../testing/double-exam.ts'
import { type ServerDouble, startServerDouble } from '../../testing/server-double.ts'
import { createStation, type Station } from '../station.ts'
import type { StationOptions } from '../station-options.ts'

const reader = rememberReadings()
let root: string
let server: ServerDouble
let stack: PaperStack
let station: Station
/** For each sheet, so that a pass is still under way when something is done to it. */
const SLOW_MS = 1000
/** A driver that hangs is killed after this. */
const TIMEOUTS = { feeding: 1500, reading: 1500 }

const start = (scanner: StationOptions['scanner'] = { timeouts: TIMEOUTS }) =>
  createStation({
    dataDir: path.join(root, 'data'),
    serverUrl: server.url,
    pollMs: 60,
    stableMs: 80,
    settleMs: 300,
    reader,
    scanner,
  })

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'scanner-desk-'))
  server = await startServerDouble(stackTemplate())
  stack = new PaperStack(path.join(root, 'paper'))
  station = await start()
  await station.api.signIn({ account: 'operator', password: 'right' })
})

afterEach(async () => {
  await station.stop()
  await server.close()
  await rm(root, { recursive: true })
})

const openBatch = (label = '第一袋') =>
  station.api.openBatch({ exam_id: EXAM_ID, subject_id: SUBJECT_ID, label })

async function connect(change: Partial<ScannerChoice> = {}) {
  const [offer] = await station.api.listScanners({ driver: 'simulated', address: stack.folder })
  const choice: ScannerChoice = {
    driver: 'simulated',
    device_id: offer?.device_id ?? '',
    device_name: offer?.device_name ?? '',
    profile_id: 'simulated',
    profile_name: '模拟扫描仪',
    paper_source: 'duplex',
    dpi: 200,
    mode: 'gray',
    paper: 'a4',
    ...change,
  }
  return station.api.openScanner(choice)
}

/** Presses the button and waits until the feeder stands still. */
async function feed(batch_id: string) {
  await station.api.startScan({ batch_id })
  return standstill()
}

async function standstill() {
  await vi.waitFor(
    async () => expect((await station.api.state({})).scanner.phase).toMatch(/ready|closed/),
    { timeout: 120_000, interval: 30 },
  )
  return (await station.api.state({})).scanner
}

const close = async (batch_id: string) => {
  await station.api.closeBatch({ batch_id })
  return station.api.waitForBatch({ batch_id, timeout_ms: 180_000 })
}

const storedHashes = () =>
  [...server.sheets.values()]
    .toSorted((a, b) => a.manifest.seq - b.manifest.seq)
    .flatMap(({ manifest }) => manifest.pages.map((page) => page.image.sha256))

test('paper from a feeder becomes sheets on the server, in the order of the stack', async () => {
  await stack.scan('front', 'back', 'upsideDown', 'back', 'front', 'back')
  const { batch_id } = await openBatch()
  expect((await connect()).scanner).toMatchObject({ phase: 'ready', sheets: 0, notice: null })
  expect(await feed(batch_id)).toMatchObject({
    phase: 'ready',
    sheets: 3,
    notice: { tone: 'ok', title: '进纸口的纸已扫完', last_good_sheet: 3, put_back_from: null },
  })
  expect(await feed(batch_id)).toMatchObject({ sheets: 3, notice: { code: 'NO_DOCS' } })
  expect(await close(batch_id)).toMatchObject({
    state: 'closed',
    images: 6,
    sheets: 3,
    uploaded: 3,
  })
  expect(storedHashes()).toEqual(stack.hashes)
})

test('after a jam, a crash and a hang the operator is told which sheets to put back; none is lost or doubled', async () => {
  for (let sheet = 0; sheet < 5; sheet++) await stack.scan('front', 'back')
  await writeFile(path.join(stack.folder, 'faults.txt'), 'jam@2, crash@3, hang@5')
  const { batch_id } = await openBatch()
  await connect()
  expect(await feed(batch_id)).toMatchObject({
    phase: 'ready',
    notice: { code: 'JAMMED', last_good_sheet: 1, put_back_from: 2 },
  })
  expect(await feed(batch_id)).toMatchObject({
    phase: 'ready',
    notice: { code: 'DRIVER_CRASH', last_good_sheet: 2, put_back_from: 3 },
  })
  expect(await feed(batch_id)).toMatchObject({
    phase: 'ready',
    notice: { code: 'DRIVER_HANG', last_good_sheet: 4, put_back_from: 5 },
  })
  expect(await feed(batch_id)).toMatchObject({ sheets: 5, notice: { tone: 'ok' } })
  expect(await close(batch_id)).toMatchObject({ images: 10, uploaded: 5, duplicates: 0 })
  expect(storedHashes()).toEqual(stack.hashes)
})

test('the last good sheet can be held against its picture', async () => {
  await stack.scan('front', 'back', 'front', 'back')
  const { batch_id } = await openBatch()
  await connect()
  await feed(batch_id)
  await vi.waitFor(
    async () => {
      const { scanner } = await station.api.state({})
      const picture = await station.readPicture(scanner.last_image_id ?? '', 'page')
      expect(picture).not.toBeNull()
    },
    { timeout: 120_000 },
  )
  const { last_image_id } = (await station.api.state({})).scanner
  await close(batch_id)
  const { list } = await station.api.listSheets({ batch_id })
  expect(list[0]).toMatchObject({ seq: 2, cover_id: last_image_id })
})

test('a pause ends after a whole sheet, and the batch cannot be closed before it', async () => {
  stack = new PaperStack(stack.folder, SLOW_MS)
  for (let sheet = 0; sheet < 6; sheet++) await stack.scan('front', 'back')
  const { batch_id } = await openBatch()
  await connect()
  await station.api.startScan({ batch_id })
  // From the first moment on, before a sheet has moved.
  await expect(station.api.closeBatch({ batch_id })).rejects.toThrow('请先停止扫描')
  await vi.waitFor(
    async () => expect((await station.api.state({})).scanner.sheets).toBeGreaterThan(0),
    { timeout: 120_000, interval: 20 },
  )
  await expect(station.api.startScan({ batch_id })).rejects.toThrow('正在工作')
  await station.api.pauseScan({})
  const paused = await standstill()
  expect(paused).toMatchObject({ notice: { title: '已暂停', put_back_from: paused.sheets + 1 } })
  expect(paused.sheets).toBeLessThan(6)
  expect(await feed(batch_id)).toMatchObject({ sheets: 6 })
  expect(await close(batch_id)).toMatchObject({ images: 12, uploaded: 6 })
  expect(storedHashes()).toEqual(stack.hashes)
})

test('a station that ends in the middle says at its next start where to go on', async () => {
  stack = new PaperStack(stack.folder, SLOW_MS)
  for (let sheet = 0; sheet < 5; sheet++) await stack.scan('front', 'back')
  const { batch_id } = await openBatch()
  await connect()
  await station.api.startScan({ batch_id })
  await vi.waitFor(
    async () => expect((await station.api.state({})).scanner.sheets).toBeGreaterThan(1),
    { timeout: 120_000, interval: 20 },
  )
  await station.stop()
  station = await start()
  const { scanner } = await station.api.state({})
  expect(scanner).toMatchObject({
    phase: 'closed',
    batch_id,
    choice: { device_id: stack.folder },
    notice: { title: '上次扫描没有正常结束', put_back_from: scanner.sheets + 1 },
  })
  await connect()
  expect(await feed(batch_id)).toMatchObject({ sheets: 5, notice: { tone: 'ok' } })
  expect(await close(batch_id)).toMatchObject({ images: 10, uploaded: 5 })
  expect(storedHashes()).toEqual(stack.hashes)
})

test('what cannot be connected says so in Chinese', async () => {
  expect(
    await station.api.listScanners({ driver: 'simulated', address: '/no/such/folder' }),
  ).toEqual([])
  await expect(
    station.api.listScanners({ driver: 'escl', address: 'http://127.0.0.1:9/eSCL' }),
  ).rejects.toThrow('扫描仪没有连接')
  await stack.scan('front', 'back')
  await expect(connect({ device_id: '/no/such/folder' })).rejects.toThrow('扫描仪没有连接')
  await expect(connect({ profile_id: 'generic-sane' })).rejects.toThrow('没有这个扫描仪配置')
  const { batch_id } = await openBatch()
  await expect(station.api.startScan({ batch_id })).rejects.toThrow('扫描仪还没有连接')
})

const reason = whyNoFeeder()
if (reason !== null) console.warn(`skipped: ${reason}`)

test.skipIf(reason !== null)(
  'raw pages of libsane are kept as JPEG, every one of them',
  async () => {
    const feeder = new PaperFeeder(path.join(root, 'feeder-paper'))
    const size = { width: 320, height: 200, channels: 1 as const }
    const truth = await feeder.fill(3, size)
    await station.stop()
    const environment = { ...(await buildFeeder(root)), FEEDER_DIR: feeder.folder }
    station = await start({
      launch: bridgeLaunch(process.execPath, environment),
      timeouts: TIMEOUTS,
    })
    await station.api.signIn({ account: 'operator', password: 'right' })
    const { batch_id } = await openBatch()
    const [offer] = await station.api.listScanners({ driver: 'sane' })
    expect(offer).toMatchObject({ device_name: 'Hengjuan Exam feeder' })
    expect(offer?.profiles[0]).toMatchObject({ profile_id: 'generic-sane' })
    const { scanner } = await connect({
      driver: 'sane',
      device_id: offer?.device_id ?? '',
      profile_id: 'generic-sane',
    })
    expect(scanner.warnings).toEqual([])
    expect(await feed(batch_id)).toMatchObject({ sheets: 3, notice: { tone: 'ok' } })
    await close(batch_id)
    const manifests = [...server.sheets.values()].map(({ manifest }) => manifest)
    const pages = manifests.flatMap((manifest) => manifest.pages)
    expect(pages).toHaveLength(truth.size)
    for (const { image } of pages)
      expect(image).toMatchObject({ mime: 'image/jpeg', width_px: 320, height_px: 200 })
    expect(new Set(pages.map((page) => page.image.sha256)).size).toBe(truth.size)
  },
)
