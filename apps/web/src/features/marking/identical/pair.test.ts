import { expect, test } from 'vitest'
import { hasCode, type Pair, waitingAfter } from './pair.ts'

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
  ['', true],
  ['K5', false],
] as const)('a pair of K3A and K4A is found by "%s": %s', ([typed, isFound]) => {
  expect(hasCode(pair(3), typed)).toBe(isFound)
})
