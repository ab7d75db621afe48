import {
  createSnapshot,
  reportConfigGet,
  reportConfigSave,
  reportStudentLevels,
  reportUnitLevels,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { correctTinyExam, openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'

/*
 * 数学 of the six who sat it: 10, 10, 8, 7, 6.5, 3. By 17 % one of them has an A: the two at the boundary get it
 * together, or, where ties go down, neither.
 */
async function open(kind: 'sqlite' | 'postgres') {
  const app = await openTestApp(kind)
  const exam = await seedTinyExam(app.services, app.school)
  const director = await app.signIn('director')
  const release = () =>
    director.send(createSnapshot, { body: { exam_id: exam.examId, confirm_name: TINY_EXAM_NAME } })
  expect((await release()).status).toBe(200)
  return { app, exam, director, release, query: { exam_id: exam.examId, simulate: 1 } }
}

everyDatabase('trying schemes on %s', (kind) => {
  test('sizes, bounds, warnings and samples are seen before anything is saved', async () => {
    const { app, director, query } = await open(kind)
    const { data } = await director.send(reportStudentLevels, { query })
    const boundOf = (reply: typeof data, level: string) =>
      reply.simulation?.bounds.find((one) => one.subject_id === 2 && one.level === level)
    expect(data.simulation).toMatchObject({ n: 6 })
    expect(data.simulation?.warnings.join()).toContain('不足 100 人')
    expect(boundOf(data, 'A')).toMatchObject({
      count: 2,
      raw_lo_milli: 10_000,
      raw_hi_milli: 10_000,
    })
    expect(boundOf(data, 'A')?.target).toBeCloseTo(1.02, 12)
    // 数学 keeps its raw score: nothing odd about one score for all of a level.
    expect(boundOf(data, 'A')?.warn).toBe('')
    // Seven have a total, of some subject at least: from the first to the last of them.
    expect(data.simulation?.samples.map(({ exam_no }) => exam_no)).toEqual(
      data.list.filter(({ total_score: total }) => total !== null).map(({ exam_no }) => exam_no),
    )

    const down = await director.send(reportStudentLevels, { query: { ...query, tie: 'down' } })
    expect(boundOf(down.data, 'A')).toMatchObject({ count: 0, raw_lo_milli: null })
    expect(boundOf(down.data, 'A')?.warn).toContain('没有人')
    expect(down.data.scheme.rules).toContain('归较低等级')

    // Without the switch nothing of it is sent, and a class teacher may not try.
    const plain = await director.send(reportStudentLevels, { query: { exam_id: query.exam_id } })
    expect(plain.data.simulation).toBeNull()
    const head = await app.signIn('head')
    for (const asked of [query, { exam_id: query.exam_id, tie: 'down' as const }])
      expect((await head.send(reportStudentLevels, { query: asked })).error.error).toBe(
        'OUT_OF_SCOPE',
      )
  })

  test('a scheme that is saved with its rules holds from the next release on', async () => {
    const { app, director, exam, release, query } = await open(kind)
    const on = { exam_id: exam.examId }
    const saved = await director.send(reportConfigSave, {
      body: {
        ...on,
        reason: '采用模拟过的方案',
        versions: { 'report.levels': 0 },
        level_scheme: 'seed_default',
        level_rules: { tie: 'down', cut: 'half_up', degenerate: 'hi' },
      },
    })
    expect(saved.status).toBe(200)
    const config = await director.send(reportConfigGet, { query: on })
    expect(config.data.level_rules).toEqual({ tie: 'down', cut: 'half_up', degenerate: 'hi' })

    const schemeNow = async () =>
      (await director.send(reportStudentLevels, { query })).data.scheme.id
    expect(await schemeNow()).toBe('seed_default')
    await correctTinyExam(app.services, exam)
    expect((await release()).status).toBe(200)
    expect(await schemeNow()).toBe('seed_default:down:half_up:hi')
    const unit = await director.send(reportUnitLevels, { query: { ...on, subject_id: 2 } })
    expect(unit.data.rows.at(-1)?.cells[0]).toMatchObject({ code: 'A', count: 0 })
    expect(unit.data.is_own_scheme).toBe(true)
    const tried = await director.send(reportUnitLevels, {
      query: { ...on, subject_id: 2, tie: 'up' },
    })
    expect(tried.data.rows.at(-1)?.cells[0]).toMatchObject({ code: 'A', count: 2 })
    expect(tried.data.is_own_scheme).toBe(false)
  })
})
