import { expect, test } from 'vitest'
import { EXAM_MODES, type ExamMode } from './exam-codes.ts'
import { SHEET_TYPE_RULES, sheetTypeOfMode } from './sheet-type.ts'

test.for([
  [1, '网上阅卷', 1, 'designed'],
  [2, '先阅后扫', 1, 'designed'],
  [3, '线上考试', 3, 'none'],
  [4, '成绩导入', 5, 'none'],
  [6, '网上阅卷＋电子原卷', 1, 'designed'],
  [7, '混合阅卷', 1, 'designed'],
] as const)('a subject of mode %i (%s) gets a sheet of type %i', ([mode, , type, page]) => {
  expect(sheetTypeOfMode(mode)).toBe(type)
  expect(SHEET_TYPE_RULES[type]).toMatchObject({ page, modes: expect.arrayContaining([mode]) })
})

test('every mode has a type that is made here, and no other mode takes it', () => {
  for (const mode of Object.keys(EXAM_MODES).map(Number) as ExamMode[]) {
    const type = sheetTypeOfMode(mode)
    const others = ([1, 3, 5] as const).filter((one) => one !== type)
    for (const other of others) expect(SHEET_TYPE_RULES[other].modes).not.toContain(mode)
  }
})

test('imported scores are neither marked nor keyed', () => {
  expect(SHEET_TYPE_RULES[5]).toMatchObject({ isMarked: false, hasKeys: false })
})
