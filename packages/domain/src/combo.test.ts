import { expect, test } from 'vitest'
import {
  COMBO_SUBJECTS,
  comboIds,
  isLeftOut,
  comboLabel,
  combosOf,
  comboText,
  comboTrack,
  type ComboScheme,
  readCombo,
} from './combo.ts'

test.for<[string, ComboScheme, string]>([
  ['物化生', '3+1+2', '物化生'],
  ['化生物', '3+1+2', '物化生'],
  ['物理+化学+生物', '3+1+2', '物化生'],
  ['地理、政治/历史', '3+1+2', '史政地'],
  ['史，化，生', '3+1+2', '史化生'],
  ['物理 化学 思想政治', '3+1+2', '物化政'],
  ['道法＋地理＋历史', '3+1+2', '史政地'],
  ['生物学/化学/地理', '3+3', '化生地'],
  ['物化史', '3+3', '物化史'],
  ['物化', 'free', '物化'],
  ['生物', 'free', '生'],
  ['生物化', 'free', '物化生'],
  ['生物、化学', 'free', '化生'],
  ['物理化学生物', '3+1+2', '物化生'],
  ['生物化学物理', '3+1+2', '物化生'],
])('combo: %s in %s is %s', ([text, scheme, label]) => {
  const read = readCombo(text, scheme)
  expect('ids' in read ? comboLabel(read.ids) : read.problem).toBe(label)
})

test.for<[string, ComboScheme, string]>([
  ['化生地', '3+1+2', '3+1+2 模式要选物理或历史'],
  ['物史化', '3+1+2', '3+1+2 模式不能同时选物理和历史'],
  ['物化', '3+1+2', '3+1+2 模式要选三科，现在是 2 科'],
  ['物化生地', '3+3', '3+3 模式要选三科，现在是 4 科'],
  ['物化物', '3+3', '「物化物」重复写了同一科目，请核对'],
  ['物化体', '3+3', '「物化体」中的「体」不是可选科目，请写成如 物化生 或 物理+化学+生物'],
  ['', 'free', '请至少选一科'],
  ['物化生', 'none', '学校没有启用选科，请先在「选科」中选择模式'],
])('combo: %s in %s is refused: %s', ([text, scheme, problem]) => {
  expect(readCombo(text, scheme)).toEqual({ problem })
})

test('combo: a subject of the own province is read like the six', () => {
  const offered = [...COMBO_SUBJECTS, { id: 5001, name: '技术', letter: '技' }]
  expect(readCombo('技物化', '3+3', offered)).toEqual({ ids: [4, 5, 5001] })
  expect(comboLabel([4, 5, 5001], offered)).toBe('物化技')
})

test('combo: 3+1+2 has twelve, 3+3 twenty', () => {
  expect(combosOf('3+1+2')).toHaveLength(12)
  expect(combosOf('3+3')).toHaveLength(20)
  expect(combosOf('none')).toEqual([])
})

test('combo: the track follows from physics or history', () => {
  expect(
    [
      [4, 5, 6],
      [7, 8, 9],
      [5, 6, 9],
      [4, 8, 9],
    ].map((ids) => comboTrack(ids)),
  ).toEqual(['物理类', '历史类', null, null])
})

test('combo: the column goes there and back', () => {
  expect(comboText([9, 4, 5])).toBe('4,5,9')
  expect(comboIds('4,5,9')).toEqual([4, 5, 9])
  expect(comboIds(null)).toEqual([])
})

test.for([
  [[4, 5, 6], 9, true],
  [[4, 5, 6], 4, false],
  [[4, 5, 6], 2, false],
  [[], 9, false],
] as const)('combo: of %o subject %i is left out: %s', ([combo, subjectId, expected]) => {
  expect(isLeftOut(combo, subjectId)).toBe(expected)
})
