import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stackTemplate } from '../testing/paper-stack.ts'
import { openTestStation, type TestStation } from '../testing/station-context.ts'
import { PageReaders } from './reading.ts'
import type { Candidate } from './recognition/batch-templates.ts'
import { findImage, insertImage } from './store/image.store.ts'

let station: TestStation
let readers: PageReaders
let candidates: Map<string, Candidate[]>
let read: string[]

const of = { template: stackTemplate(), exam_id: 7, subject_id: 3, label: '《英语》' }
const own: Candidate = { ...of, of: 'batch' }
const elsewhere: Candidate = { ...of, template: stackTemplate(), of: 'elsewhere' }

beforeEach(async () => {
  station = await openTestStation()
  candidates = new Map()
  read = []
  readers = openReaders()
})

const openReaders = (more: { mostWaiting?: number } = {}) =>
  new PageReaders(station, {
    workers: 1,
    candidatesOf: (batchId) => candidates.get(batchId) ?? [],
    onRead: (batchId) => read.push(batchId),
    processes: { program: new URL('../testing/last-template-reader.ts', import.meta.url) },
    ...more,
  })

afterEach(async () => {
  await readers.stop()
  await station.close()
})

async function addPage(batchId: string): Promise<string> {
  const id = station.newId()
  const { sha256, bytes } = await station.spool.takeBytes(Buffer.from(id))
  const source = { source_size: 1, source_mtime_ms: 1, taken_at: station.now() }
  const rest = { state: 'taken' as const, dup_of: null, reason: '' }
  insertImage(station.db, { id, batch_id: batchId, name: id, sha256, bytes, ...source, ...rest })
  return id
}
const imageOf = (id: string) => findImage(station.db, id)!
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 50_000, interval: 5 })

test('a page taken for another exam’s while the batch is ended is read as what it was scanned for', async () => {
  const { batchId } = await station.addSheets(0)
  const id = await addPage(batchId)
  candidates.set(batchId, [own, elsewhere])
  // The batch is ended between the reading and the writing down.
  const { spool } = station
  const put = spool.putPage.bind(spool)
  const kinds: (string | null)[] = []
  spool.putPage = async (...page) => {
    await put(...page)
    kinds.push(imageOf(id).kind)
    candidates.set(batchId, [own])
  }
  readers.pump()
  await until(() => expect(imageOf(id)).toMatchObject({ state: 'read', kind: 'page' }))
  expect(kinds).toEqual([null, null])
})

test('pages that nothing is known of hold up those of no other batch', async () => {
  const { batchId: unknown } = await station.addSheets(0)
  const { batchId: known } = await station.addSheets(0)
  for (let at = 0; at < 5; at++) await addPage(unknown)
  const id = await addPage(known)
  candidates.set(known, [own])
  readers.pump()
  await until(() => expect(imageOf(id).state).toBe('read'))
  expect(read).toEqual([known])
})

test('a station that ends while there is no room finds no fault with the page', async () => {
  const { batchId } = await station.addSheets(0)
  const id = await addPage(batchId)
  candidates.set(batchId, [own])
  const gate = Promise.withResolvers<void>()
  const { spool } = station
  const put = spool.putPage.bind(spool)
  let tries = 0
  spool.putPage = async (...page) => {
    if (++tries > 1) return put(...page)
    gate.resolve()
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
  }
  station.room.free = 0
  readers.pump()
  await gate.promise
  station.disk.stop()
  await readers.stop()
  expect(imageOf(id)).toMatchObject({ state: 'taken', tries: 0 })
})

test('who feeds waits while too many pages wait to be read, and goes on when they are read', async () => {
  const { batchId } = await station.addSheets(0)
  const { whenRoom } = await withRoomFor(2)
  await addPage(batchId)
  expect(await whenRoom()).toBe('room')
  await addPage(batchId)
  expect(await whenRoom()).toBe('waits')
  candidates.set(batchId, [own])
  readers.pump()
  await until(async () => expect(await whenRoom()).toBe('room'))
})

test('a person who stops the feeder does not wait for pages to be read', async () => {
  const { batchId } = await station.addSheets(0)
  await withRoomFor(1)
  await addPage(batchId)
  const halting = new AbortController()
  const waiting = readers.whenRoom(halting.signal)
  halting.abort()
  await waiting
  expect(read).toEqual([])
})

/** Readers before which only so many pages may wait. */
async function withRoomFor(mostWaiting: number) {
  await readers.stop()
  readers = openReaders({ mostWaiting })
  /** Asked again after every turn that others may need. */
  const whenRoom = () =>
    Promise.race([
      readers.whenRoom().then(() => 'room' as const),
      new Promise<'waits'>((next) => setImmediate(() => next('waits'))),
    ])
  return { whenRoom }
}
