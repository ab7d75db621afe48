import { expect, test } from 'vitest'
import type { MarkKind, PageMarks } from '../testing/paint-page.ts'
import { paintSheet, scanSheet } from '../testing/paint-page.ts'
import { randomFrom } from '../testing/random.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { createReader } from './reader.ts'

const template = sampleTemplate()
const page = template.pages[0]!
const singles = page.fields.filter((f) => f.kind === 'choice' && !f.multiple)
const reader = createReader()

/** Share of questions marked this way, among fully marked others, with each outcome. */
async function outcomes(kinds: readonly MarkKind[], expected: number) {
  const counts = { right: 0, flagged: 0, silent: 0 }
  for (const seed of [1, 3, 6]) {
    const random = randomFrom(seed)
    const ink = 0.4 + 0.09 * seed
    const marks = singles.flatMap((field, i): PageMarks['marks'] => {
      const [a, b] = [i % 4, (i + 1 + Math.floor(random() * 3)) % 4].map((k) => 'ABCD'[k]!)
      if (i % 2 === 0) return [{ field: field.id, value: a!, kind: 'full', ink }]
      return kinds.map((kind, k) => ({ field: field.id, value: k === 0 ? a! : b!, kind, ink }))
    })
    const { gray } = scanSheet(paintSheet(page, { marks }, seed), page, {
      skewDeg: seed - 3,
      noise: seed,
      seed,
    })
    const { reading } = await reader.readPage(gray, template)
    singles.forEach((field, i) => {
      if (i % 2 === 0) return
      const got = reading.fields.find((f) => f.id === field.id)!
      const want = expected === 0 ? '' : 'ABCD'[i % 4]!
      if (got.doubtful) counts.flagged++
      else if (got.values.join('') === want) counts.right++
      else counts.silent++
    })
  }
  return counts
}

test.for<[MarkKind[], number, 'right' | 'flagged' | 'either']>([
  [['full'], 1, 'right'],
  [['overflow'], 1, 'right'],
  [[], 0, 'right'],
  [['full', 'full'], 1, 'flagged'],
  [['full', 'tick'], 1, 'flagged'],
  [['residue'], 0, 'flagged'],
  [['ring'], 1, 'flagged'],
  [['half'], 1, 'either'],
  [['tick'], 1, 'either'],
  [['cross'], 1, 'either'],
  [['faint'], 1, 'either'],
  [['full', 'residue'], 1, 'either'],
])('marks %o beside clear ones (%i meant) come out %s', async ([kinds, meant, outcome]) => {
  const counts = await outcomes(kinds, meant)
  expect(counts.silent).toBe(0)
  if (outcome === 'right') expect(counts.flagged).toBe(0)
  if (outcome === 'flagged') expect(counts.right).toBe(0)
})
