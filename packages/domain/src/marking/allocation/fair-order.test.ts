import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fairOrder, type PaperOfClass } from './fair-order.ts'
import { servingOrder } from './order.ts'

const papersOf = (sizes: readonly number[]): PaperOfClass[] =>
  sizes.flatMap((size, classId) => Array.from({ length: size }, (_, nth) => ({ classId, nth })))

/** Most by which one group's count differs from its share, over all beginnings of an order. */
function mostOff<Paper>(inOrder: readonly Paper[], groupOf: (paper: Paper) => number): number {
  const sizes = new Map<number, number>()
  for (const paper of inOrder) sizes.set(groupOf(paper), (sizes.get(groupOf(paper)) ?? 0) + 1)
  const seen = new Map<number, number>()
  let most = 0
  for (const [index, paper] of inOrder.entries()) {
    seen.set(groupOf(paper), (seen.get(groupOf(paper)) ?? 0) + 1)
    for (const [group, size] of sizes) {
      const share = ((index + 1) * size) / inOrder.length
      most = Math.max(most, Math.abs((seen.get(group) ?? 0) - share))
    }
  }
  return most
}

const inOrderOf = (papers: readonly PaperOfClass[], placeOf: (paper: PaperOfClass) => number) =>
  papers.map((paper) => ({ ...paper, place: placeOf(paper) })).toSorted((a, b) => a.place - b.place)

const ordered = (papers: readonly PaperOfClass[], salt: string) =>
  inOrderOf(papers, (paper) => fairOrder(paper, salt))

const salts = Array.from({ length: 20 }, (_, index) => `salt-${index}`)
const meanOf = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0) / numbers.length

describe('an order interleaved over classes', () => {
  test('never changes, or a restart would reshuffle a block', () => {
    const places = [0, 1, 2, 70_000].map((nth) => fairOrder({ classId: 7, nth }, 'salt'))
    expect(places).toEqual([960557527, 2049563294, 399284916, 1053473943])
    expect(fairOrder({ classId: 8, nth: 0 }, 'salt')).not.toBe(places[0])
    expect(fairOrder({ classId: 7, nth: 0 }, 'other')).not.toBe(places[0])
  })

  test.for([
    { name: 'two classes', sizes: [50, 50] },
    { name: 'a large and a small class', sizes: [60, 7] },
    { name: 'twelve classes', sizes: Array.from({ length: 12 }, (_, index) => 40 + index) },
  ])('$name: every beginning holds the share of each class, give or take two', ({ sizes }) => {
    const off = salts.map((salt) =>
      mostOff(ordered(papersOf(sizes), salt), ({ classId }) => classId),
    )
    expect(Math.max(...off)).toBeLessThan(2.5)
  })

  test('schools are even with their classes: far closer to their share than by chance', () => {
    const papers = papersOf(Array.from({ length: 40 }, () => 45))
    const schoolOf = ({ classId }: PaperOfClass) => Math.floor(classId / 10)
    const few = salts.slice(0, 5)
    const fair = meanOf(few.map((salt) => mostOff(ordered(papers, salt), schoolOf)))
    const chance = few.map((salt) => {
      const byHash = ({ classId, nth }: PaperOfClass) => servingOrder(`${classId}/${nth}`, salt)
      return mostOff(inOrderOf(papers, byHash), schoolOf)
    })
    expect(fair).toBeLessThan(meanOf(chance) / 2)
  })

  test('any class, any salt, any beginning of the ring: within the bound of the sequence', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 0, max: 1e6 }),
        fc.string(),
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        (size, classId, salt, end) => {
          const places = Array.from({ length: size }, (_, nth) => fairOrder({ classId, nth }, salt))
          const inside = places.filter((place) => place < end).length
          // One for each bit of the size, for each power of two of papers is evenly spread.
          const bits = size.toString(2).replaceAll('0', '').length
          expect(Math.abs(inside - (size * end) / 2 ** 31)).toBeLessThanOrEqual(bits)
          expect(new Set(places).size).toBe(size)
          expect(places.every((place) => Number.isInteger(place) && place >= 0)).toBe(true)
          expect(Math.max(...places)).toBeLessThan(2 ** 31)
        },
      ),
    )
  })

  test('a pile of the middle of the roster is spread as the whole is', () => {
    const pile = papersOf([64, 64]).filter(({ nth }) => nth >= 16 && nth < 32)
    for (const salt of salts)
      expect(mostOff(ordered(pile, salt), ({ classId }) => classId)).toBeLessThanOrEqual(2)
  })

  test('within a class it is no order of the roster', () => {
    const rising = salts.map((salt) => {
      const inOrder = ordered(papersOf([256]), salt)
      return inOrder.filter(({ nth }, index) => nth > (inOrder[index - 1]?.nth ?? -1)).length
    })
    expect(Math.min(...rising)).toBeGreaterThan(100)
    expect(Math.max(...rising)).toBeLessThan(156)
  })
})
