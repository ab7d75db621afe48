import { expect, test } from 'vitest'
import type { Patch } from './settings-fields.ts'
import { countUnreached, setsReach, type Unreached, unreachedTexts } from './unreached.ts'

const block: Unreached = {
  block_id: 1,
  block_name: '第 17 题',
  schools: [
    { school_id: 1, name: '一中', readings: 40 },
    { school_id: 2, name: '二中', readings: 5 },
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
    readings: 1,
  }))
  expect(unreachedTexts([{ ...block, schools, markers: [] }])).toEqual([
    '第 17 题：0 中 1 份评阅；1 中 1 份评阅；2 中 1 份评阅；3 中 1 份评阅；4 中 1 份评阅 等 7 所学校没有教师可评',
  ])
})

test.for<[Patch, boolean]>([
  [{ min_ms: 500 }, false],
  [{ mark_scope: 'mixed' }, true],
  [{ school_groups: [] }, true],
  [{ avoid_own_school: 1 }, true],
  [{ avoid_own_class: 1 }, false],
])('settings %o say who reads which school: %s', ([patch, sets]) => {
  expect(setsReach(patch)).toBe(sets)
})
