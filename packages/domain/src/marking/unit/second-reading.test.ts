import { expect, test } from 'vitest'
import type { MarkMode } from '../../mark-codes.ts'
import type { MarkEvent } from './mark-event.ts'
import { hasCrossed, linesNear } from './second-reading.ts'
import { applyEvent } from './unit-machine.ts'
import { newUnit } from './unit.ts'
import type { BlockPolicy, UnitState } from './unit.ts'

const LINES = [
  { name: '优秀', totalMilli: 108_000 },
  { name: '及格', totalMilli: 72_000 },
]

test.for<[total: number, window: number, near: number[], why: string]>([
  [72, 2, [1], 'on the line'],
  [70, 2, [1], 'as far below as the window'],
  [74, 2, [1], 'as far above as the window'],
  [69.5, 2, [], 'half a point too far'],
  [74.5, 2, [], 'half a point too far above'],
  [90, 18, [0, 1], 'near both'],
  [72, 0, [1], 'a window of 0 takes the line alone'],
  [71.5, 0, [], 'and nothing below it'],
])('a total of %f with a window of %f lies near %j (%s)', ([total, window, near]) => {
  expect(linesNear(total * 1000, LINES, window * 1000)).toEqual(near)
})

test.for<[number, number, boolean]>([
  [71, 72, true],
  [72, 71.5, true],
  [72, 80, false],
  [60, 71.5, false],
])('from %f to %f a total crosses the line at 72: %s', ([before, after, crossed]) => {
  expect(hasCrossed(before * 1000, after * 1000, 72_000)).toBe(crossed)
})

const policyOf = (mode: MarkMode): BlockPolicy => ({
  mode,
  toleranceMilli: 5000,
  points: [{ name: '(1)', fullMilli: 20_000, stepMilli: 500 }],
})

/** A life of a paper that is to be read once. @returns the last unit, or the first refusal */
function live(events: readonly MarkEvent[], mode: MarkMode = 0): UnitState | string {
  let unit = newUnit('u', false)
  for (const event of [{ type: 'images_ready', looksBlank: false } as const, ...events]) {
    const outcome = applyEvent(unit, event, policyOf(mode))
    if (outcome.kind === 'refused') return [outcome.code, outcome.facts['reason']].join(' ')
    unit = outcome.unit
  }
  return unit
}

const given = (markerId: string, points: number): MarkEvent[] => [
  { type: 'claim', readingId: `r-${markerId}`, markerId },
  {
    type: 'submit',
    readingId: `r-${markerId}`,
    markerId,
    scores: [points * 1000],
    idemKey: `k-${markerId}`,
  },
]
const again = (mode: 1 | 2 | 3 | 4, tolerance = 1): MarkEvent => ({
  type: 'read_again',
  by: 'wu',
  settleBy: { mode, toleranceMilli: tolerance * 1000 },
})
const calledOff: MarkEvent = { type: 'read_again_withdrawn', by: 'wu' }

test.for<[what: string, events: MarkEvent[], status: string, final: number | null]>([
  ['read once', given('li', 12), 'FINAL', 12],
  ['sent', [...given('li', 12), again(1)], 'MARKING', null],
  ['within the tolerance', [...given('li', 12), again(1), ...given('he', 13)], 'FINAL', 12.5],
  ['too far, arbitrated', [...given('li', 12), again(1), ...given('he', 15)], 'ARBITRATION', null],
  ['too far, never arbitrated', [...given('li', 12), again(2), ...given('he', 15)], 'FINAL', 13.5],
  ['too far, read a third time', [...given('li', 12), again(3), ...given('he', 15)], 'THIRD', null],
  [
    'the closest pair',
    [...given('li', 12), again(4), ...given('he', 18), ...given('qi', 17)],
    'FINAL',
    17.5,
  ],
  ['called off', [...given('li', 12), again(1), calledOff], 'FINAL', 12],
  ['sent once more', [...given('li', 12), again(1), calledOff, again(2)], 'MARKING', null],
  ['cleared', [...given('li', 12), again(1), ...given('he', 13), { type: 'reset' }], 'READY', null],
  [
    'cleared, then one reading decides again',
    [...given('li', 12), again(1), { type: 'reset' }, ...given('qi', 9)],
    'FINAL',
    9,
  ],
  ['sent twice, the first stands', [...given('li', 12), again(1), again(2)], 'MARKING', null],
])('%s', ([, events, status, final]) => {
  const unit = live(events)
  expect(unit).toMatchObject({
    status,
    final: final === null ? null : { totalMilli: final * 1000 },
  })
})

test.for<[what: string, events: MarkEvent[], code: string]>([
  ['its own first reader', [...given('li', 12), again(1), given('li', 12)[0]!], 'ALREADY_READ'],
  ['nobody read it', [again(1)], 'UNFIT 还没有人评阅'],
  ['somebody has it in hand', [given('li', 12)[0]!, again(1)], 'UNFIT 现在是「评阅中」'],
  ['a checker decided', [...given('li', 12), corrected(), again(1)], 'UNFIT 终评分已由他人裁定'],
  [
    'it was sent back to its marker',
    [...given('li', 12), { type: 'reject', readingId: 'r-li', checkerId: 'wu' }, again(1)],
    'UNFIT 现在是「待重评」',
  ],
  ['results are out', [...given('li', 12), { type: 'lock' }, again(1)], 'UNIT_LOCKED'],
  [
    'called off too late',
    [...given('li', 12), again(1), given('he', 12)[0]!, calledOff],
    'SECOND_BEGUN',
  ],
])('refused: %s', ([, events, code]) => {
  expect(live(events)).toContain(code)
})

function corrected(): MarkEvent {
  return {
    type: 'spot_correct',
    readingId: 'r-li',
    checkerId: 'wu',
    scores: [10_000],
    isRejection: false,
  }
}

test('a paper that two people read anyway is not sent to a second reader', () => {
  let unit = newUnit('u', true)
  for (const event of [
    { type: 'images_ready', looksBlank: false } as const,
    ...given('li', 12),
    ...given('he', 12),
  ]) {
    const outcome = applyEvent(unit, event, policyOf(1))
    if (outcome.kind === 'applied') unit = outcome.unit
  }
  expect(applyEvent(unit, again(1), policyOf(1))).toMatchObject({
    code: 'MARKING_READ_AGAIN_UNFIT',
    facts: { reason: '按评卷方式本来就由两人评阅' },
  })
})

test('a paper outside the sample of a double block is settled by what the event says', () => {
  expect(live([...given('li', 12), again(3, 2), ...given('he', 15)], 2)).toMatchObject({
    status: 'THIRD',
  })
})
