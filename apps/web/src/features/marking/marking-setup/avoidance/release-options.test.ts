import { expect, test } from 'vitest'
import { choicesFor, rulesText, type StuckPaper } from './release-options.ts'

const paper = (unit_id: number, options: StuckPaper['options']): StuckPaper => ({
  unit_id,
  secret_code: `K${unit_id}`,
  class_name: '1班',
  school_name: '一中',
  reason: '回避本班',
  options,
  waits_for: null,
})

test('papers with the same way out are offered together, relatives last', () => {
  const papers = [
    paper(1, [
      { rules: ['relative', 'own_class'], markers: ['甲'] },
      { rules: ['own_class'], markers: ['乙'] },
    ]),
    paper(2, [{ rules: ['own_class'], markers: ['乙', '丙'] }]),
    paper(3, [{ rules: ['own_class', 'relative'], markers: ['丁'] }]),
    paper(4, []),
  ]
  expect(choicesFor(papers)).toEqual([
    { rules: ['own_class'], unitIds: [1, 2], markers: ['乙', '丙'] },
    { rules: ['relative', 'own_class'], unitIds: [1, 3], markers: ['甲', '丁'] },
  ])
  expect(rulesText(['relative', 'own_class'])).toBe('回避亲属＋回避本班')
})
