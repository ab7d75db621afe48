import { expect, test } from 'vitest'
import { inputSigns, type PageInput } from './input-signs.ts'

const hand = (nth: number): PageInput => ({ isTrusted: true, heldMs: 70 + ((nth * 37) % 60) })
const press = (heldMs: number | null, isTrusted = true): PageInput => ({ isTrusted, heldMs })

test.for([
  [60, hand, [], 'a person'],
  [49, () => press(0, false), [], 'too few to say'],
  [60, () => press(null, false), ['synthetic'], 'a script that dispatches keys'],
  [60, () => press(0, false), ['synthetic', 'uniform'], 'one that presses and lets go'],
  [60, (nth: number) => press(90 + (nth % 3)), ['uniform'], 'a device that taps evenly'],
  [60, (nth: number) => (nth % 10 === 0 ? press(null, false) : hand(nth)), [], 'now and then one'],
  [60, (nth: number) => press(nth % 5 === 0 ? 80 : null), [], 'too few were seen to end'],
] as const)('%#: %s', ([count, inputOf, signs]) => {
  expect(inputSigns(Array.from({ length: count }, (_, nth) => inputOf(nth)))).toEqual(signs)
})

test('a script that stopped long ago is forgotten', () => {
  const inputs = [
    ...Array.from({ length: 50 }, () => press(0, false)),
    ...Array.from({ length: 50 }, (_, nth) => hand(nth)),
  ]
  expect(inputSigns(inputs)).toEqual([])
})
