import { expect, test } from 'vitest'
import { keyGroupsOf, meaningless } from './key-groups.ts'
import { bindingsOf, DEFAULT_CHOICE } from './key-profile.ts'

const map = (more: Partial<Parameters<typeof keyGroupsOf>[0]> = {}) => {
  const groups = keyGroupsOf({
    bindings: bindingsOf(DEFAULT_CHOICE),
    page: 'marking',
    lettersOff: false,
    mayType: true,
    ...more,
  })
  return { titles: groups.map(({ title }) => title), rows: groups.flatMap(({ keys }) => keys) }
}

test('the key map of the marking page has all keys of an action, and none of a leader', () => {
  const { titles, rows } = map()
  expect(titles).toEqual(['给分', '试卷', '图像与批注'])
  expect(rows).toContainEqual(['[ PageUp', '上一份（回评）'])
  expect(rows).toContainEqual(['Ctrl+Y Ctrl+Shift+Z', '重做'])
})

test('the key map of arbitration has what an arbitrator can do, and no more', () => {
  const { titles, rows } = map({ page: 'leader' })
  expect(titles).toEqual(['给分', '试卷', '图像与批注', '仲裁与问题卷'])
  expect(rows).toContainEqual(['Alt+1', '取 A 的给分'])
  expect(rows).toContainEqual(['K', '选作标准卷，由题组长商定标准分'])
  // There it withdraws what was decided, and does not only go back to look.
  expect(rows).toContainEqual(['Ctrl+Z', '撤销给分与批注；没有可撤销时撤销上一份的裁定'])
  expect(rows).toContainEqual(['] PageDown', '下一份，本份稍后再定'])
  const meanings = rows.map(([, meaning]) => meaning)
  expect(meanings).not.toContain('上一份（回评）')
  expect(meanings).not.toContain('查找本人评过的试卷')
})

test('keys that are switched off are not in the map', () => {
  const { rows } = map({ lettersOff: true, mayType: false })
  const keys = rows.map(([key]) => key)
  expect(keys).not.toContain('F')
  expect(keys).not.toContain('0–9')
  expect(keys).toContain('Ctrl+Z')
})

test('keys of entries of the rubric are in the map with what they give, as far as there are such entries', () => {
  expect(map().titles).not.toContain('给分依据')
  const entries = new Map([['entryB', '(1) 公式正确 2 分']] as const)
  const { titles, rows } = map({ entries })
  expect(titles.at(-1)).toBe('给分依据')
  expect(rows.at(-1)).toEqual(['Shift+2', '(1) 公式正确 2 分'])
})

test.for([
  [{ tools: true, words: true }, ['P', 'N']],
  [{ tools: false, words: true }, ['N']],
  [{ tools: true, words: false }, ['P']],
  [{ tools: false, words: false }, []],
] as const)('of a block with %o the map has the keys %j', ([has, shown]) => {
  const keys = map({ meanings: meaningless(has) }).rows.map(([key]) => key)
  expect(['P', 'N'].filter((key) => keys.includes(key))).toEqual(shown)
})
