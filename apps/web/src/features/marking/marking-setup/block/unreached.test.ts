import { setsReach } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import type { Patch } from './settings-field.ts'
import { countUnreached, type Unreached, unreachedAdvice, unreachedTexts } from './unreached.ts'

const block: Unreached = {
  block_id: 1,
  block_name: '第 17 题',
  schools: [
    { school_id: 1, name: '一中', class_name: null, readings: 40 },
    { school_id: 2, name: '二中', class_name: null, readings: 5 },
  ],
  markers: [{ marker_id: 7, name: '陈思远', target: 50, most: 30 }],
}

test('what is out of reach is said of each block: papers by school, then markers', () => {
  expect(unreachedTexts([block, { ...block, block_name: '第 18 题', schools: [] }])).toEqual([
    '第 17 题：一中 40 份评阅；二中 5 份评阅没有教师可评',
    '第 17 题：陈思远任务量 50 份，最多可评 30 份',
    '第 18 题：陈思远任务量 50 份，最多可评 30 份',
  ])
  expect(countUnreached([block])).toBe(45)
})

test('of many the first are named, and how many they are', () => {
  const schools = Array.from({ length: 7 }, (_, no) => ({
    school_id: no,
    name: `${no} 中`,
    class_name: null,
    readings: 1,
  }))
  expect(unreachedTexts([{ ...block, schools, markers: [] }])).toEqual([
    '第 17 题：0 中 1 份评阅；1 中 1 份评阅；2 中 1 份评阅；3 中 1 份评阅；4 中 1 份评阅 等 7 所学校没有教师可评',
  ])
})

const classOf = (no: number, readings: number) => ({
  school_id: 1,
  name: '一中',
  class_name: `高一（${no}）班`,
  readings,
})

test('classes that only their own teachers are left for are named after the schools, with why', () => {
  const schools = [classOf(3, 24), ...block.schools, classOf(4, 25)]
  expect(unreachedTexts([{ ...block, schools, markers: [] }])).toEqual([
    '第 17 题：一中 40 份评阅；二中 5 份评阅没有教师可评',
    '第 17 题：高一（3）班 24 份评阅；高一（4）班 25 份评阅没有教师可评（任课教师回避本班）',
  ])
  const many = Array.from({ length: 6 }, (_, no) => classOf(no + 1, 9))
  expect(unreachedTexts([{ ...block, schools: many, markers: [] }])).toEqual([
    '第 17 题：高一（1）班 9 份评阅；高一（2）班 9 份评阅；高一（3）班 9 份评阅；高一（4）班 9 份评阅；高一（5）班 9 份评阅 等 6 个班没有教师可评（任课教师回避本班）',
  ])
})

test('what can be done about it goes by why it is', () => {
  const bySchool = '可以添加这些学校能评的教师、调整教师组或任务量。'
  const byClass = '可以添加不任教这些班级的教师，或把「回避本班」改为「否」。'
  const classes = { ...block, schools: [classOf(3, 24)] }
  expect(unreachedAdvice([block])).toBe(bySchool)
  expect(unreachedAdvice([{ ...block, schools: [] }])).toBe(bySchool)
  expect(unreachedAdvice([classes])).toBe(byClass)
  expect(unreachedAdvice([block, classes])).toBe(`${byClass}也${bySchool}`)
})

test.for<[Patch, boolean]>([
  [{ min_ms: 500 }, false],
  [{ mark_scope: 'mixed' }, true],
  [{ school_groups: [] }, true],
  [{ avoid_own_school: 1 }, true],
  [{ avoid_own_class: 1 }, true],
  [{ avoid_own_class: null }, true],
  [{ avoid_own_class: 0 }, false],
  [{ mark_mode: 2 }, true],
  [{ mark_mode: 0 }, false],
  [{ double_ratio: 25 }, true],
])('settings %o say who reads which paper, or how often: %s', ([patch, sets]) => {
  expect(setsReach(patch)).toBe(sets)
})
