import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestStation, type TestStation } from '../../testing/station-context.ts'
import { markAcked, markRefused, markSending } from '../store/outbox.store.ts'
import { findSheetWithUpload } from '../store/sheet.store.ts'
import { insertSuperseded, selectReplaceable } from '../store/superseded.store.ts'
import type { ServerLink } from './server-link.ts'
import { Superseder } from './superseder.ts'

let station: TestStation
beforeEach(async () => void (station = await openTestStation()))
afterEach(() => station.close())

const row = (id: string) => findSheetWithUpload(station.db, id)!
const received = { received_at: '2026-11-21T08:00:00.000Z', exceptions: [] }

test('an answer about what was sent says nothing of a sheet that was packed anew meanwhile', async () => {
  const { sheetIds } = await station.addSheets(1)
  const [id = ''] = sheetIds
  const sent = { sheet_id: id, sha256: row(id).sha256 }
  station.db.prepare('update outbox set sha256 = ? where sheet_id = ?').run('b'.repeat(64), id)
  expect(markSending(station.db, sent)).toBe(false)
  markRefused(station.db, sent, { code: 'CONTAINER_LOST', message: '' })
  markAcked(station.db, sent, received)
  expect(row(id)).toMatchObject({ state: 'waiting', error_code: null })
})

const of = { exam_id: 7, subject_id: 3 }

test('a scan that is still on its way is taken out of use when it has arrived, not before', async () => {
  const { sheetIds } = await station.addSheets(1)
  const [id = ''] = sheetIds
  insertSuperseded(station.db, { ...of, sheet_id: id, by_sheet_id: 'at the server' })
  expect(selectReplaceable(station.db)).toEqual([])
  markAcked(station.db, { sheet_id: id, sha256: row(id).sha256 }, received)
  expect(selectReplaceable(station.db)).toMatchObject([{ sheet_id: id }])
})

/** More than are asked for in one call. */
const MANY = 210

function superseder(call: () => Promise<void>) {
  const line = { isSignedIn: true, pauseMs: 0, call } as unknown as ServerLink
  let told = 0
  const made = new Superseder(station, line, () => told++)
  return { made, told: () => told }
}

const left = () => selectReplaceable(station.db).length

test('one call to work is enough for a whole stack of replaced sheets', async () => {
  station.db.transaction(() => {
    for (let at = 0; at < MANY; at++)
      insertSuperseded(station.db, { ...of, sheet_id: `old ${at}`, by_sheet_id: 'new' })
  })()
  let calls = 0
  const { made, told } = superseder(async () => void calls++)
  made.pump()
  await made.stop()
  // It had begun, and ends what it is at; the rest is for the next start.
  expect([calls, left() > 0]).toEqual([1, true])
  const again = superseder(async () => void calls++)
  again.made.pump()
  while (left() > 0) await new Promise((next) => setImmediate(next))
  expect(calls).toBe(2)
  expect(told()).toBe(1)
  await again.made.stop()
})

test('what cannot even be noted down ends nothing but the try', async () => {
  insertSuperseded(station.db, { ...of, sheet_id: 'old', by_sheet_id: 'new' })
  const { made } = superseder(() => Promise.reject(new Error('no room')))
  made.pump()
  await made.stop()
  expect(left()).toBe(1)
})
