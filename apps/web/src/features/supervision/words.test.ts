import { expect, test } from 'vitest'
import { blockState, countText, noForecast, signed, withError } from './words.ts'

test.for([
  [450, '+0.45'],
  [-450, '-0.45'],
  [-4, '0.00'],
  [0, '0.00'],
] as const)('a difference of %i thousandths reads %s', ([milli, text]) => {
  expect(signed(milli)).toBe(text)
})

test('a difference has its standard error beside it, and a count no rate', () => {
  expect([withError(450, 210), withError(null, null)]).toEqual(['+0.45 ± 0.21', '–'])
  expect([countText({ num: 3, den: 4 }), countText({ num: 0, den: 0 })]).toEqual(['3/4', '–'])
})

test.for([
  [{ total: 0, done: 0 }, 0, null, '还没有试卷'],
  [{ total: 18, done: 18 }, 40, null, '已全部完成'],
  [{ total: 18, done: 17 }, 40, '待仲裁 1 份，等题组长李明', '待仲裁 1 份，等题组长李明'],
  [{ total: 18, done: 17 }, 0, '待切图 1 份，等扫描员处理', '待切图 1 份，等扫描员处理'],
  [{ total: 18, done: 10 }, 4, null, '近来评阅太少，无法预计'],
  [{ total: 18, done: 10 }, 0, null, '近一小时无人评阅，无法预计'],
] as const)(
  '%o at %i an hour, waiting for %s, without an end: %s',
  ([numbers, speed_per_hour, waiting_for, text]) => {
    expect(noForecast({ numbers, eta: null, waiting_for, deadline: null, speed_per_hour })).toBe(
      text,
    )
  },
)

test('a subject has no end while one of its blocks has none', () => {
  const numbers = { total: 18, done: 10 }
  const row = { numbers, eta: null, waiting_for: null, deadline: null, speed_per_hour: 40 }
  expect(noForecast(row, 'subject')).toBe('部分题块无人评阅或评阅太少，无法预计')
})

test('a time is the forecast of what is not done', () => {
  const eta = '2026-11-23T08:40:00.000Z'
  const row = { eta, waiting_for: null, deadline: null, speed_per_hour: 40 }
  const numbers = { total: 18, done: 10 }
  expect(noForecast({ ...row, numbers })).toBeNull()
  expect(noForecast({ ...row, numbers: { ...numbers, done: 18 } })).toBe('已全部完成')
})

test.for([
  ['open', 17, 18, '阅卷中'],
  ['open', 18, 18, '已评完'],
  ['open', 0, 0, '阅卷中'],
  ['paused', 18, 18, '已暂停'],
  ['closed', 18, 18, '已结束'],
] as const)(
  'a block that is %s with %i of %i papers done is %s',
  ([status, done, total, label]) => {
    expect(blockState(status, done, total).label).toBe(label)
  },
)
