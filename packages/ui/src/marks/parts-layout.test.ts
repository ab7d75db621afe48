import { expect, test } from 'vitest'
import { partsLayout } from './parts-layout.ts'

const parts = [
  { width_px: 800, height_px: 200 },
  { width_px: 600, height_px: 300 },
]

test('parts lie under each other, a gap apart', () => {
  expect(partsLayout(parts)).toEqual({
    width: 800,
    height: 512,
    offsets: [
      { x: 0, y: 0 },
      { x: 0, y: 212 },
    ],
  })
})

test('or side by side', () => {
  expect(partsLayout(parts, 'row')).toEqual({
    width: 1412,
    height: 300,
    offsets: [
      { x: 0, y: 0 },
      { x: 812, y: 0 },
    ],
  })
})

test('one part alone is the picture', () => {
  expect(partsLayout(parts.slice(0, 1), 'row')).toMatchObject({ width: 800, height: 200 })
})
