import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestStation, type TestStation } from '../../testing/station-context.ts'
import { findBatch } from '../store/batch.store.ts'
import { Intake } from './intake.ts'

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
