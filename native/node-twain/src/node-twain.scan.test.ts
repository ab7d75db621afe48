import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bridgeLaunch } from '@hengjuan/scanner-bridge'
import { buildTwainSource, PaperFeeder, whyNoTwainSource } from '@hengjuan/scanner-bridge/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ScannedImage, twain } from './index.ts'

const reason = whyNoTwainSource()
if (reason !== null) console.warn(`skipped: ${reason}`)

const US = { productName: 'test', productFamily: 'test', manufacturer: 'test' }

describe.skipIf(reason !== null)('node-twain over the bridge', { timeout: 60_000 }, () => {
  let root: string
  let environment: Record<string, string>
  let feeder: PaperFeeder
  let truth: Map<string, Buffer>
  let app: InstanceType<typeof twain.TwainSDK>

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'node-twain-test-'))
    feeder = new PaperFeeder(path.join(root, 'paper'))
    environment = { ...(await buildTwainSource(root)), FEEDER_DIR: feeder.folder }
  })

  beforeEach(async () => {
    truth = await feeder.fill(3, { width: 50, height: 40, channels: 1 })
    const bridge = { launch: bridgeLaunch(process.execPath, environment) }
    app = new twain.TwainSDK(US, { bridge, folder: root, settings: { dpi: 200 } })
    return () => app.closeDataSource()
  })

  afterAll(() => rm(root, { recursive: true, force: true }))

  test('sources are listed and chosen by name', async () => {
    expect(app.getState()).toBe(3)
    expect(await app.getDataSources()).toEqual(['Hengjuan Exam feeder'])
    expect(await app.getDefaultSource()).toBe('Hengjuan Exam feeder')
    expect(await app.setDefaultSource('another')).toBe(false)
    expect(await app.setDefaultSource('Hengjuan Exam feeder')).toBe(true)
    await expect(app.getCapability(twain.ICAP_XFERMECH)).rejects.toMatchObject({ code: 'OFFLINE' })
  })

  test('capabilities come in the shapes of the package', async () => {
    expect(await app.openDataSource()).toBe('OK')
    expect(app.getState()).toBe(4)
    expect(await app.getCapability(twain.ICAP_XFERMECH)).toEqual({
      currentIndex: 1,
      defaultIndex: 0,
      itemList: [0, 2],
    })
    expect(await app.getCapability(twain.ICAP_BRIGHTNESS)).toEqual({
      minValue: -1000,
      maxValue: 1000,
      stepSize: 10,
      defaultValue: 0,
      currentValue: 0,
    })
    expect(await app.getCapability(twain.CAP_SERIALNUMBER)).toBe('SN-0001')
    expect(await app.getCapability(twain.CAP_FEEDERENABLED)).toMatchObject({
      itemList: [false, true],
    })
    expect(await app.getCapability(twain.CAP_SUPPORTEDCAPS)).toContain(twain.ICAP_XRESOLUTION)
    expect(await app.getCapability(twain.ICAP_GAMMA)).toBe(false)
  })

  test.for([twain.TWSX_MEMORY, twain.TWSX_NATIVE])(
    'a scan (transfer %i) gives every image to the callback and as its answer',
    async (transfer) => {
      const told: ScannedImage[] = []
      app.setCallback((image) => told.push(image))
      await app.openDataSource()
      expect(await app.enableDataSource()).toBe('OK')
      const images = await app.scan(transfer)
      expect(images).toEqual(told)
      expect(images.map(({ sheet, side }) => `${sheet} ${side}`)).toEqual([
        '1 front',
        '2 front',
        '3 front',
      ])
      for (const { path: file, sheet } of images) {
        const content = await readFile(file)
        const pixels = content.subarray(content.length - 50 * 40)
        expect(pixels.equals(truth.get(`${sheet}-1`) ?? Buffer.alloc(0))).toBe(true)
      }
      expect(app.getState()).toBe(4)
      await expect(app.enableDataSource()).rejects.toMatchObject({ code: 'NO_DOCS' })
    },
  )

  test('a crash rejects the scan and leaves what came before', async () => {
    await feeder.faults(['3 1 crash'])
    const told: ScannedImage[] = []
    app.setCallback((image) => told.push(image))
    await app.openDataSource()
    await expect(app.scan()).rejects.toMatchObject({ code: 'DRIVER_CRASH' })
    expect(told.map(({ sheet }) => sheet)).toEqual([1, 2])
    // The source is open again; paper waits for somebody.
    expect(app.getState()).toBe(4)
    await feeder.putBackFrom(3)
    expect(await app.scan()).toHaveLength(1)
  })
})
