import { expect, test } from 'vitest'
import { groupLeaves, isCleanGroup, type Leaf, type SheetGroup } from './group-pages.ts'

/**
 * Pieces of paper from a duplex feeder, front and back as they were scanned: digits are pages, capital
 * letters before them other subjects (`P1` page 1 of physics), `b` blank, `f` of another exam, `x` without
 * geometry.
 */
const leavesOf = (text: string): Leaf[] =>
  text.split(' ').map((paper, leaf) =>
    (paper.match(/[A-Z]?\d|[bfx]/g) ?? []).map((side, at) => ({
      id: `${leaf}.${at}${side}`,
      kind: side === 'b' ? 'blank' : side === 'f' ? 'foreign' : side === 'x' ? 'lost' : 'page',
      page: /\d/.test(side) ? Number(side.at(-1)) : null,
      subject: /\d/.test(side) ? (side.length > 1 ? side.charCodeAt(0) : 0) : null,
    })),
  )

/** `12` a sheet, `1?2` page 2 missing, `1x*` x stands by position, `(b)` a blank back, `!` a misfit. */
const show = (group: SheetGroup): string =>
  [
    ...group.pages.map(
      ({ id, ...page }) =>
        id.replace(/^\d+\.\d/, '') +
        (group.byPosition.some((each) => each.id === id) && page.kind !== 'page' ? '*' : ''),
    ),
    ...group.missing.map((page) => `?${page}`),
    ...group.blankBacks.map(() => '(b)'),
    ...(group.isMisfit ? ['!'] : []),
  ].join('')

test.for<[pages: number, fed: string, sheets: string, why: string]>([
  [2, '12 12', '12 12', 'front up'],
  [2, '21 21 21', '12 12 12', 'back up, the whole stack'],
  [2, '12 21 12', '12 12 12', 'one sheet turned over'],
  [2, '12 x2 12', '12 x*2 12', 'a damaged front stays with its back'],
  [2, '2x 12', 'x*2 12', 'the same, turned over'],
  [2, '1b 12', '1b* 12', 'a back that should not be blank'],
  [2, 'bb 12', 'b*b* 12', 'an empty sheet of paper is a sheet of its own'],
  [2, '12 ff 12', '12 f*f* 12', 'a sheet of another exam is one piece of paper'],
  [2, '1 12 12', '1?2 12 12', 'an eaten back shifts nothing'],
  [2, '12 2 12 12', '12 2?1 12 12', 'nor does a single back that was scanned again'],
  [2, '11 12', '11! 12', 'two fronts on one paper: two sheets stuck together'],
  [2, '1P2 12', '1P2! 12', 'front and back of two subjects'],
  [2, '12 P1P2 12', '12 P1P2 12', 'a mixed stack'],
  [2, 'P2P1 21', 'P1P2 12', 'a mixed stack, back up'],
  [1, '1b 1b', '1(b) 1(b)', 'printed on one side'],
  [1, 'b1 b1', '1(b) 1(b)', 'printed on one side, back up'],
  [1, '1x 1b', '1x* 1(b)', 'somebody wrote on the back'],
  [4, '12 34 12 34', '1234 1234', 'two papers make a sheet'],
  [4, '21 43 12 34', '1234 1234', 'two papers, some turned over'],
  [4, '12 12 34', '12?3?4 1234', 'a second paper is missing'],
  [4, '34 12 34', '34?1?2 1234', 'a first paper is missing'],
  [4, '12 xx 12 34', '12x*x* 1234', 'a damaged second paper'],
  [3, '12 3b 12 b3', '123(b) 123(b)', 'three pages on two papers'],
])('%i pages, fed %s, are %s: %s', ([pageCount, fed, sheets]) => {
  expect(
    groupLeaves(leavesOf(fed), () => pageCount)
      .map(show)
      .join(' '),
  ).toBe(sheets)
})

test('whatever is fed, every picture is in one place, and no sheet holds pages of two subjects', () => {
  const sides = ['1', '2', 'P1', 'P2', 'b', 'x', 'f']
  const papers = sides.flatMap((front) => sides.map((back) => front + back))
  for (const first of papers)
    for (const second of papers) {
      const leaves = leavesOf(`${first} ${second} 12`)
      const groups = groupLeaves(leaves, () => 2)
      const placed = groups.flatMap(({ pages, blankBacks }) => [...pages, ...blankBacks])
      expect(placed.map(({ id }) => id).toSorted()).toEqual(
        leaves
          .flat()
          .map(({ id }) => id)
          .toSorted(),
      )
      for (const group of groups.filter(({ isMisfit }) => !isMisfit)) {
        const subjects = new Set(group.pages.flatMap(({ subject }) => subject ?? []))
        expect(subjects.size).toBeLessThanOrEqual(1)
        if (isCleanGroup(group)) expect(group.pages.map(({ page }) => page)).toEqual([1, 2])
      }
    }
})
