import {
  createSnapshot,
  exportAverages,
  exportItems,
  exportOverview,
  exportSegments,
  exportStudents,
  reportClassAverages,
  reportConfigSave,
  reportItems,
  reportPaper,
  reportScoreSegments,
  reportStudents,
  type Route,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { Services } from '../../services.ts'
import { openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'
import { readXlsx } from '../../testing/read-xlsx.ts'

/** The only answer of 阅读 that was given nothing. */
const onlyZero = async ({ db }: Services): Promise<number> =>
  (
    await db
      .selectFrom('unit')
      .select('id')
      .where('subject_id', '=', 1)
      .where('final_milli', '=', 0)
      .executeTakeFirstOrThrow()
  ).id

async function openReleased(kind: 'sqlite' | 'postgres') {
  const app = await openTestApp(kind)
  const exam = await seedTinyExam(app.services, app.school)
  await app.services.db
    .updateTable('unit')
    .set({ final_source: 'BLANK' })
    .where('id', '=', await onlyZero(app.services))
    .execute()
  const director = await app.signIn('director')
  const released = await director.send(createSnapshot, {
    body: { exam_id: exam.examId, confirm_name: TINY_EXAM_NAME },
  })
  if (released.status !== 200) throw new Error(released.error.msg)
  return { app, director, ...exam }
}

/** The same of two schools: the candidates of class 2 sit in class 1 of the other one. */
async function openJoint(kind: 'sqlite' | 'postgres') {
  const app = await openTestApp(kind)
  const { services, school, otherSchool } = app
  const exam = await seedTinyExam(services, school)
  await services.db
    .updateTable('candidate')
    .set({ school_id: otherSchool.schoolId, class_id: otherSchool.classIds[0] ?? 0 })
    .where('exam_id', '=', exam.examId)
    .where('class_id', '=', school.classIds[1] ?? 0)
    .execute()
  const director = await app.signIn('director')
  const released = await director.send(createSnapshot, {
    body: { exam_id: exam.examId, confirm_name: TINY_EXAM_NAME },
  })
  if (released.status !== 200) throw new Error(released.error.msg)
  return { director, query: { exam_id: exam.examId } }
}

everyDatabase('reports of a joint exam on %s', (kind) => {
  test('tell classes of the same name apart by their school, on pages and in files', async () => {
    const { director, query } = await openJoint(kind)
    const both = ['测试中学 1班', '另一中学 1班']
    const { rows } = (await director.send(reportClassAverages, { query })).data
    expect(rows.map(({ group }) => group.name)).toEqual([...both, '联考'])
    const { list } = (await director.send(reportStudents, { query: { ...query, limit: 50 } })).data
    expect(new Set(list.map(({ class_name }) => class_name))).toEqual(new Set(both))
    const items = unzipSync((await director.send(exportItems, { query })).bytes)
    const byClass = strFromU8(items['xl/worksheets/sheet2.xml'] ?? new Uint8Array())
    for (const name of both) expect(byClass).toContain(name)
    // Their names can be read in the file without drawing the column wider.
    const { bytes } = await director.send(exportStudents, { query })
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? bytes)
    const widths = [...sheet.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) =>
      Number(width),
    )
    // Behind number, name and school.
    expect(widths[3]).toBeGreaterThanOrEqual(14)
  })
})

