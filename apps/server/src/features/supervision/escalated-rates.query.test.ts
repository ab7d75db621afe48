import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { applyEvent } from '../marking-core/engine/apply-event.ts'
import { withRetry } from '../marking-core/engine/with-retry.ts'
import { openMarkedSubject } from '../marking/testing/marked-subject.ts'
import type { Wanted } from '../marking/testing/seed-marking.ts'
import { examProgress } from './exam-progress.ts'

const PAPERS = 6

everyDatabase('rates of a block on %s', (kind) => {
  const opened = async (wanted: Wanted) => {
    const subject = await openMarkedSubject(kind, {
      candidates: PAPERS,
      markers: 3,
      toleranceMilli: 2000,
      ...wanted,
    })
    const { services, examId, markerIds, leaderId } = subject
    return {
      papers: () => subject.units(),
      /** Every paper gets this score of a marker. */
      read: async (no: number, points: (unitId: number) => number, count = PAPERS) => {
        for (let paper = 0; paper < count; paper++) await subject.mark(markerIds[no] ?? 0, points)
      },
      escalate: (unitId: number) =>
        withRetry(services, (db) =>
          applyEvent(
            db,
            services,
            unitId,
            { type: 'escalate', by: leaderId },
            { userId: leaderId },
          ),
        ),
      rates: async () => {
        const [block] = (await examProgress(services, examId)).blocks
        return [block?.agreement, block?.third_rate, block?.arbitration_rate]
      },
    }
  }

  test('of papers read twice lie over pairs', async () => {
    const { read, rates, papers } = await opened({ mode: 1 })
    const [first, second] = await papers()
    await read(0, () => 10)
    expect(await rates()).toEqual(Array.from({ length: 3 }, () => ({ num: 0, den: 0 })))
    // Two of them are too far apart.
    await read(1, (id) => ([first?.id, second?.id].includes(id) ? 15 : 12))
    expect(await rates()).toEqual([
      { num: 4, den: 6 },
      { num: 0, den: 6 },
      { num: 2, den: 6 },
    ])
  })

  test('of papers that a third one reads lie over pairs, whether or not they were read', async () => {
    const { read, rates, papers } = await opened({ mode: 3 })
    const [first, second] = await papers()
    await read(0, () => 10)
    await read(1, (id) => ([first?.id, second?.id].includes(id) ? 15 : 12))
    const third = { num: 2, den: 6 }
    expect((await rates())[1]).toEqual(third)
    // Near neither of the others, and near one of them.
    await read(2, (id) => (id === first?.id ? 20 : 14), 2)
    expect(await rates()).toEqual([{ num: 4, den: 6 }, third, { num: 1, den: 6 }])
  })

  test('of papers that one person reads lie over those', async () => {
    const { read, rates, escalate, papers } = await opened({ mode: 0 })
    await read(0, () => 10)
    const [first] = await papers()
    await escalate(first?.id ?? 0)
    expect(await rates()).toEqual([
      { num: 0, den: 0 },
      { num: 0, den: 0 },
      { num: 1, den: 6 },
    ])
  })
})
