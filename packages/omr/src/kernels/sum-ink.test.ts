import { expect, test } from 'vitest'
import { randomFrom } from '../testing/random.ts'
import { PageMemory } from './page-memory.ts'

const [width, height] = [90, 60]

test.for([
  ['a mark in the middle', { left: 20, top: 10, right: 61, bottom: 44 }, 200.25],
  ['the whole page', { left: 0, top: 0, right: width, bottom: height }, 131],
  ['paper that is blacker than any ink', { left: 3, top: 3, right: 9, bottom: 8 }, 0],
] as const)('sums the ink of %s and where it lies', ([, { left, top, right, bottom }, floor]) => {
  const memory = new PageMemory()
  const page = memory.hold(width * height)
  const random = randomFrom(7)
  for (let i = 0; i < page.length; i++) page[i] = Math.floor(256 * random())
  let [sum, sumX, sumY] = [0, 0, 0]
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const dark = Math.max(0, floor - page[y * width + x]!)
      sum += dark
      sumX += dark * x
      sumY += dark * y
    }
  }
  const { kernels, work } = memory
  kernels.sumInk(page.byteOffset, width, left, top, right, bottom, floor, work)
  expect([...memory.floats.subarray(work >> 3, (work >> 3) + 3)]).toEqual([sum, sumX, sumY])
})
