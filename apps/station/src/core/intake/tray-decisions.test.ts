import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestStation, type TestStation } from '../../testing/station-context.ts'
import { historyCalls } from '../history/history-calls.ts'
import { findBatch, updateBatchState } from '../store/batch.store.ts'
import { assignImage, findImage, insertImage } from '../store/image.store.ts'
import { markAcked } from '../store/outbox.store.ts'
import { findSheet, findSheetWithUpload, insertSheet, nextSheetSeq } from '../store/sheet.store.ts'
import { putSetting } from '../store/settings.store.ts'
import type { TrayDesk } from './tray-desk.ts'
import { TrayDecisions } from './tray-decisions.ts'

let station: TestStation
let decisions: TrayDecisions
let batchId: string
let sheets: string[]

beforeEach(async () => {
  station = await openTestStation()
  putSetting(station.db, 'session', { account: 'operator' })
  ;({ batchId, sheetIds: sheets } = await station.addSheets(4))
  for (const id of sheets) {
    const image = addImage()
    assignImage(station.db, image, id, 1)
    ask(id)
  }
  decisions = new TrayDecisions(station)
})

afterEach(() => station.close())

function addImage(): string {
  const id = station.newId()
  const of = { batch_id: batchId, name: `${id}.jpg`, sha256: id, bytes: 1 }
  const source = { source_size: 1, source_mtime_ms: 1, taken_at: station.now() }
  insertImage(station.db, { id, ...of, ...source, state: 'taken', dup_of: null, reason: '' })
  station.db.prepare("update image set state = 'read' where id = ?").run(id)
  return id
}

/** The operator is asked about a sheet at the feeder. */
function ask(sheetId: string): void {
  const tray = JSON.stringify([{ code: 'BLURRED', page_seq: 1, message: '模糊', boxes: [] }])
  station.db.prepare('update sheet set tray = ?, is_held = 1 where id = ?').run(tray, sheetId)
}

const batch = () => findBatch(station.db, batchId)!
const held = (seq: number) => {
  const sheet = findSheet(station.db, batchId, seq)
  return sheet && [sheet.tray !== '[]', sheet.is_held]
}
const history = () =>
  historyCalls({ ...station, tray: undefined as unknown as TrayDesk }).batchHistory({
    batch_id: batchId,
  })

test('several sheets are accepted at once, and all of them wait again after undo', () => {
  const id = decisions.accept(batch(), sheets.slice(0, 3))
  expect([1, 2, 3, 4].map(held)).toEqual([
    [false, 0],
    [false, 0],
    [false, 0],
    [true, 1],
  ])
  expect(decisions.undo(id)).toEqual({ batchId, putBack: 3 })
  expect([1, 2, 3].map(held)).toEqual([
    [true, 1],
    [true, 1],
    [true, 1],
  ])
  expect(() => decisions.undo(id)).toThrow('已经撤销')
})

test('a sheet that the server has got meanwhile is asked about again, but not held', () => {
  const id = decisions.accept(batch(), [sheets[0] ?? ''])
  const answer = { received_at: station.now(), server_exceptions: [] }
  const sheet_id = sheets[0] ?? ''
  const sha256 = findSheetWithUpload(station.db, sheet_id)?.sha256 ?? ''
  markAcked(station.db, { sheet_id, sha256 }, answer as never)
  decisions.undo(id)
  expect(held(1)).toEqual([true, 0])
})

test('when one of them waits no longer, none is accepted', () => {
  decisions.accept(batch(), [sheets[1] ?? ''])
  expect(() => decisions.accept(batch(), sheets)).toThrow('已经处理过')
  expect(held(1)).toEqual([true, 1])
})

test('what was taken out comes back with its pictures to its place', async () => {
  const sheet = findSheet(station.db, batchId, 4)!
  const [image] = station.db
    .prepare('select id from image where sheet_id = ?')
    .pluck()
    .all(sheet.id) as string[]
  decisions.discardSheet(batch(), sheet)
  expect(findSheet(station.db, batchId, 4)).toBeUndefined()
  expect(nextSheetSeq(station.db, batchId)).toBe(5)
  const [out] = (await history()).list
  expect([out?.seq, out?.sheet_id, out?.events[0]?.text, out?.events[0]?.account]).toEqual([
    4,
    null,
    '取出，不计入本批次',
    'operator',
  ])
  decisions.undo(out?.events[0]?.undo_id ?? '')
  expect(findImage(station.db, image ?? '')).toMatchObject({
    state: 'read',
    reason: '',
    kept_seq: 4,
  })
  expect((await history()).list.map(({ seq }) => seq)).toEqual([3, 2, 1])
})

test('after the end of the batch nothing is put back: the paper is scanned again', async () => {
  const id = decisions.accept(batch(), [sheets[0] ?? ''])
  updateBatchState(station.db, batchId, { state: 'closing' })
  expect(() => decisions.undo(id)).toThrow('批次已经结束')
  const [first] = (await history()).list.slice(-1)
  expect(first?.events.map(({ kind, undo_id }) => [kind, undo_id])).toEqual([
    ['scanned', null],
    ['accepted', null],
  ])
})

test('a sheet about which something was decided is not taken out, with a word why', () => {
  const sheet = findSheet(station.db, batchId, 1)!
  station.db
    .prepare(
      `insert into action (id, batch_id, sheet_id, account, actor_name, decided_at, decision, label,
         before, after) values ('a', ?, ?, '', '', '', '{}', '', '{}', '{}')`,
    )
    .run(batchId, sheet.id)
  station.db.prepare("insert into action_sheet values ('a', ?)").run(sheet.id)
  expect(() => decisions.discardSheet(batch(), sheet)).toThrow('请在「处理异常」里把它作废')
  expect(held(1)).toEqual([true, 1])
})

test('a sheet belongs to whoever was signed in when its paper came', () => {
  const image = addImage()
  putSetting(station.db, 'session', { account: 'evening' })
  const id = station.newId()
  const head = { id, batch_id: batchId, seq: 9, scanned_at: station.now(), subject_id: 3 }
  const sheet = { ...head, exam_no: null, candidate_name: null, findings: [] }
  insertSheet(station.db, sheet, { sha256: 'c'.repeat(64), bytes: 1 })
  assignImage(station.db, image, id, 1)
  expect(station.db.prepare('select account from sheet where id = ?').pluck().get(id)).toBe(
    'operator',
  )
})
