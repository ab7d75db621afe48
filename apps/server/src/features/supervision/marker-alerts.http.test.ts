import { markerAlerts, supervisedMarkers } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openMarking } from './testing/open-marking.ts'

everyDatabase('markers who need somebody, on %s', (kind) => {
  test('are counted by block as the rows of all markers say', async () => {
    const { app, examId } = await openMarking(kind)
    const { db } = app.services
    const director = await app.signIn('director')
    const query = { exam_id: examId }
    const quiet = (await director.send(markerAlerts, { query })).data.list
    expect(quiet.length).toBeGreaterThan(0)
    expect(quiet.every(({ stopped, red, automatic }) => stopped + red + automatic === 0)).toBe(true)

    const [block_id = 0, other = 0] = quiet.map((row) => row.block_id)
    const marker_id = app.school.userIds['marker1'] ?? 0
    await db.updateTable('block').set({ has_seeds: 1 }).where('id', '=', block_id).execute()
    await db
      .updateTable('block_marker')
      .set({ seed_state: 'warned' })
      .where('block_id', '=', block_id)
      .where('user_id', '=', marker_id)
      .execute()
    const event = { block_id, marker_id, kind: 'fail', note: '', at: '2026-11-20T00:00:00.000Z' }
    await db.insertInto('seed_event').values(event).execute()

    const { list } = (await director.send(markerAlerts, { query })).data
    expect(list.find((row) => row.block_id === block_id)).toMatchObject({ stopped: 1, red: 1 })
    expect(list.find((row) => row.block_id === other)).toMatchObject({ stopped: 0, red: 0 })
    const rows = (await director.send(supervisedMarkers, { query })).data.list
    for (const row of list)
      expect(row.red).toBe(
        rows.filter(({ block_id: of, light }) => of === row.block_id && light === 'red').length,
      )
    // Who only marks is told nothing of others, and of oneself neither.
    const marker = await app.signIn('marker1')
    expect((await marker.send(markerAlerts, { query })).data.list).toEqual([])
  })
})
