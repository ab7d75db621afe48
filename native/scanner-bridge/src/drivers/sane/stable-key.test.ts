import { expect, test } from 'vitest'
import { stableKeyOf } from './stable-key.ts'

test.for([
  ['fujitsu:fi-7160:123456', 'sane:fujitsu:V:M:123456', 'model and serial number'],
  ['canon_dr:libusb:002:006', 'sane:canon_dr:V:M', 'a port of USB'],
  ['epson2:libusb:001:004', 'sane:epson2:V:M', 'a port of USB'],
  ['net:10.0.0.5:fujitsu:fi-7160:1', 'sane:net:V:M', 'another computer'],
  ['test:0', 'sane:test:V:M', 'a number of its own'],
] as const)('%s is known as %s (%s)', ([name, key]) => {
  expect(stableKeyOf(name, 'V', 'M')).toBe(key)
})
