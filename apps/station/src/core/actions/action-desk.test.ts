import type { FieldReading, PageReading } from '@hengjuan/domain'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StationDecision } from '../../bridge/review-api.ts'
import { ActionServer } from '../../testing/action-server.ts'
import { stackTemplate } from '../../testing/paper-stack.ts'
import { openTestStation, type TestStation } from '../../testing/station-context.ts'
import { ExamCache } from '../exams/exam-cache.ts'
import type { Finding } from '../store/sheet-notes.ts'
import { insertImage } from '../store/image.store.ts'
import { markAcked } from '../store/outbox.store.ts'
import { putCached } from '../store/settings.store.ts'
import { findSheetWithUpload } from '../store/sheet.store.ts'
import { ServerLink } from '../upload/server-link.ts'
import { ActionDesk } from './action-desk.ts'
import { ActionSender } from './action-sender.ts'
import { countWaitingActions, selectUnseenRefusals } from '../store/action-outbox.store.ts'
import { findAction } from '../store/action.store.ts'
import { countEntries, listEntries } from './review-items.ts'

let station: TestStation
let server: ActionServer
let link: ServerLink
let desk: ActionDesk
let sender: ActionSender
let batchId: string
let sheets: string[]

const template = stackTemplate()
const SINGLE = template.pages[0]!.fields.find(
  ({ kind, multiple }) => kind === 'choice' && !multiple,
)!.id

function start(): void {
  link = new ServerLink(station, 'http://server', server.fetch)
  const exams = new ExamCache(station, link)
  desk = new ActionDesk(station, { exams, link, onDecided: () => sender.pump() })
  sender = new ActionSender(station, link, {
    stationName: '一号站',
    settleAgain: desk.settleAgain,
  })
}

beforeEach(async () => {
  station = await openTestStation()
  server = new ActionServer()
  putCached(station.db, 'template', 'a'.repeat(64), template, station.now())
  putCached(station.db, 'roster', '7', roster(), station.now())
  start()
  ;({ batchId, sheetIds: sheets } = await station.addSheets(3))
  for (const [at, id] of sheets.entries()) await addPage(id, at)
  await link.signIn('operator', 'right')
})

afterEach(async () => {
  await sender.stop()
  await desk.stop()
  await station.close()
})

test('what is decided without a network holds here at once and waits', async () => {
  server.isAway = true
  await decide(0, { kind: 'identity', candidate_id: 2 })
  expect(row(0)).toMatchObject({ exam_no: '20261002', candidate_name: '李慧敏', findings: '[]' })
  expect(countWaitingActions(station.db)).toBe(1)
  expect(counts()).toMatchObject({ handled: 1, handled_by_me_today: 1 })
  expect(server.seen).toEqual([])
})

test('nothing is sent before the sheet itself is acknowledged', async () => {
  await decide(0, { kind: 'identity', candidate_id: 2 })
  await decide(1, { kind: 'absence', attendance: 0 })
  acknowledge(1)
  await sent(1)
  expect(server.applied.map(({ kind }) => kind)).toEqual(['absence'])
  acknowledge(0)
  await sent(0)
  expect(server.applied.map(({ kind }) => kind)).toEqual(['absence', 'identity'])
})

test('decisions about a sheet arrive in the order in which they were made', async () => {
  await decide(0, { kind: 'identity', candidate_id: 2 })
  await decide(0, { kind: 'identity', candidate_id: 3 })
  await decide(0, { kind: 'accept_missing' })
  await decide(0, answer('B'))
  acknowledge(0)
  await sent(0)
  expect(server.applied.map(({ kind }) => kind)).toEqual([
    'identity',
    'identity',
    'accept_missing',
    'refix/option/simple',
  ])
  expect(row(0)).toMatchObject({ exam_no: '20261003' })
})

test('an answer is told by the call that fits it', async () => {
  acknowledgeAll()
  await decide(0, answer('A'))
  await decide(1, answer('C'))
  const [first, second] = template.pages[0]!.fields.filter(({ kind }) => kind === 'choice')
  await decide(2, {
    kind: 'answer',
    options: [first!, second!].map(({ id }) => ({
      target: id,
      values: ['B'],
      resolved_as: 'answer',
    })),
  })
  await sent(0)
  expect(server.applied.map(({ kind }) => kind)).toEqual([
    // The machine had read A as well.
    'sure/omr/option',
    'refix/option/simple',
    'refix/option',
  ])
})

