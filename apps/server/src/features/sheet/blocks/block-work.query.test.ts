import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { selectBlockWork } from './block-effects.ts'

everyDatabase('the papers of a block on %s', (kind) => {
  test('are counted with those that are marked, and those in hands', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 5 })
    const { services, examId, markerIds } = subject
    const [first = 0, second = 0] = markerIds
    await subject.mark(first, 8)
    await subject.claim(second, 2)
    const work = await selectBlockWork(services.db, { examId, subjectId: SUBJECT })
    expect([...work]).toEqual([['17', { papers: 5, marked: 1, held: 2 }]])
  })
})
