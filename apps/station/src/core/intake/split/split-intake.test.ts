import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  greyPicture,
  jpegPicture,
  pagedTiff,
  type PdfPage,
  scannedPdf,
} from '../../../testing/scanned-pdf.ts'
import { openTestStation, type TestStation } from '../../../testing/station-context.ts'
import { countBatch, findBatch } from '../../store/batch.store.ts'
import { Intake } from '../intake.ts'

let station: TestStation
let intake: Intake
let folder: string
let batchId: string
/** Called whenever there is room for a page. */
let onRoom: () => void

beforeEach(async () => {
  station = await openTestStation()
  folder = path.join(station.dataDir, 'scans')
  await mkdir(folder)
  ;({ batchId } = await station.addSheets(1))
  station.db.prepare('update batch set folder = ? where id = ?').run(folder, batchId)
  onRoom = () => undefined
  intake = startedIntake()
})

afterEach(async () => {
  await intake.stop()
  await station.close()
})

const startedIntake = (): Intake =>
  new Intake(
    station,
    { pollMs: 20, stableMs: 20 },
    {
      onTaken: () => undefined,
      whenRead: async () => onRoom(),
      rescanOf: () => null,
    },
  )

const batch = () => findBatch(station.db, batchId)!
const drain = () => intake.drain(batch())
const put = (name: string, content: Uint8Array) => writeFile(path.join(folder, name), content)

interface Taken {
  name: string
  state: string
  sha256: string
}
const taken = () =>
  station.db
    .prepare('select name, state, sha256 from image where batch_id = ? order by id')
    .all(batchId) as Taken[]
const namesAndStates = () => taken().map(({ name, state }) => `${name} ${state}`)

/** A small page that is unlike every other number. */
async function page(number: number): Promise<PdfPage> {
  const grey = Buffer.alloc(80 * 100, 255 - number)
  grey.fill(0, 0, 80 * 10)
  const picture = sharp(grey, { raw: { width: 80, height: 100, channels: 1 } })
  const jpeg = await picture.toColourspace('b-w').jpeg().toBuffer()
  return { strips: [await jpegPicture(jpeg)], dpi: 100 }
}

const pages = (...numbers: number[]) => Promise.all(numbers.map(page))
const pdf = async (...numbers: number[]) => scannedPdf(await pages(...numbers))

test('the pages of a PDF come in its place among the other files, in order', async () => {
  const single = (await page(9)).strips[0]!.data
  await put('1.jpg', single)
  await put('2.pdf', await pdf(1, 2, 3))
  await put('10.jpg', (await page(8)).strips[0]!.data)
  expect(await drain()).toBe('')
  expect(namesAndStates()).toEqual([
    '1.jpg taken',
    '2.pdf 第 1 页 taken',
    '2.pdf 第 2 页 taken',
    '2.pdf 第 3 页 taken',
    '10.jpg taken',
  ])
  expect(batch().problem).toBe('')
})

test('the pages of a TIFF are taken likewise, one of a single page as it is', async () => {
  const [first, second] = (await pages(1, 2)).map(({ strips }) => strips[0]!.data)
  await put('a.tif', await pagedTiff([first!, second!]))
  await put('b.tif', await sharp(first).tiff().toBuffer())
  await drain()
  expect(namesAndStates()).toEqual(['a.tif 第 1 页 taken', 'a.tif 第 2 页 taken', 'b.tif taken'])
})

test.for([1, 2, 3])('after an end before page %i the rest follows, nothing twice', async (end) => {
  await put('a.pdf', await pdf(1, 2, 3))
  let rooms = 0
  // The first is asked for before the file is opened.
  onRoom = () => {
    if (++rooms > end) void intake.stop()
  }
  await drainUntilStopped()
  expect(taken()).toHaveLength(end - 1)
  onRoom = () => undefined
  intake = startedIntake()
  expect(await drain()).toBe('')
  expect(namesAndStates()).toEqual([1, 2, 3].map((number) => `a.pdf 第 ${number} 页 taken`))
})