test('an answer whose receipt was lost is applied once', async () => {
  acknowledge(0)
  server.losesAnswers = 2
  await decide(0, { kind: 'absence', attendance: 1 })
  await vi.waitFor(() => expect(server.seen).toHaveLength(1), { timeout: 50_000 })
  link.retryNow()
  sender.pump()
  await sentAfterRetries()
  expect(server.seen.length).toBeGreaterThan(1)
  expect(new Set(server.seen.map(({ id }) => id)).size).toBe(1)
  expect(server.applied).toHaveLength(1)
})

test('a kill between deciding and sending loses nothing and doubles nothing', async () => {
  acknowledge(0)
  server.losesAnswers = 1
  const id = await decide(0, { kind: 'identity', candidate_id: 2 })
  await vi.waitFor(() => expect(server.seen).toHaveLength(1), { timeout: 50_000 })
  // As after a power cut: another run over the same folder.
  await sender.stop()
  await desk.stop()
  start()
  sender.pump()
  await sent(0)
  expect(server.applied.map((each) => each.id)).toEqual([id])
  expect(row(0)).toMatchObject({ exam_no: '20261002' })
})

test('what was never sent is taken back without the server hearing of it', async () => {
  server.isAway = true
  const id = await decide(0, { kind: 'identity', candidate_id: 2 })
  await desk.undo(id)
  expect(row(0)).toMatchObject({ exam_no: '2026100?', candidate_name: null })
  expect(counts()).toMatchObject({ handled: 0 })
  server.isAway = false
  acknowledge(0)
  await sent(0)
  expect(server.seen).toEqual([])
  await expect(desk.undo(id)).rejects.toThrow('已经撤销')
})

test('what the server knows is taken back there too', async () => {
  acknowledge(0)
  const id = await decide(0, { kind: 'identity', candidate_id: 2 })
  await sent(0)
  await desk.undo(id)
  expect(row(0)).toMatchObject({ exam_no: '2026100?' })
  await sent(0)
  expect(server.applied.map(({ kind }) => kind)).toEqual(['identity', 'undo'])
  expect(server.applied[1]?.body).toMatchObject({ change: { undo_action_id: id } })
})

test('an undo of what may or may not have arrived follows after it', async () => {
  acknowledge(0)
  server.losesAnswers = 1
  const id = await decide(0, { kind: 'absence', attendance: 1 })
  await vi.waitFor(() => expect(server.seen).toHaveLength(1), { timeout: 50_000 })
  await desk.undo(id)
  link.retryNow()
  sender.pump()
  await sentAfterRetries()
  expect(server.applied.map(({ kind }) => kind)).toEqual(['absence', 'undo'])
})

test('a decision that somebody else made otherwise comes back with who and when', async () => {
  acknowledge(0)
  server.refusal = {
    code: 'SCAN_DECIDED_OTHERWISE',
    message: '王敏 已于 10:32 处理：确认缺考。扫描站上的这次处理没有生效，请核对后重新决定',
  }
  const id = await decide(0, { kind: 'identity', candidate_id: 2 })
  await sent(0)
  // What had been applied here does not hold any more.
  expect(row(0)).toMatchObject({ exam_no: '2026100?', candidate_name: null })
  expect(JSON.parse(row(0).findings)).toHaveLength(1)
  const [notice] = selectUnseenRefusals(station.db, { batchId })
  expect(notice).toMatchObject({ id, seq: 1 })
  expect(notice?.error_message).toContain('王敏 已于 10:32')
  // Read, it is settled: what the server holds stands.
  await desk.dismiss(id)
  expect(selectUnseenRefusals(station.db, { batchId })).toEqual([])
  expect(row(0)).toMatchObject({ exam_no: '2026100?', findings: '[]' })
})

test('a refusal for another reason opens the exception again', async () => {
  acknowledge(0)
  server.refusal = { code: 'CANDIDATE_NOT_FOUND', message: '没有这名考生' }
  const id = await decide(0, { kind: 'identity', candidate_id: 2 })
  await sent(0)
  await desk.dismiss(id)
  expect(JSON.parse(row(0).findings)).toHaveLength(1)
  await decide(0, { kind: 'identity', candidate_id: 3 })
  expect(row(0).findings).toBe('[]')
})

test('the server being busy is no refusal', async () => {
  acknowledge(0)
  server.refusal = { code: 'SERVICE_BUSY', message: '稍后再试', status: 503 }
  await decide(0, { kind: 'absence', attendance: 1 })
  await vi.waitFor(() => expect(server.seen).toHaveLength(1), { timeout: 50_000 })
  expect(countWaitingActions(station.db)).toBe(1)
  server.refusal = null
  link.retryNow()
  sender.pump()
  await sentAfterRetries()
  expect(server.applied).toHaveLength(1)
})

