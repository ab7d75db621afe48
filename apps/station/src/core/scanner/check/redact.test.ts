import { homedir } from 'node:os'
import { expect, test } from 'vitest'
import { redact } from './redact.ts'

test.for([
  ['cannot read /home/liwei/scan/1.jpg', 'cannot read /home/~/scan/1.jpg'],
  ['C:\\Users\\李伟\\scan', 'C:\\Users\\~\\scan'],
  ['"/Users/li.wei/scan"', '"/Users/~/scan"'],
  ['libusb:002:006 fi-7160', 'libusb:002:006 fi-7160'],
] as const)('%s becomes %s', ([text, clean]) => {
  expect(redact(text)).toBe(clean)
})

test.skipIf(homedir() === '/root')('the own folder is never told', () => {
  expect(redact(`${homedir()}/data`)).not.toContain(homedir())
})
