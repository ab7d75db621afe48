import { expect, test } from 'vitest'
import type { MissingSeat } from '../../bridge/rooms-api.ts'
import { planSeats, type Seat } from './plan-seats.ts'

const seat = (id: number, room_no: string | null, seat_no: string | null): Seat => ({
  candidate_id: id,
  exam_no: `100${id}`,
  name: `考生${id}`,
  class_name: id < 4 ? '高一（1）班' : '高一（2）班',
  room_no,
  seat_no,
})

const SEATS = [
  seat(1, '10', '2'),
  seat(2, '10', '10'),
  seat(3, '9', '1'),
  seat(4, '9', '2'),
  seat(5, null, null),
]

const signedAs = (state: 'waiting' | 'done' | 'refused' | 'undoing'): MissingSeat['absence'] => ({
  absence_id: 'a',
  state,
  message: '',
})

const NOTHING = { missingThere: null, here: new Set<string>(), signed: new Map() }

test('rooms come in the order of their numbers, those without a room last', () => {
  const { rooms, classes } = planSeats(SEATS, NOTHING)
  expect(rooms.map(({ name, expected }) => [name, expected])).toEqual([
    ['9', 2],
    ['10', 2],
    [null, 1],
  ])
  expect(classes.map(({ expected }) => expected)).toEqual([3, 2])
})

test('who is missing is listed seat by seat, seat 2 before seat 10', () => {
  const { missing } = planSeats(SEATS, NOTHING)
  expect(missing.map(({ candidate_id }) => candidate_id)).toEqual([3, 4, 1, 2, 5])
})

test('a sheet counts when the server knows it or when it lies here', () => {
  const there = new Map([
    [1, -1],
    [2, -1],
    [5, -1],
  ])
  const plan = planSeats(SEATS, { ...NOTHING, missingThere: there, here: new Set(['1001']) })
  expect([plan.expected, plan.scanned, plan.absent]).toEqual([5, 3, 0])
  expect(plan.missing.map(({ candidate_id }) => candidate_id)).toEqual([2, 5])
  expect(plan.rooms[1]).toEqual({ name: '10', expected: 2, scanned: 1, absent: 0 })
})

test('without any answer of the server only what lies here is scanned', () => {
  expect(planSeats(SEATS, { ...NOTHING, here: new Set(['1003', '9999']) }).scanned).toBe(1)
})

test.for([
  ['confirmed on the server', 1, null, true],
  ['signed here and not sent', -1, signedAs('waiting'), true],
  ['signed here and taken by the server', -1, signedAs('done'), true],
  ['refused by the server', -1, signedAs('refused'), false],
  ['being taken back', -1, signedAs('undoing'), false],
  ['not signed', -1, null, false],
] as const)('%s: absent or not', ([, attendance, absence, isAbsent]) => {
  const signed = new Map(absence ? [[1, absence]] : [])
  const facts = { ...NOTHING, missingThere: new Map([[1, attendance]]), signed }
  const { absent, missing } = planSeats(SEATS, facts)
  expect([absent, missing[0]?.is_absent]).toEqual([isAbsent ? 1 : 0, isAbsent])
})

test('who was signed absent and whose sheet came after all is scanned, not absent', () => {
  const plan = planSeats(SEATS, {
    missingThere: new Map([[1, 1]]),
    here: new Set(['1001']),
    signed: new Map([[1, signedAs('waiting')]]),
  })
  expect([plan.scanned, plan.absent, plan.missing]).toEqual([5, 0, []])
})
