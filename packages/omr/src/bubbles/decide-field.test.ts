import { describe, expect, test } from 'vitest'
import type { BubbleEvidence } from './decide-field.ts'
import { decideField } from './decide-field.ts'
import { explainField } from './explain-field.ts'
import type { SheetInk } from './sheet-ink.ts'

const levels = {
  middle: 0,
  spread: 0.008,
  usual: 0.024,
  marks: 5,
  strokes: 0.85,
  traces: 0,
  isBlackAndWhite: false,
}
/** A pupil with a dark pen on clean paper. */
const dark: SheetInk = {
  ...levels,
  empty: 0.05,
  mark: 0.36,
  full: 0.85,
  fullSpread: 0.06,
  hasMarks: true,
}
/** A pupil who marks faintly everywhere. */
const faint: SheetInk = { ...dark, mark: 0.13, full: 0.25, fullSpread: 0.03 }
/** A sheet without marks to compare with. */
const unknown: SheetInk = {
  ...levels,
  usual: -1,
  marks: 0,
  empty: 0.05,
  mark: 0.4,
  full: 0.75,
  fullSpread: 0.15,
  hasMarks: false,
}

/** Excess per option A, B, C...; a pair adds how much of it is dark stroke. */
type Options = (number | [excess: number, core: number])[]

/** A bubble with clean paper around it, whose outline is met. */
const bubble = (value: string, column: number, excess: number, core: number): BubbleEvidence => ({
  value,
  column,
  excess,
  core,
  isRinged: () => false,
  surround: () => 0,
  reach: () => 1,
  seen: 1,
})

const evidenceOf = (options: Options): BubbleEvidence[] =>
  options.map((option, i) => {
    const [excess, core] = typeof option === 'number' ? [option, option > 0.2 ? option : 0] : option
    return bubble('ABCDEFGHIJ'[i]!, 0, excess, core)
  })

const choice = { kind: 'choice', multiple: false } as const

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
    [
      [0.85, 0.07, 0.08, 0.07],
      'clear A',
      'what the other options share is their print or a shadow',
    ],
    [[0.85, [0.33, 0.1], 0, 0], 'multi A?', 'too dark for a remainder'],
    [[0.85, [0.24, 0.02], 0, 0], 'clear A', 'a darker remainder without strokes'],
    [[0, 0.2, 0, 0], 'faint B?', 'only a weak trace'],
    [[0, [0.42, 0.1], 0, 0], 'faint B?', 'a grey breath with half of the usual ink'],
    [[0, [0.02, 0.14], 0, 0], 'faint B?', 'the foot of a tick that stands beside its bubble'],
    [[0, [0.6, 0.5], 0, 0], 'clear B', 'somewhat less ink than usual'],
  ] as const)('%o reads “%s” (%s)', ([options, expected]) => {
    expect(read([...options] as Options)).toBe(expected)
  })

  test('a faint writer is read by the sheet’s own level', () => {
    expect(read([0, [0.25, 0.8], 0.01, 0], faint)).toBe('clear B')
    expect(read([0, [0.25, 0.1], 0.01, 0], dark)).toBe('faint B?')
  })

  test('a lone weak mark on an empty sheet is not believed', () => {
    expect(read([0, 0.3, 0, 0], unknown)).toBe('faint B?')
    expect(read([0, 0.7, 0, 0], unknown)).toBe('clear B')
  })

  test('bubbles that were not met on the paper are a box error', () => {
    const evidence = evidenceOf([0.85, 0, 0, 0])
    evidence[2]!.seen = 0.2
    const decision = decideField(choice, evidence, dark)
    expect(decision).toMatchObject({ state: 'box_error', doubtful: true })
  })

  test('one outline seen badly among good ones is no box error', () => {
    const evidence = evidenceOf([0.85, 0, 0, 0])
    evidence[2]!.seen = 0.35
    expect(decideField(choice, evidence, dark).state).toBe('clear')
  })

  test('options without their printed letters are looked for in the wrong place', () => {
    const decision = decideField(choice, evidenceOf([-0.06, -0.05, -0.07, -0.06]), dark)
    expect(decision).toMatchObject({ state: 'box_error', doubtful: true })
  })

  test('a mark on paper as dark as itself is a smear', () => {
    const evidence = evidenceOf([0, 0.5, 0, 0])
    evidence[1]!.surround = () => 0.4
    expect(decideField(choice, evidence, dark)).toMatchObject({ state: 'faint', doubtful: true })
  })

  test('a trace in a shadow is held against the shadow', () => {
    const evidence = evidenceOf([0.85, 0.2, 0, 0.01])
    evidence[1]!.surround = () => 0.18
    expect(decideField(choice, evidence, dark)).toMatchObject({ state: 'clear', values: ['A'] })
  })

  test('half of a bubble is shown to a person, a whole one filled palely is not', () => {
    const evidence = evidenceOf([0, 0.4, 0, 0])
    expect(decideField(choice, evidence, dark).doubtful).toBe(false)
    evidence[1]!.reach = () => 0.5
    expect(decideField(choice, evidence, dark)).toMatchObject({ state: 'faint', doubtful: true })
  })

  test('a blank on a black and white scan may have lost its mark', () => {
    const ink = { ...dark, isBlackAndWhite: true }
    const blank = evidenceOf([0, 0, 0, 0])
    expect(decideField(choice, blank, ink)).toMatchObject({ state: 'blank', doubtful: true })
    const absent = { kind: 'absent', multiple: false } as const
    expect(decideField(absent, evidenceOf([0]), ink).doubtful).toBe(false)
    expect(read([0, 0.9, 0, 0], ink)).toBe('clear B')
  })

  test('unless the sheet has many marks, all of them well within what such a scan keeps', () => {
    const ink = { ...dark, isBlackAndWhite: true, marks: 30 }
    expect(read([0, 0, 0, 0], ink)).toBe('blank ')
    expect(read([0, 0, 0, 0], { ...ink, fullSpread: 0.2 })).toBe('blank ?')
  })

  test('what the empties of a sheet usually have is no trace of a mark', () => {
    const rough = { ...dark, spread: 0.02, empty: 0.09, usual: 0.06 }
    expect(read([0.01, [0.06, 0.055], 0, 0.02], rough)).toBe('blank ')
    expect(read([0.01, [0.06, 0.055], 0, 0.02], { ...rough, usual: 0.02 })).toBe('blank ?')
  })

  test('a stain hides what lies under it, print beside an option does not', () => {
    const evidence = evidenceOf([0.03, 0.04, 0.06, 0.04])
    for (const option of evidence) option.surround = () => 0.6
    expect(decideField(choice, evidence, dark)).toMatchObject({ state: 'blank', doubtful: false })
  })

  test('a blank beside traces that are no marks may have lost its own', () => {
    expect(read([0, 0, 0, 0], { ...unknown, traces: 12 })).toBe('blank ?')
  })

  test('a ring drawn around an option is not a blank', () => {
    const evidence = evidenceOf([0, 0, 0.01, 0])
    evidence[1]!.isRinged = (most) => 0.8 > most
    const decision = decideField(choice, evidence, dark)
    expect(decision).toMatchObject({ state: 'faint', values: ['B'], doubtful: true })
    expect(decision.reason).toContain('画圈')
  })
})

