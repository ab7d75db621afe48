import { expect, test } from 'vitest'
import { examModeLabel, examSteps, examTypeLabel } from './exam-codes.ts'
import {
  classLabel,
  gradeLabel,
  isCompulsoryEducation,
  isHighStage,
  stageOfGrade,
  subjectName,
} from './grade-subject.ts'

test.for([
  [6, 'primary', false],
  [9, 'junior', false],
  [10, 'senior', true],
  [101, 'primary', false],
  [102, 'junior', false],
  [103, 'senior', true],
] as const)('grade %i belongs to %s', ([grade, stage, high]) => {
  expect([stageOfGrade(grade), isHighStage(grade)]).toEqual([stage, high])
})

test.for([
  [7, 9, '道德与法治'],
  [7, 10, '思想政治'],
  [7, null, '道德与法治'],
  [3000, 12, '总分'],
  [2, 7, '数学'],
  [77, 7, '未知科目'],
] as const)('subject %i in grade %o is %s', ([subject, grade, name]) => {
  expect(subjectName(subject, grade)).toBe(name)
})

test("the server's list overrides the defaults", () => {
  expect(subjectName(2, 7, { 2: '数学（文）' })).toBe('数学（文）')
})

test('unknown codes have a label', () => {
  expect([gradeLabel(13), examTypeLabel(9), examModeLabel(5)]).toEqual([
    '未知年级',
    '未知类型',
    '未知类型',
  ])
  expect(isCompulsoryEducation(13)).toBe(false)
})

test('an import exam imports scores where others scan', () => {
  expect(examSteps(1).map(({ key }) => key)).toContain('scanMarking')
  expect(examSteps(4)[2]).toMatchObject({ key: 'scoreImport', status: 3 })
  expect(examSteps(1).map(({ status }) => status)).toEqual([1, 2, 3, 6, 6, 6, 6, 6, 6])
})

test.for([
  [10, '(1)班', '高一(1)班'],
  [10, '高一(1)班', '高一(1)班'],
  [10, '高一1班', '高一1班'],
  [9, '1班', '九年级1班'],
  [13, '1班', '1班'],
] as const)('class label: grade %i, %s is shown as %s', ([grade, name, label]) => {
  expect(classLabel(grade, name)).toBe(label)
})
