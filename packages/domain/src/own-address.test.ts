import { expect, test } from 'vitest'
import { isOwnAddress } from './own-address.ts'

test.for([
  ['/MainPage/homePage?a=1', true],
  ['/', true],
  ['//elsewhere.example', false],
  ['/\\elsewhere.example', false],
  ['https://elsewhere.example', false],
  ['MainPage', false],
  ['', false],
] as const)('%s stays on this site: %s', ([address, expected]) => {
  expect(isOwnAddress(address)).toBe(expected)
})
