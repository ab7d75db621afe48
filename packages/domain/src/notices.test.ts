import { expect, test } from 'vitest'
import { channelsOf, digestAhead, dueAt, isEmail, isMobile, wayOf } from './notices.ts'

const TIMES = { quietFrom: '22:00', quietTo: '07:00', digests: ['07:30', '17:30'] }
const at = (clock: string, day = 1) => Date.parse(`2026-12-0${day}T${clock}:00+08:00`)

test.for([
  ['12:00', {}, '1 12:00', 'at noon at once'],
  ['21:59', {}, '1 21:59', 'a minute before the quiet hours'],
  ['22:00', {}, '2 07:00', 'at their beginning'],
  ['03:00', {}, '1 07:00', 'in the middle'],
  ['07:00', {}, '1 07:00', 'at their end'],
  ['03:00', { isUrgent: true }, '1 03:00', 'what is urgent waits for nothing'],
  ['03:00', { isUrgent: true, digest: true }, '1 03:00', 'nor for a digest'],
  ['12:00', { digest: true }, '1 17:30', 'the digest of the evening'],
  ['18:00', { digest: true }, '2 07:30', 'the digest of the next morning'],
  ['23:00', { digest: true }, '2 07:30', 'in the quiet hours'],
  ['07:30', { digest: true }, '1 07:30', 'at the hour itself'],
] as const)('notice: at %s with %o due %s (%s)', ([clock, how, expected]) => {
  const due = dueAt(at(clock), { isUrgent: false, digest: false, ...how }, TIMES)
  const [day, time] = expected.split(' ')
  expect(due).toBe(at(time ?? '', Number(day)))
})

test('notice: a digest that lies in the quiet hours waits for their end', () => {
  const times = { ...TIMES, digests: ['23:00'] }
  expect(dueAt(at('12:00'), { isUrgent: false, digest: true }, times)).toBe(at('07:00', 2))
})

test.for([
  ['release', {}, 'inbox'],
  ['release', { release: 'off' }, 'off'],
  ['release', { release: 'sms' }, 'sms'],
  ['account', {}, 'email'],
  ['account', { account: 'off' }, 'inbox'],
] as const)('notice: %s with %o comes by %s', ([kind, ways, expected]) => {
  expect(wayOf(kind, { ways, digest: false })).toBe(expected)
})

test('notice: whatever goes by e-mail or SMS stands in the list too', () => {
  expect(channelsOf('email')).toEqual(['inbox', 'email'])
  expect(channelsOf('off')).toEqual([])
})

test('notice: addresses', () => {
  expect([isEmail('a@b.cn'), isEmail('a@b'), isEmail('a b@c.cn')]).toEqual([true, false, false])
  expect([isMobile('13800138000'), isMobile('12800138000'), isMobile('1380013800')]).toEqual([
    true,
    false,
    false,
  ])
})

test.for([
  ['07:19', false],
  ['07:20', true],
  ['07:29', true],
  // At the hour itself it is too late.
  ['07:30', false],
  ['17:25', true],
  ['23:58', false],
] as const)('at %s an hour of collecting is ten minutes ahead: %s', ([clock, is]) => {
  expect(digestAhead(at(clock), ['07:30', '17:30'], 10)).toBe(is)
})

test('an hour of collecting just after midnight is ahead before it', () => {
  expect(digestAhead(at('23:58'), ['00:05'], 10)).toBe(true)
})
