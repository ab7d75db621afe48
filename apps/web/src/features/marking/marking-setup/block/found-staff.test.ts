import { expect, test } from 'vitest'
import { foundStaff, MOST_LISTED } from './found-staff.ts'

const namedAs = (person: { name: string; account: string; school: string }) => person
const wang = { name: '王芳', account: 't001', school: '第一中学' }
const li = { name: '李芳', account: 't002', school: '第二中学' }

test.each([
  { query: '', found: [wang, li] },
  { query: '芳', found: [wang, li] },
  { query: ' 芳  第二 ', found: [li] },
  { query: 't001', found: [wang] },
  { query: '王 第二', found: [] },
])('「$query」 finds by name, account and school', ({ query, found }) => {
  expect(foundStaff(query, [wang, li], namedAs)).toEqual({ listed: found, more: 0 })
})

test('of thousands a few are listed, and how many more there are is said', () => {
  const people = Array.from({ length: 3000 }, (_, index) => ({ ...wang, account: `a${index}` }))
  const { listed, more } = foundStaff('王', people, namedAs)
  expect(listed).toEqual(people.slice(0, MOST_LISTED))
  expect(more).toBe(3000 - MOST_LISTED)
})
