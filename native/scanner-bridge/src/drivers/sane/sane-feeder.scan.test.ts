import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readPnmHeader } from '../../picture/pnm.ts'
import { bridgeLaunch } from '../../supervisor/bridge-process.ts'
import { listDevices, Scanner } from '../../supervisor/scanner.ts'
import type { ScanOutcome } from '../../supervisor/scan-run.ts'
import type { ScanSettings } from '../../protocol/settings.ts'
import { buildFeeder, PaperFeeder, whyNoFeeder } from '../../testing/sane-feeder.ts'

const reason = whyNoFeeder()
if (reason !== null) console.warn(`skipped: ${reason}`)

const SIZE = { width: 203, height: 91, channels: 1 } as const
/** Long against a page of this size on a busy machine, short against a test. */
const TIMEOUTS = { feeding: 3000, reading: 3000 }
const SETTINGS: ScanSettings = {
  source: 'feeder',
  dpi: 200,
  mode: 'gray',
  area: { widthMm: 214, heightMm: 301 },
  options: {},
}

describe.skipIf(reason !== null)('a feeder behind libsane', () => {
  let root: string
  let environment: Record<string, string>
  let feeder: PaperFeeder
  let truth: Map<string, Buffer>
  let scanner: Scanner
  let jobs = 0
  let kept: string[]
  let log: string[]

  const launch = () => bridgeLaunch(process.execPath, { ...environment, FEEDER_DIR: feeder.folder })
  const options = () => ({
    launch: launch(),
    timeouts: TIMEOUTS,
    log: (text: string) => log.push(text),
  })

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'sane-feeder-'))
    environment = await buildFeeder(root)
  })

  beforeEach(async () => {
    feeder = new PaperFeeder(path.join(root, 'paper'))
    truth = await feeder.fill(5, SIZE)
    kept = []
    log = []
    return async () => scanner?.close()
  })

  afterAll(() => rm(root, { recursive: true, force: true }))

  async function open(settings: Partial<ScanSettings> = {}) {
    scanner = new Scanner(
      options(),
      { driver: 'sane', id: 'examfeed:feeder' },
      { ...SETTINGS, ...settings },
    )
    return scanner.open()
  }

  /** One press on the start button. Every page must be that of its sheet, pixel by pixel. */
  async function scan(
    firstSheet: number,
    more: { limitSheets?: number } = {},
  ): Promise<ScanOutcome> {
    const dir = path.join(root, `job-${++jobs}`)
    const outcome = await scanner.scan({
      job: `job-${jobs}`,
      dir,
      firstSheet,
      ahead: 2,
      ...more,
      onSheet: async ({ number, pages }) => {
        for (const { content, side } of pages) {
          const header = readPnmHeader(content)
          expect(header).toMatchObject({ width: SIZE.width, height: SIZE.height, dpi: 200 })
          const key = `${number}-${side === 'front' ? 1 : 2}`
          expect(
            content.subarray(header?.offset).equals(truth.get(key) ?? Buffer.alloc(0)),
            key,
          ).toBe(true)
          kept.push(key)
        }
      },
    })
    expect((await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.part'))).toEqual(
      [],
    )
    return outcome
  }

  test('is found by its name', async () => {
    expect(await listDevices(options(), 'sane')).toEqual([
      {
        id: 'examfeed:feeder',
        name: 'Hengjuan Exam feeder',
        vendor: 'Hengjuan',
        driver: 'sane',
        stableKey: 'sane:examfeed:Hengjuan:Exam feeder',
      },
    ])
  })

  test('a stack is read sheet by sheet, until the feeder is empty; then there is nothing more', async () => {
    expect(await open()).toEqual({
      applied: { source: 'feeder', dpi: 200, mode: 'gray' },
      warnings: [],
    })
    expect(await scan(1)).toEqual({ end: 'feeder-empty', fault: null, lastGoodSheet: 5 })
    expect(kept).toEqual(['1-1', '2-1', '3-1', '4-1', '5-1'])
    expect(await scan(6)).toMatchObject({
      end: 'interrupted',
      fault: { code: 'NO_DOCS' },
      lastGoodSheet: 5,
    })
  })

  test('duplex gives front and back of every sheet', async () => {
    await open({ source: 'duplex' })
    expect(await scan(1)).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 5 })
    expect(kept).toEqual([1, 2, 3, 4, 5].flatMap((sheet) => [`${sheet}-1`, `${sheet}-2`]))
  })

  test('a limit leaves the rest in the feeder', async () => {
    await open()
    expect(await scan(1, { limitSheets: 2 })).toMatchObject({ end: 'limit', lastGoodSheet: 2 })
    expect(await feeder.top()).toBe(3)
  })

  test.for([
    ['3 1 jam', 'JAMMED'],
    ['3 1 jam-late', 'JAMMED'],
    ['3 1 double-feed', 'JAMMED'],
    ['3 1 cover', 'COVER_OPEN'],
    ['3 1 io', 'IO_ERROR'],
    ['3 1 short', 'SHORT_PAGE'],
    ['3 2 short', 'SHORT_PAGE'],
    ['3 2 no-docs', 'INCOMPLETE_SHEET'],
    ['3 1 hang', 'DRIVER_HANG'],
    ['3 2 crash', 'DRIVER_CRASH'],
  ])(
    '%s: sheets 1 and 2 are kept, %s is told, and feeding goes on from sheet 3',
    async ([fault, code]) => {
      await feeder.faults([fault ?? ''])
      await open({ source: 'duplex' })
      expect(await scan(1)).toMatchObject({ end: 'interrupted', fault: { code }, lastGoodSheet: 2 })
      expect(kept).toEqual(['1-1', '1-2', '2-1', '2-2'])
      expect(scanner.isOpen).toBe(true)
      await feeder.putBackFrom(3)
      expect(await scan(3)).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 5 })
      expect(kept).toHaveLength(10)
    },
  )

  test('what the driver prints does not disturb the channel', async () => {
    await open()
    expect(await scan(1)).toMatchObject({ end: 'feeder-empty' })
    expect(log.join('\n')).toContain('noise of the driver')
  })

  test('a driver that keeps dying is given up until somebody opens it again', async () => {
    await feeder.faults(['1 1 crash', '1 1 crash', '1 1 crash'])
    await open()
    for (let death = 1; death <= 3; death++) {
      expect(await scan(1)).toMatchObject({ fault: { code: 'DRIVER_CRASH' }, lastGoodSheet: 0 })
      await feeder.putBackFrom(1)
      expect(scanner.isOpen).toBe(death < 3)
    }
    await scanner.open()
    expect(await scan(1)).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 5 })
  })

  test('what the device cannot do is an error when pages would be lost, a warning otherwise', async () => {
    await expect(open({ source: 'flatbed' })).rejects.toMatchObject({ code: 'UNSUPPORTED' })
    expect(await open({ dpi: 240, options: { swdespeck: 3 } })).toEqual({
      applied: { source: 'feeder', dpi: 200, mode: 'gray' },
      warnings: [
        { option: 'resolution', wanted: 240, got: 200 },
        { option: 'swdespeck', wanted: 3, got: null },
      ],
    })
  })

  test('what a profile says in our words reaches the device under its names', async () => {
    const { warnings } = await open({
      tone: { brightness: 50, contrast: 20, threshold: null },
      dropout: 'red',
      overscan: true,
      background: 'black',
      doubleFeed: { ultrasonic: true, length: true },
      readAhead: true,
      options: { swcrop: false, 'no-such': 'On' },
    })
    const { vendor } = await scanner.caps()
    const values = Object.fromEntries(vendor.map(({ name, value }) => [name, value]))
    // Half of the way from 0 to 127.
    expect(values).toMatchObject({
      brightness: '64',
      dropoutcolor: 'Red',
      overscan: 'On',
      'df-action': 'Stop',
      'df-thickness': 'true',
      'df-length': 'true',
    })
    // It has no contrast, no background and no such option; what it lacks need not be switched off.
    expect(warnings).toEqual([
      { option: 'contrast', wanted: 20, got: null },
      { option: 'background', wanted: 'black', got: null },
      { option: 'no-such', wanted: 'On', got: null },
    ])
  })

  test('with its detectors off two sheets pass as one, and nobody can know', async () => {
    await open({ doubleFeed: { ultrasonic: false, length: false } })
    await feeder.faults(['3 1 double-feed'])
    const job = scanner.scan({
      job: 'blind',
      dir: path.join(root, 'blind'),
      firstSheet: 1,
      ahead: 2,
      onSheet: async () => undefined,
    })
    expect(await job).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 4 })
    expect(await feeder.top()).toBe(6)
  })

  test('the device says whether paper lies in the feeder', async () => {
    await open()
    expect(await scanner.status()).toEqual({ feeder: 'loaded' })
    await feeder.putBackFrom(6)
    expect(await scanner.status()).toEqual({ feeder: 'empty' })
  })
})
