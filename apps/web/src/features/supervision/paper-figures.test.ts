import { expect, test } from 'vitest'
import { flaggedPapers, papersBehind } from './paper-figures.ts'

const BLOCK = { name: '第21题', where: { block_id: 7 } }

test('a figure names its papers and says which they are', () => {
  expect(papersBehind(BLOCK, { label: '待仲裁', waitsFor: 'arbitration' })).toEqual({
    title: '第21题 · 待仲裁',
    query: { block_id: 7, waits_for: 'arbitration' },
  })
  expect(papersBehind({ name: '期中', where: {} }, { label: '总量', waitsFor: 'total' })).toEqual({
    title: '期中 · 总量',
    query: { waits_for: 'total' },
  })
})

test('remarkable papers are looked for among all', () => {
  expect(flaggedPapers(BLOCK, 'over_tolerance')).toEqual({
    title: '第21题 · 分差超阈值',
    query: { block_id: 7, waits_for: 'total', flag: 'over_tolerance' },
  })
})
