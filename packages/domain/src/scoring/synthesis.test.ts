import { describe, expect, test } from 'vitest'
import type { Attendance } from '../attendance.ts'
import { milli } from '../milli.ts'
import { scoreAlarms } from './alarm.ts'
import { completenessGate, isComplete } from './completeness.ts'
import type { SubjectProgress } from './completeness.ts'
import { fullOfSubject, subjectScore, totalScore } from './synthesis.ts'
import type { ItemScore, SubjectInput } from './synthesis.ts'

const objective = (id: string, score: number | null, over: Partial<ItemScore> = {}): ItemScore => ({
  id,
  kind: 'objective',
  fullMilli: 3000,
  scoreMilli: score === null ? null : milli(score),
  ...over,
})
const subjective = (
  id: string,
  score: number | null,
  over: Partial<ItemScore> = {},
): ItemScore => ({
  ...objective(id, score, { kind: 'subjective', fullMilli: 10_000 }),
  ...over,
})
const present = (items: ItemScore[], over: Partial<SubjectInput> = {}) =>
  subjectScore({ attendance: 0, items, ...over })

describe('subject score', () => {
  test('sums objective items and block finals', () => {
    expect(present([objective('1', 3), objective('2', 0), subjective('a', 7.25)])).toMatchObject({
      scoreMilli: 10_250,
      objectiveMilli: 3000,
      subjectiveMilli: 7250,
      fullMilli: 16_000,
    })
  })

  test('of a present candidate with nothing right is zero, not null', () => {
    expect(present([objective('1', 0), subjective('a', 0, { reason: 'NR' })]).scoreMilli).toBe(0)
  })

  test.for([1, -1, 3] as const)('with attendance %i is null, whatever items say', (attendance) => {
    const score = subjectScore({ attendance, items: [objective('1', 3)] })
    expect(score).toMatchObject({ scoreMilli: null, objectiveMilli: null, missing: [] })
  })

  test('waits for every item, and names those that wait', () => {
    expect(present([objective('1', null), subjective('a', 5)])).toMatchObject({
      scoreMilli: null,
      missing: ['1'],
    })
  })

  test('leaves void items out of sum and full mark', () => {
    expect(present([objective('1', 3), objective('2', null, { void: true })])).toMatchObject({
      scoreMilli: 3000,
      fullMilli: 3000,
      missing: [],
    })
  })

  test('takes signed adjustments, within zero and full', () => {
    const adjusted = (...points: number[]) =>
      present([subjective('a', 9)], {
        adjustments: points.map((delta) => ({ deltaMilli: milli(delta), reason: '复核' })),
      }).scoreMilli
    expect([adjusted(-2, 0.5), adjusted(5), adjusted(-20)]).toEqual([7500, 10_000, 0])
  })

  test('may be rounded once more at the end', () => {
    const round = { stepMilli: 500, mode: 'half_up' } as const
    expect(present([subjective('a', 7.25)], { round })).toMatchObject({
      scoreMilli: 7500,
      subjectiveMilli: 7250,
    })
  })
})

describe('optional questions', () => {
  const items = [
    objective('1', 3),
    subjective('A', 6, { optionalGroup: 'g' }),
    subjective('B', 8, { optionalGroup: 'g' }),
  ]
  const group = { id: 'g', choose: 1 } as const

  test('by the filled number, the other answer counts for nothing', () => {
    const optionalGroups = [{ ...group, policy: 'by_mark', chosen: ['A'] } as const]
    expect(present(items, { optionalGroups }).scoreMilli).toBe(9000)
  })

  test('no number filled, or several, leaves the group open', () => {
    for (const chosen of [[], ['A', 'B']]) {
      const score = present(items, { optionalGroups: [{ ...group, policy: 'by_mark', chosen }] })
      expect(score).toMatchObject({ scoreMilli: null, missing: ['g'] })
    }
  })

  test('all marked, the best counts', () => {
    const optionalGroups = [{ ...group, policy: 'mark_all_take_best' } as const]
    expect(present(items, { optionalGroups }).scoreMilli).toBe(11_000)
  })

  test('all marked, an open answer may yet be the best', () => {
    const open = [...items.slice(0, 2), subjective('B', null, { optionalGroup: 'g' })]
    const optionalGroups = [{ ...group, policy: 'mark_all_take_best' } as const]
    expect(present(open, { optionalGroups }).missing).toEqual(['B'])
  })

  test('the full mark counts the group once', () => {
    expect(fullOfSubject({ items, optionalGroups: [{ ...group, policy: 'by_mark' }] })).toBe(13_000)
  })
})

