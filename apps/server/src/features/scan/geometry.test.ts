import { expect, test } from 'vitest'
import { toPixels, toSheet } from './geometry.ts'

test.for([
  ['as scanned', [7.9, 0.02, 3, -0.02, 7.9, 5, 0, 0, 1]],
  ['on its head', [-7.9, 0, 1650, 0, -7.9, 2340, 0, 0, 1]],
  ['seen askew', [7.9, 0.4, 30, -0.3, 8.1, 12, 0.0001, -0.0002, 1]],
] as const)('sheet to image and back again, a page %s', ([, map]) => {
  for (const [x, y] of [
    [0, 0],
    [16, 26.4],
    [194, 281.9],
  ] as const) {
    const [xMm, yMm] = toSheet(map, ...toPixels(map, x, y))
    expect(xMm).toBeCloseTo(x, 6)
    expect(yMm).toBeCloseTo(y, 6)
  }
})
