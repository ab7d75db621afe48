import { everyDatabase } from '@hengjuan/db/testing'
import { sumOfScores } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import type { Services } from '../../../services.ts'
import { nextPapers, openMarkedSubject, submitMark } from '../../marking/testing/marked-subject.ts'
import type { UnitSubscriber } from './units-changed.ts'

everyDatabase('changed papers on %s', (kind) => {
  async function open(subscriber: UnitSubscriber) {
    const subject = await openMarkedSubject(kind, { candidates: 1, markers: 1 })
    const { services, blockId, markerIds } = subject
    const [markerId = 0] = markerIds
    const followed: Services = {
      ...services,
      unitSubscribers: [...services.unitSubscribers, subscriber],
    }
    const { tasks } = await nextPapers(followed, blockId, markerId, 1)
    const readingId = tasks[0]?.reading_id ?? 0
    return {
      submit: (on: Services) =>
        submitMark(on, { markerId, blockId, readingId, idemKey: 'one', scores: [5000] }),
      services,
      followed,
      units: () => subject.units(),
      scored: () =>
        services.db
          .selectFrom('candidate_subject')
          .select('subjective_milli')
          .executeTakeFirstOrThrow(),
    }
  }

  test('are announced with their events and final marks, in the transaction that stores them', async () => {
    const heard: unknown[] = []
    const { submit, followed } = await open(async (db, _services, { steps, finals }) => {
      const { state } = await db.selectFrom('unit').select('state').executeTakeFirstOrThrow()
      heard.push({
        isWithin: db.isTransaction,
        state,
        events: steps.map(({ event, after }) => [event.type, after.status]),
        finals: finals.map(({ after }) => after && sumOfScores(after.scores)),
      })
    })
    await submit(followed)
    expect(heard).toEqual([
      { isWithin: true, state: 'MARKING', events: [['claim', 'MARKING']], finals: [] },
      { isWithin: true, state: 'FINAL', events: [['submit', 'FINAL']], finals: [5000] },
    ])
  })

  test('stay as they were where a subscriber fails, and so does what others did about them', async () => {
    const { submit, services, followed, units, scored } = await open(
      async (_db, _services, { finals }) => {
        if (finals.length > 0) throw new Error('no room')
      },
    )
    await expect(submit(followed)).rejects.toThrow('no room')
    expect(await units()).toMatchObject([{ state: 'MARKING', final_milli: null }])
    expect(await scored()).toEqual({ subjective_milli: null })
    await submit(services)
    expect(await units()).toMatchObject([{ state: 'FINAL', final_milli: 5000 }])
    expect(await scored()).toEqual({ subjective_milli: 5000 })
  })
})
