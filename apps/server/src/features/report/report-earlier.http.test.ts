import {
  createSnapshot,
  reportCritical,
  reportExcellent,
  reportNote,
  reportPaper,
  reportQuestionPeople,
  reportStudents,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { correctTinyExam, openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'

/*
 * Totals now, by exam number 101 to 107: 28, 23, 23, partial, 3, 23, 7. In the exam before, whose key was another:
 * 23, 18, 28, partial, 3, 18, 7.
 */
const NOW = new Map([
  ['101', 28],
  ['102', 23],
  ['103', 23],
  ['105', 3],
  ['106', 23],
  ['107', 7],
])
const BEFORE = new Map([
  ['101', 23],
  ['102', 18],
  ['103', 28],
  ['105', 3],
  ['106', 18],
  ['107', 7],
])

async function open(kind: 'sqlite' | 'postgres' = 'sqlite', gradeId = 10) {
  const app = await openTestApp(kind)
  const director = await app.signIn('director')
  const release = async (
    name: string,
    startDate: string,
    isCorrected: boolean,
    grade = gradeId,
  ) => {
    const exam = await seedTinyExam(app.services, app.school, { gradeId: grade, name, startDate })
    if (isCorrected) await correctTinyExam(app.services, exam)
    const { status } = await director.send(createSnapshot, {
      body: { exam_id: exam.examId, confirm_name: name },
    })
    expect(status).toBe(200)
    return exam.examId
  }
  const earlierId = await release('九月月考', '2026-09-20', true)
  const examId = await release(TINY_EXAM_NAME, '2026-11-10', false)
  return { app, director, release, earlierId, examId }
}

/** By plain counting. */
function zIn(scores: ReadonlyMap<string, number>, no: string): number {
  const all = [...scores.values()]
  const mean = all.reduce((sum, one) => sum + one, 0) / all.length
  const sd = Math.sqrt(all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / all.length)
  return ((scores.get(no) ?? 0) - mean) / sd
}
const rankIn = (scores: ReadonlyMap<string, number>, no: string): number =>
  1 + [...scores.values()].filter((other) => other > (scores.get(no) ?? 0)).length

everyDatabase('beside an earlier exam on %s', (kind) => {
  test('students move in Z and rank among those who sat both', async () => {
    const { app, director, examId, earlierId } = await open(kind)
    const query = { exam_id: examId, compare_exam_id: earlierId }
    const { data } = await director.send(reportStudents, { query })
    expect(data.compare_exams.map(({ exam_name }) => exam_name)).toEqual(['九月月考'])
    expect(data.compared).toMatchObject({ exam_id: earlierId, common: 6 })
    for (const { exam_no, progress } of data.list)
      if (!NOW.has(exam_no)) expect(progress).toBeNull()
      else {
        expect(progress?.delta_z).toBeCloseTo(zIn(NOW, exam_no) - zIn(BEFORE, exam_no), 9)
        expect(progress?.delta_rank).toBe(rankIn(BEFORE, exam_no) - rankIn(NOW, exam_no))
      }
    const without = await director.send(reportStudents, { query: { exam_id: examId } })
    expect([without.data.compared, without.data.list[0]?.progress]).toEqual([null, undefined])

    // A class teacher without ranks is told how far the own class moved, and no rank.
    const head = await app.signIn('head')
    const told = await head.send(reportStudents, { query })
    expect(told.status).toBe(200)
    expect(told.data.list.length).toBeGreaterThan(0)
  })

  test('a class moved by the mean of its Z, and all together by nothing', async () => {
    const { app, director, examId, earlierId } = await open(kind)
    const query = { exam_id: examId, compare_exam_id: earlierId }
    const all = await director.send(reportPaper, { query })
    expect(all.data.compared).toMatchObject({ n: 6, progress: null })
    const [class_id] = app.school.classIds
    const { data } = await director.send(reportPaper, {
      query: { ...query, class_id: class_id ?? 0 },
    })
    const own = ['101', '102', '103']
    const mean = own.reduce((sum, no) => sum + zIn(NOW, no) - zIn(BEFORE, no), 0) / own.length
    expect(data.compared).toMatchObject({ n: 3 })
    expect(data.compared?.progress?.v).toBeCloseTo(mean, 9)
    expect(data.compared?.progress?.shown).toBe('few')
  })

  test('who came among the best, who stayed and who fell out', async () => {
    const { director, examId } = await open(kind)
    // The best two now: 28, then 23 three times; before: 28, 23.
    const { data } = await director.send(reportExcellent, { query: { exam_id: examId, top: 2 } })
    expect(data.compared?.exam_name).toBe('九月月考')
    expect(data.moves).toEqual({ stayed: 2, entered: 2, fell: 0 })
    const moves = new Map(data.list.map(({ exam_no, move }) => [exam_no, move]))
    expect(moves).toEqual(
      new Map([
        ['101', 'stayed'],
        ['103', 'stayed'],
        ['102', 'entered'],
        ['106', 'entered'],
      ]),
    )
    const tab = await director.send(reportExcellent, {
      query: { exam_id: examId, top: 1, move: 'fell' },
    })
    expect(tab.data.list.map(({ exam_no }) => exam_no)).toEqual(['103'])
  })

  test('the watched: who fell behind himself, with the last exams and the reason', async () => {
    const { director, examId } = await open(kind)
    const { data } = await director.send(reportCritical, {
      query: { exam_id: examId, list: 'slump' },
    })
    expect(data.exams).toBe(2)
    const fallen = [...NOW.keys()].filter((no) => zIn(NOW, no) - zIn(BEFORE, no) <= -0.5)
    expect(data.list.map(({ exam_no }) => exam_no)).toEqual(fallen)
    for (const { exam_no, trend, reason } of data.list) {
      expect(trend[0]).toBeCloseTo(zIn(BEFORE, exam_no), 9)
      expect(trend[1]).toBeCloseTo(zIn(NOW, exam_no), 9)
      expect(reason).toContain('比前几次的平均低')
    }
    const odd = await director.send(reportCritical, { query: { exam_id: examId, list: 'odd' } })
    // Nothing right among the choices, and nothing written.
    expect(odd.data.list.find(({ exam_no }) => exam_no === '105')?.reason).toContain('语文')
    const steady = await director.send(reportCritical, {
      query: { exam_id: examId, list: 'volatile' },
    })
    expect(steady.data.list).toEqual([])
  })

  test('a note is kept for whoever wrote it, about whom he sees, and taken away again', async () => {
    const { app, director, examId } = await open(kind)
    const list = { exam_id: examId, list: 'critical' as const, line_total: 20, above: 20 }
    const { data } = await director.send(reportCritical, { query: list })
    const [first] = data.list
    const body = { exam_id: examId, candidate_id: first?.candidate_id ?? 0 }
    for (const [typed, kept] of [
      [' 找他谈一次 ', '找他谈一次'],
      ['再看', '再看'],
      ['', ''],
    ] as const) {
      const saved = await director.send(reportNote, { body: { ...body, text: typed } })
      expect(saved.data.text).toBe(kept)
      const again = await director.send(reportCritical, { query: list })
      expect(again.data.list[0]?.note).toBe(kept)
      const other = await app.signIn('principal')
      expect((await other.send(reportCritical, { query: list })).data.list[0]?.note).toBe('')
    }
    // The class teacher of class 1 sees nobody of class 2.
    const head = await app.signIn('head')
    const all = (await director.send(reportStudents, { query: { exam_id: examId } })).data.list
    const stranger = all.find(({ exam_no }) => exam_no === '106')
    const refused = await head.send(reportNote, {
      body: { exam_id: examId, candidate_id: stranger?.candidate_id ?? 0, text: '试' },
    })
    expect(refused.error.error).toBe('CANDIDATE_UNKNOWN')
  })
})

test('compared is with earlier exams of the same year group alone, and of what is released', async () => {
  const { app, director, examId, release } = await open()
  const ofOthers = await release('高二月考', '2026-09-21', false, 11)
  const later = await release('期末考试', '2027-01-10', false)
  const hidden = await release('十月月考', '2026-10-20', false)
  await app.services.db
    .updateTable('exam')
    .set({ published_snapshot_id: null })
    .where('id', '=', hidden)
    .execute()
  const { data } = await director.send(reportStudents, { query: { exam_id: examId } })
  expect(data.compare_exams.map(({ exam_name }) => exam_name)).toEqual(['九月月考'])
  for (const compare_exam_id of [ofOthers, later, hidden, examId, 999_999]) {
    const query = { exam_id: examId, compare_exam_id }
    expect((await director.send(reportStudents, { query })).error.error).toBe('OUT_OF_SCOPE')
  }
})

test('from a count to who is counted: by score, level and what is missing, and by what lies on a line', async () => {
  const { app, director, examId } = await open()
  const ask = async (more: object) => {
    const { data } = await director.send(reportStudents, { query: { exam_id: examId, ...more } })
    return data.list.map(({ exam_no }) => exam_no).toSorted()
  }
  expect(await ask({ score_from: 23 })).toEqual(['101', '102', '103', '106'])
  expect(await ask({ score_from: 3, score_to: 23 })).toEqual(['105', '107'])
  expect(await ask({ missing: 'absent' })).toEqual(['108'])
  expect(await ask({ missing: 'partial' })).toEqual(['104'])
  expect(await ask({ in_subject: 2, score_from: 8 })).toEqual(['101', '102', '103'])
  expect(await ask({ in_subject: 2, missing: 'absent' })).toEqual(['104', '108'])
  const line = { exam_id: examId, line_total: 20, subject_id: 1, subject_lines: '1:15' }
  // Four reach 20: 102 and 103 have 13 in 语文, 101 and 106 have 20 and 16.5; 104 has 15 and no total.
  const off = await director.send(reportCritical, { query: { ...line, list: 'mismatch' } })
  expect(off.data.list.map(({ exam_no }) => exam_no).toSorted()).toEqual(['102', '103'])
  const waste = await director.send(reportCritical, {
    query: { ...line, line_total: 25, list: 'waste' },
  })
  expect(waste.data.list.map(({ exam_no }) => exam_no)).toEqual(['106'])
  // Who does not see a subject finds nobody by it.
  const head = await app.signIn('head')
  const foreign = await head.send(reportStudents, {
    query: { exam_id: examId, in_subject: 9, score_from: 1 },
  })
  expect(foreign.error.error).toBe('OUT_OF_SCOPE')
})

test('from a count of a question to who is counted: full marks, none, nothing written, an option', async () => {
  const { director, examId } = await open()
  const ask = async (more: object) => {
    const query = { exam_id: examId, subject_id: 1, no: '1', ...more }
    const { data } = await director.send(reportQuestionPeople, { query })
    return data.list.map(({ exam_no }) => exam_no).toSorted()
  }
  // A single choice with key A: 103 took B, 105 nothing.
  expect(await ask({ marks: 'full' })).toEqual(['101', '102', '104', '106'])
  expect(await ask({ marks: 'zero' })).toEqual(['103', '105'])
  expect(await ask({ marks: 'blank' })).toEqual(['105'])
  expect(await ask({ option: 'B' })).toEqual(['103'])
})
