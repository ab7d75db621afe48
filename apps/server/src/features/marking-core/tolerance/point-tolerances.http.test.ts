import {
  blockSettingsGet,
  blockSettingsSet,
  leaderNext,
  markNext,
  markSubmit,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

/** Two points whose usual tolerances are 1 and 2. */
const POINTS = [
  { fullMilli: 6000, stepMilli: 500 },
  { fullMilli: 12_000, stepMilli: 500 },
]

everyDatabase('tolerances of the points of a block on %s', (kind) => {
  test('are saved, decide what is arbitrated, and are fixed once papers were read', async () => {
    const app = await openTestApp(kind)
    const { blockId, examId } = await seedMarking(app.services, app.school, {
      candidates: 3,
      mode: 1,
      toleranceMilli: 18_000,
      points: POINTS,
    })
    const on = { exam_id: examId, subject_id: SUBJECT }
    const leader = await app.signIn('leader')
    const block = async () => (await leader.send(blockSettingsGet, { query: on })).data.blocks[0]
    const usual = (await block())?.point_tolerances ?? []
    expect(usual.map(({ tolerance_milli }) => tolerance_milli)).toEqual([1000, 2000])
    const [first = 0, second = 0] = usual.map(({ point_id }) => point_id)
    const set = async (wanted: readonly (readonly [number, number])[]) =>
      leader.send(blockSettingsSet, {
        body: {
          ...on,
          blocks: [
            {
              block_id: blockId,
              compare_scope: 'point',
              point_tolerances: wanted.map(([point_id, points]) => ({
                point_id,
                tolerance_milli: points * 1000,
              })),
            },
          ],
        },
      })

    expect((await set([[first, 6.5]])).error.msg).toBe(
      '给分点「(1)」的误差应在 0 到 6 分之间，请修改',
    )
    expect((await set([[second + 99, 1]])).error.msg).toContain('给分点已经改变，请刷新页面')
    expect((await set([[first, 0.5]])).status).toBe(200)
    expect((await set([[second, 4]])).status).toBe(200)
    expect((await block())?.point_tolerances).toEqual([
      { point_id: first, tolerance_milli: 500 },
      { point_id: second, tolerance_milli: 4000 },
    ])

    // Saving the sheet again makes new rows of the same points.
    const point = await app.services.db
      .selectFrom('score_point')
      .selectAll()
      .where('id', '=', second)
      .executeTakeFirstOrThrow()
    await app.services.db.deleteFrom('score_point').where('id', '=', second).execute()
    const { id: _, ...same } = point
    await app.services.db.insertInto('score_point').values(same).execute()
    const kept = (await block())?.point_tolerances[1]
    expect(kept?.tolerance_milli).toBe(4000)
    expect(kept?.point_id).not.toBe(second)

    // Beside 3 and 6: within both; over the first, which the usual would allow; over the second.
    const beside = [
      [3500, 10_000],
      [4000, 6000],
      [3000, 10_500],
    ]
    const units = await app.services.db.selectFrom('unit').select('id').orderBy('id').execute()
    for (const who of ['marker1', 'marker2']) {
      const marker = await app.signIn(who)
      const queue = await marker.send(markNext, { query: { block_id: blockId, n: 3 } })
      for (const { reading_id, unit_id } of queue.data.tasks) {
        const scores =
          who === 'marker1' ? [3000, 6000] : beside[units.findIndex(({ id }) => id === unit_id)]
        const answer = await marker.send(markSubmit, {
          body: {
            block_id: blockId,
            reading_id,
            idem_key: `${who}-${unit_id}`,
            scores: scores ?? [],
          },
        })
        expect(answer.data.outcome).toBe('submitted')
      }
    }
    const after = await app.services.db
      .selectFrom('unit')
      .select(['state', 'final_milli'])
      .orderBy('id')
      .execute()
    expect(after).toEqual([
      { state: 'FINAL', final_milli: 11_250 },
      { state: 'ARBITRATION', final_milli: null },
      { state: 'ARBITRATION', final_milli: null },
    ])
    expect(await block()).toMatchObject({ pair_count: 3, over_count: 2 })

    const { data } = await leader.send(leaderNext, {
      query: { mode: 'arbitration', unit_id: units[1]?.id ?? 0 },
    })
    expect(data.task).toMatchObject({ disagree: [true, false], draft: [null, 6000] })

    const locked = await set([[first, 1]])
    expect([locked.error.error, locked.error.msg]).toEqual([
      'MARKING_SETTINGS_LOCKED',
      expect.stringContaining('不能修改给分点误差'),
    ])
    expect((await set([[first, 0.5]])).status).toBe(200)
  })
})
