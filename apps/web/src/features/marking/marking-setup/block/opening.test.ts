import { expect, test } from 'vitest'
import { effectOf, warningsOf } from './opening.ts'

const CHEN = { user_id: 1, name: '陈思远' }
const LI = { user_id: 2, name: '李慧敏' }

const block = (
  block_name: string,
  more: Partial<Parameters<typeof warningsOf>[0][number]> = {},
) => ({
  block_name,
  markers: [CHEN, LI],
  markers_needed: 2,
  school_gaps: [],
  unable: [],
  ...more,
})

test('who opens blocks reads how many open and for whom, and how many do not', () => {
  expect(effectOf([block('第13题'), block('第14题')], [])).toBe('将开启 2 个题块，2 名教师可以阅卷')
  expect(effectOf([block('第13题')], [block('第15题', { markers: [] })])).toBe(
    '将开启 1 个题块，2 名教师可以阅卷；1 个题块还不能开启',
  )
  expect(effectOf([], [block('第15题')])).toBe('1 个题块还不能开启')
})

test('who may mark no more is named once, and whose papers too few may read for each block', () => {
  const gap = { school_id: 1, name: '一中', class_name: '高二(1)班', count: 19, markers: 1 }
  const warnings = warningsOf([
    block('第13题', { unable: [CHEN], school_gaps: [gap] }),
    block('第14题', { unable: [CHEN] }),
    block('第15题', { unable: [LI] }),
  ])
  expect(warnings).toEqual([
    expect.stringMatching(/^陈思远（2 个题块）：账号已停用/),
    expect.stringMatching(/^李慧敏（第15题）：账号已停用/),
    '第13题：每份需 2 名教师，高二(1)班（19 人）任课教师回避本班，只有 1 名教师可阅',
  ])
})
