import {
  createSnapshot,
  exportItems,
  exportStudents,
  reportClassAverages,
  reportConfigGet,
  reportConfigPreview,
  reportConfigSave,
  reportItems,
  reportQuestionSplit,
  reportRankBands,
  reportStudentLevels,
  reportStudents,
  reportSubjectLines,
  reportVersionDiff,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { correctTinyExam, openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'
import { readXlsx } from '../../testing/read-xlsx.ts'

/*
 * Six complete totals: 28, 23 and 23 in class 1, 23, 7 and 3 in class 2; one of class 1 is partial, one of class 2 absent.
 */
async function open() {
  const app = await openTestApp()
  const exam = await seedTinyExam(app.services, app.school)
  const { examId } = exam
  const director = await app.signIn('director')
  const released = await director.send(createSnapshot, {
    body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
  })
  expect(released.status).toBe(200)
  return { app, exam, director, query: { exam_id: examId } }
}

test('bands of ranks: ties fill a band, and a class is seen against its size', async () => {
  const { director, query } = await open()
  const { data } = await director.send(reportRankBands, { query: { ...query, width: 2 } })
  expect(data.rows.map(({ label, count, by_group }) => [label, count, by_group])).toEqual([
    ['1–2 名', 4, [3, 1]],
    ['3–4 名', 0, [0, 0]],
    ['5–6 名', 2, [0, 2]],
  ])
  expect(data.rows.map(({ over_expected }) => over_expected)).toEqual([
    [1.5, 0.5],
    [null, null],
    [0, 2],
  ])
})

test('averages: two classes beside the rest are as far from each other as their means', async () => {
  const { director, query } = await open()
  const means = await director.send(reportClassAverages, { query: { ...query, subject_id: 1 } })
  const [one, other] = means.data.rows.map(({ figures }) => figures.mean_milli ?? 0)
  const { data } = await director.send(reportClassAverages, {
    query: { ...query, subject_id: 1, reference: 'rest' },
  })
  const apart = (one ?? 0) - (other ?? 0)
  expect(apart).not.toBe(0)
  expect(data.rows.map(({ delta }) => delta.v)).toEqual([apart, -apart, null])
  expect(data.rows[0]?.over_mean).toBeCloseTo(apart / (other ?? 1), 12)
  expect([data.reference, data.references]).toEqual(['rest', [{ code: 'grade', name: '全年级' }]])
  // One school alone has no district and no others to be compared with.
  const asked = await director.send(reportClassAverages, {
    query: { ...query, reference: 'district' },
  })
  expect(asked.data.reference).toBe('grade')
  expect(asked.data.footer.notes).toContain('所选的参照不可用，按通常的参照计算')
})

test('questions by sex: boys and girls add up to all, each is beside the other', async () => {
  const { app, director, query } = await open()
  const asked = () => director.send(reportQuestionSplit, { query: { ...query, subject_id: 1 } })
  const { data } = await asked()
  const places = [...data.splits.keys()].filter((at) => data.splits[at]?.kind === 'sex')
  expect(places.map((at) => data.splits[at]?.name)).toEqual(['男生', '女生'])
  expect(places.reduce((sum, at) => sum + (data.splits[at]?.n ?? 0), 0)).toBe(6)
  for (const { gaps, rates } of data.rows) {
    const [boys, girls] = places.map((at) => ({ gap: gaps[at - 3], rate: rates[at] ?? 0 }))
    const apart = (boys?.rate ?? 0) - (girls?.rate ?? 0)
    expect(boys?.gap?.v).toBeCloseTo(apart, 12)
    expect(girls?.gap?.v).toBeCloseTo(-apart, 12)
    expect(boys?.gap?.lo ?? 1).toBeLessThan(apart)
    expect(boys?.gap?.hi ?? -1).toBeGreaterThan(apart)
  }
  await app.services.db.updateTable('student').set({ gender: '' }).execute()
  expect((await asked()).data.splits.some(({ kind }) => kind === 'sex')).toBe(false)
})

test('questions stand in the order asked for, the same in the file', async () => {
  const { director, query } = await open()
  const asked = { ...query, subject_id: 1, sort: 'rate' as const }
  const { data } = await director.send(reportItems, { query: asked })
  const rates = data.rows.map(({ rate }) => rate.num / rate.den)
  expect(rates).toEqual(rates.toSorted((a, b) => a - b))
  expect(data.rows.map(({ no }) => no)).not.toEqual(['1', '2', '3'])
  const { bytes } = await director.send(exportItems, { query: asked })
  const file = await readXlsx(bytes)
  expect(file.slice(3, 6).map(([no]) => no)).toEqual(data.rows.map(({ no }) => no))
})

test('students have their number of the school beside that of the exam', async () => {
  const { app, director, query } = await open()
  const { data } = await director.send(reportStudents, { query })
  const known = await app.services.db.selectFrom('student').select(['id', 'student_no']).execute()
  for (const { student_id, student_no } of data.list)
    expect(student_no).toBe(known.find(({ id }) => id === student_id)?.student_no)
  const [, , titles] = await readXlsx((await director.send(exportStudents, { query })).bytes)
  expect(titles).toContain('学号')
})

test('averages of classes name who taught the subject when the version was released', async () => {
  const app = await openTestApp()
  const { examId } = await seedTinyExam(app.services, app.school)
  const { db } = app.services
  const [class_id = 0] = app.school.classIds
  const user_id = app.school.userIds['leader'] ?? 0
  await db.insertInto('teaching').values({ class_id, subject_id: 2, user_id }).execute()
  const director = await app.signIn('director')
  await director.send(createSnapshot, {
    body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
  })
  await db.deleteFrom('teaching').execute()
  const namesIn = async (subject_id: number) =>
    (
      await director.send(reportClassAverages, { query: { exam_id: examId, subject_id } })
    ).data.rows.map((row) => row.teacher_names)
  expect(await namesIn(2)).toEqual([['数学组长'], [], []])
  expect(await namesIn(1)).toEqual([[], [], []])
  expect(await namesIn(3000)).toEqual([[], [], []])
})

test('versions: whose score and rank changed, why, and not to who sees the released one alone', async () => {
  const { app, exam, director, query } = await open()
  const before = await director.send(reportVersionDiff, { query })
  expect([before.data.from_version, before.data.list]).toEqual([null, []])

  await correctTinyExam(app.services, exam)
  const again = await director.send(createSnapshot, {
    body: { ...query, confirm_name: TINY_EXAM_NAME },
  })
  expect(again.data.version).toBe(2)
  const { data } = await director.send(reportVersionDiff, { query })
  expect([data.from_version, data.changed, data.rank_changed]).toEqual([1, 5, 4])
  expect(data.mean_before_milli).toBeCloseTo(107_000 / 6, 9)
  expect(data.mean_after_milli).toBeCloseTo(97_000 / 6, 9)
  expect(
    data.list
      .toSorted((a, b) => a.exam_no.localeCompare(b.exam_no))
      .map((row) => [
        row.exam_no,
        row.before_milli,
        row.after_milli,
        row.rank_before,
        row.rank_after,
      ]),
  ).toEqual([
    ['101', 28_000, 23_000, 1, 2],
    ['102', 23_000, 18_000, 2, 3],
    ['103', 23_000, 28_000, 2, 1],
    ['104', 15_000, 10_000, null, null],
    ['106', 23_000, 18_000, 2, 3],
  ])
  expect(new Set(data.list.flatMap(({ causes }) => causes))).toEqual(new Set(['key']))

  // The other way round, and a subject that nothing happened to.
  const back = await director.send(reportVersionDiff, { query: { ...query, version: 1, from: 2 } })
  expect([back.data.from_version, back.data.mean_after_milli]).toEqual([2, data.mean_before_milli])
  const other = await director.send(reportVersionDiff, { query: { ...query, subject_id: 2 } })
  expect(other.data.list).toEqual([])
  const gone = await director.send(reportVersionDiff, { query: { ...query, from: 9 } })
  expect(gone.error.error).toBe('VERSION_GONE')

  const head = await app.signIn('head')
  const told = await head.send(reportVersionDiff, { query: { ...query, from: 1 } })
  expect([told.status, told.data.from_version, told.data.list]).toEqual([200, null, []])
})

test('settings are tried on a released exam before they are saved, and nothing is written', async () => {
  const { director, query, app } = await open()
  const body = { ...query, rates: { excellent: 75, good: 70, pass: 60, low: 30 } }
  const lines = [{ name: '本科线', percent: null, total_milli: 23_000 }]
  const { data } = await director.send(reportConfigPreview, { body: { ...body, lines } })
  const total = data.subjects.find(({ subject_name }) => subject_name === '总分')
  expect(total).toMatchObject({ present: 6, before: { excellent: 1 }, after: { excellent: 4 } })
  expect(data.lines.after).toEqual([{ name: '本科线', total_milli: 23_000, on: 4 }])
  const config = await director.send(reportConfigGet, { query: {} })
  expect(config.data.rates.excellent).toBe(90)
  expect(data.lines.before.map(({ name }) => name)).toEqual(
    config.data.lines.map(({ name }) => name),
  )

  const wrong = { ...body, rates: { ...body.rates, good: 80 } }
  expect((await director.send(reportConfigPreview, { body: wrong })).error.error).toBe(
    'SETTING_INVALID',
  )
  const head = await app.signIn('head')
  expect((await head.send(reportConfigPreview, { body })).error.error).toBe('NOT_ALLOWED')
})

test('every setting of reports shows its effect, and on which roles, before it is saved', async () => {
  const { director, query } = await open()
  const lines = [{ name: '本科线', percent: null, total_milli: 23_000 }]
  const { data } = await director.send(reportConfigPreview, {
    body: {
      ...query,
      lines,
      segment_width_milli: 15_000,
      user_visible: { teacher: false, student: false },
      level_scheme: 'seed_default',
      level_rules: { tie: 'down', cut: 'half_up', degenerate: 'mid' },
      concerned: {
        below_milli: 16_000,
        above_milli: 1000,
        subject_below_milli: 5000,
        subject_above_milli: 5000,
        top: 3,
      },
    },
  })
  expect(data.segments).toMatchObject({ before: { width: 10 }, after: { width: 15, bands: 2 } })
  // Leaders see ranks whatever the switch says, teachers and students do not any more.
  expect(data.ranks.map(({ role, before, after }) => [role, before.length, after.length])).toEqual([
    ['principal', 2, 2],
    ['grade_director', 2, 2],
    ['class_teacher', 2, 0],
    ['subject_teacher', 2, 0],
    ['student', 2, 0],
  ])
  const maths = data.levels.find(({ subject_name }) => subject_name === '数学')
  expect([maths?.before[0], maths?.after[0]]).toEqual([
    { code: 'A', count: 2 },
    { code: 'A', count: 0 },
  ])
  // 28 is no 24; 7 lies exactly 16 below 23.
  expect(data.concerned.after).toEqual({
    near: [{ line: '本科线', push: 1, hold: 3 }],
    top: 3,
  })
  expect(data.concerned.before.top).toBe(50)
  expect(data.subject_lines.after.map(({ subject_name }) => subject_name)).toEqual(['语文', '数学'])
  const config = await director.send(reportConfigGet, { query: {} })
  expect(config.data.concerned.top).toBe(50)
})

test('a version keeps the scheme of levels that was set when it was released', async () => {
  const app = await openTestApp()
  const exam = await seedTinyExam(app.services, app.school)
  const director = await app.signIn('director')
  const saved = await director.send(reportConfigSave, {
    body: { grade_id: 10, reason: '本省方案', versions: {}, level_scheme: 'std_312' },
  })
  expect([saved.status, saved.data.level_scheme]).toEqual([200, 'std_312'])
  await director.send(createSnapshot, {
    body: { exam_id: exam.examId, confirm_name: TINY_EXAM_NAME },
  })
  const { data } = await director.send(reportStudentLevels, { query: { exam_id: exam.examId } })
  expect(data.scheme.id).toBe('std_312')
})

test('lines of subjects that are set by hand count instead of those that follow from the total', async () => {
  const { director, query } = await open()
  const ask = async (subject_lines?: string) => {
    const more = subject_lines === undefined ? {} : { subject_lines }
    return director.send(reportSubjectLines, { query: { ...query, line_total: 20, ...more } })
  }
  // Four of six reach 20: the line of 语文 is the score of the fourth.
  const followed = (await ask()).data
  expect(followed.line?.subjects.map(({ by_hand }) => by_hand)).toEqual([false, false])
  const { data } = await ask('1:15,2:8.5')
  expect(data.line?.subjects).toEqual([
    { subject_id: 1, line_milli: 15_000, n: 0, by_hand: true },
    { subject_id: 2, line_milli: 8500, n: 0, by_hand: true },
  ])
  const all = data.rows.find(({ is_reference }) => is_reference)
  // 语文 20 and 16.5, 数学 10 and 10, all of them on the line in total.
  expect(all?.cells.map(({ subject_on, both_on }) => [subject_on, both_on])).toEqual([
    [2, 2],
    [2, 2],
  ])
  expect((await ask('数学:98')).error.error).toBe('INPUT_INVALID')
})

test('lines of subjects that are kept hold for everybody, until somebody looks at it by others', async () => {
  const { director, query } = await open()
  const { exam_id } = query
  const line = { name: '特控线', percent: null, total_milli: 20_000 }
  const save = (subjects: { subject_id: number; line_milli: number }[], version: number) =>
    director.send(reportConfigSave, {
      body: {
        exam_id,
        reason: '省里公布',
        versions: { 'report.lines': version },
        lines: [{ ...line, subjects }],
      },
    })
  const ask = async (more: object = {}) => {
    const { data } = await director.send(reportSubjectLines, { query: { ...query, ...more } })
    return data.line?.subjects.map(({ line_milli, by_hand }) => [line_milli, by_hand])
  }
  expect((await save([{ subject_id: 1, line_milli: 15_000 }], 0)).status).toBe(200)
  const [first, second] = (await ask()) ?? []
  expect(first).toEqual([15_000, true])
  expect(second?.[1]).toBe(false)
  expect((await ask({ subject_lines: '1:12' }))?.[0]).toEqual([12_000, true])
  await save([], 1)
  expect((await ask())?.[0]?.[1]).toBe(false)
})
