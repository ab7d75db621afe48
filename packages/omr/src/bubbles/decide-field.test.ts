import { describe, expect, test } from 'vitest'
import type { BubbleEvidence } from './decide-field.ts'
import { decideField } from './decide-field.ts'
import type { SheetInk } from './sheet-ink.ts'

/** A pupil with a dark pen on clean paper. */
const dark: SheetInk = { empty: 0.05, mark: 0.4, full: 0.85, hasMarks: true }
/** A pupil who marks faintly everywhere. */
const faint: SheetInk = { empty: 0.05, mark: 0.14, full: 0.25, hasMarks: true }
/** A sheet without marks to compare with. */
const unknown: SheetInk = { empty: 0.05, mark: 0.4, full: 0.75, hasMarks: false }

/** Excess per option A, B, C...; a pair adds how much of it is dark stroke. */
type Options = (number | [excess: number, core: number])[]

const evidenceOf = (options: Options, column = 0): BubbleEvidence[] =>
  options.map((option, i) => {
    const [excess, core] = typeof option === 'number' ? [option, option > 0.5 ? option : 0] : option
    const value = column === 0 ? 'ABCDEFGHIJ'[i]! : String(i)
    return { value, column, excess, core, around: () => 0, located: true }
  })

const read = (options: Options, ink = dark, multiple = false) => {
  const { state, values, doubtful } = decideField(
    { kind: 'choice', multiple },
    evidenceOf(options),
    ink,
  )
  return `${state} ${values.join('')}${doubtful ? '?' : ''}`
}

describe('a single choice', () => {
  test.for([
    [[0.85, 0, 0, 0], 'clear A', 'one dark mark'],
    [[0, 0.02, 0, 0.01], 'blank ', 'nothing but paper'],
    [[0.85, 0.8, 0, 0], 'multi AB?', 'two dark marks are never resolved by machine'],
    [[0.85, 0.2, 0, 0], 'clear A', 'a rubbed-out remainder beside a strong mark'],
    [[0.85, [0.12, 0.11], 0, 0], 'multi A?', 'a short pen stroke on another option'],
    [[0.85, [0.2, 0.19], 0, 0], 'multi AB?', 'a second stroke is no remainder'],
    [[0.85, 0.35, 0, 0], 'multi A?', 'too dark for a remainder'],
    [[0, 0.2, 0, 0], 'faint B?', 'only a weak trace'],
    [[0, 0.42, 0, 0], 'faint B?', 'a mark with half of the usual ink'],
    [[0, [0.6, 0.5], 0, 0], 'clear B', 'somewhat less ink than usual'],
  ] as const)('%o reads “%s” (%s)', ([options, expected]) => {
    expect(read([...options] as Options)).toBe(expected)
  })

  test('a faint writer is read by the sheet’s own level', () => {
    expect(read([0, 0.25, 0.01, 0], faint)).toBe('clear B')
    expect(read([0, 0.25, 0.01, 0], dark)).toBe('faint B?')
  })

  test('a lone weak mark on an empty sheet is not believed', () => {
    expect(read([0, 0.3, 0, 0], unknown)).toBe('faint B?')
    expect(read([0, 0.7, 0, 0], unknown)).toBe('clear B')
  })

  test('bubbles that were not met on the paper are a box error', () => {
    const evidence = evidenceOf([0.85, 0, 0, 0])
    evidence[2]!.located = false
    const decision = decideField({ kind: 'choice', multiple: false }, evidence, dark)
    expect(decision).toMatchObject({ state: 'box_error', doubtful: true })
  })

  test('a ring drawn around an option is not a blank', () => {
    const evidence = evidenceOf([0, 0, 0.01, 0])
    evidence[1]!.around = () => 0.8
    const decision = decideField({ kind: 'choice', multiple: false }, evidence, dark)
    expect(decision).toMatchObject({ state: 'faint', values: ['B'], doubtful: true })
    expect(decision.reason).toContain('画圈')
  })
})

describe('a multiple choice', () => {
  test.for([
    [[0.85, 0, 0.8, 0], 'clear AC', 'several full marks'],
    [[0.85, 0.12, 0, 0], 'clear A', 'a light remainder'],
    [[0.85, 0.3, 0, 0], 'faint A?', 'a weak second mark might be meant'],
    [[0.9, 0.41, 0, 0], 'faint AB?', 'two marks of very different darkness'],
    [[0, 0, 0, 0], 'blank ', 'nothing'],
  ] as const)('%o reads “%s” (%s)', ([options, expected]) => {
    expect(read([...options] as Options, dark, true)).toBe(expected)
  })
})

describe('an exam number', () => {
  const column = (digit: number | null, index: number): BubbleEvidence[] =>
    Array.from({ length: 10 }, (_, i) => ({
      value: String(i),
      column: index,
      excess: i === digit ? 0.85 : 0.01,
      core: i === digit ? 0.8 : 0,
      around: () => 0,
      located: true,
    }))
  const number = (bubbles: BubbleEvidence[]) =>
    decideField({ kind: 'examNo', multiple: false }, bubbles, dark)

  test('with one clear mark in every column is clear', () => {
    const bubbles = [1, 0, 7].flatMap((digit, i) => column(digit, i))
    expect(number(bubbles)).toMatchObject({
      state: 'clear',
      values: ['1', '0', '7'],
      doubtful: false,
    })
  })

  test('with an empty column keeps the other digits and names the column', () => {
    const decision = number([1, null, 7].flatMap((digit, i) => column(digit, i)))
    expect(decision).toMatchObject({ values: ['1', '?', '7'], doubtful: true })
    expect(decision.reason).toContain('第 2 位漏涂')
  })

  test('with two marks in a column gives no digit there', () => {
    const bubbles = [1, 4].flatMap((digit, i) => column(digit, i))
    bubbles[5]!.excess = 0.8
    expect(number(bubbles)).toMatchObject({ state: 'multi', values: ['?', '4'], doubtful: true })
  })

  test('left out altogether is blank and goes to a person', () => {
    const decision = number([null, null].flatMap((digit, i) => column(digit, i)))
    expect(decision).toMatchObject({ state: 'blank', values: ['?', '?'], doubtful: true })
  })
})

test('confidence falls towards the border and is high away from it', () => {
  const at = (excess: number) =>
    decideField({ kind: 'choice', multiple: false }, evidenceOf([excess, 0, 0, 0]), dark).confidence
  expect(at(0.85)).toBeGreaterThan(0.999)
  expect(at(0.5)).toBeGreaterThan(at(0.3))
})