describe('a multiple choice', () => {
  test.for([
    [[0.85, 0, 0.8, 0], 'clear AC', 'several full marks'],
    [[0.85, 0.12, 0, 0], 'clear A', 'a light remainder'],
    [[0.85, [0.3, 0.1], 0, 0], 'faint A?', 'a weak second mark might be meant'],
    [[0.9, 0.39, 0, 0], 'faint AB?', 'two marks of very different darkness'],
    [[0, 0, 0, 0], 'blank ', 'nothing'],
  ] as const)('%o reads “%s” (%s)', ([options, expected]) => {
    expect(read([...options] as Options, dark, true)).toBe(expected)
  })
})

describe('an exam number', () => {
  const column = (digit: number | null, index: number): BubbleEvidence[] =>
    Array.from({ length: 10 }, (_, i) =>
      bubble(String(i), index, i === digit ? 0.85 : 0.01, i === digit ? 0.8 : 0),
    )
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
    Object.assign(bubbles[5]!, { excess: 0.8, core: 0.8 })
    expect(number(bubbles)).toMatchObject({ state: 'multi', values: ['?', '4'], doubtful: true })
  })

  test('left out altogether is blank and goes to a person', () => {
    const decision = number([null, null].flatMap((digit, i) => column(digit, i)))
    expect(decision).toMatchObject({ state: 'blank', values: ['?', '?'], doubtful: true })
  })
})

test('confidence falls towards the border and is high away from it', () => {
  const at = (excess: number) => decideField(choice, evidenceOf([excess, 0, 0, 0]), dark).confidence
  expect(at(0.85)).toBeGreaterThan(0.999)
  expect(at(0.5)).toBeGreaterThan(at(0.3))
  expect(at(0.3)).toBeGreaterThan(at(0.15))
})

test('doubtful options carry honest probabilities', () => {
  const filled = (options: Options) => decideField(choice, evidenceOf(options), dark).filled
  const [first, second, third] = filled([0.85, 0.85, 0, 0])
  expect(first).toBeCloseTo(0.5, 2)
  expect(second).toBeCloseTo(0.5, 2)
  expect(third).toBeLessThan(0.001)
  const [, trace] = filled([0, [0.2, 0.1], 0, 0])
  expect(trace).toBeGreaterThan(0.01)
  expect(trace).toBeLessThan(0.9)
})

test('two marks where one is asked for cannot both be meant', () => {
  const decision = decideField(choice, evidenceOf([0.85, 0.8, 0, 0]), dark)
  expect(decision).toMatchObject({ state: 'multi', confidence: 0 })
})

test('an explanation adds up to the probability given', () => {
  const field = { id: 'choice:1', ...choice }
  const evidence = evidenceOf([0.85, 0.2, 0, 0])
  const look = { paper: 250, darkness: 0.1, print: 0.1, shiftMm: [0, 0] as [number, number] }
  const looks = evidence.map(() => look)
  const [explained] = explainField(field, evidence, dark, looks)
  const { filled, state } = decideField(field, evidence, dark)
  expect(explained).toMatchObject({ rule: 'passed', state })
  explained!.bubbles.forEach((one, i) => {
    expect(one.filled).toBe(filled[i])
    const sum = one.votes.reduce((total, vote) => total + vote.logit, one.base)
    expect(one.logit).toBeCloseTo(Math.max(-12, Math.min(12, sum)), 6)
  })
})
