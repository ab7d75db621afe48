import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestStation, type TestStation } from '../../testing/station-context.ts'
import { countBatch, findBatch, updateBatchState } from '../store/batch.store.ts'
import { markOf } from './folder-watch.ts'
import { Intake } from './intake.ts'
import { takeFile } from './take-file.ts'

let station: TestStation
let intake: Intake
let folder: string
let batchId: string

beforeEach(async () => {
  station = await openTestStation()
  folder = path.join(station.dataDir, 'scans')
  await mkdir(folder)
  ;({ batchId } = await station.addSheets(1))
  station.db.prepare('update batch set folder = ? where id = ?').run(folder, batchId)
  intake = new Intake(
    station,
    { pollMs: 20, stableMs: 20 },
    { onTaken: () => undefined, whenRead: () => Promise.resolve(), rescanOf: () => null },
  )
})

afterEach(async () => {
  await intake.stop()
  await station.close()
})

const batch = () => findBatch(station.db, batchId)!

test('an empty folder is drained without a word', async () => {
  expect(await intake.drain(batch())).toBe('')
})

test('a folder that cannot be read does not hold the batch; the operator is told what to look after', async () => {
  await rm(folder, { recursive: true })
  expect(await intake.drain(batch())).toBe(
    `文件夹打不开（${folder}），批次照常结束，已收到的图像不受影响；请检查网络盘或移动盘，里面若还有图像，请新建批次再收`,
  )
  expect(batch().problem).toContain('监视的文件夹打不开')
  await mkdir(folder)
  expect(await intake.drain(batch())).toBe('')
  expect(batch().problem).toBe('')
})

test.for<[files: string[], says: string]>([
  [['份卷.bmp'], '有文件没有收全：「份卷.bmp」不是 PDF、JPEG、PNG 或 TIFF'],
  [
    ['b.HEIC', 'a.bmp', '~c.pdf', 'notes.txt', 'Thumbs.db'],
    '有文件没有收全：「a.bmp」等 2 个不是 PDF',
  ],
])('%j in the folder are named, until they are gone', async ([files, says]) => {
  for (const name of files) await writeFile(path.join(folder, name), 'no picture')
  expect(await intake.drain(batch())).toContain(says)
  expect(batch().problem).toContain(says)
  expect(countBatch(station.db, batchId).images).toBe(0)
  for (const name of files) await rm(path.join(folder, name))
  await intake.drain(batch())
  expect(batch().problem).toBe('')
})

test('a picture that is copied while the batch is ended stays in its folder', async () => {
  const file = path.join(folder, 'scan-1.jpg')
  await writeFile(file, 'picture')
  const mark = await markOf(file)
  const { spool } = station
  const take = spool.takePicture.bind(spool)
  spool.takePicture = async (from) => {
    const taken = await take(from)
    updateBatchState(station.db, batchId, { state: 'closing' })
    return taken
  }
  expect(await takeFile(station, batchId, { name: 'scan-1.jpg', file, ...mark! })).toBe('closed')
  expect(countBatch(station.db, batchId).images).toBe(0)
})

test('a station that ends does not wait for room among the pages', async () => {
  await writeFile(path.join(folder, 'scan-1.jpg'), 'picture')
  const asked = Promise.withResolvers<void>()
  const full = new Intake(
    station,
    { pollMs: 5, stableMs: 0 },
    {
      onTaken: () => undefined,
      whenRead: (signal) => {
        asked.resolve()
        return new Promise((over) => signal.addEventListener('abort', () => over()))
      },
      rescanOf: () => null,
    },
  )
  full.start()
  await asked.promise
  await full.stop()
  expect(countBatch(station.db, batchId).images).toBe(0)
})
