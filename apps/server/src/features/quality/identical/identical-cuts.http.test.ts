import { identicalSet, leaderList, leaderNext, markNext, markSubmit } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'

everyDatabase('cuts between identical scripts on %s', (kind) => {
  test('a leader cuts a link and restores it; what hangs on it goes and comes with it', async () => {
    const app = await openTestApp(kind)
    const { blockId } = await seedMarking(app.services, app.school, { candidates: 3 })
    const marker = await app.signIn('marker1')
    const { data: queue } = await marker.send(markNext, { query: { block_id: blockId, n: 3 } })
    const [first, second, third] = queue.tasks
    // The second names the first, the third names the second: one group of three.
    for (const [task, pair] of [
      [second, first],
      [third, second],
    ] as const)
      await marker.send(markSubmit, {
        body: {
          block_id: blockId,
          reading_id: task?.reading_id ?? 0,
          idem_key: `identical-${task?.unit_id}`,
          problem: { reason: 'identical', pair_code: pair?.secret_code ?? '' },
        },
      })
    const leader = await app.signIn('leader')
    const of = async (unitId: number) => {
      const { data } = await leader.send(leaderNext, {
        query: { mode: 'problem', unit_id: unitId },
      })
      return {
        linked: data.task?.identical.flatMap((one) => (one.is_linked ? [one.unit_id] : [])),
        others: data.task?.identical.length,
        cut: data.task?.identical_cut.map(({ unit_id }) => unit_id),
      }
    }
    const [a, b, c] = [first?.unit_id ?? 0, second?.unit_id ?? 0, third?.unit_id ?? 0]
    expect(await of(c)).toEqual({ linked: [b], others: 2, cut: [] })
    const change = (who: TestClient, unit: number, other: number, action: 'cut' | 'restore') =>
      who.send(identicalSet, { body: { unit_id: unit, other_unit_id: other, action } })

    for (const [account, status] of [
      ['marker1', 403],
      ['director', 403],
      ['other-admin', 403],
    ] as const)
      expect([account, (await change(await app.signIn(account), b, a, 'cut')).status]).toEqual([
        account,
        status,
      ])
    const far = await change(leader, c, a, 'cut')
    expect([far.status, far.error.error]).toEqual([409, 'MARKING_PAIR_NOT_LINKED'])

    const done = await change(leader, b, a, 'cut')
    expect(done.data.identical.map(({ unit_id }) => unit_id)).toEqual([c])
    expect(done.data.identical_cut).toMatchObject([
      { unit_id: a, secret_code: first?.secret_code, by_name: '数学组长' },
    ])
    expect((await change(leader, b, a, 'cut')).status).toBe(409)
    expect(await of(c)).toEqual({ linked: [b], others: 1, cut: [] })
    const { data: rows } = await leader.send(leaderList, { query: { mode: 'problem' } })
    expect(rows.list.map(({ identical_codes }) => identical_codes.length)).toEqual([1, 1])

    const restored = await change(leader, b, a, 'restore')
    expect(restored.data.identical_cut).toEqual([])
    expect(await of(c)).toEqual({ linked: [b], others: 2, cut: [] })
    // Every act is kept.
    const acts = await app.services.db
      .selectFrom('audit')
      .select('action')
      .where('action', 'like', 'identical-%')
      .orderBy('id')
      .execute()
    expect(acts.map(({ action }) => action)).toEqual(['identical-cut', 'identical-restore'])
  })
})
