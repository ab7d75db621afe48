import { expect, test } from 'vitest'
import { loginAddress, returnAddress } from './session-guard.ts'

const HOME = '/MainPage/homePage'

test.for([
  [null, HOME, 'nowhere in particular'],
  ['/marking?block=3', '/marking?block=3', 'where one was'],
  ['//evil.example/x', HOME, 'another site'],
  ['/\\evil.example', HOME, 'another site, as browsers read it'],
  ['https://evil.example', HOME, 'another site in full'],
  ['/Login?from=/x', HOME, 'never back to the login page'],
] as const)('returning to %s leads to %s (%s)', ([from, expected]) => {
  expect(returnAddress(from)).toBe(expected)
})

test('the login address carries where one was, and nothing for the entry page', () => {
  expect(loginAddress('/')).toBe('/Login')
  const address = loginAddress('/marking?block=3&x=王')
  expect(new URL(address, 'http://x').searchParams.get('from')).toBe('/marking?block=3&x=王')
})
