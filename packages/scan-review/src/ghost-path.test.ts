import { expect, test } from 'vitest'
import { ghostPath, projected } from './ghost-path.ts'

test('a box of the sheet is drawn where the map lays its corners', () => {
  // Eight pixels a millimetre, a quarter turn clockwise, moved by 100 to the right.
  const turned = [0, -8, 100, 8, 0, 0, 0, 0, 1]
  expect(ghostPath(turned, [[1, 2, 3, 4]])).toBe('M84.0 8.0L84.0 32.0L52.0 32.0L52.0 8.0Z')
  expect(ghostPath(turned, [])).toBe('')
})

test('what lies farther away is smaller', () => {
  const tilted = [1, 0, 0, 0, 1, 0, 0, 0.01, 1]
  const near = projected(tilted, 10, 0)
  const far = projected(tilted, 10, 100)
  expect([near.x, far.x]).toEqual([10, 5])
})
