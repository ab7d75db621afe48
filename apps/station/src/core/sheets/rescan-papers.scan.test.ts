import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { OmrTemplate } from '@hengjuan/domain'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pictureBytes, stackTemplate } from '../../testing/paper-stack.ts'
import { EXAM_ID, SUBJECT_ID } from '../../testing/double-exam.ts'
import { type ServerDouble, startServerDouble } from '../../testing/server-double.ts'
import { createStation, type Station } from '../station.ts'

/** Sheets of two pieces of paper. */
const PAPERS = 2
/** What the feeder has given to the batch before the rescan: two sheets. */
const BEFORE = 2 * PAPERS

let root: string
let server: ServerDouble
let station: Station
let stacks: number

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'rescan-papers-'))
  server = await startServerDouble(fourPages(stackTemplate()))
  station = await createStation({
    dataDir: path.join(root, 'station'),
    serverUrl: server.url,
    workers: 1,
    reader: { program: new URL('../../testing/paged-reader.ts', import.meta.url) },
    pollMs: 50,
    settleMs: 100,
  })
  await station.api.signIn({ account: 'operator', password: 'right' })
  await station.api.setTrayPolicy({ policy: 'collect' })
  stacks = 0
})

afterEach(async () => {
  await station.stop()
  await server.close()
  await rm(root, { recursive: true })
})

const mirrored = (bits: string) => [...bits].toReversed().join('')

/** Nothing is read of the pages 3 and 4 but which page it is. */
const fourPages = (template: OmrTemplate): OmrTemplate => {
  const more = template.pages.map((page) => ({
    ...page,
    page: page.page + 2,
    fields: [],
    regions: [],
    pageCode: page.pageCode && { ...page.pageCode, bits: mirrored(page.pageCode.bits) },
  }))
  return { ...template, pages: [...template.pages, ...more] }
}

/**
 * Puts paper into the feeder and connects it. The simulated feeder begins with the paper that the batch
 * asks for, so what was fed before lies under it.
 *
 * @param papers each front page and a serial number that makes its pictures unlike all others
 * @returns hashes of the pictures of what is new
 */
async function putIn(
  papers: readonly { front: 1 | 3; serial: number }[],
  { before = BEFORE, faults = '' } = {},
): Promise<string[]> {
  const folder = path.join(root, `stack-${++stacks}`)
  await mkdir(folder)
  await writeFile(path.join(folder, 'faults.txt'), faults)
  const filler = Array.from({ length: before }, () => ({ front: 1, serial: 0 }))
  const pages = [...filler, ...papers].flatMap(({ front, serial }) =>
    [front, front + 1].map((page) => pictureBytes('front', serial * 10 + page)),
  )
  for (const [at, bytes] of pages.entries())
    await writeFile(path.join(folder, `scan-${String(at).padStart(2, '0')}.jpg`), bytes)
  await station.api.closeScanner({})
  await station.api.openScanner({
    driver: 'simulated',
    device_id: folder,
    device_name: '模拟扫描仪',
    profile_id: 'simulated',
    profile_name: '模拟扫描仪',
    paper_source: 'duplex',
    dpi: 200,
    mode: 'gray',
    paper: 'a4',
  })
  return pages.slice(2 * before).map((bytes) => createHash('sha256').update(bytes).digest('hex'))
}

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 100_000, interval: 30 })

/** Waits until the feeder stands still and all that came is read; @returns what the operator is told */
async function standstill(batch_id: string) {
  await until(async () => {
    const { scanner } = await station.api.state({})
    expect(scanner.phase).toBe('ready')
    const batch = await station.api.batch({ batch_id })
    expect(batch.images - batch.read - batch.unreadable).toBe(0)
  })
  return (await station.api.state({})).scanner.notice
}

