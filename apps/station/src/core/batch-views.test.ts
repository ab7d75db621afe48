import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestStation, type TestStation } from '../testing/station-context.ts'
import { BatchViews } from './batch-views.ts'
import { updateBatchProblem, updateBatchState } from './store/batch.store.ts'
import { insertImage, updateImageState } from './store/image.store.ts'
import { markAcked, markRefused } from './store/outbox.store.ts'
import { findSheetWithUpload } from './store/sheet.store.ts'

let station: TestStation

beforeEach(async () => {
  station = await openTestStation()
})

afterEach(() => station.close())

const addImage = (batchId: string): string => {
  const id = station.newId()
  const rest = { source_size: 1, source_mtime_ms: 1, taken_at: station.now(), bytes: 1 }
  const image = { id, batch_id: batchId, name: id, sha256: id, ...rest }
  insertImage(station.db, { ...image, state: 'taken', dup_of: null, reason: '' })
  return id
}

test('every change in a batch is seen, and the others are not counted again', async () => {
  const { db } = station
  const { batchId, sheetIds } = await station.addSheets(3)
  const { batchId: other } = await station.addSheets(2)
  const views = new BatchViews(db)
  const viewOf = (id: string) => views.all().find(({ batch_id }) => batch_id === id)
  const otherView = viewOf(other)
  const sent = (id = '') => ({ sheet_id: id, sha256: findSheetWithUpload(db, id)?.sha256 ?? '' })
  const image = addImage(batchId)
  expect(viewOf(batchId)).toMatchObject({ images: 1, to_upload: 3, uploaded: 0 })
  updateImageState(db, image, 'unreadable', '')
  expect(viewOf(batchId)).toMatchObject({ unreadable: 1 })
  markAcked(db, sent(sheetIds[0]), { received_at: station.now(), exceptions: [] })
  expect(viewOf(batchId)).toMatchObject({ to_upload: 2, uploaded: 1 })
  markRefused(db, sent(sheetIds[1]), { code: 'X', message: 'x' })
  expect(viewOf(batchId)).toMatchObject({ refused: 1 })
  db.prepare("update sheet set findings = '[{}]' where id = ?").run(sheetIds[2])
  expect(viewOf(batchId)).toMatchObject({ flagged: 1 })
  updateBatchProblem(db, batchId, '纸盒空了')
  expect(viewOf(batchId)).toMatchObject({ problem: '纸盒空了' })
  updateBatchState(db, batchId, { state: 'closed' })
  expect(viewOf(batchId)).toMatchObject({ state: 'closed' })
  expect(viewOf(other)).toBe(otherView)
})

test('with nothing changed nothing is counted', async () => {
  await station.addSheets(5)
  const views = new BatchViews(station.db)
  views.all()
  const asked = vi.spyOn(station.db, 'prepare')
  views.all()
  // The versions and the rows of the batches.
  expect(asked).toHaveBeenCalledTimes(2)
})
