import type { reportOwn, ReplyOf } from '@hengjuan/contracts'
import { testVersion } from '@hengjuan/stats/testing'
import { expect, test } from 'vitest'
import { ORGANISER_VIEW } from '../../../http/exam-view.ts'
import { contextOf } from '../kit/context.ts'
import { own } from './own.ts'
import { REPORT_CONFIG as config } from '../testing/report-config.ts'

const viewer = {
  role: 'academic_director' as const,
  scope: { classes: 'all', subjects: 'all' } as never,
  view: ORGANISER_VIEW,
}

/** Class k has 60 + 4k and 40 + 4k of 100 in turn, dealt to the classes one after the other. */
const answerOf = (classes: number, formula: string) => {
  const version = testVersion({
    fulls: [100_000],
    classes,
    rows: Array.from({ length: classes * 20 }, (_, at) => [
      ((Math.floor(at / classes) % 2 === 0 ? 60 : 40) + 4 * (at % classes)) * 1000,
    ]),
  })
  const query = { exam_id: 1, formula }
  const { body, notes } = own.compute(contextOf(version, viewer, config, {}), query as never)
  return { notes, rows: (body as ReplyOf<typeof reportOwn>).rows }
}

test('R14 composite index: means of five classes that lie evenly, and the whole has none', () => {
  const { rows } = answerOf(5, '标准化(均分 100)')
  // z of 0 1 2 3 4 over their deviation √2.
  for (const [at, row] of rows.slice(0, 5).entries())
    expect(row.index).toBeCloseTo(50 + (10 * (at - 2)) / Math.SQRT2, 9)
  expect(rows[5]).toMatchObject({ is_reference: true, index: null, index_band: null })
  // The mean of 20 with a deviation of 10 is off by √5; the class in the middle has no part in the deviation.
  const { lo = 0, hi = 0 } = rows[2]?.index_band ?? {}
  const error = (10 * Math.sqrt(5) * Math.sqrt(0.8 ** 2 + 4 * 0.2 ** 2)) / (4 * Math.SQRT2)
  expect((hi - lo) / 2).toBeCloseTo(1.96 * error, 9)
})

test('R14 composite index: of low rates less is better', () => {
  const { rows } = answerOf(5, '标准化(均分 50, 低分率 50)')
  expect(rows.map(({ index }) => index)).toEqual(
    rows.map((_, at) => (at < 5 ? expect.any(Number) : null)),
  )
  // Nobody is low: half of the index is the same for all.
  expect(rows[0]?.index).toBeCloseTo(50 - 10 / Math.SQRT2, 9)
})

test('R14 composite index: of three classes none, and it says why', () => {
  const { rows, notes } = answerOf(3, '标准化(均分 100)')
  expect(rows.every(({ index }) => index === null)).toBe(true)
  expect(notes).toContain('仅 3 行，至少 4 行才能标准化')
})

test('R14 composite index: percentages that are no whole are refused', () => {
  expect(() => answerOf(4, '标准化(均分 60)')).toThrow(
    expect.objectContaining({ code: 'FORMULA_WRONG' }),
  )
})

test('P15: the classes of a teacher make one row, by name, with whoever taught the subject at the release', () => {
  const version = testVersion({
    fulls: [100_000],
    classes: 3,
    rows: Array.from({ length: 30 }, (_, at) => [(50 + 10 * (at % 3)) * 1000]),
  })
  const teaching = (place: number, userId: number, userName: string, subjectId = 1) => ({
    classId: version.manifest.classes[place]!.id,
    subjectId,
    userId,
    userName,
  })
  version.manifest.teachings = [
    teaching(0, 7, '赵老师'),
    teaching(2, 7, '赵老师'),
    teaching(1, 8, '白老师'),
    teaching(1, 9, '别科老师', 2),
  ]
  const answer = (subject_id?: number) => {
    const query = { exam_id: 1, by: 'teacher', metrics: 'present,mean', subject_id }
    const context = contextOf(version, viewer, config, query)
    const { body, notes } = own.compute(context, query as never)
    return { notes, rows: (body as ReplyOf<typeof reportOwn>).rows }
  }
  const { rows, notes } = answer(1)
  expect(rows.map(({ group, values }) => [group.name, ...values])).toEqual([
    ['白老师', 10, 60_000],
    ['赵老师', 20, 60_000],
    ['合计', 30, 60_000],
  ])
  expect(notes?.join()).toContain('不排名次')
  expect(answer().rows.map(({ group }) => group.name)).toEqual(['合计'])
  expect(answer().notes).toContain('请选定一科：任课教师按科目任教')
})
