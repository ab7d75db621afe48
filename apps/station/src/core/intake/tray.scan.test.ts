import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  otherTemplate,
  PaperStack,
  type Picture,
  stackTemplate,
} from '../../testing/paper-stack.ts'
import { rememberReadings } from '../../testing/remember-readings.ts'
import { EXAM_ID, SUBJECT_ID } from '../../testing/double-exam.ts'
import { type ServerDouble, startServerDouble } from '../../testing/server-double.ts'
import type { TrayItem } from '../../bridge/tray-api.ts'
import { createStation, type Station } from '../station.ts'

const PHYSICS = 4

const reader = rememberReadings()
let root: string
let server: ServerDouble
let stations: Station[]
let stacks: number

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'tray-'))
  server = await startServerDouble(stackTemplate())
  server.others = [{ subject_id: PHYSICS, subject_name: '物理', template: otherTemplate() }]
  stations = []
  stacks = 0
})

afterEach(async () => {
  for (const station of stations) await station.stop()
  await server.close()
  await rm(root, { recursive: true })
})

async function start(name = '一号扫描站'): Promise<Station> {
  const station = await createStation({
    dataDir: path.join(root, name),
    serverUrl: server.url,
    stationName: name,
    workers: 1,
    reader,
    pollMs: 50,
    stableMs: 60,
    settleMs: 100,
  })
  stations.push(station)
  await station.api.signIn({ account: 'operator', password: 'right' })
  return station
}

async function paper(...pictures: Picture[]): Promise<PaperStack> {
  const stack = new PaperStack(path.join(root, `stack-${++stacks}`))
  await stack.scan(...pictures)
  return stack
}

const openBatch = (station: Station, more: object = {}, label = '第一袋') =>
  station.api.openBatch({ exam_id: EXAM_ID, subject_id: SUBJECT_ID, label, ...more })

async function connect(station: Station, stack: PaperStack) {
  await station.api.openScanner({
    driver: 'simulated',
    device_id: stack.folder,
    device_name: '模拟扫描仪',
    profile_id: 'simulated',
    profile_name: '模拟扫描仪',
    paper_source: 'duplex',
    dpi: 200,
    mode: 'gray',
    paper: 'a4',
  })
}

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 100_000, interval: 60 })

async function standstill(station: Station) {
  await until(async () =>
    expect((await station.api.state({})).scanner.phase).toMatch(/ready|closed/),
  )
  return (await station.api.state({})).scanner
}

/** Feeds the whole stack, then waits until everything that was scanned is read and grouped. */
async function feed(station: Station, batch_id: string, stack: PaperStack) {
  await connect(station, stack)
  await station.api.startScan({ batch_id })
  await standstill(station)
  await until(async () => {
    const batch = await station.api.batch({ batch_id })
    expect([batch.images - batch.read - batch.unreadable, batch.loose]).toEqual([0, 0])
  })
  return (await station.api.state({})).scanner
}

const close = async (station: Station, batch_id: string) => {
  await station.api.closeBatch({ batch_id })
  return station.api.waitForBatch({ batch_id, timeout_ms: 100_000 })
}

const tray = async (station: Station, batch_id: string): Promise<TrayItem[]> =>
  (await station.api.listTray({ batch_id })).items

/** Subject and pages of every sheet on the server, in the order of the stack. */
const stored = () =>
  [...server.sheets.values()]
    .toSorted((a, b) => a.manifest.seq - b.manifest.seq)
    .map(({ manifest }) => [
      manifest.subject_id,
      manifest.pages.map(({ reading }) => reading.page).join(''),
    ])

test('a mixed stack is sorted by the printed code, each subject closed by itself', async () => {
  const station = await start()
  const stack = await paper(
    ...(['front', 'back', 'otherFront', 'otherBack'] as const),
    ...(['otherSecondFront', 'otherBack', 'secondFront', 'back'] as const),
  )
  const { batch_id } = await openBatch(station, { is_mixed: true, folder: stack.folder })
  const closed = await close(station, batch_id)
  expect(closed).toMatchObject({ state: 'closed', problem: '', sheets: 4, uploaded: 4 })
  expect(closed.subjects.map(({ subject_name, sheets }) => [subject_name, sheets])).toEqual([
    ['英语', 2],
    ['物理', 2],
  ])
  expect(stored()).toEqual([
    [SUBJECT_ID, '12'],
    [PHYSICS, '12'],
    [PHYSICS, '12'],
    [SUBJECT_ID, '12'],
  ])
  // To the server every subject is a batch of its own, and all of them are closed.
  expect(server.batches.size).toBe(2)
  expect([...server.batches.values()].every(({ closedAt }) => closedAt !== null)).toBe(true)
})

