import { markerTable, supervisedMarkers } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openGiven } from './testing/given-scores.ts'

everyDatabase('the table of all who mark, on %s', (kind) => {
  test('shows what the rows of blocks say, and is sent nothing that it does not show', async () => {
    const { on, leader, signIn } = await openGiven(
      kind,
      [
        ['marker1', 8],
        ['marker2', 9],
        ['marker1', 12],
      ],
      { mode: 1 },
    )
    const query = { exam_id: on.exam_id }
    for (const client of [leader, await signIn('director'), await signIn('marker1')]) {
      const rows = (await client.send(supervisedMarkers, { query })).data.list
      const { list } = (await client.send(markerTable, { query })).data
      expect(list.length).toBeGreaterThan(0)
      expect(rows).toMatchObject(list)
      expect(list.map(({ n }) => n)).toEqual(rows.map(({ n }) => n))
      for (const name of ['qwk', 'bias_milli', 'drift_milli', 'automation', 'p90_ms'])
        expect([name in (rows[0] ?? {}), name in (list[0] ?? {})]).toEqual([true, false])
    }
    const none = (await leader.send(markerTable, { query: { ...query, subject_id: 1 } })).data
    expect(none.list).toEqual([])
  })

  test('says of whoever has left that the account is out of use', async () => {
    const { on, leader, services, school } = await openGiven(kind, [
      ['marker1', 8],
      ['marker2', 9],
    ])
    await services.db
      .updateTable('user')
      .set({ disabled_at: '2026-11-20T00:00:00.000Z' })
      .where('id', '=', school.userIds['marker1'] ?? 0)
      .execute()
    const query = { exam_id: on.exam_id }
    for (const route of [supervisedMarkers, markerTable]) {
      const { list } = (await leader.send(route, { query })).data
      const left = list.filter(({ disabled }) => disabled)
      expect(left.map(({ marker_id, done }) => [marker_id, done])).toEqual([
        [school.userIds['marker1'], 1],
      ])
    }
  })
})
