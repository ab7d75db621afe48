import { expect, test } from 'vitest'
import { effectsOf } from './block-effects.ts'
import type { PlannedBlock } from './block-plan.ts'

const area = { page: 1, x_mm: 20, y_mm: 40, width_mm: 170, height_mm: 30 }
const before: PlannedBlock[] = [
  { block_key: 'a', name: '第17题', question_nos: ['17'], regions: [area] },
  { block_key: 'b', name: '第18题', question_nos: ['18'], regions: [{ ...area, y_mm: 80 }] },
]
const work = new Map([['a', { papers: 40, marked: 12, held: 0 }]])
const withFirst = (change: Partial<PlannedBlock>): PlannedBlock[] =>
  before.map((block, at) => (at === 0 ? { ...block, ...change } : block))

test.for([
  ['the same', before, 'same', '不变', null],
  [
    'moved by less than can be told apart',
    withFirst({ regions: [{ ...area, x_mm: 20.04 }] }),
    'same',
    '不变',
    null,
  ],
  ['another name', withFirst({ name: '论述' }), 'renamed', '评分保留', null],
  [
    'another frame',
    withFirst({ regions: [{ ...area, height_mm: 28 }] }),
    'recut',
    '12 份的评分作废',
    null,
  ],
  [
    'a further question',
    withFirst({ question_nos: ['17', '18'] }),
    'rebound',
    '12 份的评分作废',
    null,
  ],
  ['gone', before.slice(1), 'removed', '40 份试卷移出阅卷，其中 12 份的评分作废', null],
] as const)('a block that is %s', ([, after, kind, message, refusal]) => {
  const effect = effectsOf(before, after, work).find(({ block_key }) => block_key === 'a')
  expect(effect?.kind).toBe(kind)
  expect(effect?.message).toContain(message)
  expect(effect?.refusal ?? '').toContain(refusal ?? '')
})

test('papers that somebody is at just now are told', () => {
  const messageOf = (now: { papers: number; marked: number; held: number }, after = before) =>
    effectsOf(before, after, new Map([['a', now]])).find(({ block_key }) => block_key === 'a')
      ?.message
  const told = '；3 份正在教师手中，从手中收回，没有提交的给分不计入'
  const recut = withFirst({ regions: [{ ...area, height_mm: 28 }] })
  expect(messageOf({ papers: 40, marked: 0, held: 3 }, recut)).toBe(
    `框改变，40 份试卷重新裁切，还没有评分${told}`,
  )
  expect(messageOf({ papers: 40, marked: 12, held: 3 }, before.slice(1))).toContain(told)
  expect(messageOf({ papers: 40, marked: 12, held: 3 })).toBe('不变')
})

test('a new block has no papers yet', () => {
  const added = { ...area, page: 2 }
  const after = [...before, { block_key: 'c', name: '新', question_nos: [], regions: [added] }]
  expect(effectsOf(before, after, work).at(-1)).toMatchObject({ kind: 'added', papers: 0 })
})
