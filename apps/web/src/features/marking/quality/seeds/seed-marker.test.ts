import { expect, test } from 'vitest'
import { isAloneWithSeeds } from './seed-marker.ts'

const marker = (seeds_left: number, met = 0) => ({
  seeds_left,
  results: Array.from({ length: met }, () => ({}) as never),
})

test.for([
  ['nobody', [], false],
  ['one without seeds', [marker(0)], false],
  ['one with seeds to come', [marker(2)], true],
  ['one who met the last of them', [marker(0, 1)], true],
  ['two with seeds', [marker(2), marker(2)], false],
] as const)('a marker is alone with seeds: %s %o', ([, markers, isAlone]) => {
  expect(isAloneWithSeeds(markers)).toBe(isAlone)
})
