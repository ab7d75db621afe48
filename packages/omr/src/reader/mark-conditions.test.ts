import { describe, expect, test } from 'vitest'
import type { Gray } from '../kernels/gray.ts'
import { bilevel, dithered, fadeTo, halved, saltAndPepper } from '../locate/testing/degrade.ts'
import type { PageMarks, ScanEffects } from '../testing/paint-page.ts'
import { paintSheet, scanSheet } from '../testing/paint-page.ts'
import { randomFrom } from '../testing/random.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { createReader } from './reader.ts'

const template = sampleTemplate()
const page = template.pages[0]!
const choices = page.fields.filter((f) => f.kind === 'choice')
const reader = createReader()

type Condition = [name: string, effects: ScanEffects, after?: (gray: Gray) => Gray, ink?: number]

const conditions: Condition[] = [
  ['a clean scan', {}],
  ['grey paper', { paper: 0.68, black: 0.06 }],
  ['light falling off to a half', { falloff: 0.5 }],
  ['print and marks at 40 % contrast', {}, (gray) => fadeTo(gray, 0.4)],
  ['print and marks at 25 % contrast', { noise: 1 }, (gray) => fadeTo(gray, 0.25)],
  ['a pupil who hardly presses', {}, undefined, 0.24],
  ['black and white', {}, (gray) => bilevel(gray, 160)],
  ['black and white, scanned too bright', {}, (gray) => bilevel(gray, 120)],
  ['ordered dither', {}, dithered],
  ['specks', {}, (gray) => saltAndPepper(gray, 0.01)],
  ['half the resolution', {}, halved],
  ['a blur', { blur: 2 }],
]

/** One answer per question, two where several may be meant. */
function answersFor(seed: number): Map<string, string[]> {
  const random = randomFrom(seed)
  return new Map(
    choices.map((field) => {
      const first = Math.floor(random() * 4)
      const values = field.multiple ? [first, (first + 2) % 4] : [first]
      return [field.id, values.sort((a, b) => a - b).map((i) => 'ABCD'[i]!)]
    }),
  )
}

async function read([, effects, after, ink = 0.8]: Condition, answers: Map<string, string[]>) {
  const marks = [...answers].flatMap(([field, values]): PageMarks['marks'] =>
    values.map((value) => ({ field, value, kind: 'full', ink })),
  )
  const { gray } = scanSheet(paintSheet(page, { marks }, 2), page, { skewDeg: 0.4, ...effects })
  const { reading } = await reader.readPage(after ? after(gray) : gray, template, {
    inkRatios: false,
  })
  expect(reading.status).not.toBe('rejected')
  return choices.map((field) => ({
    field,
    got: reading.fields.find((f) => f.id === field.id)!,
    want: answers.get(field.id) ?? [],
  }))
}

describe.each(conditions)('under %s', (...condition) => {
  test('every full mark is read', async () => {
    for (const { got, want } of await read(condition, answersFor(5)))
      expect([got.id, got.values, got.doubtful]).toEqual([got.id, want, false])
  })

  test('an unmarked form has no marks', async () => {
    for (const { got } of await read(condition, new Map()))
      expect([got.id, got.state, got.values]).toEqual([got.id, 'blank', []])
  })
})

test('one or two marks on a form are read without others to compare with', async () => {
  const answers = new Map([
    ['choice:3', ['B']],
    ['choice:11', ['D']],
  ])
  for (const { got, want } of await read(conditions[0]!, answers))
    expect([got.id, got.values, got.doubtful]).toEqual([got.id, want, false])
})

test('one pale mark on a form is shown to a person', async () => {
  const answers = new Map([['choice:3', ['B']]])
  const pale: Condition = ['', {}, undefined, 0.3]
  const fields = await read(pale, answers)
  expect(fields.find(({ field }) => field.id === 'choice:3')!.got.doubtful).toBe(true)
})
