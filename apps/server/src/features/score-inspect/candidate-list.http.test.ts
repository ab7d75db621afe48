import { type InputOf, scoreInspectList } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, onTestFinished, test } from 'vitest'
import { openReaderThread } from '../../reader-thread/run-in-worker.ts'
import { openTestApp } from '../../testing/index.ts'
import { seedMarking } from '../marking/testing/seed-marking.ts'
import { SUBJECT } from '../marking/testing/seed-sheet.ts'
import { watchTables } from '../supervision/testing/asked-tables.ts'
import { inspectedPage } from './candidate-list.ts'

/** The middle one has no score yet. */
const SCORES = [7000, 20_000, null, 3000, 11_000]

everyDatabase('candidates whose scores are looked at again, on %s', (kind) => {
  async function open() {
    const app = await openTestApp(kind)
    // Three of the first class, two of the second.
    const marked = await seedMarking(app.services, app.school, { candidates: 5 })
    const { db } = app.services
    for (const [index, id] of marked.candidateIds.entries()) {
      await db
        .updateTable('candidate_subject')
        .set({ total_milli: SCORES[index] ?? null })
        .where('candidate_id', '=', id)
        .execute()
      // By size, not by sign: the tenth comes behind the ninth.
      await db
        .updateTable('candidate')
        .set({ name: `考生${index + 8}` })
        .where('id', '=', id)
        .execute()
    }
    const on = { exam_id: marked.examId, subject_id: SUBJECT }
    const admin = await app.signIn('admin')
    const list = async (query: Partial<InputOf<typeof scoreInspectList>['query']>) =>
      (await admin.send(scoreInspectList, { query: { ...on, ...query } })).data
    const places = async (query: Partial<InputOf<typeof scoreInspectList>['query']>) =>
      (await list(query)).list.map(({ candidate_id }) => marked.candidateIds.indexOf(candidate_id))
    return { ...app, ...marked, on, list, places }
  }

  test('are sorted and filtered among all, whatever page is shown, and all classes are offered', async () => {
    const { list, places, school } = await open()
    expect(await places({ sort: 'total', order: 'desc', limit: 2 })).toEqual([1, 4])
    expect(await places({ sort: 'total', order: 'desc', limit: 2, page: 2 })).toEqual([0, 3])
    expect(await places({ sort: 'total', order: 'asc', limit: 2 })).toEqual([2, 3])
    expect(await places({ sort: 'name', order: 'asc' })).toEqual([0, 1, 2, 3, 4])
    expect(await places({ sort: 'name', order: 'desc', limit: 1 })).toEqual([4])
    const [first, second] = school.classIds
    const { classes, list: own, total } = await list({ class_id: second ?? 0, limit: 1 })
    expect([total, own.length]).toEqual([2, 1])
    expect(classes.map(({ class_id }) => class_id)).toEqual([first, second])
    expect((await list({ page: 2, limit: 2 })).classes).toEqual([])
  })

  test('are read in the reader thread', async () => {
    const { services, on } = await open()
    const readerThread = openReaderThread(services, { fromRows: 0 })
    onTestFinished(() => readerThread.close())
    const query = { ...on, sort: 'class' as const, order: 'desc' as const, limit: 3 }
    const watched = watchTables({ ...services, readerThread })
    const page = await inspectedPage(watched.services, query)
    expect(page.list).toHaveLength(3)
    expect(page).toEqual(await inspectedPage(services, query))
    expect([...watched.tables]).toEqual([])
  })
})
