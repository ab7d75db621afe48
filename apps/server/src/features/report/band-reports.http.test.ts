import {
  createSnapshot,
  reportConfigSave,
  reportOwnBands,
  reportRankBands,
  reportScoreSegments,
  segmentReport,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedJointExam, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'

/** Totals of the six who have all: 28, 23, 23 in the first class, 3, 23, 7 in the second. */
async function open(kind: 'sqlite' | 'postgres') {
  const app = await openTestApp(kind)
  const { examId } = await seedTinyExam(app.services, app.school)
  const director = await app.signIn('director')
  const { status } = await director.send(createSnapshot, {
    body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
  })
  expect(status).toBe(200)
  return { app, director, query: { exam_id: examId } }
}

everyDatabase('bands on %s', (kind) => {
  test('ranks in percent, with the share that the size of a class lets expect', async () => {
    const { director, query } = await open(kind)
    const { data } = await director.send(reportRankBands, {
      query: { ...query, unit: 'percent', width: 50 },
    })
    expect(data.expected).toEqual([0.5, 0.5])
    // Three share the second rank: four stand in the upper half.
    expect(data.rows.map(({ label, from, to, by_group }) => [label, from, to, by_group])).toEqual([
      ['0%–50%', 1, 3, [3, 1]],
      ['50%–100%', 4, 6, [0, 2]],
    ])
    expect(data.rows[0]?.over_expected).toEqual([1.5, 0.5])
    const fine = await director.send(reportRankBands, {
      query: { ...query, unit: 'percent', width: 10 },
    })
    // Of six people a tenth is often nobody.
    expect(fine.data.rows.every(({ from, to }) => from <= to)).toBe(true)
    expect(fine.data.rows.reduce((sum, { count }) => sum + count, 0)).toBe(6)
  })

  test('bands that a school keeps are offered where they fit, and refused where they cross', async () => {
    const { app, director, query } = await open(kind)
    const save = (bands: [string, number, number][], version: number) =>
      director.send(reportConfigSave, {
        body: {
          reason: '保存分段',
          versions: { 'report.bands': version },
          band_sets: [
            {
              name: '三段',
              bands: bands.map(([name, lower, upper]) => ({ name, lower, upper })),
            },
          ],
        },
      })
    const crossed = await save(
      [
        ['甲', 15, 30],
        ['乙', 0, 20],
      ],
      0,
    )
    expect([crossed.status, crossed.error.error]).toEqual([400, 'SETTING_INVALID'])
    expect(crossed.error.msg).toContain('不能重叠')
    expect((await save([['甲', 20, 10]], 0)).error.msg).toContain('下限不低于上限')
    const kept = await save(
      [
        ['甲', 20, 30],
        ['乙', 0, 20],
      ],
      0,
    )
    expect(kept.status).toBe(200)
    const { data } = await director.send(reportOwnBands, { query })
    expect(data.sets.map(({ name }) => name)).toEqual(['三段'])
    // 数学 is full at 10.
    const maths = await director.send(reportOwnBands, { query: { ...query, subject_id: 2 } })
    expect(maths.data.sets).toEqual([])
    // Whoever reads takes them, too.
    const head = await app.signIn('head')
    expect((await head.send(reportOwnBands, { query })).data.sets).toHaveLength(1)
  })

  test('a class is laid over all as shares of its own', async () => {
    const { app, director, query } = await open(kind)
    const [id = 0] = app.school.classIds
    const asked = { ...query, width: 10, overlay: `${id},999999` }
    const { data } = await director.send(reportScoreSegments, { query: asked })
    expect(data.overlaid).toEqual([id])
    const [density, cumulative] = segmentReport.charts?.(data) ?? []
    // [0, 10), [10, 20), [20, 30].
    expect(density?.series.map(({ name, values }) => [name, values])).toEqual([
      ['全体', [2 / 6, 0, 4 / 6]],
      ['1班', [0, 0, 1]],
    ])
    expect(cumulative?.series.map(({ values }) => values)).toEqual([
      [1, 4 / 6, 4 / 6],
      [1, 1, 1],
    ])
  })
})

test('schools stand side by side in a joint exam', async () => {
  const app = await openTestApp()
  const { organiser, examId, schools } = await seedJointExam(app, 4)
  const { data } = await organiser.send(reportScoreSegments, {
    query: { exam_id: examId, by: 'school' },
  })
  expect(data.groups.map(({ kind, id }) => [kind, id])).toEqual(
    schools.map(({ schoolId }) => ['school', schoolId]),
  )
  for (const row of data.rows)
    expect(row.by_group.reduce((sum, count) => sum + count, 0)).toBe(row.count)
})
