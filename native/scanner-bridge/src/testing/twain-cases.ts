import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readPnmHeader } from '../picture/pnm.ts'
import type { ScanSettings } from '../protocol/settings.ts'
import type { BridgeLaunch } from '../supervisor/bridge-process.ts'
import { listDevices, Scanner } from '../supervisor/scanner.ts'
import type { ScanOutcome } from '../supervisor/scan-run.ts'
import type { Timeouts } from '../supervisor/timeouts.ts'
import { PaperFeeder } from './sane-feeder.ts'

/** Where the cases run: a system, a source manager, a way of transferring pixels. */
export interface TwainPlace {
  /** Which source manager lists the source, of those that were built in the folder. */
  manager: (folder: string) => string
  transfer: 'memory' | 'native'
  timeouts: Partial<Timeouts>
  /** Builds what is needed in a folder; returns how a bridge is started there. */
  prepare: (folder: string) => Promise<(environment: Record<string, string>) => BridgeLaunch>
  /** Is what drivers print kept for the log? */
  isHeard: boolean
  /** Words for what sources differ in; each is a run of its own. */
  habits: readonly string[]
  /** Only what depends on the way of transferring: the rest is shown by the other one. */
  transferOnly?: boolean
}

const SIZE = { width: 203, height: 91, channels: 1 } as const
const SETTINGS: ScanSettings = {
  source: 'feeder',
  dpi: 200,
  mode: 'gray',
  area: { widthMm: 214, heightMm: 301 },
  options: {},
}

