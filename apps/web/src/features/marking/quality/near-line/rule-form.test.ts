import { expect, test } from 'vitest'
import { formOf, type NearLineView, type RuleForm, ruleOf } from './rule-form.ts'

const block = (block_id: number): NearLineView['blocks'][number] => ({
  block_id,
  block_name: `第${block_id}题`,
  full_milli: 10_000,
  status: 'open',
  settle_mode: 1,
  tolerance_milli: 1000,
  papers: 0,
  warning: null,
})

const view: NearLineView = {
  full_milli: 120_000,
  is_published: false,
  rule: null,
  usual_lines: [{ name: '及格线', total_milli: 72_000 }],
  blocks: [block(1), block(2)],
  preview: null,
  runs: [],
}

const form = (over: Partial<RuleForm> = {}): RuleForm => ({ ...formOf(view), ...over })

test('a subject without a rule begins with the usual lines, two points around and every block', () => {
  expect(formOf(view)).toEqual({
    lines: [{ name: '及格线', total: '72' }],
    window: '2',
    singleMode: 1,
    without: [],
  })
  expect(ruleOf(form(), view)).toEqual({
    rule: {
      lines: [{ name: '及格线', total_milli: 72_000 }],
      window_milli: 2000,
      single_mode: 1,
      block_ids: null,
    },
  })
})

test('what is kept comes back as it was typed', () => {
  const rule = {
    lines: [{ name: '特控线', total_milli: 97_500 }],
    window_milli: 1500,
    single_mode: 3,
    block_ids: [2],
  }
  const kept = formOf({ ...view, rule })
  expect(kept).toMatchObject({ window: '1.5', without: [1], lines: [{ total: '97.5' }] })
  expect(ruleOf(kept, view)).toEqual({ rule })
})

test.for<[Partial<RuleForm>, string]>([
  [{ lines: [] }, '请至少填写一条分数线'],
  [{ lines: [{ name: ' ', total: '72' }] }, '请填写分数线的名称'],
  [{ lines: [{ name: '及格', total: '' }] }, '「及格」应为 0 到 120 的分数'],
  [{ lines: [{ name: '及格', total: '120.5' }] }, '「及格」应为 0 到 120 的分数'],
  [{ window: '-1' }, '范围应为 0 到 120 的分数'],
  [{ without: [1, 2] }, '请至少选择一个题块'],
])('%j is refused: %s', ([over, problem]) => {
  expect(ruleOf(form(over), view)).toEqual({ problem })
})
