import { expect, test } from 'vitest'
import { scannedRect, uprightRect, uprightTurn } from './upright.ts'

const quad = [
  [10, 20],
  [30, 20],
  [30, 60],
  [10, 60],
] as const

test.for([
  [0, { x: 10, y: 20, width: 20, height: 40 }],
  [90, { x: 20, y: 70, width: 40, height: 20 }],
  [180, { x: 70, y: 140, width: 20, height: 40 }],
  [270, { x: 140, y: 10, width: 40, height: 20 }],
] as const)('a page turned by %i is laid upright', ([rotation, rect]) => {
  expect(uprightRect({ rotation, width_px: 100, height_px: 200 }, quad)).toEqual(rect)
})

test.for([0, 90, 180, 270])(
  'what is drawn on a page turned by %i lies where it was drawn',
  (rotation) => {
    const page = { rotation, width_px: 100, height_px: 200 }
    const drawn = { x: 12, y: 34, width: 20, height: 40 }
    const { x, y, width, height } = scannedRect(page, drawn)
    const corners: [number, number][] = [
      [x, y],
      [x + width, y + height],
    ]
    expect(uprightRect(page, corners)).toEqual(drawn)
  },
)

test.for([90, 180, 270])('a drawing turned by %i lies where its page does', (rotation) => {
  const page = { rotation, width_px: 100, height_px: 200 }
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = (uprightTurn(page).match(/-?\d+/g) ?? []).map(
    Number,
  )
  const { x, y } = uprightRect(page, [[10, 20]])
  expect([a * 10 + c * 20 + e, b * 10 + d * 20 + f]).toEqual([x, y])
})
