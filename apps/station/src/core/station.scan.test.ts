import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PaperStack, pictureBytes, stackTemplate } from '../testing/paper-stack.ts'
import { rememberReadings } from '../testing/remember-readings.ts'
import { EXAM_ID, SUBJECT_ID } from '../testing/double-exam.ts'
import { type ServerDouble, startServerDouble } from '../testing/server-double.ts'
import { createStation, type Station } from './station.ts'

const reader = rememberReadings()
let root: string
let server: ServerDouble
let station: Station
let stack: PaperStack

const start = (): Promise<Station> =>
  createStation({
    dataDir: path.join(root, 'data'),
    serverUrl: server.url,
    stationName: '一号站',
    workers: 1,
    reader,
    pollMs: 50,
    stableMs: 60,
    settleMs: 100,
  })

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'station-'))
  server = await startServerDouble(stackTemplate())
  server.candidates = [{ exam_no: '20261001', name: '陈思远' }]
  station = await start()
  stack = new PaperStack(path.join(root, 'scans'))
  await stack.scan()
})

afterEach(async () => {
  await station.stop()
  await server.close()
  await rm(root, { recursive: true })
})

const signIn = () => station.api.signIn({ account: 'operator', password: 'right' })

async function open() {
  await signIn()
  return station.api.openBatch({
    exam_id: EXAM_ID,
    subject_id: SUBJECT_ID,
    label: '第一袋',
    folder: stack.folder,
  })
}

const close = async (batch_id: string, timeout_ms = 180_000) => {
  await station.api.closeBatch({ batch_id })
  return station.api.waitForBatch({ batch_id, timeout_ms })
}

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 120_000, interval: 30 })

test('a folder becomes sheets on the server, and the batch closes', async () => {
  await stack.scan('front', 'back', 'upsideDown', 'back')
  const { batch_id } = await open()
  const closed = await close(batch_id)
  expect(closed).toMatchObject({ state: 'closed', images: 4, sheets: 2, uploaded: 2, problem: '' })
  const { list } = await station.api.listSheets({ batch_id })
  expect(list.map((sheet) => [sheet.seq, sheet.exam_no, sheet.candidate_name])).toMatchObject([
    [2, expect.any(String), null],
    [1, '20261001', '陈思远'],
  ])
  const pages = [...server.sheets.values()].flatMap(({ manifest }) => manifest.pages)
  expect(pages.map((page) => page.image.sha256)).toEqual(stack.hashes)
  expect(pages.map((page) => page.reading.page)).toEqual([1, 2, 1, 2])
  const crops = [...server.sheets.values()].flatMap(({ manifest }) => manifest.crops)
  expect(crops.some((crop) => crop.block_key !== null)).toBe(true)
})

test('what a person must look at is named in Chinese', async () => {
  await stack.scan('front', 'front', 'back', 'noNumber', 'back', 'front', 'blank', 'foreign')
  const { batch_id } = await open()
  await close(batch_id)
  const { list } = await station.api.listSheets({ batch_id, filter: 'flagged' })
  const found = list.map((sheet) => [...new Set(sheet.findings.map(({ category }) => category))])
  expect(found).toEqual([
    ['positioning', 'missing_page'],
    ['positioning', 'duplicate'],
    ['exam_no'],
    ['duplicate'],
    ['missing_page'],
  ])
})

test('the same content twice is one page, and is shown', async () => {
  await stack.scan('front', 'back')
  await writeFile(path.join(stack.folder, 'scan-3.jpg'), pictureBytes('front', 1))
  const { batch_id } = await open()
  const batch = await close(batch_id)
  expect(batch).toMatchObject({
    images: 2,
    sheets: 1,
    duplicates: 1,
    exceptions: 1,
    state: 'closed',
  })
  expect(await station.api.listProblemImages({ batch_id })).toMatchObject([
    { kind: 'duplicate', reason: expect.stringContaining('scan-1.jpg') as unknown },
  ])
})

test('a file that is no picture holds the batch until it is discarded', async () => {
  await stack.scan('front', 'back')
  await writeFile(path.join(stack.folder, 'scan-9.jpg'), 'not a picture')
  const { batch_id } = await open()
  await station.api.closeBatch({ batch_id })
  await until(async () =>
    expect(await station.api.batch({ batch_id })).toMatchObject({
      state: 'closing',
      unreadable: 1,
      sheets: 1,
      problem: expect.stringContaining('1 张图像无法识别') as unknown,
    }),
  )
  const [image] = await station.api.listProblemImages({ batch_id })
  await station.api.settleImage({ image_id: image?.image_id ?? '', decision: 'discard' })
  expect(await station.api.waitForBatch({ batch_id, timeout_ms: 180_000 })).toMatchObject({
    state: 'closed',
    unreadable: 0,
  })
})

test('without the server everything goes on, and is sent when it returns', async () => {
  const { batch_id } = await open()
  server.isAway = true
  await stack.scan('front', 'back', 'upsideDown', 'back')
  await until(async () =>
    expect(await station.api.state({})).toMatchObject({ connection: 'offline', to_upload: 2 }),
  )
  expect(await station.api.quit({ keep_for_next_time: false })).toMatchObject({
    may_close: false,
    to_upload: 2,
  })
  expect(await station.api.quit({ keep_for_next_time: true })).toMatchObject({ may_close: true })
  const other = path.join(root, 'second')
  await new PaperStack(other).scan()
  const second = { exam_id: EXAM_ID, subject_id: SUBJECT_ID, label: '离线开的批次', folder: other }
  expect(await station.api.openBatch(second)).toMatchObject({ subject_name: '英语' })
  server.isAway = false
  await station.api.reconnect({})
  expect(await close(batch_id)).toMatchObject({ state: 'closed', uploaded: 2 })
})

