import { expect, test } from 'vitest'
import { diskLevel } from './disk-room.ts'

const MB = 2 ** 20
const GB = 2 ** 30

test.for([
  ['half of a large disk', 500 * GB, 1000 * GB, 'ok'],
  ['room for a large exam', 10 * GB, 1000 * GB, 'ok'],
  ['less than a large exam', 10 * GB - 1, 1000 * GB, 'near'],
  ['room for what is being sent', 256 * MB, 1000 * GB, 'near'],
  ['less than what is being sent', 256 * MB - 1, 1000 * GB, 'full'],
  ['a tenth of a small disk', 2 * GB, 20 * GB, 'ok'],
  ['less than a tenth of a small disk', 2 * GB - 1, 20 * GB, 'near'],
  ['less than a hundredth of a small disk', 200 * MB, 20 * GB, 'full'],
  ['nothing', 0, 20 * GB, 'full'],
] as const)('%s', ([, free, total, level]) => {
  expect(diskLevel(free, total)).toBe(level)
})
