import {
  markNext,
  markSubmit,
  ownTasks,
  scoreCurve,
  supervisedMarkers,
  trendTaskDetail,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openSeedWorld } from '../marking/testing/seed-world.ts'

everyDatabase('the own work on %s', (kind) => {
  test('what a marker sees of it moves with a seed as with any other paper', async () => {
    const world = await openSeedWorld({ candidates: 40, mode: 0 }, kind)
    const { on, marker, leader, examId, agree, set, advance } = world
    const markerId = world.markerIds[0] ?? 0
    const seeds = new Set<number>()
    for (let no = 0; no < 4; no++) seeds.add(await agree(12))
    await set({ seed_every: 3 })
    const query = { exam_id: examId, block_id: on.block_id }
    const hoursAgo = (hours: number) =>
      new Date(world.services.clock.now().getTime() - hours * 3_600_000).toISOString()

    /** Every count of the own work that the marker can ask for. */
    const seen = async () => {
      const { data } = await marker.send(supervisedMarkers, { query })
      const [row] = data.list
      if (!row || data.list.length > 1) throw new Error('the own row alone')
      const curve = await marker.send(scoreCurve, {
        query: { ...query, marker_id: markerId, since: hoursAgo(1) },
      })
      const tasks = await marker.send(ownTasks, { query: {} })
      return {
        done: row.done,
        n: row.n,
        hours: row.hours.reduce((sum, count) => sum + count, 0),
        curve: curve.data.marker_n,
        pool: curve.data.pool_n,
        task: tasks.data.find(({ block_id }) => block_id === on.block_id)?.marking_count,
      }
    }

    let met = 0
    for (let given = 0; given < 12; given++) {
      const all = { done: given, n: given, hours: given, curve: given, pool: given, task: given }
      expect(await seen(), `after ${given} papers, ${met} of them seeds`).toEqual(all)
      const { data } = await marker.send(markNext, { query: { ...on, n: 1 } })
      const [task] = data.tasks
      if (!task) throw new Error('no paper in hand')
      if (seeds.has(task.unit_id)) met++
      advance(1000)
      await marker.send(markSubmit, {
        body: {
          ...on,
          reading_id: task.reading_id,
          idem_key: `key-of-reading-${task.reading_id}`,
          scores: [12_000],
          active_ms: 8000,
        },
      })
    }
    expect(met).toBeGreaterThan(0)

    // Nothing else of the row speaks of seeds, of the other readers, or of what became of the papers.
    const { data: own } = await marker.send(supervisedMarkers, { query })
    const none = { num: 0, den: 0 }
    expect(own.list[0]).toMatchObject({
      seeds: none,
      self: none,
      agreement: none,
      valid_reviews: none,
      seed_state: null,
      light: 'grey',
      reasons: [],
    })
    expect((await marker.send(trendTaskDetail, { query })).error.error).toBe('MARKING_LEADERS_ONLY')
    // Their leader sees both apart.
    const { data: led } = await leader.send(supervisedMarkers, { query })
    const row = led.list.find(({ marker_id }) => marker_id === markerId)
    expect(row).toMatchObject({ done: 12 - met, seeds: { num: met, den: met } })
  })
})
