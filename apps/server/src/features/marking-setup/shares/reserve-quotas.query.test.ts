import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'

everyDatabase('quotas where papers are read twice, on %s', (kind) => {
  test('who comes last still finds a whole share: the others left it', async () => {
    const quotas = [20, 20, 20]
    const subject = await openMarkedSubject(kind, {
      candidates: 30,
      markers: 3,
      mode: 1,
      allocation: 3,
      quotas,
      settings: { avoidOwnClass: false },
    })
    // One after the other: the last has done nothing when the others are through.
    for (const id of subject.markerIds) while ((await subject.mark(id, 12)) !== null);
    const rows = await subject.services.db
      .selectFrom('reading')
      .where('state', '=', 'submitted')
      .groupBy('marker_id')
      .select(['marker_id', ({ fn }) => fn.countAll().as('count')])
      .execute()
    const counts = new Map(rows.map(({ marker_id, count }) => [marker_id, Number(count)]))
    expect(subject.markerIds.map((id) => counts.get(id))).toEqual(quotas)
    expect((await subject.units()).every(({ state }) => state === 'FINAL')).toBe(true)
  })

  test('nobody waits for somebody who never comes', async () => {
    const subject = await openMarkedSubject(kind, {
      candidates: 8,
      markers: 3,
      mode: 1,
      allocation: 3,
      // More than there is: the first two could do all of it alone.
      quotas: [8, 8, 8],
    })
    for (const id of subject.markerIds.slice(0, 2)) while ((await subject.mark(id, 12)) !== null);
    expect((await subject.units()).every(({ state }) => state === 'FINAL')).toBe(true)
  })
})
