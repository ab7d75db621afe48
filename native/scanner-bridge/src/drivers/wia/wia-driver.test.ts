import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ScanSettings } from '../../protocol/settings.ts'
import { bridgeLaunch } from '../../supervisor/bridge-process.ts'
import { listDevices } from '../../supervisor/scanner.ts'
import { ScanCollector, temporaryFolder } from '../../testing/collect-scan.ts'
import { tinyJpeg } from '../../testing/tiny-jpeg.ts'

const PATIENCE = 120_000
const DOUBLE = path.resolve(import.meta.dirname, '../../testing/wia-helper-double.ts')
const DEVICE = { driver: 'wia', id: '{6BDD1FC6}\\0001' } as const

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let paper: string
let run: ScanCollector | undefined

beforeEach(async () => {
  folder = await temporaryFolder()
  paper = path.join(folder.root, 'paper')
  await mkdir(paper)
  for (let at = 1; at <= 6; at++) await writeFile(path.join(paper, `${at}.jpg`), tinyJpeg(`${at}`))
})

afterEach(async () => {
  await run?.scanner.close()
  await folder.remove()
})

const launch = (trouble = '') =>
  bridgeLaunch(process.execPath, {
    SCANNER_WIA_HELPER: JSON.stringify([process.execPath, DOUBLE, paper, trouble]),
  })

async function open(settings: Partial<ScanSettings> = {}, trouble = '') {
  run = new ScanCollector(folder.root, DEVICE, settings, { launch: launch(trouble) })
  return run.scanner.open()
}

test('scanners are listed by the helper', { timeout: PATIENCE }, async () => {
  expect(await listDevices({ launch: launch() }, 'wia')).toEqual([
    { ...DEVICE, name: 'fi-7160', vendor: 'FUJITSU', stableKey: 'wia:FUJITSU:fi-7160' },
  ])
})

test(
  'sheets come one after the other until the feeder is empty',
  { timeout: PATIENCE },
  async () => {
    const opened = await open({
      source: 'duplex',
      dpi: 240,
      dropout: 'red',
      tone: { brightness: 10, contrast: 0, threshold: null },
    })
    expect(opened.warnings).toEqual([
      { option: 'resolution', wanted: 240, got: 300 },
      { option: 'dropout', wanted: 'red', got: null },
    ])
    expect(await run?.scanner.status()).toEqual({ feeder: 'loaded' })
    expect(await run?.scanner.caps()).toMatchObject({ sources: ['feeder', 'duplex'] })
    expect(await run?.scan()).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 3 })
    expect(run?.keys).toEqual(['1-front', '1-back', '2-front', '2-back', '3-front', '3-back'])
    expect(run?.pages[0]?.content).toEqual(tinyJpeg('1'))
    const told = JSON.parse(await readFile(path.join(paper, 'opened.json'), 'utf8')) as ScanSettings
    expect(told).toMatchObject({ source: 'duplex', tone: { brightness: 10 } })
  },
)

test.for([
  ['JAMMED@3', 'JAMMED', 2],
  ['DOUBLE_FEED@3', 'DOUBLE_FEED', 2],
  ['COVER_OPEN@1', 'COVER_OPEN', 0],
  ['half@3', 'SHORT_PAGE', 2],
  ['die@3', 'DRIVER_CRASH', 2],
  ['garbage@3', 'PROTOCOL', 2],
] as const)('%s is %s', { timeout: PATIENCE }, async ([trouble, code, lastGood]) => {
  await open({}, trouble)
  expect(await run?.scan()).toMatchObject({ fault: { code }, lastGoodSheet: lastGood })
})

test('a computer that forbids the helper says so', { timeout: PATIENCE }, async () => {
  await expect(listDevices({ launch: launch('constrained') }, 'wia')).rejects.toMatchObject({
    code: 'ACCESS_DENIED',
  })
})

test('the helper ends with the bridge', { timeout: PATIENCE }, async () => {
  await open()
  await run?.scanner.close()
  await vi.waitFor(
    async () => expect(await readFile(path.join(paper, 'ended.txt'), 'utf8')).not.toBe(''),
    { timeout: 50_000 },
  )
})

test.skipIf(process.platform === 'win32')(
  'elsewhere there is no WIA',
  { timeout: PATIENCE },
  async () => {
    await expect(listDevices({ launch: bridgeLaunch() }, 'wia')).rejects.toMatchObject({
      code: 'UNSUPPORTED',
    })
  },
)
