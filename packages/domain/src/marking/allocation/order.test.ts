import { describe, expect, test } from 'vitest'
import { milli } from '../../milli.ts'
import { cappedActiveMs, claimLimit, leaseMs, leaseUntil } from '../unit/lease.ts'
import { hash32, needsDouble, servingOrder } from './order.ts'
import { secretCode, sixDigitCode } from '../unit/secret-code.ts'
import { defaultTolerance, overToleranceShare } from '../unit/tolerance.ts'

const units = Array.from({ length: 10_000 }, (_, index) => index + 1)

describe('serving order', () => {
  test('the hash never changes, or a restart would reshuffle a block', () => {
    expect([hash32(1, 'salt'), hash32(2, 'salt'), hash32('01J', 'salt')]).toEqual([
      4109691185, 3384478019, 796345110,
    ])
  })

  test('is no order of ids, fits a signed column and differs between blocks', () => {
    const order = units.map((unit) => servingOrder(unit, 'block-a'))
    const rising = order.filter((value, index) => value > (order[index - 1] ?? -1)).length
    expect(rising).toBeGreaterThan(4_700)
    expect(rising).toBeLessThan(5_300)
    expect(Math.max(...order)).toBeLessThan(2 ** 31)
    expect(order.slice(0, 20)).not.toEqual(
      units.slice(0, 20).map((unit) => servingOrder(unit, 'block-b')),
    )
  })
})

describe('percent-double', () => {
  test.for([5, 25, 50])('%i percent of the units, within sampling error', (ratio) => {
    const share = units.filter((unit) => needsDouble(unit, 'salt', ratio)).length / 100
    expect(Math.abs(share - ratio)).toBeLessThan(2)
  })

  test.for([
    [0.01, 1],
    [0.07, 7],
    [0.29, 29],
    [12.5, 1250],
    [33.33, 3333],
    [100, 10_000],
  ] as const)('%f percent are exactly %i of ten thousand', ([ratio, parts]) => {
    for (const unit of units)
      expect(needsDouble(unit, 'salt', ratio)).toBe(hash32(unit, 'salt') % 10_000 < parts)
  })

  test('100 takes all, 0 none', () => {
    expect(units.every((unit) => needsDouble(unit, 'salt', 100))).toBe(true)
    expect(units.some((unit) => needsDouble(unit, 'salt', 0))).toBe(false)
  })
})

test.for([
  [1, 0],
  [2, 0],
  [3, 1],
  [9, 1],
  [10, 2],
  [19, 2],
  [20, 3],
  [39, 3],
  [40, 4],
  [45, 5],
  [60, 6],
] as const)('a block of %i points is offered a tolerance of %i', ([full, tolerance]) => {
  expect(defaultTolerance(milli(full))).toBe(milli(tolerance))
})

test('a gap equal to the tolerance is not over it', () => {
  expect(
    overToleranceShare(
      [
        [1000, 3000],
        [1000, 3500],
      ],
      2000,
    ),
  ).toEqual({ over: 1, of: 2 })
})

test('a lease is ten minutes, or twenty medians if longer', () => {
  expect(leaseMs(null)).toBe(600_000)
  expect(leaseMs(3_000)).toBe(600_000)
  expect(leaseMs(60_000)).toBe(1_200_000)
  expect(leaseUntil(new Date('2026-03-01T00:00:00Z'), null)).toBe('2026-03-01T00:10:00.000Z')
})

test('claims are 1 to 10, 6 unless told otherwise; activity is capped', () => {
  expect([claimLimit(), claimLimit(0), claimLimit(99)]).toEqual([6, 1, 10])
  expect([cappedActiveMs(-5), cappedActiveMs(3_200), cappedActiveMs(9e9)]).toEqual([
    0, 3_200, 600_000,
  ])
})

describe('secret codes', () => {
  test('have the asked length and no letter that is misread', () => {
    const bytes = Uint8Array.from(units.slice(0, 64), (unit) => hash32(unit, 'x') & 255)
    expect(secretCode(bytes)).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/)
    expect(() => secretCode(new Uint8Array(4).fill(255))).toThrow(RangeError)
  })

  test('six digits keep their zeros', () => {
    expect(sixDigitCode(Uint8Array.of(0, 0, 0, 42))).toBe('000042')
    expect(() => sixDigitCode(Uint8Array.of(1))).toThrow(RangeError)
  })
})
