import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ScanSettings } from '../../protocol/settings.ts'
import { bridgeLaunch } from '../../supervisor/bridge-process.ts'
import { listDevices } from '../../supervisor/scanner.ts'
import { ScanCollector, temporaryFolder } from '../../testing/collect-scan.ts'
import { type EsclDouble, startEsclDouble } from '../../testing/escl-double.ts'
import { tinyJpeg } from '../../testing/tiny-jpeg.ts'

const PATIENCE = 120_000

let device: EsclDouble
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let run: ScanCollector

beforeEach(async () => {
  device = await startEsclDouble()
  folder = await temporaryFolder()
  device.feeder = Array.from({ length: 6 }, (_, at) => tinyJpeg(`page ${at + 1}`))
  return async () => {
    await run?.scanner.close()
    await device.close()
    await folder.remove()
  }
}, PATIENCE)

async function open(settings: Partial<ScanSettings> = {}) {
  run = new ScanCollector(folder.root, { driver: 'escl', id: device.url }, settings)
  return run.scanner.open()
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test(
  'a scanner is found at its address, whatever of it was typed',
  { timeout: PATIENCE },
  async () => {
    const host = new URL(device.url).host
    for (const address of [device.url, `http://${host}`, host])
      expect(await listDevices({ launch: bridgeLaunch() }, 'escl', address)).toEqual([
        {
          id: `${device.url}/`,
          name: 'Example & Co. ADS-1',
          vendor: 'Example',
          driver: 'escl',
          stableKey: 'escl:S/N 1',
        },
      ])
  },
)

test(
  'duplex pages come as they are, in pairs; the job is ended',
  { timeout: PATIENCE },
  async () => {
    const truth = device.feeder.map(hashOf)
    expect(await open({ source: 'duplex', dpi: 300 })).toMatchObject({ warnings: [] })
    expect(await run.scan()).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 3 })
    expect(run.keys).toEqual(['1-front', '1-back', '2-front', '2-back', '3-front', '3-back'])
    expect(run.pages.map((page) => page.sha256)).toEqual(truth)
    expect(run.pages[0]).toMatchObject({ format: 'jpeg', width: 8, height: 9, dpi: 300 })
    expect(device.posted[0]).toContain('<scan:Duplex>true</scan:Duplex>')
    expect(device.posted[0]).toContain('<scan:XResolution>300</scan:XResolution>')
    expect(device.deleted).toEqual(['/eSCL/ScanJobs/1'])
  },
)

test.for<[name: string, prepare: (device: EsclDouble) => void, code: string, lastGood: number]>([
  ['a jam behind 409', (it) => it.mischief.push('none', 'jam'), 'JAMMED', 1],
  ['an answer that is cut', (it) => it.mischief.push('none', 'cut'), 'IO_ERROR', 1],
  ['half a picture', (it) => it.mischief.push('none', 'half'), 'SHORT_PAGE', 1],
  ['a refusal', (it) => it.mischief.push('refuse'), 'ACCESS_DENIED', 0],
  [
    'a double feed that ends like an empty feeder',
    (it) => {
      it.feeder.length = 2
      it.adfState = 'ScannerAdfMultipickDetected'
    },
    'DOUBLE_FEED',
    2,
  ],
  [
    'an open hatch',
    (it) => {
      it.feeder.length = 0
      it.adfState = 'ScannerAdfHatchOpen'
    },
    'COVER_OPEN',
    0,
  ],
  ['an empty feeder', (it) => (it.feeder.length = 0), 'NO_DOCS', 0],
])('%s is told as what it is', { timeout: PATIENCE }, async ([, prepare, code, lastGood]) => {
  prepare(device)
  await open()
  expect(await run.scan()).toMatchObject({ fault: { code }, lastGoodSheet: lastGood })
  expect(run.pages).toHaveLength(lastGood)
})

test(
  'a busy device is waited for, when starting and between pages',
  { timeout: PATIENCE },
  async () => {
    device.busyStarts = 1
    device.mischief.push('busy', 'busy')
    await open()
    expect(await run.scan()).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 6 })
  },
)

test(
  'a connection that the device has closed meanwhile is replaced by a new one',
  { timeout: PATIENCE },
  async () => {
    device.closesAt = ['/ScanJobs']
    await open()
    expect(await run.scan()).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 6 })
    expect(device.closesAt).toEqual([])
    expect(device.posted).toHaveLength(1)
  },
)

test(
  'a page whose request got lost is not asked for again: its sheet may have been fed',
  { timeout: PATIENCE },
  async () => {
    device.closesAt = ['/NextDocument']
    await open()
    expect(await run.scan()).toMatchObject({ fault: { code: 'OFFLINE' }, lastGoodSheet: 0 })
    expect(device.feeder).toHaveLength(6)
  },
)

test(
  'the host that the device names for a job is not believed',
  { timeout: PATIENCE },
  async () => {
    device.locationHost = 'printer.invalid:80'
    await open()
    expect(await run.scan()).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 6 })
  },
)

test(
  'a feeder that says "empty" over its paper is read all the same',
  { timeout: PATIENCE },
  async () => {
    device.adfState = 'ScannerAdfEmpty'
    await open()
    expect(await run.scan()).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 6 })
  },
)

test('a feeder without glass, and one without duplex', { timeout: PATIENCE }, async () => {
  device.hasPlaten = false
  device.hasDuplex = false
  await expect(open({ source: 'duplex' })).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  await expect(open({ source: 'flatbed' })).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  expect(await open({ dpi: 240 })).toMatchObject({
    applied: { source: 'feeder', dpi: 200 },
    warnings: [{ option: 'resolution', wanted: 240, got: 200 }],
  })
})

test('a device that sends PDF alone is refused', { timeout: PATIENCE }, async () => {
  device.documentFormat = 'application/pdf'
  await expect(open()).rejects.toMatchObject({ code: 'UNSUPPORTED' })
})

test('glass gives one page', { timeout: PATIENCE }, async () => {
  await open({ source: 'flatbed' })
  expect(await run.scan()).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 1 })
})

const RANGES = ['Brightness', 'Contrast'].map(
  (name) =>
    `<scan:${name}Support><scan:Min>0</scan:Min><scan:Max>1000</scan:Max><scan:Normal>400</scan:Normal></scan:${name}Support>`,
)

test(
  'what the profile adjusts is asked for in the device’s numbers',
  { timeout: PATIENCE },
  async () => {
    device.supports = RANGES.join('')
    const opened = await open({
      mode: 'gray',
      tone: { brightness: 50, contrast: -50, threshold: 100 },
      dropout: 'red',
      doubleFeed: { ultrasonic: true, length: false },
    })
    // Lamp colour and detectors have no words in eSCL; a threshold is of black and white alone.
    expect(opened.warnings).toEqual([
      { option: 'dropout', wanted: 'red', got: null },
      { option: 'doubleFeed.ultrasonic', wanted: true, got: null },
    ])
    await run.scan()
    expect(device.posted[0]).toContain('<scan:Brightness>700</scan:Brightness>')
    expect(device.posted[0]).toContain('<scan:Contrast>200</scan:Contrast>')
    expect(device.posted[0]).not.toContain('Threshold')
  },
)

test('a device that cannot be adjusted says so', { timeout: PATIENCE }, async () => {
  const { warnings } = await open({ tone: { brightness: 50, contrast: 0, threshold: null } })
  expect(warnings).toEqual([{ option: 'brightness', wanted: 50, got: null }])
  await run.scan()
  expect(device.posted[0]).not.toContain('Brightness')
})

afterEach(() => {
  expect(device.deleted.length).toBe(device.posted.length)
})
