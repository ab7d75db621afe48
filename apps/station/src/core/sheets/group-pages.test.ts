import { describe, expect, test } from 'vitest'
import { groupPages, isCleanGroup, type ReadPage, type SheetGroup } from './group-pages.ts'

/** `1` to `9` a page of the template, `b` blank, `f` of another sheet, `x` without geometry. */
const pagesOf = (text: string): ReadPage[] =>
  [...text.replaceAll(' ', '')].map((letter, at) => ({
    id: `${at}${letter}`,
    kind: letter === 'b' ? 'blank' : letter === 'f' ? 'foreign' : letter === 'x' ? 'lost' : 'page',
    page: /\d/.test(letter) ? Number(letter) : null,
  }))

/** `12` a sheet, `1?2` page 2 missing, `1x*` x stands by position, `(b)` a blank back. */
const show = (group: SheetGroup): string => {
  const letters = group.pages.map(
    (page) => page.id.slice(-1) + (group.byPosition.includes(page) ? '*' : ''),
  )
  const missing = group.missing.map((page) => `?${page}`)
  const backs = group.blankBacks.map(() => '(b)')
  return [...letters, ...missing, ...backs].join('')
}

const two: [scans: string, sheets: string, why: string][] = [
  ['', '', 'nothing gives nothing'],
  ['12', '12', 'a front and its back'],
  ['12 12 12', '12 12 12', 'sheets follow one another'],
  ['1 12', '1?2 12', 'a front after a front: the first has no second page'],
  ['12 1', '12 1?2', 'the last back is missing'],
  ['2 12', '2?1 12', 'a back without its front is a sheet of its own'],
  ['12 2 12', '12 2?1 12', 'a second back never joins a complete sheet'],
  ['1b 12', '1b* 12', 'a blank back joins by position'],
  ['1x 12', '1x* 12', 'an unreadable back joins by position'],
  ['1f 12', '1f* 12', 'a page of another sheet stays where it lay'],
  ['x2 12', 'x*2 12', 'an unreadable front takes its back along'],
  ['12 x2 12', '12 x*2 12', 'in the middle of the stack too'],
  ['1 x2 12', '1?2 x*2 12', 'a missing back before an unreadable front mixes nobody'],
  ['12 xx 12', '12 x*x* 12', 'a sheet without any geometry is one sheet'],
  ['12 bb 12', '12 b*b* 12', 'an empty sheet of paper is one sheet'],
  ['12 f 12', '12 f*?2 12', 'a single foreign page is a sheet to look at'],
  ['1x x2', '1x* x*2', 'both neighbours damaged'],
  ['xx2', 'x*?2 x*2', 'a back takes only the one front before it'],
  ['2 2', '2?1 2?1', 'two backs are two sheets'],
  ['1 1 1', '1?2 1?2 1?2', 'scanned one side only by mistake'],
  ['21', '2?1 1?2', 'back before front is not guessed to be one sheet'],
]

const one: [scans: string, sheets: string, why: string][] = [
  ['111', '1 1 1', 'one side, one page'],
  ['1b1b', '1(b) 1(b)', 'blank backs of a one-sided sheet are left out'],
  ['1x1', '1 x* 1', 'a damaged page is a sheet to look at'],
  ['b1', 'b* 1', 'a blank sheet before the first'],
  ['1bb1', '1(b) b* 1', 'only one blank back belongs to a sheet'],
]

const four: [scans: string, sheets: string, why: string][] = [
  ['1234 1234', '1234 1234', 'two papers make a sheet'],
  ['124 1234', '124?3 1234', 'a page in the middle is missing'],
  ['12x4', '12x*4', 'a damaged page in the middle'],
  ['12 1234', '12?3?4 1234', 'the second paper is missing'],
  ['34 1234', '34?1?2 1234', 'the first paper is missing'],
  ['xx34', 'x*x*34', 'the first paper is damaged'],
  ['1234 x234', '1234 x*234', 'a damaged first page'],
]

describe.for([
  [1, one],
  [2, two],
  [4, four],
] as const)('a template of %i pages', ([pageCount, table]) => {
  test.for(table)('%s becomes %s: %s', ([scans, sheets]) => {
    expect(groupPages(pagesOf(scans), pageCount).map(show).join(' ')).toBe(sheets)
  })
})

test('every page is in exactly one group, in the order scanned, whatever comes', () => {
  const letters = ['1', '2', '2', 'b', 'x', 'f']
  for (let seed = 0; seed < 6 ** 4; seed++) {
    const scans = Array.from({ length: 4 }, (_, at) => letters[Math.floor(seed / 6 ** at) % 6])
    const pages = pagesOf(scans.join(''))
    const groups = groupPages(pages, 2)
    expect(groups.flatMap((group) => group.pages)).toEqual(pages)
    expect(groups.every((group) => group.pages.length <= 2)).toBe(true)
  }
})

test('a group that another one follows never changes again', () => {
  const letters = ['1', '2', 'b', 'x']
  for (let seed = 0; seed < 4 ** 5; seed++) {
    const scans = Array.from({ length: 5 }, (_, at) => letters[Math.floor(seed / 4 ** at) % 4])
    const pages = pagesOf(scans.join(''))
    for (let length = 1; length < pages.length; length++) {
      const settled = groupPages(pages.slice(0, length), 2).slice(0, -1)
      const later = groupPages(pages, 2).slice(0, settled.length)
      expect(later).toEqual(settled)
    }
  }
})

test('two fronts never share a sheet, and a clean sheet has every page once', () => {
  const letters = ['1', '2', 'x']
  for (let seed = 0; seed < 3 ** 6; seed++) {
    const scans = Array.from({ length: 6 }, (_, at) => letters[Math.floor(seed / 3 ** at) % 3])
    for (const group of groupPages(pagesOf(scans.join('')), 2)) {
      const known = group.pages.flatMap(({ page }) => page ?? [])
      expect(new Set(known).size).toBe(known.length)
      if (isCleanGroup(group)) expect(known).toEqual([1, 2])
    }
  }
})
