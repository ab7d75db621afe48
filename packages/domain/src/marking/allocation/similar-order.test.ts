import { expect, test } from 'vitest'
import { hash32, servingOrder } from './order.ts'
import { PRINT, type PrintedPaper, similarOrder } from './similar-order.ts'

/** What three answers look like: strokes as [column, row] from where the writing begins. */
const ANSWERS = {
  one: Array.from({ length: 8 }, (_, row) => [0, row]),
  seven: [
    ...Array.from({ length: 7 }, (_, column) => [column, 0]),
    ...Array.from({ length: 8 }, (_, row) => [6 - Math.floor(row / 2), row]),
  ],
  sentence: Array.from({ length: 36 }, (_, column) => [column, (column * 5) % 7]),
  blank: [],
} as const satisfies Record<string, readonly (readonly number[])[]>
type Answer = keyof typeof ANSWERS

/** A paper with a ruled line and an answer that begins somewhere, some of its ink lighter than the rest. */
function paper(id: number, answer: Answer): PrintedPaper {
  const ink = new Uint8Array(PRINT.columns * PRINT.rows)
  for (let column = 0; column < PRINT.columns; column++) ink[15 * PRINT.columns + column] = 90
  const [x, y] = [2 + (hash32(id, 'x') % 6), 2 + (hash32(id, 'y') % 4)]
  for (const [column = 0, row = 0] of ANSWERS[answer])
    ink[(y + row) * PRINT.columns + x + column] = 120 + (hash32(`${id}/${column}/${row}`, 'i') % 80)
  return { id, ink, place: servingOrder(id, 'salt') }
}

const KINDS: readonly Answer[] = ['one', 'seven', 'sentence', 'blank']
const papers = Array.from({ length: 80 }, (_, index) => ({
  ...paper(index + 1, KINDS[index % 4] ?? 'one'),
  answer: KINDS[index % 4],
}))

/** All steps at once. */
function orderOf(papers: readonly PrintedPaper[]) {
  const steps = similarOrder(papers)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

const answersInOrder = (order: ReadonlyMap<unknown, number>) =>
  papers
    .toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    .map(({ answer }) => answer)

test('papers with the same answer come one after the other, wherever it was written', () => {
  const answers = answersInOrder(orderOf(papers))
  const breaks = answers.filter((answer, index) => index > 0 && answer !== answers[index - 1])
  expect(breaks).toHaveLength(3)
  const usual = answersInOrder(new Map(papers.map(({ id }) => [id, servingOrder(id, 'salt')])))
  expect(usual.filter((answer, index) => answer !== usual[index - 1]).length).toBeGreaterThan(40)
})

test('places are different, fit a signed column and are the same every time', () => {
  const order = orderOf(papers)
  expect(new Set(order.values()).size).toBe(papers.length)
  expect(Math.max(...order.values())).toBeLessThan(2 ** 31)
  expect(orderOf(papers.toReversed())).toEqual(order)
})

test('a paper like no other stands where it always stood', () => {
  const blanks = papers.filter(({ answer }) => answer === 'blank')
  const order = orderOf([...blanks, paper(999, 'sentence')])
  expect(order.get(999)).toBe(servingOrder(999, 'salt'))
})