test('what one person decided is not sent under another one’s name', async () => {
  server.isAway = true
  await decide(0, { kind: 'identity', candidate_id: 2 })
  server.isAway = false
  await link.signOut()
  await link.signIn('second', 'right')
  acknowledgeAll()
  await decide(1, { kind: 'absence', attendance: 0 })
  await sent(1)
  expect(server.applied.map(({ account, kind }) => [account, kind])).toEqual([
    ['second', 'absence'],
  ])
  await link.signOut()
  await link.signIn('operator', 'right')
  sender.pump()
  await sent(0)
  expect(server.applied.map(({ account }) => account)).toEqual(['second', 'operator'])
})

test('two sheets of one number are seen, and settled together', async () => {
  await decide(0, { kind: 'identity', candidate_id: 2 })
  await decide(1, { kind: 'identity', candidate_id: 2 })
  expect(categories(1)).toEqual(['duplicate'])
  await desk.decide(sheets[1]!, {
    kind: 'duplicate',
    sheet_ids: [sheets[0]!, sheets[1]!],
    keep: sheets[1]!,
  })
  expect([row(0), row(1)].map((each) => (each as { voided?: string }).voided)).toEqual([
    'duplicate',
    null,
  ])
  expect(categories(1)).toEqual([])
  acknowledge(1)
  // The other sheet belongs to it: it has to be there first.
  await sender.stop()
  expect(server.applied.map(({ kind }) => kind)).toEqual(['identity'])
})

test('of two sheets of one number one is a further one, if both are those that were seen', async () => {
  await decide(0, { kind: 'identity', candidate_id: 2 })
  await decide(1, { kind: 'identity', candidate_id: 2 })
  const [first = '', second = ''] = sheets
  const join = (keep: string | null, further: string) =>
    desk.decide(second, { kind: 'duplicate', sheet_ids: [first, second], keep, further })
  for (const [keep, further] of [
    [null, second],
    [second, second],
    [first, sheets[2] ?? ''],
  ] as const)
    await expect(join(keep, further)).rejects.toThrow('已有变化')
  await join(first, second)
  expect([row(0), row(1)].map((each) => (each as { voided?: string }).voided)).toEqual([null, null])
  expect(categories(1)).toEqual([])
})

test('a sheet that was voided takes no decisions until that is taken back', async () => {
  const id = await decide(0, { kind: 'void', reason: 'rescan' })
  await expect(decide(0, { kind: 'absence', attendance: 1 })).rejects.toThrow('已作废')
  await desk.undo(id)
  await decide(0, { kind: 'absence', attendance: 1 })
  expect(categories(0)).toEqual(['exam_no'])
})

test.for<[string, StationDecision, string]>([
  ['an option that is not printed', answer('Z'), '没有选项 Z'],
  ['two options of a single choice', answer('A', 'B'), '没有选项 AB'],
  ['a question that is not on the sheet', answerTo('choice:999', 'A'), '没有第 999 题'],
  ['a candidate of another exam', { kind: 'identity', candidate_id: 99 }, '没有这名考生'],
  ['a picture that the sheet has not', { kind: 'ignore_page', page_seq: 7 }, '没有第 7 张'],
  ['acceptance without a warning', { kind: 'force_sure', note: '' }, '没有图像方面的提示'],
])('%s is refused and leaves nothing behind', async ([, decision, message]) => {
  await expect(decide(0, decision)).rejects.toThrow(message)
  expect(countWaitingActions(station.db)).toBe(0)
  expect(categories(0)).toEqual(['exam_no'])
})

test('each action says who, when, what before and what after', async () => {
  const id = await decide(0, { kind: 'identity', candidate_id: 2 })
  const action = findAction(station.db, id)!
  expect(action).toMatchObject({
    account: 'operator',
    actor_name: '周强',
    label: '指定考生 李慧敏（20261002）',
  })
  expect(JSON.parse(action.before)).toMatchObject({
    exam_no: '2026100?',
    open: ['exam_no exam_no'],
  })
  expect(JSON.parse(action.after)).toMatchObject({ exam_no: '20261002', open: [] })
})

const decide = (at: number, decision: StationDecision): Promise<string> =>
  desk.decide(sheets[at]!, decision)

function answer(...values: string[]): StationDecision {
  return answerTo(SINGLE, ...values)
}

function answerTo(target: string, ...values: string[]): StationDecision {
  return { kind: 'answer', options: [{ target, values, resolved_as: 'answer' }] }
}

