import { expect, test } from 'vitest'
import { Rounds } from './rounds.ts'

/** Rounds that look at a number when they begin and take as long as the test wants. */
function watch() {
  const facts = { value: 0, seen: [] as number[], end: () => {} }
  const rounds = new Rounds(() => {
    facts.seen.push(facts.value)
    return new Promise((resolve) => (facts.end = resolve))
  })
  return { facts, rounds }
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

test('what changes while a round is under way is seen by another one', async () => {
  const { facts, rounds } = watch()
  const first = rounds.ask()
  await turn()
  facts.value = 1
  const second = rounds.ask()
  facts.value = 2
  void rounds.ask()
  facts.end()
  await turn()
  expect(facts.seen).toEqual([0, 2])
  facts.end()
  await Promise.all([first, second])
  expect(facts.seen).toEqual([0, 2])
})

test('what is asked at the very end of a round is not lost', async () => {
  const { facts, rounds } = watch()
  for (let value = 1; value <= 5; value++) {
    const asked = rounds.ask()
    await turn()
    facts.value = value
    facts.end()
    // Before, between and after the steps in which the promise settles.
    for (let step = 0; step < value; step++) await Promise.resolve()
    void rounds.ask()
    await turn()
    expect(facts.seen.at(-1)).toBe(value)
    facts.end()
    await asked
    await rounds.rest()
  }
})

test('a round that fails is told to who asked, and the next one runs', async () => {
  let count = 0
  const rounds = new Rounds(async () => {
    count++
    if (count === 1) throw new Error('no')
  })
  await expect(rounds.ask()).rejects.toThrow('no')
  await rounds.ask()
  expect(count).toBe(2)
})

test('a round that fails costs nobody the round that was asked for meanwhile', async () => {
  const { facts, rounds } = watch()
  let fail: (error: Error) => void = () => undefined
  let isFirst = true
  const failing = new Rounds(() => {
    facts.seen.push(facts.value)
    if (!isFirst) return Promise.resolve()
    isFirst = false
    return new Promise((_, reject) => (fail = reject))
  })
  const first = failing.ask()
  facts.value = 1
  void failing.ask()
  fail(new Error('no room'))
  await first
  expect(facts.seen).toEqual([0, 1])
  expect(failing.isUnderWay).toBe(false)
  expect(rounds.isUnderWay).toBe(false)
})
