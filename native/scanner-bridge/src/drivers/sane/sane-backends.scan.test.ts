import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { pnmHeader, readPnmHeader } from '../../picture/pnm.ts'
import type { ScanSettings } from '../../protocol/settings.ts'
import { bridgeLaunch } from '../../supervisor/bridge-process.ts'
import { ScanCollector, temporaryFolder } from '../../testing/collect-scan.ts'
import { saneConfig, whyNoSane, whyNoScanimage } from '../../testing/sane-feeder.ts'

const reason = whyNoSane()
if (reason !== null) console.warn(`skipped: ${reason}`)
const noOracle = whyNoScanimage()
if (noOracle !== null) console.warn(`skipped the comparison: ${noOracle}`)

/** The page of the test back end is small, and A4 would not fit into its default of 200 mm. */
const TEST_CONF = 'number_of_devices 2\ngeometry_max 400.0\n'
const AREA = { widthMm: 60, heightMm: 40 }
/** Pages that the feeder of the test back end holds. */
const FEEDER_PAGES = 10

describe.skipIf(reason !== null)('the back ends test and pnm of SANE', () => {
  let root: string
  let environment: Record<string, string>
  let run: ScanCollector

  beforeEach(async () => {
    const folder = await temporaryFolder()
    root = folder.root
    const files = { 'test.conf': TEST_CONF }
    environment = {
      SANE_CONFIG_DIR: await saneConfig(path.join(root, 'etc'), ['test', 'pnm'], files),
    }
    return async () => {
      await run?.scanner.close()
      await folder.remove()
    }
  })

  async function open(id: string, settings: Partial<ScanSettings> = {}) {
    run = new ScanCollector(
      root,
      { driver: 'sane', id },
      { area: AREA, dpi: 100, ...settings },
      { launch: bridgeLaunch(process.execPath, environment) },
    )
    return run.scanner.open()
  }

  const headerOf = (at = 0) => readPnmHeader(run.pages[at]?.content ?? Buffer.alloc(0))

  test('the feeder gives ten pages, then it is filled again', async () => {
    const { warnings } = await open('test:0')
    expect(warnings).toEqual([])
    expect(await run.scan()).toMatchObject({ end: 'feeder-empty', lastGoodSheet: FEEDER_PAGES })
    expect(await run.scan(11)).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 20 })
    expect(headerOf()).toMatchObject({ kind: 'P5', width: 236, height: 157, dpi: 100 })
  })

  test('all of its options are read, and what it can do is put into our words', async () => {
    await open('test:0')
    const caps = await run.scanner.caps()
    expect(caps).toMatchObject({
      sources: ['flatbed', 'feeder'],
      modes: ['gray', 'color'],
      dpi: { min: 1, max: 1200 },
      maxArea: { widthMm: 400, heightMm: 400 },
    })
    expect(caps.vendor.length).toBeGreaterThan(40)
    expect(caps.vendor).toContainEqual({ name: 'depth', type: 'int', value: '8' })
    expect(await run.scanner.status()).toEqual({ feeder: 'unknown' })
  })

  test
    .skipIf(noOracle !== null)
    .for<[name: string, settings: Partial<ScanSettings>, kind: string]>([
      ['colour', { mode: 'color' }, 'P6'],
      ['three passes', { mode: 'color', options: { 'three-pass': true } }, 'P6'],
      [
        'three passes in another order',
        { mode: 'color', options: { 'three-pass': true, 'three-pass-order': 'BGR' } },
        'P6',
      ],
      ['16 bits, cut to 8', { options: { depth: 16 } }, 'P5'],
      ['1 bit, rows filled up to bytes', { options: { depth: 1 } }, 'P4'],
      ['a page of unknown length', { options: { 'hand-scanner': true } }, 'P5'],
    ])('%s is what scanimage reads', async ([, settings, kind]) => {
    const options = { 'test-picture': 'Color pattern', ...settings.options }
    await open('test:0', { ...settings, source: 'flatbed', options })
    expect(await run.scan()).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 1 })
    const header = headerOf()
    expect(header?.kind).toBe(kind)
    const ours = run.pages[0]?.content.subarray(header?.offset)
    const file = path.join(root, 'oracle.pnm')
    execFileSync('scanimage', scanimageArguments(settings.mode ?? 'gray', options, file), {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    expect(ours?.equals(pixelsOf(file))).toBe(true)
  })

  function scanimageArguments(
    mode: string,
    options: Record<string, unknown>,
    file: string,
  ): string[] {
    const named = Object.entries(options).map(([name, value]) =>
      typeof value === 'boolean'
        ? `--${name}=${value ? 'yes' : 'no'}`
        : `--${name}=${String(value)}`,
    )
    const size = ['-x', String(AREA.widthMm), '-y', String(AREA.heightMm), '--resolution', '100']
    const head = ['-d', 'test:0', '--mode', mode === 'color' ? 'Color' : 'Gray']
    return [...head, ...named, ...size, '--format=pnm', '-o', file]
  }

  /** Pixels of a file of scanimage; 16 bits, most significant byte first, are cut to 8. */
  function pixelsOf(file: string): Buffer {
    const bytes = readFileSync(file)
    const head = /^P[456]\s(?:#[^\n]*\n)*\d+ \d+\s(?:(\d+)\s)?/.exec(
      bytes.toString('latin1', 0, 200),
    )
    const pixels = bytes.subarray(head?.[0].length)
    return head?.[1] === '65535' ? Buffer.from(pixels.filter((_, at) => at % 2 === 0)) : pixels
  }

  test.for([
    ['SANE_STATUS_UNSUPPORTED', 'UNSUPPORTED'],
    ['SANE_STATUS_DEVICE_BUSY', 'BUSY'],
    ['SANE_STATUS_INVAL', 'BAD_VALUE'],
    ['SANE_STATUS_EOF', 'SHORT_PAGE'],
    ['SANE_STATUS_JAMMED', 'JAMMED'],
    ['SANE_STATUS_NO_DOCS', 'SHORT_PAGE'],
    ['SANE_STATUS_COVER_OPEN', 'COVER_OPEN'],
    ['SANE_STATUS_IO_ERROR', 'IO_ERROR'],
    ['SANE_STATUS_NO_MEM', 'NO_MEM'],
    ['SANE_STATUS_ACCESS_DENIED', 'ACCESS_DENIED'],
  ])('%s while reading is %s', async ([status, code]) => {
    await open('test:0', { options: { 'read-return-value': status ?? '' } })
    expect(await run.scan()).toMatchObject({ fault: { code }, lastGoodSheet: 0, left: [] })
  })

  test('a stop in the middle of a slow page takes effect, and leaves no page', async () => {
    await open('test:0', {
      dpi: 1200,
      options: { 'read-delay': true, 'read-delay-duration': 200_000 },
    })
    const scan = run.scan()
    await new Promise((next) => setTimeout(next, 1200))
    run.scanner.stop()
    expect(await scan).toMatchObject({ end: 'stopped', fault: null, lastGoodSheet: 0, left: [] })
  })

  test('a picture of our own comes back from pnm pixel by pixel', async () => {
    const pixels = Buffer.from(Array.from({ length: 50 * 30 }, (_, at) => (at * 13) & 255))
    const file = path.join(root, 'own.pnm')
    await writeFile(file, [pnmHeader('P5', 50, 30, 100), pixels])
    await open('pnm:0', { source: 'flatbed', options: { filename: file } })
    expect(await run.scan()).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 1 })
    expect(run.pages[0]?.content.subarray(headerOf()?.offset).equals(pixels)).toBe(true)
  })

  test('a device that is not there is offline; one without duplex says so', async () => {
    await expect(open('test:7')).rejects.toMatchObject({ code: 'OFFLINE' })
    await expect(open('test:0', { source: 'duplex' })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
    })
  })
})