test('a file that goes away half-way is asked for; under another name it is continued', async () => {
  await put('a.pdf', await pdf(1, 2, 3))
  let rooms = 0
  onRoom = () => {
    if (++rooms > 2) void intake.stop()
  }
  await drainUntilStopped()
  await rename(path.join(folder, 'a.pdf'), path.join(station.dataDir, 'a.pdf'))
  onRoom = () => undefined
  intake = startedIntake()
  expect(await drain()).toContain('「a.pdf」共 3 页，只收了前 1 页文件就不见了')
  await rename(path.join(station.dataDir, 'a.pdf'), path.join(folder, 'b.pdf'))
  expect(await drain()).toBe('')
  expect(namesAndStates()).toEqual([
    'a.pdf 第 1 页 taken',
    'b.pdf 第 2 页 taken',
    'b.pdf 第 3 页 taken',
  ])
})

/** Looks until the intake has been stopped. */
async function drainUntilStopped(): Promise<void> {
  intake.start()
  const isOver = (): boolean => (intake as unknown as { isStopped: boolean }).isStopped
  while (!isOver()) await new Promise((next) => setTimeout(next, 5))
  await intake.stop()
}

test('the same PDF a second time is named and not counted; neither are pages that came before', async () => {
  await put('a.pdf', await pdf(1, 2))
  await put('b.pdf', await pdf(1, 2))
  await put('c.pdf', await pdf(2, 3))
  expect(await drain()).toContain('「b.pdf」与「a.pdf」内容完全相同，没有重复计入，可以删除')
  expect(namesAndStates()).toEqual([
    'a.pdf 第 1 页 taken',
    'a.pdf 第 2 页 taken',
    'c.pdf 第 1 页 duplicate',
    'c.pdf 第 2 页 taken',
  ])
  await rm(path.join(folder, 'b.pdf'))
  expect(await drain()).toBe('')
})

test('empty backs that are alike to the last bit are all pages', async () => {
  const empty: PdfPage = { strips: [greyPicture(Buffer.alloc(8000, 255), 80, 100)], dpi: 100 }
  const [one, two] = await pages(1, 2)
  await put('a.pdf', scannedPdf([one!, empty, two!, empty]))
  await drain()
  expect(taken().map(({ state }) => state)).toEqual(['taken', 'taken', 'taken', 'taken'])
})

test('a page that is too large has its row and its reason, the others are taken', async () => {
  const huge: PdfPage = { strips: [greyPicture(new Uint8Array(1), 20_000, 20_000)], dpi: 200 }
  const [one, two] = await pages(1, 2)
  await put('a.pdf', scannedPdf([one!, huge, two!]))
  await drain()
  expect(taken().map(({ state }) => state)).toEqual(['taken', 'unreadable', 'taken'])
  const { reason } = station.db
    .prepare("select reason from image where state = 'unreadable'")
    .get() as { reason: string }
  expect(reason).toBe('第 2 页的图像太大，没有收；请用 200 至 300 dpi 重新扫描这一页')
})

test.for<[content: () => Promise<Uint8Array>, says: string]>([
  [async () => new Uint8Array(), '「a.pdf」是空的，请重新存一遍'],
  [async () => (await pdf(1, 2)).subarray(0, 900), '「a.pdf」不完整或已损坏'],
  [async () => scannedPdf([]), '「a.pdf」里没有页'],
])(
  'what gives no pages stays in the folder with its reason, the rest goes on',
  async ([make, says]) => {
    await put('a.pdf', await make())
    await put('b.pdf', await pdf(1))
    expect(await drain()).toContain(`有文件没有收全：${says}`)
    expect(batch().problem).toContain(says)
    expect(namesAndStates()).toEqual(['b.pdf 第 1 页 taken'])
    // Written to its end after all.
    await put('a.pdf', await pdf(2, 3))
    expect(await drain()).toBe('')
    expect(batch().problem).toBe('')
    expect(countBatch(station.db, batchId).images).toBe(3)
  },
)
