import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bridgeLaunch } from '@hengjuan/scanner-bridge'
import { buildFeeder, PaperFeeder, whyNoFeeder } from '@hengjuan/scanner-bridge/testing'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CheckStep, CheckStepState, ScannerChoice } from '../../../bridge/scanner-api.ts'
import { CheckStack } from '../../../testing/check-stack.ts'
import { createStation, type Station } from '../../station.ts'
import type { StationOptions } from '../../station-options.ts'

/** Some twenty bridges are started one after the other, on a machine that may be busy. */
const PATIENCE = 240_000
const TIMEOUTS = { feeding: 15_000, reading: 15_000 }

let root: string
let station: Station
let stack: CheckStack

const start = (scanner: StationOptions['scanner'] = { timeouts: TIMEOUTS }) =>
  createStation({
    dataDir: path.join(root, 'data'),
    // Nobody is there: the check needs no server.
    serverUrl: 'http://127.0.0.1:9',
    scanner,
  })

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'scanner-check-'))
  stack = new CheckStack(path.join(root, 'paper'))
  await stack.fill(3)
  station = await start()
})

afterEach(async () => {
  await station.stop()
  await rm(root, { recursive: true })
})

async function choose(change: Partial<ScannerChoice> = {}): Promise<ScannerChoice> {
  const [offer] = await station.api.listScanners({
    driver: change.driver ?? 'simulated',
    ...(change.driver ? {} : { address: stack.folder }),
  })
  return {
    driver: offer?.driver ?? 'simulated',
    device_id: offer?.device_id ?? '',
    device_name: offer?.device_name ?? '',
    device_key: offer?.device_key ?? '',
    profile_id: offer?.profiles[0]?.profile_id ?? '',
    profile_name: offer?.profiles[0]?.name ?? '',
    paper_source: 'duplex',
    dpi: 200,
    mode: 'gray',
    paper: 'a4',
    ...change,
  }
}

async function run(step: CheckStep): Promise<CheckStepState> {
  const { scanner } = await station.api.runCheckStep({ step })
  return scanner.check!.steps.find((each) => each.step === step)!
}

test(
  'a good scanner passes every step, and the report is there',
  { timeout: PATIENCE },
  async () => {
    await station.api.startCheck(await choose())
    expect(await run('devices')).toMatchObject({ verdict: 'pass' })
    expect(await run('caps')).toMatchObject({ verdict: 'pass' })

    // Fronts alone: with a simplex source every picture is a sheet.
    const simplex = await run('simplex')
    expect(simplex.seen).toContain('✓ 2 张，2 个图像')

    const duplex = await run('duplex')
    expect(duplex.seen.filter((line) => line.startsWith('✕'))).toEqual([])
    expect(duplex.verdict).toBe('pass')
    expect(duplex.pages.map(({ page_name }) => page_name)).toEqual([
      '检查页正面',
      '检查页反面',
      '检查页正面',
      '检查页反面',
    ])
    for (const page of duplex.pages) {
      // The scan of the test was made at 200 dpi and turned by 0.4 degrees.
      expect(page.measured_dpi).toBeGreaterThan(197)
      expect(page.measured_dpi).toBeLessThan(203)
      expect(page.skew_deg).toBeCloseTo(0.4, 1)
      expect(await station.readPicture(page.image_id, 'thumb')).toMatchObject({
        mime: 'image/jpeg',
      })
    }

    await stack.faults('double-feed@2')
    expect(await run('double_feed')).toMatchObject({
      verdict: 'pass',
      seen: ['✓ 停机并报告：一次进了多张纸'],
    })
    await stack.faults('cover@2')
    expect(await run('pull_out')).toMatchObject({ verdict: 'pass' })
    // Nothing was taken out of the simulated feeder: the machine says so, the person decides.
    await stack.faults('')
    expect(await run('empty')).toMatchObject({ verdict: 'fail' })
    await station.api.judgeCheckStep({
      step: 'empty',
      verdict: 'skip',
      note: '模拟的进纸口取不走纸',
    })

    const { folder } = await station.api.writeCheckReport({})
    expect(await readdir(folder)).toEqual(
      expect.arrayContaining(['bridge.log', 'pictures', 'report.json', '检查报告.html']),
    )
    const report = JSON.parse(await readFile(path.join(folder, 'report.json'), 'utf8')) as {
      steps: CheckStepState[]
      profile: { id: string }
    }
    expect(report.profile.id).toBe('simulated')
    expect(report.steps.map(({ verdict }) => verdict).join(' ')).toBe(
      `pass pass ${simplex.verdict} pass pass pass skip`,
    )
    const html = await readFile(path.join(folder, '检查报告.html'), 'utf8')
    expect(html).toContain('故意重张 · <span class="pass">通过</span>')
    expect(html).toContain('模拟的进纸口取不走纸')
    for (const name of await readdir(path.join(folder, 'pictures'))) {
      const { width, height } = await sharp(path.join(folder, 'pictures', name)).metadata()
      expect(Math.max(width, height)).toBe(360)
    }
    // The folder of the paper is the person's own.
    expect(await readFile(path.join(folder, 'report.json'), 'utf8')).not.toContain(stack.folder)

    const { scanner } = await station.api.endCheck({})
    expect(scanner.check).toBeNull()
    // A simulated scanner proves nothing about a profile.
    const { profiles } = await station.api.listProfiles({})
    expect(profiles.every(({ tried }) => tried === null)).toBe(true)
  },
)

