import { expect, test } from 'vitest'
import { keyGroupsOf } from '../../marking-core/keys/key-groups.ts'
import { bindingsOf, DEFAULT_CHOICE } from '../../marking-core/keys/key-profile.ts'
import { keyMeanings } from './key-meanings.ts'
import type { LeaderTaskView } from './leader-task.ts'

const READING = {} as LeaderTaskView['readings'][number]
const BACK: LeaderTaskView['returns'][number] = {
  to: 'others',
  state: 'READY',
  final_milli: null,
  refusal: null,
}

const rowsOf = (...given: Parameters<typeof keyMeanings>) =>
  keyGroupsOf({
    bindings: bindingsOf(DEFAULT_CHOICE),
    page: 'leader',
    lettersOff: false,
    mayType: true,
    meanings: keyMeanings(...given),
  }).flatMap(({ keys }) => keys.map(([, meaning]) => meaning))

test('the key map of a problem paper has nothing of arbitration', () => {
  const rows = rowsOf(
    'problem',
    { readings: [], returns: [BACK], problem: null },
    { tools: false, words: false },
  )
  expect(rows).toEqual(
    expect.arrayContaining([
      '退回其他教师评阅',
      '按违纪处理或作废（0 分，须写原因）',
      '整卷，再按一次返回',
    ]),
  )
  for (const idle of [
    '优秀卷',
    '提交并标为优秀卷',
    '标记说明，先选标记',
    '取 A 的给分',
    '取先前评阅的均值',
    '选作标准卷，由题组长商定标准分',
    '问题卷退回提交人',
    '笔',
    '作文：显示或隐藏字数线',
  ])
    expect(rows).not.toContain(idle)
})

test('the key map of an arbitration has its own ways, and the readings that there are', () => {
  const rows = rowsOf(
    'arbitration',
    { readings: [READING, READING], returns: [], problem: null },
    { tools: true, words: true },
  )
  expect(rows).toEqual(
    expect.arrayContaining(['打回评阅教师，或交给其他题组长', '取 B 的给分', '笔', '优秀卷']),
  )
  expect(rows).not.toContain('取 C 的给分')
  expect(rows.filter((row) => row.includes('违纪'))).toEqual([])
})
