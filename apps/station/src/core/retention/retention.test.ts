import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PageReading } from '@hengjuan/domain'
import { openTestStation, type TestStation } from '../../testing/station-context.ts'
import { insertAction } from '../store/action.store.ts'
import { assignImage, insertImage } from '../store/image.store.ts'
import { updateBatchState } from '../store/batch.store.ts'
import { StationSettings } from '../store/station-settings.ts'
import { Retention } from './retention.ts'

const DAY = 86_400_000
const MB = 1_000_000
const NOW = Date.UTC(2026, 10, 21)

let station: TestStation
let settings: StationSettings
let retention: Retention
let serverNow: number | null

beforeEach(async () => {
  station = await openTestStation()
  await station.disk.start()
  settings = new StationSettings(station.db)
  serverNow = NOW
  retention = new Retention(station, settings, () => serverNow)
})

afterEach(async () => {
  await retention.stop()
  await station.close()
})

async function addPicture(
  batchId: string,
  sheetId: string | null,
  given: { content?: Buffer; bytes?: number } = {},
): Promise<{ id: string; sha256: string }> {
  const { db, spool } = station
  const id = station.newId()
  const { sha256 } = await spool.takeBytes(given.content ?? randomBytes(100))
  const name = `${id}.jpg`
  const source = { source_size: 1, source_mtime_ms: 1, taken_at: station.now() }
  insertImage(db, {
    id,
    batch_id: batchId,
    name,
    sha256,
    bytes: given.bytes ?? 100,
    ...source,
    state: sheetId === null ? 'duplicate' : 'taken',
    dup_of: null,
    reason: '',
  })
  if (sheetId !== null) assignImage(db, id, sheetId, 1)
  const picture = { mime: 'image/jpeg', isConverted: false } as const
  const record = { reading: {} as PageReading, picture, crops: [] }
  const files = { crops: randomBytes(10), thumb: randomBytes(10), converted: null }
  await spool.putPage(id, record, files)
  return { id, sha256 }
}

/** Sheets that the server acknowledged so many days ago, in a batch that it agreed to. */
async function scanned(ages: readonly number[], bytes = 100) {
  const { batchId, sheetIds } = await station.addSheets(ages.length)
  const pictures: { id: string; sha256: string }[] = []
  for (const [at, sheetId] of sheetIds.entries()) {
    pictures.push(await addPicture(batchId, sheetId, { bytes }))
    acknowledge(sheetId, ages[at] ?? 0)
  }
  updateBatchState(station.db, batchId, { state: 'closed', closed_at: station.now() })
  return { batchId, sheetIds, pictures }
}

function acknowledge(sheetId: string, daysAgo: number): void {
  station.db
    .prepare("update outbox set state = 'acked', received_at = ? where sheet_id = ?")
    .run(new Date(NOW - daysAgo * DAY).toISOString(), sheetId)
}

const isThere = (picture: { id: string; sha256: string } | undefined): Promise<boolean> =>
  Promise.all([
    station.spool.readPicture(picture?.sha256 ?? ''),
    station.spool.readThumb(picture?.id ?? ''),
  ]).then(
    () => true,
    () => false,
  )

test('pictures go when their days are over; what is younger stays', async () => {
  const { pictures } = await scanned([40, 31, 29, 1])
  await retention.run()
  expect(await Promise.all(pictures.map(isThere))).toEqual([false, false, true, true])
  expect(retention.describe()).toMatchObject({
    kept_sheets: 2,
    last: { sheets: 2, bytes: 200, reason: 'age' },
    message: expect.stringContaining('已清理 2 张已上传答题卡的本机图像') as unknown,
  })
})

