import { expect, test } from 'vitest'
import { frameBetween, isLargeEnough, stretched } from './frame.ts'

const page = { width: 1000, height: 1400 }
const frame = { x: 100, y: 200, width: 300, height: 400 }

test.for([
  ['from the upper left', { x: 10.4, y: 20.6 }, { x: 110, y: 220 }, [10, 21, 100, 199]],
  ['from the lower right', { x: 110, y: 220 }, { x: 10, y: 20 }, [10, 20, 100, 200]],
  ['beyond the page', { x: -50, y: 1300 }, { x: 1200, y: 1500 }, [0, 1300, 1000, 100]],
] as const)('a frame drawn %s', ([, a, b, wanted]) => {
  const { x, y, width, height } = frameBetween(a, b, page)
  expect([x, y, width, height]).toEqual(wanted)
})

test.for([
  ['its right side', { x: 1, y: 0 }, { x: 500, y: 9 }, [100, 200, 400, 400]],
  ['its upper left corner', { x: -1, y: -1 }, { x: 90, y: 150 }, [90, 150, 310, 450]],
  ['its left side past the right', { x: -1, y: 0 }, { x: 450, y: 0 }, [400, 200, 50, 400]],
] as const)('a frame dragged by %s', ([, grip, to, wanted]) => {
  const { x, y, width, height } = stretched(frame, grip, to, page)
  expect([x, y, width, height]).toEqual(wanted)
})

test('a click draws nothing', () => {
  expect(isLargeEnough(frameBetween({ x: 5, y: 5 }, { x: 6, y: 300 }, page))).toBe(false)
  expect(isLargeEnough(frame)).toBe(true)
})