const row = (at: number) => findSheetWithUpload(station.db, sheets[at]!)!
const categories = (at: number): string[] =>
  (JSON.parse(row(at).findings) as Finding[]).map(({ category }) => category)
const counts = () =>
  countEntries(listEntries(station.db, batchId), { account: 'operator', since: '2000' })

/** The server has the sheet. */
function acknowledge(at: number): void {
  markAcked(
    station.db,
    { ...row(at), sheet_id: sheets[at]! },
    { received_at: station.now(), exceptions: [] },
  )
  sender.pump()
}
const acknowledgeAll = () => sheets.forEach((_, at) => acknowledge(at))

/** Waits until so many actions are left that the server has not answered. */
const sent = (left: number) =>
  vi.waitFor(() => expect(countWaitingActions(station.db)).toBe(left), { timeout: 50_000 })

/** As `sent(0)`, trying again whenever the line pauses. */
const sentAfterRetries = () =>
  vi.waitFor(
    () => {
      link.retryNow()
      sender.pump()
      expect(countWaitingActions(station.db)).toBe(0)
    },
    { timeout: 50_000, interval: 100 },
  )

async function addPage(sheetId: string, at: number): Promise<void> {
  const id = station.newId()
  const facts = { source_size: 1, source_mtime_ms: 1, bytes: 1, dup_of: null, reason: '' }
  insertImage(station.db, {
    id,
    batch_id: batchId,
    name: `scan-${at}.jpg`,
    sha256: `${at}`.repeat(64),
    taken_at: station.now(),
    state: 'read',
    ...facts,
  })
  station.db.prepare('update image set sheet_id = ?, page_seq = 1 where id = ?').run(sheetId, id)
  const record = {
    reading: reading(),
    picture: { mime: 'image/jpeg', isConverted: false } as const,
  }
  const files = { crops: new Uint8Array(), thumb: null, converted: null }
  await station.spool.putPage(id, { ...record, crops: [] }, files)
  const unknown: Finding = {
    category: 'exam_no',
    message: '考号看不清',
    page_seq: 1,
    field_id: 'exam_no',
  }
  station.db
    .prepare("update sheet set exam_no = '2026100?', findings = ? where id = ?")
    .run(JSON.stringify([unknown]), sheetId)
}

function reading(): PageReading {
  const field: FieldReading = {
    id: SINGLE,
    kind: 'choice',
    state: 'clear',
    values: ['A'],
    confidence: 0.6,
    doubtful: false,
    reason: '',
    bubbles: [],
  }
  return {
    engine: 'test',
    templateId: template.id,
    page: 1,
    widthPx: 100,
    heightPx: 100,
    status: 'ok',
    registration: null,
    pageCode: null,
    barcodes: [],
    fields: [field],
    regions: [],
    quality: { sharpness: 1, contrast: 200, inkRatio: 0.1, blank: false },
    issues: [],
  }
}

function roster() {
  const names = ['陈思远', '李慧敏', '赵若云']
  return [
    {
      class_id: 1,
      class_name: '1 班',
      students: names.map((name, at) => ({
        candidate_id: at + 1,
        student_id: at + 1,
        exam_no: `2026100${at + 1}`,
        student_no: `S${at + 1}`,
        name,
        name_pinyin: '',
        room_no: null,
        seat_no: null,
        not_selected: [],
      })),
    },
  ]
}

test('a problem sheet is signed by its own call, once, and taken back like any decision', async () => {
  acknowledge(0)
  server.losesAnswers = 1
  const id = await decide(0, { kind: 'send_verify', note: '两个名字' })
  link.retryNow()
  sender.pump()
  await sent(0)
  expect(server.applied.map(({ kind }) => kind)).toEqual(['problem/sign'])
  await desk.undo(id)
  await sent(0)
  expect(server.applied.map(({ kind, body }) => [kind, body.change?.undo_action_id])).toEqual([
    ['problem/sign', undefined],
    ['undo', id],
  ])
})

test('a decision about a sheet that is scanned again meanwhile is refused, and nothing of it stays', async () => {
  const { spool, db } = station
  const read = spool.readPage.bind(spool)
  spool.readPage = async (id) => {
    const page = await read(id)
    db.prepare('update outbox set sha256 = ? where sheet_id = ?').run('b'.repeat(64), sheets[0])
    spool.readPage = read
    return page
  }
  await expect(decide(0, { kind: 'void', reason: 'rescan' })).rejects.toThrow(
    '这张答题卡刚刚重扫或重新生成，请刷新后再处理',
  )
  expect(countWaitingActions(db)).toBe(0)
})
