import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readPnmHeader } from '../../picture/pnm.ts'
import { ScanCollector, temporaryFolder } from '../../testing/collect-scan.ts'
import { tinyJpeg } from '../../testing/tiny-jpeg.ts'
import { parseFaults } from './fault-script.ts'
import { readStack } from './paper-stack.ts'

const PATIENCE = 120_000
const TEST_SCANS = path.resolve(import.meta.dirname, '../../../../../test-scans')

let root: string
let stack: string
let run: ScanCollector | undefined

beforeEach(async () => {
  const folder = await temporaryFolder()
  root = folder.root
  stack = path.join(root, 'stack')
  await mkdir(stack)
  return async () => {
    await run?.scanner.close()
    await folder.remove()
  }
}, PATIENCE)

const put = (name: string) => writeFile(path.join(stack, name), tinyJpeg(name))

async function open(source: 'feeder' | 'duplex', faults = '') {
  await writeFile(path.join(stack, 'faults.txt'), faults)
  run = new ScanCollector(
    root,
    { driver: 'simulated', id: stack },
    { source },
    { timeouts: { feeding: 1500 } },
  )
  await run.scanner.open()
  return run
}

test('a folder of cases is one folder after the other, each with sheets of its own', async () => {
  const sheets = await readStack(TEST_SCANS, 2)
  expect(sheets.length).toBeGreaterThan(10)
  for (const { front, back } of sheets)
    if (back !== null) expect(path.dirname(back)).toBe(path.dirname(front))
  expect(sheets.some(({ back }) => back === null)).toBe(true)
})

test(
  'an odd picture gets a blank back, and no two blank backs are the same',
  { timeout: PATIENCE },
  async () => {
    for (const folder of ['a', 'b']) {
      await mkdir(path.join(stack, folder))
      await put(`${folder}/1.jpg`)
    }
    const { scan, keys, pages } = await started('duplex')
    expect(await scan()).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 2 })
    expect(keys()).toEqual(['1-front', '1-back', '2-front', '2-back'])
    const backs = pages().filter((page) => page.side === 'back')
    expect(readPnmHeader(backs[0]!.content)).toMatchObject({ kind: 'P5', dpi: 200, width: 1685 })
    expect(backs[0]!.sha256).not.toBe(backs[1]!.sha256)
  },
)

async function started(source: 'feeder' | 'duplex', faults?: string) {
  const it = await open(source, faults)
  return { scan: it.scan.bind(it), keys: () => it.keys, pages: () => it.pages }
}

test.for([
  ['jam@3', 'JAMMED'],
  ['double-feed@3', 'DOUBLE_FEED'],
  ['cover@3', 'COVER_OPEN'],
  ['offline@3', 'OFFLINE'],
  ['io@3', 'IO_ERROR'],
  ['short@3', 'SHORT_PAGE'],
  ['hang@3', 'DRIVER_HANG'],
  ['crash@3', 'DRIVER_CRASH'],
])('%s is %s, once; then the stack goes on', { timeout: PATIENCE }, async ([script, code]) => {
  for (let sheet = 1; sheet <= 4; sheet++) await put(`${sheet}.jpg`)
  const { scan, keys } = await started('feeder', script)
  expect(await scan(1)).toMatchObject({ end: 'interrupted', fault: { code }, lastGoodSheet: 2 })
  expect(await scan(3)).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 4 })
  expect(keys()).toEqual(['1-front', '2-front', '3-front', '4-front'])
})

test('a feeder that gives up early says it is empty', { timeout: PATIENCE }, async () => {
  for (let sheet = 1; sheet <= 4; sheet++) await put(`${sheet}.jpg`)
  const { scan } = await started('feeder', 'empty@3')
  expect(await scan(1)).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 2 })
  expect(await scan(3)).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 4 })
})

test.for(['jam', 'jam@0', 'fire@2', 'jam@x'])('「%s」 is no script', (script) => {
  expect(() => parseFaults(script)).toThrow('no fault')
})