everyDatabase('reports of a released exam on %s', (kind) => {
  test('students are ranked 1-2-2-2-5 in the school and by class, the partial and the absent are not', async () => {
    const { director, examId } = await openReleased(kind)
    const { data } = await director.send(reportStudents, { query: { exam_id: examId, limit: 50 } })
    expect(
      data.list.map((row) => [row.exam_no, row.total_score, row.school_rank, row.class_rank]),
    ).toEqual([
      ['101', 28_000, 1, 1],
      ['102', 23_000, 2, 2],
      ['103', 23_000, 2, 2],
      ['106', 23_000, 2, 1],
      ['104', 15_000, null, null],
      ['107', 7000, 5, 2],
      ['105', 3000, 6, 3],
      ['108', null, null, null],
    ])
    const chinese = data.list.map(({ exam_no, subjects }) => [
      exam_no,
      subjects[0]?.attendance,
      subjects[0]?.score,
      subjects[0]?.school_rank,
    ])
    expect(chinese).toContainEqual(['102', 0, 13_000, 4])
    expect(chinese).toContainEqual(['103', 0, 13_000, 4])
    expect(chinese).toContainEqual(['107', 3, null, null])
    expect(chinese).toContainEqual(['108', 1, null, null])
    // T over the six complete totals: mean 107/6, population deviation.
    const totals = [28, 23, 23, 3, 23, 7]
    const mean = totals.reduce((a, b) => a + b) / 6
    const sd = Math.sqrt(totals.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 6)
    expect(data.list[0]?.std_score).toBeCloseTo(50 + (10 * (28 - mean)) / sd)
    expect(data.footer).toMatchObject({ version: 1, denominator: '各项比率的分母为实考人数' })
  })

  test('students sort by a subject, those without a score last either way', async () => {
    const { director, examId } = await openReleased(kind)
    const order = async (asc: 0 | 1) =>
      (
        await director.send(reportStudents, { query: { exam_id: examId, order: '1', asc } })
      ).data.list.map(({ exam_no }) => exam_no)
    expect(await order(0)).toEqual(['101', '106', '104', '102', '103', '105', '107', '108'])
    expect(await order(1)).toEqual(['105', '102', '103', '104', '106', '101', '107', '108'])
  })

  test('classes are compared by the present, with rates as exact fractions', async () => {
    const { director, examId } = await openReleased(kind)
    const { data } = await director.send(reportClassAverages, {
      query: { exam_id: examId, subject_id: 1 },
    })
    const [first, second, grade] = data.rows
    expect(first).toMatchObject({
      group: { name: '1班' },
      mean_rank: 1,
      figures: {
        registered: 4,
        present: 4,
        mean_milli: 15_250,
        max_milli: 20_000,
        min_milli: 13_000,
        excellent_rate: { num: 1, den: 4 },
        pass_rate: { num: 4, den: 4 },
        low_rate: { num: 0, den: 4 },
      },
    })
    expect(second).toMatchObject({
      mean_rank: 2,
      figures: { registered: 3, present: 2, absent: 1, mean_milli: 8250 },
    })
    expect(grade).toMatchObject({
      is_reference: true,
      figures: {
        registered: 7,
        present: 6,
        excellent_rate: { num: 1, den: 6 },
        good_rate: { num: 2, den: 6 },
        pass_rate: { num: 5, den: 6 },
        low_rate: { num: 1, den: 6 },
      },
    })
    expect(first?.delta.v).toBeCloseTo(15_250 - 77_500 / 6)
    // 4 against 2: too few to call it anything.
    expect(first?.delta.sig).toBe(0)
  })

  test('segments are anchored at zero, the top one closed, cumulated from the top', async () => {
    const { director, examId } = await openReleased(kind)
    const { data } = await director.send(reportScoreSegments, {
      query: { exam_id: examId, subject_id: 1, width: 5 },
    })
    expect(
      data.rows.map((row, index) => [
        data.bands[index]?.from_milli,
        data.bands[index]?.closed,
        row.count,
        row.cumulative,
        row.by_group,
      ]),
    ).toEqual([
      [15_000, true, 3, 3, [2, 1]],
      [10_000, false, 2, 5, [2, 0]],
      [5000, false, 0, 5, [0, 0]],
      [0, false, 1, 6, [0, 1]],
    ])
    expect(data.rows[0]?.ratio).toEqual({ num: 3, den: 6 })
  })

  test('questions have rates over those who sat, options with the blank, no index below ten', async () => {
    const { director, examId } = await openReleased(kind)
    const { data } = await director.send(reportItems, {
      query: { exam_id: examId, subject_id: 1 },
    })
    expect(data.rows.map(({ no, rate }) => [no, rate])).toEqual([
      ['1', { num: 20_000, den: 30_000 }],
      ['2', { num: 19_000, den: 30_000 }],
      ['3', { num: 38_500, den: 60_000 }],
    ])
    const [single] = data.rows
    expect(single?.options).toMatchObject([
      { option: 'A', count: 4 },
      { option: 'B', count: 1 },
      { option: 'C', count: 0 },
      { option: 'D', count: 0 },
      { option: '空', count: 1 },
    ])
    expect(single?.by_class).toEqual([
      { num: 15_000, den: 20_000 },
      { num: 5000, den: 10_000 },
    ])
    expect([single?.difficulty, single?.distinction]).toEqual([null, null])
    expect(single).toMatchObject({ full_count: 4, zero_count: 2, omitted: { num: 1, den: 6 } })
  })

  test('nothing written is told apart from a zero, on the card and in the answer', async () => {
    const { director, examId } = await openReleased(kind)
    const { data } = await director.send(reportItems, {
      query: { exam_id: examId, subject_id: 1 },
    })
    expect(data.rows.map(({ no, zero_count, omitted }) => [no, zero_count, omitted])).toEqual([
      ['1', 2, { num: 1, den: 6 }],
      ['2', 1, { num: 0, den: 6 }],
      ['3', 1, { num: 1, den: 6 }],
    ])
  })

  test.for(['VOID', 'MISCONDUCT'])(
    'a paper that ended as %s is no score of its question, and its number is printed',
    async (reason) => {
      const { services, school, signIn } = await openTestApp(kind)
      const { examId } = await seedTinyExam(services, school)
      await services.db
        .updateTable('unit')
        .set({ final_source: 'PROBLEM', final_reason: reason })
        .where('id', '=', await onlyZero(services))
        .execute()
      const director = await signIn('director')
      await director.send(createSnapshot, {
        body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
      })
      const query = { exam_id: examId, subject_id: 1 }
      const { data } = await director.send(reportItems, { query })
      expect(data.rows.map(({ no, rate, no_mark }) => [no, rate, no_mark])).toEqual([
        ['1', { num: 20_000, den: 30_000 }, 0],
        ['2', { num: 19_000, den: 30_000 }, 0],
        ['3', { num: 38_500, den: 50_000 }, 1],
      ])
      expect(data.rows[2]).toMatchObject({
        mean_milli: 7700,
        zero_count: 0,
        omitted: { num: 0, den: 5 },
        by_class: [
          { num: 29_000, den: 40_000 },
          { num: 9500, den: 10_000 },
        ],
      })
      // The total of the candidate is no total of what the paper asks.
      expect(data.paper).toMatchObject({ mean_milli: 15_500, no_mark: 1 })
      expect(data.footer.notes.some((note) => note.startsWith('1 人有试卷按违纪或作废'))).toBe(true)
      const rows = await readXlsx((await director.send(exportItems, { query })).bytes)
      const at = rows[2]?.indexOf('违纪或作废') ?? -1
      expect(rows[5]?.[at]).toBe('1')
      expect(rows.flat().some((cell) => cell.startsWith('1 人有试卷按违纪或作废'))).toBe(true)
      // The candidate keeps the score: what follows is for the administrator to decide.
      const { data: students } = await director.send(reportStudents, { query: { exam_id: examId } })
      expect(students.list.find(({ exam_no }) => exam_no === '105')?.total_score).toBe(3000)
    },
  )

  test('a blank that was marked to check its confirmation is not a zero either', async () => {
    const { services, school, signIn } = await openTestApp(kind)
    const { examId } = await seedTinyExam(services, school)
    const unit_id = await onlyZero(services)
    const { block_id } = await services.db
      .selectFrom('unit')
      .select('block_id')
      .where('id', '=', unit_id)
      .executeTakeFirstOrThrow()
    const batch = await services.db
      .insertInto('blank_batch')
      .values({
        block_id,
        confirmed_by: school.userIds['leader'] ?? 0,
        confirmed_at: '2026-11-20T08:00:00.000Z',
        state: 'passed',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await services.db
      .insertInto('blank_batch_unit')
      .values({ batch_id: batch.id, unit_id, is_check: 1, score_milli: 0 })
      .execute()
    const director = await signIn('director')
    await director.send(createSnapshot, {
      body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
    })
    const { data } = await director.send(reportItems, {
      query: { exam_id: examId, subject_id: 1 },
    })
    expect(data.rows[2]?.omitted).toEqual({ num: 1, den: 6 })
  })

  test('the overview adds up and says so in words', async () => {
    const { director, examId } = await openReleased(kind)
    const { data } = await director.send(reportPaper, { query: { exam_id: examId } })
    expect(data.total).toMatchObject({ present: 6, max_milli: 28_000, min_milli: 3000 })
    expect(data.total.mean_milli).toBeCloseTo(107_000 / 6)
    expect(data.total_full_milli).toBe(30_000)
    expect(data.sentences[0]?.text).toBe(
      '6 人总分完整，平均 17.83 分，及格率 66.66%，优秀率 16.66%。',
    )
    expect(data.weakest[0]).toMatchObject({ subject: { subject_name: '语文' }, no: '2', gap: null })
  })

  test('spreadsheets read back with the same figures, a title and what they cover', async () => {
    const { director, app, examId } = await openReleased(kind)
    const query = { exam_id: examId, subject_id: 1 }
    const students = await director.send(exportStudents, { query: { exam_id: examId } })
    expect(students.headers['content-type']).toContain('spreadsheetml')
    expect(decodeURIComponent(String(students.headers['content-disposition']))).toMatch(
      /高一期中考试_总分_学生成绩_v1_\d{8}\.xlsx/,
    )
    const rows = await readXlsx(students.bytes)
    expect(rows[0]?.[0]).toBe('高一期中考试 总分 学生成绩')
    // 107 did not choose Chinese.
    expect(rows[1]?.slice(0, 5)).toEqual(['考号', '姓名', '班级', '学号', '选科'])
    const titles = rows[2] ?? []
    const cell = (no: string, title: string) =>
      rows.find(([own]) => own === no)?.[titles.indexOf(title)]
    expect(rows[3]?.slice(0, 3)).toEqual(['101', '王小明1', '1班'])
    expect(cell('101', '总分')).toBe('28')
    expect([cell('101', '校名次'), cell('101', '班名次'), cell('104', '校名次')]).toEqual([
      '1',
      '1',
      '',
    ])
    expect([cell('108', '总分'), cell('108', '分数')]).toEqual(['', '缺考'])
    expect(cell('104', '说明')).toBe('总分不全')
    expect(rows.flat().some((cell) => cell.includes('成绩版本 v1'))).toBe(true)

    const averages = await readXlsx((await director.send(exportAverages, { query })).bytes)
    expect(averages.find(([name]) => name === '全年级')?.slice(1, 5)).toEqual([
      '7',
      '6',
      '1',
      '12.92',
    ])
    const segments = await readXlsx(
      (await director.send(exportSegments, { query: { ...query, width: 5 } })).bytes,
    )
    expect(segments[3]?.slice(0, 4)).toEqual(['[15, 20]', '3', '0.5', '3'])
    const items = await readXlsx((await director.send(exportItems, { query })).bytes)
    expect(items[3]?.slice(0, 5)).toEqual(['1', '单选题', '5', '3.33', '0.6666'])
    const exports = await app.services.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'export')
      .execute()
    expect(exports).toHaveLength(4)
  })

  test('a class teacher sees the own class and subject, measured against the grade', async () => {
    const { app, examId } = await openReleased(kind)
    const head = await app.signIn('head')
    const { data } = await head.send(reportStudents, { query: { exam_id: examId, limit: 50 } })
    expect(data.list.map(({ exam_no }) => exam_no)).toEqual(['101', '102', '103', '104'])
    expect(data.subjects.map(({ subject_name }) => subject_name)).toEqual(['数学'])
    expect(data.list.every(({ subjects }) => subjects.length === 1)).toBe(true)
    expect(data.list[0]).toMatchObject({ school_rank: 1, class_rank: 1 })

    const classes = await head.send(reportClassAverages, {
      query: { exam_id: examId, subject_id: 2 },
    })
    expect(classes.data.rows.map(({ group }) => group.name)).toEqual(['1班', '全年级'])
    const foreign = await head.send(reportStudents, {
      query: { exam_id: examId, class_id: app.school.classIds[1] ?? 0 },
    })
    expect(foreign.data.list).toEqual([])
    const hidden = await head.send(reportItems, { query: { exam_id: examId, subject_id: 1 } })
    expect(hidden).toMatchObject({ status: 403 })
    const file = await head.send(exportStudents, { query: { exam_id: examId } })
    const cells = (await readXlsx(file.bytes)).flat()
    expect(cells).toContain('101')
    expect(cells).not.toContain('105')
  })
})

const reports = [
  reportStudents,
  reportClassAverages,
  reportScoreSegments,
  reportItems,
  reportPaper,
] as const
const exports = [
  exportStudents,
  exportAverages,
  exportSegments,
  exportItems,
  exportOverview,
] as const

/** A filter that a report does not have is refused. */
const filtersOf = ({ query }: Route, exam_id: number) => ({
  exam_id,
  ...(query && 'subject_id' in (query as { properties?: object }).properties!
    ? { subject_id: 2 }
    : {}),
})

test('reports: a filter that a report does not have is refused, not ignored', async () => {
  const { director, examId } = await openReleased('sqlite')
  const strange = { exam_id: examId, subject: 1 } as { exam_id: number }
  for (const route of [...reports, ...exports]) {
    const answer = await director.send(route, { query: strange })
    expect([route.path, answer.status, answer.error?.fields[0]?.path]).toEqual([
      route.path,
      400,
      'subject',
    ])
  }
})

describe('who may read reports', () => {
  test.for([
    ['principal', 200, 200],
    ['head', 200, 200],
    ['marker1', 200, 403],
    ['scanner', 403, 403],
    ['student', 403, 403],
    ['other-principal', 404, 404],
  ] as const)('%s reads: %i, exports: %i', async ([account, read, save]) => {
    const { app, examId } = await openReleased('sqlite')
    const client = await app.signIn(account)
    for (const route of reports) {
      const query = filtersOf(route, examId)
      expect([route.path, (await client.send(route, { query })).status]).toEqual([route.path, read])
    }
    for (const route of exports) {
      const query = filtersOf(route, examId)
      expect([route.path, (await client.send(route, { query })).status]).toEqual([route.path, save])
    }
  })

  test('nobody reads a report before the release', async () => {
    const app = await openTestApp('sqlite')
    const { examId } = await seedTinyExam(app.services, app.school)
    const admin = await app.signIn('admin')
    for (const route of [...reports, ...exports]) {
      const answer = await admin.send(route, { query: filtersOf(route, examId) })
      expect([route.path, answer.status]).toEqual([route.path, 403])
    }
  })
})

test('reports: rates, segments and ranks go by what the school set, and the tables print it', async () => {
  const { app, director, examId } = await openReleased('sqlite')
  const query = { exam_id: examId }
  const before = await director.send(reportClassAverages, { query })
  const passOf = (reply: typeof before) => reply.data.rows.at(-1)?.figures.pass_rate.num
  const save = (body: object) =>
    director.send(reportConfigSave, {
      body: { exam_id: examId, reason: '试', versions: {}, ...body },
    })
  const saved = await save({
    rates: { excellent: 95, good: 90, pass: 85, low: 30 },
    segment_width_milli: 5000,
    user_visible: { teacher: false, student: false },
  })
  expect(saved.status).toBe(200)
  const after = await director.send(reportClassAverages, { query })
  // Of 30 points 28 are more than 85 percent, 23 are not.
  expect([passOf(before), passOf(after)]).toEqual([4, 1])
  expect(after.data.footer.notes.join()).toContain('及格 ≥ 85%')
  const segments = await director.send(reportScoreSegments, { query })
  expect(segments.data.width).toBe(5)
  const teacher = await (await app.signIn('head')).send(reportStudents, { query })
  // Absent and not null: nobody can tell that there would be one.
  expect(teacher.data.list.map((row) => 'class_rank' in row)).toEqual([false, false, false, false])
})
