import { describe, expect, test } from 'vitest'
import { streaked, turned } from '../locate/testing/degrade.ts'
import { paintSheet, scanSheet } from '../testing/paint-page.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { isHiding, mendStreaks } from './mend-streaks.ts'
import { findStreaks } from './streaks.ts'

const page = sampleTemplate().pages[0]!
const marks = [{ field: 'choice:3', value: 'B', kind: 'full' as const }]
const { gray } = scanSheet(paintSheet(page, { marks, writing: 3 }), page, { dpi: 200 })

describe('findStreaks', () => {
  test('finds nothing on a sound page, however many lines are printed on it', () => {
    expect(findStreaks(gray)).toEqual([])
    expect(findStreaks(turned(gray, 0.3))).toEqual([])
  })

  test.for([
    [1, 90],
    [3, 40],
    [6, 110],
  ] as const)('finds a line of %i pixels and level %i where it is', ([width, grey]) => {
    const [streak, ...more] = findStreaks(streaked(gray, 500, width, grey))
    expect(more).toEqual([])
    expect(Math.abs(streak!.left - 500)).toBeLessThanOrEqual(1)
    expect(Math.abs(streak!.right - 500 - width)).toBeLessThanOrEqual(1)
  })

  test('a line that ends on the page is print, not dirt', () => {
    const short = streaked(gray, 500, 3)
    for (let y = 0; y < gray.height * 0.06; y++) {
      short.data.set(gray.data.subarray(y * gray.width, (y + 1) * gray.width), y * gray.width)
    }
    expect(findStreaks(short)).toEqual([])
  })

  test('the edge of the paper is no streak', () => {
    expect(findStreaks(streaked(gray, 12, 3))).toEqual([])
  })
})

describe('mendStreaks', () => {
  /** Mean difference from the page without the streak, grey levels; noise alone gives about 2. */
  const mostDifference = 4

  test('takes a narrow streak off and leaves what it crosses', () => {
    const dirty = streaked(gray, 500, 3)
    const mended = mendStreaks(dirty, findStreaks(dirty))
    let sum = 0
    let n = 0
    for (let y = 0; y < gray.height; y++) {
      for (let x = 498; x < 505; x++) {
        sum += Math.abs(mended.data[y * gray.width + x]! - gray.data[y * gray.width + x]!)
        n++
      }
    }
    expect(sum / n).toBeLessThan(mostDifference)
    expect(dirty.data[501]).toBeLessThan(60)
  })

  test('leaves a page without streaks untouched, and a wide streak as one that hides', () => {
    expect(mendStreaks(gray, [])).toBe(gray)
    const wide = streaked(gray, 500, 16)
    const streaks = findStreaks(wide)
    expect(mendStreaks(wide, streaks)).toBe(wide)
    expect(streaks.some((s) => isHiding(s, wide))).toBe(true)
  })
})
