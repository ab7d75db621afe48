import { expect, test } from 'vitest'
import { isLoopbackAddress } from './loopback.ts'

test.for([
  ['http://127.0.0.1:8080', true],
  ['ldap://localhost:389', true],
  ['http://[::1]:80/x', true],
  ['http://127.0.0.1.example.cn', false],
  ['ldap://10.0.0.5', false],
  ['http://localhost.example.cn', false],
  ['nonsense', false],
] as const)('%s stays within this computer: %s', ([address, expected]) => {
  expect(isLoopbackAddress(address)).toBe(expected)
})
