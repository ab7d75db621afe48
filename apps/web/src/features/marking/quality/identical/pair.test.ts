import { expect, test } from 'vitest'
import {
  changedText,
  hasCode,
  type Pair,
  punishedText,
  punishmentOf,
  waitingAfter,
} from './pair.ts'

const paper = (unit_id: number) => ({ unit_id, secret_code: `K${unit_id}A` })
const pair = (unitId: number, isDecided = false): Pair =>
  ({
    papers: [paper(unitId), paper(unitId + 1)],
    verdict: isDecided ? { outcome: 'keep' } : null,
  }) as unknown as Pair

test('after a decision comes the next pair that waits, and at the end what was passed over', () => {
  const [one, two, three, decided] = [pair(1), pair(3), pair(5), pair(7, true)]
  const pairs = [one, two, three, decided]
  expect(waitingAfter(pairs, one)).toBe(two)
  expect(waitingAfter(pairs, three)).toBe(one)
  expect(waitingAfter(pairs, decided)).toBe(one)
  expect(waitingAfter([one, decided], one)).toBeUndefined()
})

test.for([
  ['k3', true],
  [' K4A ', true],
  ['ｋ４', true],
  ['', true],
  ['K5', false],
] as const)('a pair of K3A and K4A is found by "%s": %s', ([typed, isFound]) => {
  expect(hasCode(pair(3), typed)).toBe(isFound)
})

const inMarking = (secret_code: string, is_out = 0) => ({ secret_code, is_out })
const judged = (papers: object[], outcome?: string) =>
  ({ papers, verdict: outcome ? { outcome } : null }) as unknown as Pair

test.for([
  ['both are marked', [0, 0], undefined, 'misconduct', null],
  ['both are punished', [0, 0], 'misconduct', 'misconduct', '两份已按违纪处理'],
  ['one has left', [0, 1], undefined, 'misconduct_one', null],
  [
    'one has left, the other is punished',
    [0, 1],
    'misconduct_one',
    'misconduct_one',
    '在阅的一份已按违纪处理',
  ],
  ['the one that had left is back', [0, 0], 'misconduct_one', 'misconduct', null],
  [
    'both have left',
    [1, 1],
    undefined,
    'misconduct',
    '两份的考生都缺考或没有答题卡，不能按违纪处理；答题卡补上后再处理',
  ],
] as const)('how a pair can be punished: %s', ([, out, verdict, outcome, refusal]) => {
  const found = punishmentOf(judged([inMarking('K1A', out[0]), inMarking('K2A', out[1])], verdict))
  expect(found).toMatchObject({ outcome, refusal })
})

test('who is punished alone is named, and so is who is not', () => {
  const { effect, confirm } = punishmentOf(judged([inMarking('K1A', 1), inMarking('K2A')]))
  expect(effect).toContain('密号 K2A 的这道题记 0 分')
  expect(effect).toContain('密号 K1A 的考生缺考或没有答题卡，不作处理')
  expect(confirm).toBe('1 份按违纪处理')
})

test('a punished pair says what to withdraw first, and a changed one which paper changed', () => {
  expect(
    [undefined, 'keep', 'misconduct', 'misconduct_one'].map((one) => punishedText(judged([], one))),
  ).toEqual([
    null,
    null,
    '两份已按违纪处理，请先在「裁定记录」中分别撤销',
    '在阅的一份已按违纪处理，请先在「裁定记录」中撤销',
  ])
  expect(changedText({ changed: [] })).toBeNull()
  expect(changedText({ changed: ['K1A'] })).toContain('密号 K1A 换过图像')
})
