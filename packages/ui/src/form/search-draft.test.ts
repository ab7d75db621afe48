import { expect, test } from 'vitest'
import { afterValue, freshDraft } from './search-draft.ts'

const typed = (text: string, ...told: string[]) => ({ ...freshDraft(''), text, told })

test.for([
  ['高', typed('高', '高'), '高', 'the page took over what was typed'],
  ['高', typed('高二', '高'), '高二', 'typing went on while the page was slow'],
  ['高二', typed('高二', '高', '高二'), '高二', 'the page left one out'],
  ['高', typed('高二', '高', '高二'), '高二', 'the page is one behind'],
  ['', typed('高二'), '高二', 'the page has not heard of it yet'],
  ['数学', typed('高二', '高'), '数学', 'a link set another search'],
] as const)('value %j after %o → %j (%s)', ([value, draft, text]) => {
  expect(afterValue(draft, value).text).toBe(text)
})

test('what was searched for and then reset stays away', () => {
  const found = afterValue(typed('高二', '高二'), '高二')
  expect(afterValue(found, '')).toEqual(freshDraft(''))
})
