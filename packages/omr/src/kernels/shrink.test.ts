import { expect, test } from 'vitest'
import { blottedPicture } from '../testing/blotted-picture.ts'
import { shrinkTo } from './shrink.ts'

test.for([
  [640, 480, 64, 48],
  [641, 487, 100, 90],
  [300, 200, 300, 200],
  [1000, 777, 17, 3],
] as const)('%i x %i becomes %i x %i by the mean of areas', ([width, height, columns, rows]) => {
  const gray = blottedPicture(width, width, height)
  const small = shrinkTo(gray, columns, rows)
  expect([small.width, small.height]).toEqual([columns, rows])
  for (let row = 0; row < rows; row++) {
    const top = Math.floor((row * height) / rows)
    // More than 256 rows of an area are not needed to know its mean.
    const bottom = Math.min(top + 256, Math.floor(((row + 1) * height) / rows))
    for (let column = 0; column < columns; column++) {
      let [sum, n] = [0, 0]
      for (let y = top; y < bottom; y++) {
        const right = Math.floor(((column + 1) * width) / columns)
        for (let x = Math.floor((column * width) / columns); x < right; x++, n++) {
          sum += gray.data[y * width + x]!
        }
      }
      expect(small.data[row * columns + column]).toBe(Math.floor(sum / n))
    }
  }
})
