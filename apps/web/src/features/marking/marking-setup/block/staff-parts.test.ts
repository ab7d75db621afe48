import { expect, test } from 'vitest'
import { outsideText } from './staff-parts.ts'

const part = (...markerIds: number[]) => ({
  name: '甲校',
  schoolIds: [1],
  markerIds,
  units: 10,
  readings: 10,
})
const people = [
  { id: 1, name: '陈思远' },
  { id: 2, name: '李慧敏' },
]

test.for([
  [null, 'mixed', ''],
  [[part(1), part(2)], 'group', ''],
  [[part(1)], 'group', '李慧敏不在任何教师组，请在阅卷设置中加入；现在领不到试卷'],
  [[part()], 'own_school', '陈思远、李慧敏所在学校没有本题块的试卷；现在领不到试卷'],
] as const)('of the parts %j (%s): %s', ([parts, scope, said]) => {
  expect(outsideText(parts, people, scope)).toBe(said)
})
