import { clientExam } from '@hengjuan/contracts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stackTemplate } from '../../testing/paper-stack.ts'
import { EXAM_ID, SUBJECT_ID } from '../../testing/double-exam.ts'
import { type ServerDouble, startServerDouble } from '../../testing/server-double.ts'
import { openTestStation, type TestStation } from '../../testing/station-context.ts'
import { ExamCache } from '../exams/exam-cache.ts'
import { ServerLink } from '../upload/server-link.ts'
import { AbsenceDesk } from './absence-desk.ts'
import { countWaitingAbsences } from './absence.store.ts'
import { SeatBook } from './seat-book.ts'

const AT = { exam_id: EXAM_ID, subject_id: SUBJECT_ID }
let station: TestStation
let server: ServerDouble
let link: ServerLink
let seats: SeatBook
let desk: AbsenceDesk

beforeEach(async () => {
  station = await openTestStation()
  server = await startServerDouble(stackTemplate())
  server.candidates = [1, 2, 3].map((at) => ({
    exam_no: `2026100${at}`,
    name: `考生${at}`,
    room_no: '3',
    seat_no: String(at),
  }))
  link = new ServerLink(station, server.url)
  seats = new SeatBook(station, new ExamCache(station, link))
  desk = new AbsenceDesk(station, { link, seats })
  await link.signIn('operator', 'right')
  await seats.of(AT)
})

afterEach(async () => {
  await desk.stop()
  await station.close()
  await server.close()
})

const sent = () =>
  vi.waitFor(() => expect(countWaitingAbsences(station.db)).toBe(0), { timeout: 50_000 })

/** The station has noticed that the server is away, and pauses. */
async function loseServer(): Promise<void> {
  server.isAway = true
  await link.call(clientExam, { query: {} }).catch(() => null)
}

/** A sheet with this number lies on the station. */
async function scan(examNo: string): Promise<void> {
  const { sheetIds } = await station.addSheets(1)
  station.db.prepare('update sheet set exam_no = ? where id = ?').run(examNo, sheetIds[0])
}

test('what is signed without the server holds here at once and is told later', async () => {
  await loseServer()
  const [id = ''] = desk.sign(AT, [2])
  const { absent, missing } = await seats.of(AT)
  expect([absent, missing[1]?.absence]).toEqual([
    1,
    { absence_id: id, state: 'waiting', message: '' },
  ])
  expect(server.absent.size).toBe(0)
  server.isAway = false
  link.retryNow()
  desk.pump()
  await sent()
  expect([...server.absent]).toEqual([2])
})

test('what was not sent is taken back here alone; what was sent is taken back there too', async () => {
  await loseServer()
  const [unsent = ''] = desk.sign(AT, [1])
  desk.undo(unsent)
  expect(countWaitingAbsences(station.db)).toBe(0)
  server.isAway = false
  link.retryNow()
  const [id = ''] = desk.sign(AT, [2])
  await sent()
  desk.undo(id)
  await sent()
  expect(server.absent.size).toBe(0)
  expect((await seats.of(AT)).missing.map(({ absence }) => absence)).toEqual([null, null, null])
  expect(() => desk.undo(id)).toThrow('没有可以撤销的缺考登记')
})

test('nobody is signed absent whose sheet lies here, nor anybody who does not sit the subject', async () => {
  await scan('20261001')
  expect(() => desk.sign(AT, [1])).toThrow('考生1 的答题卡已在本站扫到')
  expect(() => desk.sign(AT, [99])).toThrow('名单里没有这名考生')
  expect((await seats.of(AT)).missing).toHaveLength(2)
})

test('a sheet that comes before the server was told withdraws the absence, with a word', async () => {
  await loseServer()
  desk.sign(AT, [1])
  await scan('20261001')
  server.isAway = false
  link.retryNow()
  desk.pump()
  await sent()
  expect(server.absent.size).toBe(0)
  const row = station.db.prepare('select state, error_message from absence').get()
  expect(row).toEqual({
    state: 'refused',
    error_message: '本站已扫到这名考生的答题卡，没有登记缺考',
  })
})

test('signing twice is one absence, and another person does not send it', async () => {
  await loseServer()
  desk.sign(AT, [1])
  expect(desk.sign(AT, [1, 2])).toHaveLength(1)
  await desk.stop()
  server.isAway = false
  await link.signIn('other', 'right')
  desk = new AbsenceDesk(station, { link, seats })
  desk.pump()
  await desk.stop()
  expect([countWaitingAbsences(station.db), server.absent.size]).toEqual([2, 0])
})