test('a session that ends is asked for again, and nothing is lost', async () => {
  const { batch_id } = await open()
  server.endSessions()
  await stack.scan('front', 'back')
  await until(async () =>
    expect(await station.api.state({})).toMatchObject({
      connection: 'signed_out',
      needs_sign_in: true,
      to_upload: 1,
    }),
  )
  await signIn()
  expect(await close(batch_id)).toMatchObject({ state: 'closed', uploaded: 1 })
})

test('lost requests, lost answers and odd receipts double and lose nothing', async () => {
  const tricks = ['lose-answer', 'odd-answer', 'half-answer', 'lose-request'] as const
  let next = 0
  server.mischief = ({ count }) => (count === 1 ? (tricks[next++ % 4] ?? 'none') : 'none')
  await stack.scan('front', 'back', 'front', 'back', 'front', 'back', 'front', 'back')
  const { batch_id } = await open()
  expect(await close(batch_id)).toMatchObject({ state: 'closed', sheets: 4, uploaded: 4 })
  const pages = [...server.sheets.values()].flatMap(({ manifest }) => manifest.pages)
  expect(pages.map((page) => page.image.sha256).toSorted()).toEqual(stack.hashes.toSorted())
})

test('a damaged receipt is settled by asking the server what it holds', async () => {
  server.mischief = () => 'odd-answer'
  await stack.scan('front', 'back')
  const { batch_id } = await open()
  expect(await close(batch_id)).toMatchObject({ state: 'closed', refused: 0 })
})

test('a sheet that the server refuses is shown with its reason and can be sent again', async () => {
  await stack.scan('front', 'back')
  server.mischief = ({ sheetId }) => {
    server.refuse.set(sheetId, 'SCAN_SHEET_ID_CONFLICT')
    return 'busy'
  }
  const { batch_id } = await open()
  await station.api.closeBatch({ batch_id })
  await until(async () =>
    expect(await station.api.batch({ batch_id })).toMatchObject({
      state: 'closing',
      refused: 1,
      problem: expect.stringContaining('没有被服务器接收') as unknown,
    }),
  )
  const { list } = await station.api.listSheets({ batch_id, filter: 'refused' })
  expect(list[0]).toMatchObject({ upload: 'refused', upload_code: 'SCAN_SHEET_ID_CONFLICT' })
  server.mischief = () => 'none'
  const renamed = await station.api.retrySheet({ sheet_id: list[0]?.sheet_id ?? '' })
  expect(renamed.sheet_id).not.toBe(list[0]?.sheet_id)
  expect(await station.api.waitForBatch({ batch_id, timeout_ms: 180_000 })).toMatchObject({
    state: 'closed',
    uploaded: 1,
  })
})

test('a new template on the server is fetched and the refused sheet is read again', async () => {
  await stack.scan('front', 'back')
  const { batch_id } = await open()
  server.template = { ...server.template, id: 'sample-english-v2' }
  await station.api.closeBatch({ batch_id })
  await until(async () =>
    expect(await station.api.batch({ batch_id })).toMatchObject({ refused: 1 }),
  )
  const { list } = await station.api.listSheets({ batch_id })
  await station.api.retrySheet({ sheet_id: list[0]?.sheet_id ?? '' })
  expect(await station.api.waitForBatch({ batch_id, timeout_ms: 180_000 })).toMatchObject({
    state: 'closed',
  })
  const [stored] = server.sheets.values()
  expect(stored?.manifest.pages[0]?.reading.templateId).toBe('sample-english-v2')
})

test('sheets that the server has lost are sent again before the batch closes', async () => {
  await stack.scan('front', 'back', 'noNumber', 'back')
  const { batch_id } = await open()
  await until(async () =>
    expect(await station.api.batch({ batch_id })).toMatchObject({ uploaded: 2 }),
  )
  server.sheets.delete([...server.sheets.keys()][0] ?? '')
  expect(await close(batch_id)).toMatchObject({ state: 'closed', uploaded: 2 })
  expect(server.sheets.size).toBe(2)
})

test('two stations never share a data folder', async () => {
  await expect(start()).rejects.toThrow('另一个扫描站正在使用')
})

test('opening the same batch twice gives one batch; another one in its folder is refused', async () => {
  const first = await open()
  expect((await open()).batch_id).toBe(first.batch_id)
  const other = {
    exam_id: EXAM_ID,
    subject_id: SUBJECT_ID,
    label: '第二袋',
    folder: `${stack.folder}/`,
  }
  await expect(station.api.openBatch(other)).rejects.toThrow('「第一袋」正在监视这个文件夹')
  await stack.scan('front', 'back')
  await close(first.batch_id)
  await expect(station.api.openBatch(other)).rejects.toThrow('2 张图像已在批次「第一袋」中扫描过')
})

test.for<[folder: string, reason: string]>([
  ['', '完整的文件夹路径'],
  ['relative/folder', '完整的文件夹路径'],
  ['/no/such/folder', '没有这个文件夹'],
])('the folder 「%s」 is refused: %s', async ([folder, reason]) => {
  await signIn()
  const batch = { exam_id: EXAM_ID, subject_id: SUBJECT_ID, label: '袋', folder }
  await expect(station.api.openBatch(batch)).rejects.toThrow(reason)
})

test('a wrong password is refused in the words of the server', async () => {
  const wrong = station.api.signIn({ account: 'operator', password: 'wrong' })
  await expect(wrong).rejects.toThrow('SIGN_IN_FAILED')
})
