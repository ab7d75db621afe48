import { expect, test } from 'vitest'
import { compositeIndex, FormulaProblem } from './composite-index.ts'
import { isConverted } from './grade-scheme.ts'

const names = ['均分', '满分', '优秀率', '及格率', '低分率']
const figures = { 均分: 86, 满分: 100, 优秀率: 0.25, 及格率: 0.9, 低分率: 0.05 }

test.for([
  ['0.4*均分/满分+0.2*优秀率+0.3*及格率+0.1*(1-低分率)', 0.759],
  ['0.4×均分÷满分 + 0.2×优秀率 + 0.3×及格率 + 0.1×（1−低分率）', 0.759],
  ['min(优秀率, 及格率, 0.1)', 0.1],
  ['max(优秀率, 及格率)', 0.9],
  ['-优秀率 + 1', 0.75],
  ['2-1-1', 0],
  ['8/4/2', 1],
] as const)('DR 15 index: %s is %f', ([formula, expected]) => {
  expect(compositeIndex(formula, names)(figures)).toBeCloseTo(expected, 9)
})

test('index: nothing where a figure is missing, or something is divided by nothing', () => {
  expect(compositeIndex('均分/(满分-100)', names)(figures)).toBeNull()
  expect(compositeIndex('均分+1', names)({ ...figures, 均分: null })).toBeNull()
})

test.for([
  ['', '公式没有写完'],
  ['均分+', '公式没有写完'],
  ['均 分', '没有「均」这个指标'],
  ['(均分', '缺少「)」'],
  ['均分)', '「)」的位置不对'],
  ['均分 满分', '「满分」的位置不对'],
  ['均分 $ 2', '看不懂「$ 2」'],
  ['('.repeat(40), '括号套得太深'],
] as const)('index: %s is refused: %s', ([formula, problem]) => {
  expect(() => compositeIndex(formula, names)).toThrow(new FormulaProblem(problem))
})

test.for([
  ['seed_default', 5, true],
  ['seed_default', 4, false],
  ['seed_8', 4, true],
  ['seed_8', 3, false],
] as const)('conversion: under %s subject %i is converted: %s', ([id, subject, expected]) => {
  expect(isConverted({ id }, subject)).toBe(expected)
})
