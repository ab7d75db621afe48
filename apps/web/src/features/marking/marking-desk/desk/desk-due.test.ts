import { expect, test } from 'vitest'
import { dueNews, dueOf, dueWarning } from './desk-due.ts'

/** Local times, whatever zone the test runs in. */
const at = (hour: number) => new Date(new Date().setHours(hour, 0, 0, 0)).toISOString()
const six = dueOf({ deadline: at(18), due_in_ms: 1000 })
const eight = dueOf({ deadline: at(20), due_in_ms: 1000 })

test.for([
  [null, six, '本题块的阅卷期限定为 18:00'],
  [six, eight, '本题块的阅卷期限改为 20:00'],
  [six, null, '本题块不再有阅卷期限'],
  // The server says it every minute.
  [six, dueOf({ deadline: at(18), due_in_ms: 500 }), null],
  [null, null, null],
] as const)('a deadline that is moved is told: %#', ([before, now, told]) => {
  expect(dueNews(before, now)).toBe(told)
})

test('it is warned of shortly before, and what is given after it still counts', () => {
  if (!six) throw new Error('there is a deadline')
  expect(dueWarning(six, 'far')).toBeNull()
  expect(dueWarning(six, 'near')).toContain('离阅卷期限（18:00）不到 30 分钟')
  expect(dueWarning(six, 'past')).toContain('已过阅卷期限（18:00）：给分照常接收和计入')
})
