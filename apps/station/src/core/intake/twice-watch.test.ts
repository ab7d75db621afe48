import { CallError } from '@hengjuan/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestStation, type TestStation } from '../../testing/station-context.ts'
import { findBatch, updateBatchState, updateBatchTwice } from '../store/batch.store.ts'
import { discardSheets, findSheetById } from '../store/sheet.store.ts'
import type { ServerLink } from '../upload/server-link.ts'
import { settleTwice } from './settle-twice.ts'
import { TwiceWatch } from './twice-watch.ts'

let station: TestStation
let watch: TwiceWatch
let line: { isSignedIn: boolean; pauseMs: number; call: (...input: unknown[]) => Promise<unknown> }
let asked: number

beforeEach(async () => {
  station = await openTestStation()
  asked = 0
  line = {
    isSignedIn: true,
    pauseMs: 0,
    call: async () => {
      asked++
      return []
    },
  }
  watch = new TwiceWatch(station, {
    stationName: '一号站',
    link: line as unknown as ServerLink,
    onFound: () => undefined,
    onReplaced: () => undefined,
  })
})

afterEach(async () => {
  await watch.stop()
  await station.close()
})

const until = (check: () => void) => vi.waitFor(check, { timeout: 50_000, interval: 5 })

test('sheets that were made without the server are all asked about when it is back', async () => {
  const { sheetIds } = await station.addSheets(45, 10)
  line.isSignedIn = false
  for (const id of sheetIds) watch.watch(id)
  line.isSignedIn = true
  watch.pump()
  // Twenty in a call.
  await until(() => expect(asked).toBe(3))
})

test('sheets about which nothing was learned for want of the server are asked about again', async () => {
  const { sheetIds } = await station.addSheets(20, 10)
  const answer = line.call
  line.call = () => {
    asked++
    line.pauseMs = 1000
    return Promise.reject(new CallError({ code: 'OFFLINE', message: '', status: 0 } as never))
  }
  for (const id of sheetIds) watch.watch(id)
  await until(() => expect(asked).toBe(1))
  line.call = answer
  await until(() => {
    line.pauseMs = 0
    watch.pump()
    expect(asked).toBe(2)
  })
})

const EARLIER = { batch_id: 'earlier', batch_label: '旧', station: '二号站', seq: 1, at: '2026' }
const batch = (id: string) => findBatch(station.db, id)!

test('a sheet that was taken out of the stack takes nobody’s place', async () => {
  const { batchId, sheetIds } = await station.addSheets(3, 10)
  for (const [at, id] of sheetIds.entries())
    watch.note(findSheetById(station.db, id)!, { ...EARLIER, sheet_id: `old ${at}` })
  expect(JSON.parse(batch(batchId).twice ?? 'null')).toMatchObject({ decision: null })
  discardSheets(station.db, [sheetIds[1] ?? ''], '由扫描员取出')
  settleTwice(station, batch(batchId), 'replace', () => false)
  const replaced = station.db.prepare('select sheet_id from superseded order by sheet_id').pluck()
  expect(replaced.all()).toEqual(['old 0', 'old 2'])
})

test('an answer that comes after the batch was closed changes nothing', async () => {
  const { batchId, sheetIds } = await station.addSheets(1, 10)
  const sheet = findSheetById(station.db, sheetIds[0] ?? '')!
  updateBatchTwice(station.db, batchId, null)
  updateBatchState(station.db, batchId, { state: 'closed' })
  watch.note(sheet, { ...EARLIER, sheet_id: 'old' })
  expect(findSheetById(station.db, sheet.id)?.tray).toBe('[]')
})

test('a stack that takes the place of an earlier one does so with its last sheet, however late the answer', async () => {
  const { batchId, sheetIds } = await station.addSheets(4, 10)
  const note = (at: number) =>
    watch.note(findSheetById(station.db, sheetIds[at] ?? '')!, {
      ...EARLIER,
      sheet_id: `old ${at}`,
    })
  for (const at of [0, 1, 2]) note(at)
  settleTwice(station, batch(batchId), 'replace', () => false)
  updateBatchState(station.db, batchId, { state: 'closed' })
  note(3)
  const replaced = station.db.prepare('select sheet_id from superseded order by sheet_id').pluck()
  expect(replaced.all()).toEqual(['old 0', 'old 1', 'old 2', 'old 3'])
})