test('a sheet of another subject stops the feeder, and the subject can join the batch', async () => {
  const station = await start()
  const { batch_id } = await openBatch(station)
  const stack = await paper(
    ...(['front', 'back', 'otherFront', 'otherBack', 'secondFront', 'back'] as const),
    ...(['thirdFront', 'back', 'fourthFront', 'back'] as const),
  )
  const { notice } = await feed(station, batch_id, stack)
  expect(notice).toMatchObject({ tone: 'bad', title: '已停：第 2 张是《物理》的答题卡' })
  const [item] = await tray(station, batch_id)
  expect(item).toMatchObject({
    kind: 'other_subject',
    feeder_sheet: 2,
    subject: { subject_id: PHYSICS, subject_name: '物理' },
    actions: ['open_subject', 'discard'],
  })
  expect(item?.pictures).toHaveLength(2)
  await station.api.settleTray({
    batch_id,
    item_id: item?.item_id ?? '',
    decision: 'open_subject',
  })
  await station.api.startScan({ batch_id })
  await standstill(station)
  expect(await close(station, batch_id)).toMatchObject({ state: 'closed', sheets: 5 })
  const subjects = stored().map(([subject]) => subject)
  expect(subjects.filter((subject) => subject === PHYSICS)).toHaveLength(1)
})

test('a page of another exam waits in the tray with its picture', async () => {
  const station = await start()
  const { batch_id } = await openBatch(station)
  await feed(station, batch_id, await paper('front', 'back', 'foreign', 'foreign'))
  const [item] = await tray(station, batch_id)
  expect(item).toMatchObject({ kind: 'foreign', feeder_sheet: 2, actions: ['discard'] })
  expect(item?.messages[0]).toContain('属于别的答题卡')
  expect(item?.pictures[0]?.boxes.length).toBeGreaterThan(0)
  await station.api.settleTray({ batch_id, item_id: item?.item_id ?? '', decision: 'discard' })
  expect(await close(station, batch_id)).toMatchObject({ state: 'closed', sheets: 1 })
})

test('what nobody has decided at the end goes to the queues of the server, in its place', async () => {
  const station = await start()
  const stack = await paper('front', 'back', 'foreign', 'foreign', 'secondFront', 'back')
  const { batch_id } = await openBatch(station, { folder: stack.folder })
  expect(await close(station, batch_id)).toMatchObject({ state: 'closed', sheets: 3 })
  const { list } = await station.api.listSheets({ batch_id })
  expect(list.find(({ seq }) => seq === 2)?.findings[0]?.category).toBe('positioning')
})

test('a page that already waits in the tray when the batch is ended holds nothing up', async () => {
  const station = await start()
  const { batch_id } = await openBatch(station)
  const stack = await paper('front', 'back', 'foreign', 'foreign', 'secondFront', 'back')
  await feed(station, batch_id, stack)
  expect(await tray(station, batch_id)).toHaveLength(1)
  expect(await close(station, batch_id)).toMatchObject({ state: 'closed', sheets: 3, uploaded: 3 })
  const { list } = await station.api.listSheets({ batch_id })
  expect(list.find(({ seq }) => seq === 2)?.findings[0]?.category).toBe('positioning')
})

test.for<[pictures: Picture[], sheets: string[], why: string]>([
  [['back', 'front', 'back', 'secondFront'], ['12', '12'], 'a stack that lies back up'],
  [
    ['front', 'back', 'back', 'secondFront', 'thirdFront', 'back'],
    ['12', '12', '12'],
    'some sheets turned over',
  ],
  [['upsideDown', 'back', 'back', 'secondFront'], ['12', '12'], 'upside down and turned over'],
])('%o from a duplex feeder become %o: %s', async ([pictures, sheets]) => {
  const station = await start()
  const { batch_id } = await openBatch(station)
  await feed(station, batch_id, await paper(...pictures))
  expect(await close(station, batch_id)).toMatchObject({ state: 'closed', in_tray: 0 })
  expect(stored().map(([, pages]) => pages)).toEqual(sheets)
})

test('a clipped sheet stops the feeder; fed again it takes its place, and the old one can come back', async () => {
  server.template = otherTemplate()
  server.others = []
  const station = await start()
  const { batch_id } = await openBatch(station)
  const stack = await paper(
    ...(['otherFront', 'otherBack', 'otherBlurred', 'otherBack'] as const),
    ...(['otherSecondFront', 'otherBack'] as const),
  )
  const { notice } = await feed(station, batch_id, stack)
  expect(notice?.title).toBe('已停：第 2 张没有扫全')
  const [item] = await tray(station, batch_id)
  expect(item).toMatchObject({ kind: 'sheet', seq: 2, title: '没有扫全', feeder_sheet: 2 })
  expect(item?.pictures[0]?.boxes.length).toBeGreaterThan(0)
  // Nothing of it is uploaded while the operator may still mend it; the station hears of the others a moment later.
  await until(async () =>
    expect(await station.api.batch({ batch_id })).toMatchObject({ uploaded: stored().length }),
  )

  await station.api.closeScanner({})
  await connect(station, await paperAt(4, 'otherSecondFront', 'otherBack'))
  await station.api.settleTray({ batch_id, item_id: item?.item_id ?? '', decision: 'rescan' })
  expect((await standstill(station)).notice?.title).toBe('第 2 张已重扫')
  await until(async () => expect(await tray(station, batch_id)).toEqual([]))
  const { list } = await station.api.listSheets({ batch_id })
  const second = list.find(({ seq }) => seq === 2)
  expect(second).toMatchObject({ seq: 2, image_count: 2, exam_no: '20262148' })

  const { rescanned } = await station.api.listTray({ batch_id })
  expect(rescanned).toMatchObject([{ seq: 2 }])
  await station.api.restoreSheet({ sheet_id: second?.sheet_id ?? '' })
  const restored = (await station.api.listSheets({ batch_id })).list.find(({ seq }) => seq === 2)
  expect(restored).toMatchObject({ exam_no: '20263406' })
  const closed = await close(station, batch_id)
  expect(closed).toMatchObject({ state: 'closed' })
  const numbers = [...server.sheets.values()].filter(({ isVoid }) => isVoid !== true)
  expect(new Set(numbers.map(({ manifest }) => manifest.seq))).toEqual(
    new Set((await station.api.listSheets({ batch_id })).list.map(({ seq }) => seq)),
  )
})

