import { expect, test } from 'vitest'
import type { SnapshotCandidate, SnapshotSubject } from '../score/index.ts'
import { itemTable, noMarkNotes } from './item-table.ts'

const SUBJECT = 2
const question = (id: number) => ({
  id,
  no: String(id),
  type: 5 as const,
  objective: false,
  fullMilli: 10_000,
  optionCount: null,
  key: [],
  status: 'normal' as const,
})
const subject: SnapshotSubject = {
  id: SUBJECT,
  name: '数学',
  fullMilli: 20_000,
  questions: [question(1), question(2)],
}

/** Somebody with two scores in points, and the questions whose paper has no mark. */
function person(id: number, items: readonly [number, number], noMark?: number[]) {
  const scores = items.map((score) => score * 1000)
  const candidate: SnapshotCandidate = {
    candidateId: id,
    studentId: id,
    classId: 1,
    schoolId: 1,
    examNo: String(id),
    name: '',
    namePinyin: '',
    totalMilli: null,
    partial: false,
    rankSchool: null,
    rankClass: null,
    subjects: {
      [SUBJECT]: {
        attendance: 0,
        totalMilli: scores.reduce((sum, score) => sum + score, 0),
        objectiveMilli: 0,
        subjectiveMilli: 0,
        rankSchool: null,
        rankClass: null,
        items: scores,
        answers: [null, null],
        ...(noMark ? { noMark } : {}),
      },
    },
  }
  return {
    candidate,
    attendance: 0,
    scoreMilli: candidate.subjects[SUBJECT]?.totalMilli ?? null,
  }
}

const populationOf = (people: ReturnType<typeof person>[]) => ({
  classes: [{ id: 1, name: '1班' }],
  visible: people,
})

/** Ten whose two answers are equally good: 1, 1 up to 10, 10. */
const ten = Array.from({ length: 10 }, (_, at) => person(at, [at + 1, at + 1]))

test('who has no mark in a question changes nothing of what the others make of it', () => {
  const without = itemTable(populationOf(ten), subject)
  const { paper, rows } = itemTable(populationOf([...ten, person(11, [10, 0], [2])]), subject)
  expect(paper).toEqual({ ...without.paper, no_mark: 1 })
  expect(rows[1]).toEqual({ ...without.rows[1], no_mark: 1 })
  // The other answer has a mark, which counts; only the total behind it does not say who is good.
  expect(rows[0]).toMatchObject({
    no_mark: 0,
    difficulty: 65_000 / 110_000,
    distinction: without.rows[0]?.distinction,
    full_count: 2,
  })
})

test('nine complete candidates and one without a mark are too few for indices', () => {
  const { paper, rows } = itemTable(
    populationOf([...ten.slice(1), person(11, [10, 0], [2])]),
    subject,
  )
  expect(rows.map(({ difficulty, distinction }) => [difficulty === null, distinction])).toEqual([
    [false, null],
    [true, null],
  ])
  expect([paper.alpha, paper.no_mark]).toEqual([null, 1])
})

test('versions from before this was kept, and papers that all have a mark, print nothing', () => {
  expect(noMarkNotes(itemTable(populationOf(ten), subject))).toEqual([])
})
