import { expect, test } from 'vitest'
import { gapsText, gapText, placesText, type SchoolGap } from './school-gaps.ts'

const school: SchoolGap = { school_id: 1, name: '一中', class_name: null, count: 90, markers: 0 }
const ofClass: SchoolGap = { ...school, class_name: '高一（3）班', count: 45, markers: 1 }

test('a school is said to lack readers, a class why it does as well', () => {
  expect(gapText(school)).toBe('一中（90 人）没有教师可阅')
  expect(gapText({ ...school, markers: 1 })).toBe('一中（90 人）只有 1 名教师可阅')
  expect(gapText(ofClass)).toBe('高一（3）班（45 人）任课教师回避本班，只有 1 名教师可阅')
  expect(gapText({ ...ofClass, markers: 0 })).toBe(
    '高一（3）班（45 人）任课教师回避本班，没有教师可阅',
  )
})

test('schools and classes are counted each, and of many the first are named', () => {
  expect(placesText([school, school])).toBe('2 所学校')
  expect(placesText([ofClass])).toBe('1 个班')
  expect(placesText([school, ofClass, ofClass])).toBe('1 所学校、2 个班')
  expect(gapsText([school, ofClass])).toBe(
    '一中（90 人）没有教师可阅，高一（3）班（45 人）任课教师回避本班，只有 1 名教师可阅',
  )
  expect(gapsText(Array.from({ length: 7 }, () => school))).toMatch(
    /^(一中（90 人）没有教师可阅，){4}一中（90 人）没有教师可阅等 7 所学校$/,
  )
})
