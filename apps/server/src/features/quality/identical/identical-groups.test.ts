import { expect, test } from 'vitest'
import { identicalGroups } from './identical-groups.ts'

const link = ([unitId, pairUnitId]: [number, number]) => ({ unitId, pairUnitId })

const cases: { name: string; links: [number, number][]; groups: Record<number, number[]> }[] = [
  { name: 'no link, no group', links: [], groups: {} },
  { name: 'a link counts for both papers', links: [[5, 2]], groups: { 2: [2, 5], 5: [2, 5] } },
  {
    name: 'said from both sides it is one group of two',
    links: [
      [1, 2],
      [2, 1],
    ],
    groups: { 1: [1, 2], 2: [1, 2] },
  },
  {
    name: 'two pairs joined by a third link are one group of four',
    links: [
      [1, 2],
      [3, 4],
      [2, 3],
    ],
    groups: { 1: [1, 2, 3, 4], 2: [1, 2, 3, 4], 3: [1, 2, 3, 4], 4: [1, 2, 3, 4] },
  },
  {
    name: 'pairs that share no paper stay apart',
    links: [
      [1, 2],
      [3, 4],
    ],
    groups: { 1: [1, 2], 2: [1, 2], 3: [3, 4], 4: [3, 4] },
  },
]

test.each(cases)('$name', ({ links, groups }) => {
  expect(Object.fromEntries(identicalGroups(links.map(link)))).toEqual(groups)
})
