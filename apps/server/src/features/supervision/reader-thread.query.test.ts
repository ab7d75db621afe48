import { everyDatabase } from '@hengjuan/db/testing'
import { expect, onTestFinished, test } from 'vitest'
import { openReaderThread } from '../../reader-thread/run-in-worker.ts'
import type { Services } from '../../services.ts'
import { openMarkedSubject } from '../marking/testing/marked-subject.ts'
import { checkProgress } from './check-progress.query.ts'
import { examProgress } from './exam-progress.ts'
import { curveOf, scoresOfBlock } from './marker.query.ts'
import { markerRows } from './marker-rows.ts'
import { paperList } from './paper-list.query.ts'
import { readingList } from './reading-list.query.ts'
import { schoolProgress } from './school-progress.query.ts'
import { takeState } from './snapshot.ts'
import { deletingBlock } from './testing/deleting-block.ts'
import { watchTables } from './testing/asked-tables.ts'

/** Tables of which a region has hundreds of thousands of rows. */
const LONG = ['unit', 'reading', 'unit_queue', 'spot_check', 'candidate_subject', 'scan_sheet']

async function markedOn(kind: 'sqlite' | 'postgres') {
  const subject = await openMarkedSubject(kind, { candidates: 12, markers: 3, mode: 1 })
  const [first = 0, second = 0] = subject.markerIds
  for (let paper = 0; paper < 6; paper++) {
    await subject.mark(first, paper % 4)
    await subject.mark(second, paper % 5)
  }
  const readerThread = openReaderThread(subject.services, { fromRows: 0 })
  onTestFinished(() => readerThread.close())
  return { ...subject, first, readerThread }
}

everyDatabase('what leaders look at, on %s', (kind) => {
  test('the reader thread says the same, and the one that marks reads none of it', async () => {
    const { services, readerThread, examId, blockId, first } = await markedOn(kind)
    const look = async (by: Services) => ({
      // What a state is of is known by the object, and by when it was taken.
      state: (({ blocks, subjects }) => ({ blocks, subjects }))(await examProgress(by, examId)),
      rows: await markerRows(by, blockId, null),
      scores: await scoresOfBlock(by, blockId),
      curve: await curveOf(by, { blockId, markerId: first }),
      checks: await checkProgress(by, { examId, today: '' }),
      schools: (await schoolProgress(by, examId, 0)).rows,
      readings: await readingList(by, { blockId, fastMs: 0, today: '', isBlind: false }),
      papers: await paperList(
        by,
        { blockIds: [blockId], waitsFor: 'total' },
        { page: 1, limit: 20 },
        new Set([blockId]),
      ),
    })
    const here = await look(services)
    expect(here.rows.find(({ marker_id }) => marker_id === first)).toMatchObject({ n: 6 })
    expect(here.papers.total).toBe(12)
    const watched = watchTables({ ...services, readerThread })
    const beforehand = watchTables(services)
    expect(await look(watched.services)).toEqual(here)
    expect(LONG.filter((table) => watched.tables.has(table))).toEqual([])
    // The same without the thread reads all of them.
    await look(beforehand.services)
    expect(LONG.filter((table) => !beforehand.tables.has(table))).toEqual([])
  })

  test('without rows enough nothing begins, and with them it does', async () => {
    const { services, blockId } = await markedOn(kind)
    const readerThread = openReaderThread(services, { fromRows: 13 })
    onTestFinished(() => readerThread.close())
    const few = watchTables({ ...services, readerThread })
    await markerRows(few.services, blockId, null)
    // There are 12 papers and as many readings.
    expect(few.tables.has('reading')).toBe(true)
    expect(readerThread.isWorthIt).toBe(false)
    await services.db
      .updateTable('reading')
      .set({ id: 1_000_000 })
      .where('state', '=', 'submitted')
      .where('id', '=', (eb) => eb.selectFrom('reading').select(({ fn }) => fn.max('id').as('id')))
      .execute()
    const many = watchTables({ ...services, readerThread })
    await markerRows(many.services, blockId, null)
    expect(readerThread.isWorthIt).toBe(true)
    expect(many.tables.has('reading_tally')).toBe(false)
  })

  test('it changes nothing, and says why something failed', async () => {
    const { services, readerThread, blockId } = await markedOn(kind)
    await expect(deletingBlock({ ...services, readerThread }, blockId)).rejects.toMatchObject({
      code: kind === 'sqlite' ? 'SQLITE_READONLY' : '25006',
    })
    expect(await services.db.selectFrom('block').select('id').execute()).toEqual([{ id: blockId }])
  })

  test('what takes a moment does not wait for what takes long', async () => {
    const { services, readerThread, examId, blockId, first } = await markedOn(kind)
    const threaded = { ...services, readerThread }
    const done: string[] = []
    const ask = () => [
      takeState(threaded, examId).then(() => done.push('state')),
      curveOf(threaded, { blockId, markerId: first }).then(() => done.push('curve')),
    ]
    // The thread loads what it needs at the first time.
    await Promise.all(ask())
    done.length = 0
    await Promise.all(ask())
    expect(done).toEqual(['curve', 'state'])
  })

  test('it is ended with what it is at, and begins anew at the next use', async () => {
    const { services, readerThread, blockId } = await markedOn(kind)
    const threaded = { ...services, readerThread }
    const [asked] = await Promise.allSettled([
      markerRows(threaded, blockId, null),
      readerThread.close(),
    ])
    expect(asked).toMatchObject({ reason: new Error('the reading thread ended') })
    expect(await markerRows(threaded, blockId, null)).toEqual(
      await markerRows(services, blockId, null),
    )
  })
})
