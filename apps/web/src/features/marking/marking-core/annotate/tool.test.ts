import { stampText } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { partAt, signAt, stampValues } from './tool.ts'

const point = (full: number, step: number) => ({
  name: '(1)',
  fullMilli: full * 1000,
  stepMilli: step * 1000,
})

test.for([
  [4, 1, false, ['+1', '+2', '+3'], 'whole points'],
  [4, 0.5, false, ['+0.5', '+1', '+2', '+3'], 'half points'],
  [2, 2, false, ['+2'], 'all or nothing'],
  [5, 1, true, ['−1', '−2', '−3'], 'points are taken away'],
] as const)(
  'a point of %s in steps of %s, deductive %s: %j (%s)',
  ([full, step, isDeductive, texts]) => {
    expect(stampValues(point(full, step), isDeductive).map(stampText)).toEqual(texts)
  },
)

test('a place belongs to the part that it lies in', () => {
  const under = [
    { x: 0, y: 0 },
    { x: 0, y: 212 },
  ]
  expect(partAt(under, { x: 10.4, y: 100 })).toEqual({ part: 0, x: 10, y: 100 })
  expect(partAt(under, { x: 10, y: 300.6 })).toEqual({ part: 1, x: 10, y: 89 })
  expect(partAt(under, { x: 10, y: -3 })).toEqual({ part: 0, x: 10, y: -3 })
  const beside = [
    { x: 0, y: 0 },
    { x: 812, y: 0 },
  ]
  expect(partAt(beside, { x: 800, y: 500 })).toEqual({ part: 0, x: 800, y: 500 })
  expect(partAt(beside, { x: 900, y: -2 })).toEqual({ part: 1, x: 88, y: -2 })
})

test('a tap leaves the sign of the tool', () => {
  expect(signAt('half', { x: 1, y: 2 }, [{ x: 0, y: 0 }], null)).toEqual({
    kind: 'half',
    part: 0,
    x: 1,
    y: 2,
  })
  expect(signAt('stamp', { x: 1, y: 2 }, [{ x: 0, y: 0 }], { milli: 2000, point: 1 })).toEqual({
    kind: 'stamp',
    part: 0,
    x: 1,
    y: 2,
    milli: 2000,
    point: 1,
  })
  expect(signAt('select', { x: 1, y: 2 }, [{ x: 0, y: 0 }], null)).toBeNull()
})