test.for<[what: string, change: (of: { batchId: string; sheetIds: string[] }) => void]>([
  ['waits for the server', ({ sheetIds }) => sheetIds.forEach((id) => setUpload(id, 'waiting'))],
  ['was refused', ({ sheetIds }) => sheetIds.forEach((id) => setUpload(id, 'refused'))],
  [
    'is in a batch that the server has not agreed to',
    ({ batchId }) => updateBatchState(station.db, batchId, { state: 'closing' }),
  ],
])('what %s is never touched, however old and however full', async ([, change]) => {
  const batch = await scanned([400, 400])
  change(batch)
  settings.change({ keep_days: 1, keep_gb: 1 })
  station.room.free = 0
  await station.disk.look()
  await retention.run()
  expect(await Promise.all(batch.pictures.map(isThere))).toEqual([true, true])
  expect(retention.describe().last).toBeNull()
})

test.for([
  ['waiting', true],
  ['done', false],
  ['withdrawn', false],
] as const)('a sheet with a decision that is %s stays: %s', async ([state, isKept]) => {
  const { batchId, sheetIds, pictures } = await scanned([400, 400])
  const [about = '', touched = ''] = sheetIds
  const action = { batch_id: batchId, sheet_id: about, account: 'operator', actor_name: '孙小梅' }
  const text = { decision: '{}', label: '', before: '{}', after: '{}', readings: null }
  insertAction(
    station.db,
    { id: station.newId(), ...action, ...text, decided_at: station.now(), undoes: null },
    { sheetIds: [touched], state },
  )
  station.room.free = 0
  await station.disk.look()
  await retention.run()
  expect(await Promise.all(pictures.map(isThere))).toEqual([isKept, isKept])
})

const setUpload = (sheetId: string, state: string): void => {
  station.db.prepare('update outbox set state = ? where sheet_id = ?').run(state, sheetId)
}

test('above the quota the oldest acknowledged go first, no more than needed', async () => {
  const { pictures } = await scanned([2, 5, 3, 4], 400 * MB)
  settings.change({ keep_gb: 1 })
  await retention.run()
  // 1.6 GB, then 1.2, then 0.8.
  expect(await Promise.all(pictures.map(isThere))).toEqual([true, false, true, false])
})

test('on a low disk the oldest go until there is room', async () => {
  const { pictures } = await scanned([3, 2, 1])
  const { spool } = station
  station.room.free = 1e9
  const drop = spool.dropPicture.bind(spool)
  spool.dropPicture = async (sha256) => {
    await drop(sha256)
    station.room.free += 2e9
  }
  await station.disk.look()
  await retention.run()
  expect(await Promise.all(pictures.map(isThere))).toEqual([false, false, true])
  expect(retention.describe().last?.reason).toBe('disk')
})

test('pictures of a closed batch that are in no sheet go with its last sheet', async () => {
  const { batchId, pictures } = await scanned([40, 1])
  const replaced = await addPicture(batchId, null)
  await retention.run()
  expect(await isThere(pictures[0])).toBe(false)
  expect(await isThere(replaced)).toBe(true)
  serverNow = NOW + 60 * DAY
  await retention.run()
  expect(await isThere(replaced)).toBe(false)
})

test('a picture whose content another one still needs stays', async () => {
  const content = randomBytes(100)
  const { batchId, sheetIds } = await station.addSheets(2)
  const first = await addPicture(batchId, sheetIds[0] ?? '', { content })
  const second = await addPicture(batchId, sheetIds[1] ?? '', { content })
  acknowledge(sheetIds[0] ?? '', 40)
  acknowledge(sheetIds[1] ?? '', 1)
  updateBatchState(station.db, batchId, { state: 'closed' })
  await retention.run()
  expect(await isThere(first)).toBe(false)
  expect(await isThere(second)).toBe(true)
})

test('a kill between file and record leaves nothing over', async () => {
  const { pictures } = await scanned([40])
  const [picture] = pictures
  await station.spool.dropPage(picture?.id ?? '')
  await station.spool.dropPicture(picture?.sha256 ?? '')
  await retention.run()
  expect(retention.describe()).toMatchObject({ kept_sheets: 0, last: { sheets: 1 } })
})