async function twoSheets() {
  const { batch_id } = await station.api.openBatch({
    exam_id: EXAM_ID,
    subject_id: SUBJECT_ID,
    label: '第一袋',
  })
  const papers = [1, 2].flatMap((serial) => [
    { front: 1, serial } as const,
    { front: 3, serial } as const,
  ])
  await putIn(papers, { before: 0 })
  await station.api.startScan({ batch_id })
  await standstill(batch_id)
  await until(async () => {
    const { list } = await station.api.listSheets({ batch_id })
    expect(list.map(({ image_count }) => image_count)).toEqual([4, 4])
  })
  const { list } = await station.api.listSheets({ batch_id })
  return { batch_id, sheet_id: list.find(({ seq }) => seq === 1)?.sheet_id ?? '' }
}

async function feedAgain(batch_id: string, sheet_id: string) {
  await station.api.rescanSheet({ sheet_id })
  return standstill(batch_id)
}

const awaited = async (batch_id: string) =>
  (await station.api.listTray({ batch_id })).items.find(({ is_awaited }) => is_awaited)

/** The first sheet's pictures are those of the rescan, the second one's its own, and nothing else is there. */
async function expectReplaced(batch_id: string, hashes: readonly string[]) {
  await until(async () => expect(await awaited(batch_id)).toBeUndefined())
  await station.api.closeBatch({ batch_id })
  expect(await station.api.waitForBatch({ batch_id, timeout_ms: 100_000 })).toMatchObject({
    state: 'closed',
    sheets: 2,
    uploaded: 2,
    loose: 0,
  })
  const stored = [...server.sheets.values()]
    .filter(({ isVoid }) => isVoid !== true)
    .map(({ manifest }) => manifest)
    .toSorted((a, b) => a.seq - b.seq)
  expect(stored.map(({ seq, pages }) => [seq, pages.length])).toEqual([
    [1, 4],
    [2, 4],
  ])
  expect(stored[0]?.pages.map(({ image }) => image.sha256)).toEqual(hashes)
}

test('after a jam in the middle of a rescan the rest of its paper is enough', async () => {
  const { batch_id, sheet_id } = await twoSheets()
  const first = await putIn(
    [
      { front: 1, serial: 3 },
      { front: 3, serial: 3 },
    ],
    { faults: `jam@${BEFORE + 2}` },
  )
  expect(await feedAgain(batch_id, sheet_id)).toMatchObject({
    code: 'JAMMED',
    title: '第 1 张还没有重扫完：卡纸，或一次进了多张',
    text: '这张答题卡共 2 张纸，前 1 张已收好。请打开扫描仪，取出卡住或粘在一起的纸，把它的第 2 张纸放回进纸口，再点「重扫此张」。',
  })
  expect(await awaited(batch_id)).toMatchObject({
    actions: ['rescan', 'cancel_rescan'],
    messages: ['这张答题卡共 2 张纸，重扫已收好 1 张，还缺 1 张'],
  })
  const second = await putIn([{ front: 3, serial: 4 }])
  // F8 by habit would make a sheet of its own of the paper that lies in the feeder.
  await expect(station.api.startScan({ batch_id })).rejects.toThrow(
    /第 1 张在等待重扫.*点「重扫此张」/,
  )
  expect(await feedAgain(batch_id, sheet_id)).toMatchObject({ title: '第 1 张已重扫' })
  await expectReplaced(batch_id, [...first.slice(0, 2), ...second])
})

test('all of its paper may also be put in again; of what came twice the later picture counts', async () => {
  const { batch_id, sheet_id } = await twoSheets()
  await putIn(
    [
      { front: 1, serial: 3 },
      { front: 3, serial: 3 },
    ],
    { faults: `jam@${BEFORE + 2}` },
  )
  await feedAgain(batch_id, sheet_id)
  // Only one piece is missing, so only one is fed: it is the one that had come.
  const second = await putIn([
    { front: 1, serial: 4 },
    { front: 3, serial: 4 },
  ])
  await feedAgain(batch_id, sheet_id)
  expect(await awaited(batch_id)).toMatchObject({
    messages: ['这张答题卡共 2 张纸，重扫已收好 1 张，还缺 1 张'],
  })
  const third = await putIn([{ front: 3, serial: 5 }])
  expect(await feedAgain(batch_id, sheet_id)).toMatchObject({ title: '第 1 张已重扫' })
  await expectReplaced(batch_id, [...second.slice(0, 2), ...third])
})
