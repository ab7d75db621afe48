import { expect, test } from 'vitest'
import { regionIdsOf, regionLevelOf } from './region-code.ts'

test.for([
  ['330000', 1, 330_000, null, null],
  ['330100', 2, 330_000, 330_100, null],
  ['330106', 3, 330_000, 330_100, 330_106],
  ['110108', 3, 110_000, 110_100, 110_108],
] as const)(
  'region code %s: level %i, in %i, %s, %s',
  ([code, level, province, city, district]) => {
    const ids = regionIdsOf(code)
    expect(ids).toEqual({ provinceId: province, cityId: city, districtId: district })
    expect(ids && regionLevelOf(ids)).toBe(level)
  },
)

test.for(['', '33010', '3301060', '030106', '33010a'])('region code %s is none', (code) => {
  expect(regionIdsOf(code)).toBeNull()
})