test('a scanner that lets two sheets pass as one fails', { timeout: PATIENCE }, async () => {
  const { profiles } = await station.api.listProfiles({})
  const simulated = profiles.find(({ profile }) => profile.id === 'simulated')!.profile
  // Nothing is asked of its detectors that this one would do.
  const { profile_id } = await station.api.saveProfile({
    profile: {
      ...simulated,
      id: '',
      name: '不查重张',
      options: { sheetMs: 0 },
      doubleFeed: { ...simulated.doubleFeed, detect: 'driver', ultrasonic: false, length: true },
    },
  })
  await station.api.startCheck(await choose({ profile_id: profile_id ?? '' }))
  await stack.faults('')
  expect(await run('double_feed')).toMatchObject({
    verdict: 'fail',
    advice: expect.stringContaining('漏扫') as unknown,
  })
})

test(
  'a step can be stopped, another cannot begin meanwhile, and the check ends at any time',
  {
    timeout: PATIENCE,
  },
  async () => {
    const choice = await choose({ profile_id: await slowProfile() })
    await station.api.startCheck(choice)
    await expect(station.api.openScanner(choice)).rejects.toThrow('正在做扫描仪检查')
    const stopped = run('duplex')
    await expect(run('simplex')).rejects.toThrow('正在做上一步')
    await new Promise((next) => setTimeout(next, 1200))
    await station.api.stopCheckStep({})
    expect(await stopped).toMatchObject({ verdict: 'fail', seen: ['✕ 已停止'] })

    const cut = station.api.runCheckStep({ step: 'duplex' })
    await new Promise((next) => setTimeout(next, 300))
    await station.api.endCheck({})
    await cut.catch(() => undefined)
    expect((await station.api.openScanner(choice)).scanner.phase).toBe('ready')
  },
)

/** A simulated scanner that takes its time. */
async function slowProfile(): Promise<string> {
  const { profiles } = await station.api.listProfiles({})
  const { profile } = profiles.find((each) => each.profile.id === 'simulated')!
  const slow = { ...profile, id: '', name: '慢', options: { sheetMs: 8000 } }
  return (await station.api.saveProfile({ profile: slow })).profile_id ?? ''
}

test('a scanner that is gone is told in every step', { timeout: PATIENCE }, async () => {
  await station.api.startCheck(await choose({ device_id: '/no/such/folder' }))
  expect(await run('devices')).toMatchObject({ verdict: 'fail', seen: ['✕ 没有找到扫描仪'] })
  expect(await run('simplex')).toMatchObject({
    verdict: 'fail',
    seen: ['✕ 没有连上扫描仪'],
    advice: expect.stringContaining('请检查扫描仪的电源和连接线') as unknown,
  })
})

const reason = whyNoFeeder()
if (reason !== null) console.warn(`skipped: ${reason}`)

test.skipIf(reason !== null)(
  'a feeder behind libsane is checked with real paper moving, and its profile is known to work',
  { timeout: PATIENCE },
  async () => {
    const feeder = new PaperFeeder(path.join(root, 'feeder'))
    await mkdir(feeder.folder)
    const pages = await Promise.all([1, 2].map((number) => pnmOf(number)))
    await feeder.put(Array.from({ length: 4 }, () => pages))
    await station.stop()
    const environment = { ...(await buildFeeder(root)), FEEDER_DIR: feeder.folder }
    station = await start({
      launch: bridgeLaunch(process.execPath, environment),
      timeouts: TIMEOUTS,
    })
    await station.api.startCheck(
      await choose({ driver: 'sane', profile_id: 'fujitsu-fi-7000', device_id: 'examfeed:moved' }),
    )
    // The id is one of another day.
    expect(await run('devices')).toMatchObject({ verdict: 'pass' })
    expect((await run('caps')).seen).toContain('✓ 进纸口：有纸')
    expect(await run('simplex')).toMatchObject({ verdict: 'pass' })
    expect(await feeder.top()).toBe(3)

    await feeder.putBackFrom(1)
    const duplex = await run('duplex')
    expect(duplex.seen.filter((line) => line.startsWith('✕'))).toEqual([])

    await feeder.putBackFrom(1)
    await feeder.faults(['2 1 double-feed'])
    expect(await run('double_feed')).toMatchObject({ verdict: 'pass' })

    await feeder.putBackFrom(1)
    await feeder.faults(['2 1 jam-late'])
    expect(await run('pull_out')).toMatchObject({ verdict: 'pass' })

    await feeder.putBackFrom(5)
    expect(await run('empty')).toMatchObject({ verdict: 'pass' })
    const { profiles } = await station.api.listProfiles({})
    expect(profiles.find(({ profile }) => profile.id === 'fujitsu-fi-7000')?.tried).toMatchObject({
      device_name: 'Hengjuan Exam feeder',
    })
  },
)

/** A scan of the check page as the raw pixels that a back end delivers. */
async function pnmOf(number: number): Promise<Buffer> {
  const file = path.resolve(import.meta.dirname, `../../../testing/check-sheet/page-${number}.jpg`)
  const { data, info } = await sharp(file)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.concat([Buffer.from(`P5\n${info.width} ${info.height}\n255\n`), data])
}
