import { expect, test } from 'vitest'
import {
  keptRegions,
  nextUnbound,
  type PaperRegion,
  paperRegionProblem,
  unboundQuestions,
} from './exam-paper.ts'

const region = (no: string, change: Partial<PaperRegion> = {}): PaperRegion => ({
  no,
  page: 1,
  x: 0.1,
  y: 0.1,
  width: 0.5,
  height: 0.2,
  ...change,
})
const NOS = ['1', '2', '3']

test.for<[string, PaperRegion[], string | null]>([
  ['one each', [region('1'), region('2', { page: 2 })], null],
  ['to the edge', [region('1', { x: 0, y: 0, width: 1, height: 1 })], null],
  ['an unknown question', [region('9')], '没有第 9 题，题目可能已修改，请刷新后重试'],
  ['a missing page', [region('1', { page: 3 })], '第 1 题框在第 3 页，原卷只有 2 页'],
  ['a speck', [region('1', { width: 0.001 })], '第 1 题的框太小，请重新框选'],
  ['beyond the page', [region('1', { x: 0.6 })], '第 1 题的框超出页面，请重新框选'],
  ['twice', [region('1'), region('1', { y: 0.5 })], '第 1 题框了两次，请保留一处'],
])('paper regions: %s', ([, regions, problem]) => {
  expect(paperRegionProblem(regions, 2, NOS)).toBe(problem)
})

test.for<[string[], string | null, string | null]>([
  [[], null, '1'],
  [['1'], '1', '2'],
  [['1', '2'], '2', '3'],
  [['3'], '3', '1'],
  [['2', '3'], '3', '1'],
  [['1', '2', '3'], '3', null],
  [['2', '3'], '1', null],
])('paper regions: with %s drawn, after %s comes %s', ([drawn, after, next]) => {
  const regions = drawn.map((no) => region(no))
  expect(nextUnbound(regions, NOS, after)).toBe(next)
  expect(unboundQuestions(regions, NOS)).toEqual(NOS.filter((no) => !drawn.includes(no)))
})

test('paper regions: follow their pages, and go with them', () => {
  const regions = [region('1'), region('2', { page: 2 }), region('3', { page: 3 })]
  expect(
    keptRegions(regions, ['a', 'b', 'c'], ['c', 'a']).map(({ no, page }) => [no, page]),
  ).toEqual([
    ['1', 2],
    ['3', 1],
  ])
})
