import { describe, expect, test } from 'vitest'
import type { Stage } from './grade-subject.ts'
import {
  movedGrades,
  planPromotion,
  type PromotedClass,
  promotionOf,
  promotionProblems,
  schoolYearOf,
} from './promotion.ts'

const one = (gradeId: number, name: string, id = 1): PromotedClass => ({
  id,
  kind: 'admin',
  gradeId,
  name,
})
const stages = (...list: Stage[]) => new Set(list)

describe('promotion: what is usual for a class', () => {
  test.for<[number, string, Stage[], string, number, string]>([
    [10, '1班', ['senior'], 'promote', 11, '1班'],
    [10, '高一(1)班', ['senior'], 'promote', 11, '高二(1)班'],
    [11, '高二(12)班', ['senior'], 'promote', 12, '高三(12)班'],
    [12, '(1)班', ['senior'], 'graduate', 103, '2027届(1)班'],
    [12, '高三(1)班', ['senior'], 'graduate', 103, '2027届(1)班'],
    [9, '九年级1班', ['junior'], 'graduate', 102, '2027届1班'],
    [9, '九年级1班', ['junior', 'senior'], 'promote', 10, '高一1班'],
    [6, '六年级2班', ['primary'], 'graduate', 101, '2027届2班'],
    [6, '六年级2班', ['primary', 'junior'], 'promote', 7, '七年级2班'],
    [1, '一年级1班', ['primary'], 'promote', 2, '二年级1班'],
    [103, '2026届(1)班', ['senior'], 'keep', 103, '2026届(1)班'],
  ])('%i %s in a school with %o: %s to %i %s', ([gradeId, name, own, action, to, toName]) => {
    expect(promotionOf(one(gradeId, name), 2027, stages(...own))).toMatchObject({
      action,
      to_grade: to,
      to_name: toName,
    })
  })
})

test('promotion: the plan goes from the top grade down, so that names are free when they are taken', () => {
  const classes = [one(10, '1班', 1), one(11, '1班', 2), one(12, '1班', 3)]
  const rows = planPromotion(classes, 2027, stages('senior'))
  expect(rows.map(({ class_id, to_grade, to_name }) => [class_id, to_grade, to_name])).toEqual([
    [3, 103, '2027届1班'],
    [2, 12, '1班'],
    [1, 11, '1班'],
  ])
  expect(promotionProblems(classes, rows)).toEqual([])
})

describe('promotion: rows that can not be applied', () => {
  const classes = [one(10, '1班', 1), one(10, '2班', 2), one(11, '1班', 3)]
  const plan = planPromotion(classes, 2027, stages('senior'))
  const withRow = (classId: number, change: object) =>
    plan.map((row) => (row.class_id === classId ? { ...row, ...change } : row))
  test.for<[number, object, string]>([
    [3, { action: 'keep', to_grade: 11 }, '高二已有「1班」，请改名或合并'],
    [2, { to_name: '1班' }, '高二已有「1班」，请改名或合并'],
    [2, { to_name: ' ' }, '请填写新名称'],
    [2, { action: 'keep' }, '保留的班级不换年级'],
    [2, { to_grade: 10 }, '升级要到另一个年级'],
    [2, { action: 'graduate', to_grade: 11 }, '毕业班的年级应为毕业班'],
    [2, { action: 'merge' }, '请选择并入的班级'],
    [2, { action: 'merge', into_id: 3 }, '只能并入同年级的班级'],
    [2, { to_grade: 55 }, '没有这个年级'],
  ])('%i as %o: %s', ([classId, change, message]) => {
    expect(promotionProblems(classes, withRow(classId, change)).map((p) => p.message)).toContain(
      message,
    )
  })

  test('a merge into a class of the grade is fine, and takes no name', () => {
    expect(promotionProblems(classes, withRow(2, { action: 'merge', into_id: 1 }))).toEqual([])
  })

  test('a class that is missing or strange asks for a new plan', () => {
    const messages = promotionProblems(classes, plan.slice(1)).map(({ message }) => message)
    expect(messages).toEqual(['方案里没有「1班」，请重新生成方案'])
    expect(promotionProblems(classes.slice(1), plan).map(({ class_id }) => class_id)).toEqual([1])
  })
})

test.for([
  ['2026-07-31', 2025],
  ['2026-08-01', 2026],
  ['2027-01-15', 2026],
] as const)('school year: %s lies in that of %i', ([day, year]) => {
  expect(schoolYearOf(day)).toBe(year)
})

test('promotion: directors move on with their grade, and stay with one that graduates', () => {
  const rows = [
    { from: 12, to: 103, action: 'graduate' as const },
    { from: 11, to: 12, action: 'promote' as const },
    { from: 10, to: 11, action: 'promote' as const },
  ]
  expect(movedGrades([10, 11], rows)).toEqual([11, 12])
  expect(movedGrades([12], rows)).toEqual([12])
})
