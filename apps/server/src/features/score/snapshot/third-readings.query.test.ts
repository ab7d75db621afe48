import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { selectThirdReadings } from './third-readings.query.ts'

const PAPERS = 6

everyDatabase('third readings on %s', (kind) => {
  const read = async (mode: number) => {
    const subject = await openMarkedSubject(kind, {
      candidates: PAPERS,
      markers: 3,
      toleranceMilli: 2000,
      mode,
    } as never)
    const { services, examId, blockId, markerIds } = subject
    const [far] = await subject.units()
    for (let paper = 0; paper < PAPERS; paper++) await subject.mark(markerIds[0] ?? 0, () => 10)
    for (let paper = 0; paper < PAPERS; paper++)
      await subject.mark(markerIds[1] ?? 0, (id) => (id === far?.id ? 16 : 11))
    if (mode === 3) await subject.mark(markerIds[2] ?? 0, () => 13)
    return (await selectThirdReadings(services.db, examId)).get(blockId)
  }

  test('of a block that may ask for one lie over those that two read', async () => {
    expect(await read(3)).toEqual({ num: 1, den: PAPERS })
  })

  test('a block that two read has none', async () => {
    expect(await read(1)).toBeUndefined()
  })
})
