import { scoreCurve, scoreDistribution } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openMarking } from './testing/open-marking.ts'

everyDatabase('the scale of scores on %s', (kind) => {
  test('the grid of curve and distribution is that of the points of the block', async () => {
    const { app, examId, block } = await openMarking(kind)
    const director = await app.signIn('director')
    const on = { exam_id: examId, block_id: block }
    const marker_id = app.school.userIds['marker1'] ?? 0
    const scales = async () => [
      (await director.send(scoreCurve, { query: { ...on, marker_id } })).data.step_milli,
      (await director.send(scoreDistribution, { query: on })).data.step_milli,
      (await director.send(scoreDistribution, { query: { ...on, marker_id } })).data.step_milli,
    ]
    expect(await scales()).toEqual([500, 500, 500])
    const { db } = app.services
    await db
      .updateTable('score_point')
      .set({ step_milli: 1000 })
      .where('block_id', '=', block)
      .execute()
    expect(await scales()).toEqual([1000, 1000, 1000])
  })
})