/** Registers everything that a TWAIN source can do to us, in the suite around the call. */
export function twainCases(place: TwainPlace): void {
  let root: string
  let launchWith: (environment: Record<string, string>) => BridgeLaunch
  let feeder: PaperFeeder
  let truth: Map<string, Buffer>
  let scanner: Scanner
  let jobs = 0
  let kept: string[]
  let log: string[]

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'twain-'))
    launchWith = await place.prepare(root)
  }, 300_000)

  beforeEach(async () => {
    feeder = new PaperFeeder(path.join(root, 'paper'))
    await fill()
    kept = []
    log = []
    scanner = new Scanner(options(), device(), SETTINGS)
    return async () => {
      await scanner.close()
      expect(kept.filter((key) => key.startsWith('wrong'))).toEqual([])
      // Whatever happened, the source was never called in a state in which it must not be.
      expect(await readFile(path.join(feeder.folder, 'calls'), 'utf8')).toBe('')
    }
  })

  afterAll(() => rm(root, { recursive: true, force: true }))

  async function fill(channels: 1 | 3 = 1) {
    truth = await feeder.fill(5, { ...SIZE, channels })
    await writeFile(path.join(feeder.folder, 'calls'), '')
  }

  const options = (habits = '') => ({
    launch: launchWith({ FEEDER_DIR: feeder.folder, TWAIN_TEST_HABITS: habits }),
    timeouts: place.timeouts,
    log: (text: string) => log.push(text),
  })
  const deviceCalled = (name: string) =>
    ({ driver: 'twain64', id: `twain64|${place.manager(root)}|${name}` }) as const
  const device = () => deviceCalled('Hengjuan Exam feeder')

  async function open(settings: Partial<ScanSettings> = {}, habits = '') {
    await scanner.close()
    scanner = new Scanner(options(habits), device(), {
      ...SETTINGS,
      transfer: place.transfer,
      ...settings,
    })
    return scanner.open()
  }

  /** One press on the start button. Every page must be that of its sheet, pixel by pixel. */
  async function scan(
    firstSheet: number,
    more: { limitSheets?: number; onSheet?: (number: number) => void } = {},
    expected: (key: string) => Buffer | undefined = (key) => truth.get(key),
  ): Promise<ScanOutcome> {
    const dir = path.join(root, `job-${++jobs}`)
    const outcome = await scanner.scan({
      job: `job-${jobs}`,
      dir,
      firstSheet,
      ahead: 2,
      limitSheets: more.limitSheets,
      onSheet: async ({ number, pages }) => {
        for (const { content, side } of pages) {
          const header = readPnmHeader(content)
          expect(header).toMatchObject({ width: SIZE.width, height: SIZE.height, dpi: 200 })
          const key = `${number}-${side === 'front' ? 1 : 2}`
          const pixels = content.subarray(header?.offset)
          kept.push(pixels.equals(expected(key) ?? Buffer.alloc(0)) ? key : `wrong ${key}`)
        }
        more.onSheet?.(number)
      },
    })
    const left = await readdir(dir).catch(() => [])
    expect(left.filter((name) => name.endsWith('.part'))).toEqual([])
    return outcome
  }

  test.skipIf(place.transferOnly === true)(
    'the source is listed with its maker, by the manager that has it',
    async () => {
      // Wine brings a source of its own.
      expect(await listDevices(options(), 'twain64', place.manager(root))).toContainEqual({
        ...device(),
        name: 'Hengjuan Exam feeder',
        vendor: 'Hengjuan',
        stableKey: 'twain64:Hengjuan:Hengjuan Exam feeder',
      })
    },
  )

  test('a stack is read sheet by sheet until the feeder is empty; then there is nothing more', async () => {
    expect(await open()).toEqual({
      applied: { source: 'feeder', dpi: 200, mode: 'gray' },
      warnings: [],
    })
    expect(await scanner.status()).toEqual({ feeder: 'loaded' })
    expect(await scan(1)).toEqual({ end: 'feeder-empty', fault: null, lastGoodSheet: 5 })
    expect(kept).toEqual(['1-1', '2-1', '3-1', '4-1', '5-1'])
    expect(await scanner.status()).toEqual({ feeder: 'empty' })
    expect(await scan(6)).toMatchObject({ end: 'interrupted', fault: { code: 'NO_DOCS' } })
    await feeder.putBackFrom(4)
    expect(await scan(4)).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 5 })
  })

  test.for(place.habits)('a source with the habit «%s» gives the same', async (habit) => {
    await open({ source: 'duplex' }, habit)
    expect(await scan(1)).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 5 })
    expect(kept).toEqual([1, 2, 3, 4, 5].flatMap((sheet) => [`${sheet}-1`, `${sheet}-2`]))
    expect(await scan(6)).toMatchObject({ end: 'interrupted', fault: { code: 'NO_DOCS' } })
  })

  test.skipIf(place.transferOnly === true)(
    'a limit leaves the rest in the feeder, also of a feeder that draws ahead',
    async () => {
      await open({ readAhead: true })
      expect(await scan(1, { limitSheets: 2 })).toMatchObject({ end: 'limit', lastGoodSheet: 2 })
      expect(await feeder.top()).toBe(3)
      expect(await scan(3)).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 5 })
    },
  )

  test('a pause takes in what the feeder has drawn ahead, and no sheet is in nobody’s hands', async () => {
    await open({ source: 'duplex', readAhead: true })
    const first = await scan(1, { onSheet: (number) => number === 1 && scanner.pause() })
    expect(first).toMatchObject({ end: 'paused', fault: null })
    expect(await feeder.top()).toBe(first.lastGoodSheet + 1)
    expect(first.lastGoodSheet).toBeLessThan(5)
    expect(await scan(first.lastGoodSheet + 1)).toMatchObject({ end: 'feeder-empty' })
    expect(kept).toHaveLength(10)
  })

  test('a stop ends at once, and the device stays open', async () => {
    await open()
    const first = await scan(1, { onSheet: (number) => number === 2 && scanner.stop() })
    expect(first.end).toBe('stopped')
    await feeder.putBackFrom(first.lastGoodSheet + 1)
    expect(await scan(first.lastGoodSheet + 1)).toMatchObject({ end: 'feeder-empty' })
    expect(kept).toEqual(['1-1', '2-1', '3-1', '4-1', '5-1'])
  })

  /** Those that strike while pixels come in, and one before. */
  const whileTransferring = [
    ['3 1 jam', 'JAMMED'],
    ['3 1 short', 'SHORT_PAGE'],
    ['3 1 hang', 'DRIVER_HANG'],
    ['3 2 crash', 'DRIVER_CRASH'],
  ]
  const others = [
    ['3 1 jam-late', 'JAMMED'],
    ['3 1 double-feed', 'DOUBLE_FEED'],
    ['3 1 cover', 'COVER_OPEN'],
    ['3 2 offline', 'OFFLINE'],
    ['3 1 io', 'IO_ERROR'],
    ['3 2 short', 'SHORT_PAGE'],
    ['3 2 no-docs', 'INCOMPLETE_SHEET'],
    ['3 1 swapped', 'INCOMPLETE_SHEET'],
  ]
  test.for(place.transferOnly === true ? whileTransferring : [...whileTransferring, ...others])(
    '%s: sheets 1 and 2 are kept, %s is told, and feeding goes on from sheet 3',
    async ([fault, code]) => {
      await feeder.faults([fault ?? ''])
      await open({ source: 'duplex', doubleFeed: { ultrasonic: true, length: false } })
      expect(await scan(1)).toMatchObject({
        end: 'interrupted',
        fault: { code },
        lastGoodSheet: 2,
      })
      expect(kept).toEqual(['1-1', '1-2', '2-1', '2-2'])
      expect(scanner.isOpen).toBe(true)
      await feeder.putBackFrom(3)
      expect(await scan(3)).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 5 })
      expect(kept).toHaveLength(10)
    },
  )

  test.skipIf(place.transferOnly === true)(
    'with its detectors off two sheets pass as one, and nobody can know',
    async () => {
      await feeder.faults(['3 1 double-feed'])
      await open({ doubleFeed: { ultrasonic: false, length: false } })
      // The sheet below the third one went through with it.
      const paper = (key: string) => truth.get(key === '4-1' ? '5-1' : key)
      expect(await scan(1, {}, paper)).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 4 })
      expect(await feeder.top()).toBe(6)
    },
  )

  test.for([
    ['color', 3],
    ['color', 1],
    ['gray', 3],
    ['bw', 1],
  ] as const)(
    '%s of pictures with %i channels has the pixels of the paper',
    async ([mode, channels]) => {
      await fill(channels)
      await open({ mode })
      const outcome = await scan(1, {}, (key) => pixelsIn(mode, channels, truth.get(key)))
      expect(outcome).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 5 })
    },
  )

  test('a maker’s window may stay open as long as somebody needs', async () => {
    await open({ showVendorUi: true })
    expect(await scan(1, { limitSheets: 1 })).toMatchObject({ end: 'limit' })
  })

  test.skipIf(place.transferOnly === true)('what would lose pages is an error', async () => {
    await expect(open({ source: 'duplex' }, 'no-duplex')).rejects.toMatchObject({
      code: 'UNSUPPORTED',
    })
    await expect(open({}, 'no-feeder')).rejects.toMatchObject({ code: 'UNSUPPORTED' })
    await expect(open({}, 'keeps-blank')).rejects.toMatchObject({ code: 'UNSUPPORTED' })
    scanner = new Scanner(options(), deviceCalled('other'), SETTINGS)
    await expect(scanner.open()).rejects.toMatchObject({ code: 'OFFLINE' })
  })

  test.skipIf(place.transferOnly === true)(
    'what only looks different is a warning, with what came of it',
    async () => {
      expect(
        await open({
          dpi: 240,
          tone: { brightness: 50, contrast: 20, threshold: null },
          dropout: 'red',
          overscan: true,
          background: 'black',
          doubleFeed: { ultrasonic: true, length: true },
          area: { widthMm: 320, heightMm: 301 },
          options: {
            ICAP_BRIGHTNESS: 333,
            CAP_FEEDERLOADED: false,
            ICAP_GAMMA: 2,
            ICAP_NOISEFILTER: 0,
            '0x8001': 7,
            nonsense: true,
          },
        }),
      ).toEqual({
        applied: { source: 'feeder', dpi: 200, mode: 'gray' },
        warnings: [
          { option: 'resolution', wanted: 240, got: 200 },
          { option: 'widthMm', wanted: 320, got: expect.closeTo(304.8, 1) },
          { option: 'contrast', wanted: 20, got: null },
          { option: 'dropout', wanted: 'red', got: null },
          { option: 'overscan', wanted: true, got: null },
          { option: 'background', wanted: 'black', got: null },
          { option: 'ICAP_BRIGHTNESS', wanted: 333, got: 330 },
          { option: 'CAP_FEEDERLOADED', wanted: false, got: true },
          { option: 'ICAP_GAMMA', wanted: 2, got: null },
          { option: '0x8001', wanted: 7, got: null },
          { option: 'nonsense', wanted: true, got: null },
        ],
      })
    },
  )

  test.skipIf(place.transferOnly === true)(
    'what the source can do is told from all four kinds of container',
    async () => {
      await open({
        doubleFeed: { ultrasonic: true, length: true },
        tone: { brightness: 50, contrast: 0, threshold: null },
      })
      const caps = await scanner.caps()
      expect(caps).toMatchObject({
        sources: ['flatbed', 'feeder', 'duplex'],
        modes: ['bw', 'gray', 'color'],
        dpi: [100, 150, 200, 300],
      })
      expect(caps.vendor).toEqual(
        expect.arrayContaining([
          { name: 'CAP_SERIALNUMBER', type: 'one', value: 'SN-0001' },
          { name: 'ICAP_PIXELTYPE', type: 'list', value: '1' },
          { name: 'ICAP_BRIGHTNESS', type: 'range', value: '500' },
          { name: 'CAP_DOUBLEFEEDDETECTION', type: 'array', value: '0' },
          { name: 'CAP_DOUBLEFEEDDETECTIONRESPONSE', type: 'list', value: '0' },
        ]),
      )
    },
  )

  test.skipIf(place.transferOnly === true)(
    'what the driver prints does not disturb the channel',
    async () => {
      await open()
      expect(await scan(1)).toMatchObject({ end: 'feeder-empty' })
      expect(log.join('\n').includes('noise of the driver')).toBe(place.isHeard)
    },
  )
}

/** The pixels of a picture file as the source gives them in a mode. */
function pixelsIn(
  mode: ScanSettings['mode'],
  channels: 1 | 3,
  paper: Buffer | undefined,
): Buffer | undefined {
  if (!paper) return undefined
  const { width, height } = SIZE
  const gray = (at: number) => paper[channels === 3 ? at * 3 + 1 : at] ?? 0
  if (mode === 'gray')
    return Buffer.from(Array.from({ length: width * height }, (_, at) => gray(at)))
  if (mode === 'color')
    return channels === 3
      ? paper
      : Buffer.from(Array.from({ length: paper.length * 3 }, (_, at) => gray(Math.floor(at / 3))))
  const rowBytes = Math.ceil(width / 8)
  const bits = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (gray(y * width + x) < 128)
        bits[y * rowBytes + (x >> 3)] = (bits[y * rowBytes + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
  return bits
}