/** A stack on whose top, after so many sheets that were fed before, lies this one. */
async function paperAt(before: number, ...sheet: Picture[]): Promise<PaperStack> {
  const filler = Array.from({ length: 2 * (before - 1) }, (): Picture => 'otherBack')
  return paper(...filler, ...sheet)
}

test('with the other setting the tray only collects', async () => {
  server.template = otherTemplate()
  const station = await start()
  await station.api.setTrayPolicy({ policy: 'collect' })
  const { batch_id } = await openBatch(station)
  const stack = await paper('otherBlurred', 'otherBack', 'otherSecondFront', 'otherBack')
  const { notice } = await feed(station, batch_id, stack)
  expect(notice).toMatchObject({ tone: 'ok' })
  expect(await tray(station, batch_id)).toMatchObject([{ seq: 1, title: '没有扫全' }])
  // At the end of the batch what nobody decided goes to the server with its finding.
  expect(await close(station, batch_id)).toMatchObject({ state: 'closed', uploaded: 2 })
})

test('the same paper again on one station is told, though no byte is the same', async () => {
  const station = await start()
  const { batch_id } = await openBatch(station)
  await feed(
    station,
    batch_id,
    await paper('front', 'back', 'secondFront', 'back', 'front', 'back'),
  )
  const items = await tray(station, batch_id)
  expect(items).toMatchObject([
    { seq: 3, title: '重复扫描', actions: ['discard', 'accept', 'rescan'] },
  ])
  expect(items[0]?.messages[0]).toContain('这张纸已经扫过（第 1 张')
  const [item] = items
  await station.api.settleTray({ batch_id, item_id: item?.item_id ?? '', decision: 'discard' })
  expect(await close(station, batch_id)).toMatchObject({ state: 'closed', sheets: 2 })
})

const FOUR: Picture[] = [
  ...(['front', 'back', 'secondFront', 'back'] as const),
  ...(['thirdFront', 'back', 'fourthFront', 'back'] as const),
]

/** The first station scans a stack; then the second one is fed the same. */
async function scanTwice() {
  const first = await start('一号扫描站')
  const one = await openBatch(first)
  await feed(first, one.batch_id, await paper(...FOUR))
  await close(first, one.batch_id)
  const second = await start('二号扫描站')
  const two = await openBatch(second, {}, '又一袋')
  await feed(second, two.batch_id, await paper(...FOUR.toReversed()))
  await until(async () =>
    expect(await tray(second, two.batch_id)).toMatchObject([{ kind: 'stack_twice' }]),
  )
  return { second, batch_id: two.batch_id, earlier: one.batch_id }
}

test('a second station is told at once that another one has scanned the stack', async () => {
  const { second, batch_id } = await scanTwice()
  const [item] = await tray(second, batch_id)
  expect(item?.messages[0]).toMatch(/这一叠已由 一号扫描站 在 \d\d:\d\d 扫过（批次「第一袋」/)
  await second.api.settleTray({ batch_id, item_id: 'stack:twice', decision: 'cancel' })
  expect(await second.api.batch({ batch_id })).toMatchObject({ state: 'closed' })
  await until(() => {
    const active = [...server.sheets.values()].filter(({ isVoid }) => isVoid !== true)
    expect(active.map(({ manifest }) => manifest.batch_label)).toEqual(Array(4).fill('第一袋'))
  })
})

test('the second scan can take the place of the first', async () => {
  const { second, batch_id } = await scanTwice()
  await second.api.settleTray({ batch_id, item_id: 'stack:twice', decision: 'replace' })
  expect(await close(second, batch_id)).toMatchObject({ state: 'closed', uploaded: 4 })
  await until(() => {
    const active = [...server.sheets.values()].filter(({ isVoid }) => isVoid !== true)
    expect(active.map(({ manifest }) => manifest.batch_label)).toEqual(Array(4).fill('又一袋'))
  })
})

test('both scans can stay for the queue of duplicates', async () => {
  const { second, batch_id } = await scanTwice()
  await second.api.settleTray({ batch_id, item_id: 'stack:twice', decision: 'keep' })
  expect(await close(second, batch_id)).toMatchObject({ state: 'closed', uploaded: 4 })
  expect([...server.sheets.values()].filter(({ isVoid }) => isVoid !== true)).toHaveLength(8)
})