describe('total', () => {
  const subject = (attendance: Attendance, score: number | null, required?: boolean) => ({
    attendance,
    scoreMilli: score === null ? null : milli(score),
    required,
  })
  test.for([
    [[subject(0, 90), subject(0, 80)], 'unranked', 170, false, true],
    [[subject(0, 90), subject(3, null)], 'unranked', 90, false, true],
    [[subject(0, 90), subject(1, null)], 'unranked', 90, true, false],
    [[subject(0, 90), subject(-1, null)], 'unranked', 90, true, false],
    [[subject(0, 90), subject(1, null)], 'as_zero', 90, true, true],
    [[subject(0, 90), subject(1, null)], 'exclude', null, true, false],
    [[subject(0, 90), subject(1, null, false)], 'unranked', 90, false, true],
    [[subject(1, null), subject(1, null)], 'unranked', null, true, false],
    [[subject(0, 0), subject(0, 0)], 'unranked', 0, false, true],
  ] as const)(
    'of %o (%s) is %o, partial %s, ranked %s',
    ([subjects, policy, score, partial, ranked]) => {
      const scoreMilli = score === null ? null : milli(score)
      expect(totalScore(subjects, policy)).toEqual({ scoreMilli, partial, ranked })
    },
  )
})

describe('the completeness gate', () => {
  const done: SubjectProgress = {
    registered: 160,
    unitsNotFinal: 0,
    openExceptions: 0,
    choicesUnresolved: 0,
    pagesMissing: 0,
    duplicates: 0,
    blanksUnconfirmed: 0,
    problemsOpen: 0,
    identitiesUnmatched: 0,
    keysMissing: 0,
    withoutRecord: 0,
    candidatesUnscored: 0,
    spotChecksShort: 0,
    nearLineUnsent: 0,
    nearLineUnfinished: 0,
  }
  test('is open when nothing waits', () => {
    expect(completenessGate(done)).toEqual([])
  })

  test('lists what waits with its count', () => {
    const items = completenessGate({ ...done, unitsNotFinal: 3, choicesUnresolved: 2 })
    expect(items.map(({ code, count }) => [code, count])).toEqual([
      ['choicesUnresolved', 2],
      ['unitsNotFinal', 3],
    ])
    expect(isComplete(items)).toBe(false)
  })

  test.for([
    ['spotChecksShort', '抽查未达到目标数量'],
    ['nearLineUnsent', '分数线附近的试卷还没有送去复评'],
    ['nearLineUnfinished', '临界复评的试卷还没有评完'],
  ] as const)('only warns with %s', ([code, label]) => {
    const items = completenessGate({ ...done, [code]: 9 })
    expect(items).toEqual([{ code, label, count: 9, blocking: false }])
    expect(isComplete(items)).toBe(true)
  })

  test('reminds of candidates without a sheet, and refuses a subject that nobody scanned', () => {
    expect(isComplete(completenessGate({ ...done, withoutRecord: 159 }))).toBe(true)
    expect(isComplete(completenessGate({ ...done, withoutRecord: 160 }))).toBe(false)
  })

  test('does not speak of sheets where the exam is held online', () => {
    const open = { ...done, withoutRecord: 3 }
    const labels = [open, { ...open, isOnline: true }].flatMap(completenessGate)
    expect(labels.map(({ label }) => label)).toEqual([
      '考生无答题卡且未确认缺考',
      '考生没有作答且未登记缺考',
    ])
  })

  test('refuses a subject without candidates', () => {
    expect(isComplete(completenessGate({ ...done, registered: 0 }))).toBe(false)
  })
})

test.for([
  [29, 100, 61, 100, ['objectiveLowSubjectiveHigh']],
  [30, 100, 61, 100, []],
  [29, 100, 60, 100, []],
  [61, 100, 29, 100, ['objectiveHighSubjectiveLow']],
  [0, 100, 0, 50, ['zeroTotal']],
  [0, 0, 70, 100, []],
] as const)('objective %i of %i and subjective %i of %i raise %o', ([o, of, s, sf, alarms]) => {
  expect(
    scoreAlarms({
      objectiveMilli: o,
      objectiveFullMilli: of,
      subjectiveMilli: s,
      subjectiveFullMilli: sf,
    }),
  ).toEqual(alarms)
})
