import { describe, expect, test } from 'vitest'
import type { FieldExplanation } from '../bubbles/explanation.ts'
import { featureNames } from '../bubbles/mark-model.ts'
import { modelWeights } from '../bubbles/model-weights.ts'
import { randomFrom } from '../testing/random.ts'
import { fitWeights } from './fit-weights.ts'
import { effectOf, fieldForecasts, optionLoss, safeThreshold } from './judgement.ts'
import type { LabelledField } from './labelled-field.ts'
import { isRight, labelFields } from './labelled-field.ts'
import { reforecast } from './reforecast.ts'
import { atLeast, reliabilityOf } from './reliability.ts'
import { parseTruth } from './truth-file.ts'

/** A field as it might have been explained; only what calibration looks at. */
function explained(more: Partial<FieldExplanation> & { features?: number[][] }): FieldExplanation {
  const { features = [[], []], ...rest } = more
  return {
    id: 'choice:1',
    kind: 'choice',
    column: 0,
    state: 'clear',
    values: ['A'],
    confidence: 0.999,
    doubtful: false,
    rule: 'passed',
    sentence: '',
    ink: { middle: 0 } as FieldExplanation['ink'],
    bubbles: features.map((votes, i) => ({
      value: 'ABCD'[i]!,
      look: { paper: 250, darkness: 0.5, print: 0, shiftMm: [0, 0] },
      column: 0,
      excess: 0.5,
      core: 0.5,
      level: 1,
      seen: 1,
      verdict: 'mark',
      base: 0,
      votes: votes.map((value) => ({ name: '', value, logit: 0 })),
      logit: 0,
      filled: 0.5,
    })),
    ...rest,
  }
}

const labelled = (meant: string[], more: Parameters<typeof explained>[0] = {}): LabelledField => ({
  explained: explained(more),
  multiple: false,
  meant,
})

describe('what a person says of a scan', () => {
  test('is read from a plain list or from a corrected reading', () => {
    const plain = parseTruth('{ "choice:1": ["A"], "choice:2": [] }')
    const reading = parseTruth('{ "fields": [{ "id": "choice:1", "values": ["A"] }] }')
    expect(plain.get('choice:1')).toEqual(['A'])
    expect(plain.get('choice:2')).toEqual([])
    expect(reading.get('choice:1')).toEqual(['A'])
  })

  test.for([
    ['[1]', '应为一个对象'],
    ['{', '不是有效的 JSON'],
    ['{ "choice:1": "A" }', 'choice:1 的值应为字符串数组'],
    ['{ "fields": [{}] }', '没有 id'],
  ])('%s is refused: %s', ([text, message]) => {
    expect(() => parseTruth(text!)).toThrow(message)
  })

  test('digits of a number are told apart by their column', () => {
    const digits = [0, 1, 2].map((column) =>
      explained({ id: 'examNo', kind: 'examNo', column, values: ['7'] }),
    )
    const fields = labelFields(digits, { fields: [] }, new Map([['examNo', ['7', '8', '?']]]))
    expect(fields.map((field) => field.meant)).toEqual([['7'], ['8'], []])
    expect(fields.map(isRight)).toEqual([true, false, false])
  })
})

describe('a reliability table', () => {
  const forecasts = Array.from({ length: 1000 }, (_, i) => ({
    probability: i < 500 ? 0.92 : 0.9995,
    isTrue: i >= 40,
  }))

  test('counts how often what was given came true', () => {
    const bins = reliabilityOf(forecasts)
    expect(bins.map((bin) => [bin.from, bin.count, bin.wrong])).toEqual([
      [0.9, 500, 40],
      [0.999, 500, 0],
    ])
    expect(bins[0]!.came).toBeCloseTo(0.92)
    expect(bins[0]!.low).toBeLessThan(0.92)
    expect(bins[0]!.high).toBeGreaterThan(0.92)
  })

  test('says how sure the sure ones are', () => {
    expect(atLeast(forecasts, 0.999)).toMatchObject({ count: 500, wrong: 0, came: 1 })
    expect(atLeast(forecasts, 0.5)).toMatchObject({ count: 1000, wrong: 40 })
  })
})

test('a threshold is safe when nothing wrong is accepted at it', () => {
  const fields = [
    labelled(['A'], { confidence: 0.999 }),
    labelled(['B'], { confidence: 0.93 }),
    labelled(['B'], { confidence: 0.99, rule: 'twoMarks', doubtful: true }),
  ]
  expect(effectOf(fields, 0.9)).toEqual({ threshold: 0.9, flagged: 1, silent: 1 })
  expect(safeThreshold(fields, [0.9, 0.95])).toBe(0.95)
  expect(safeThreshold(fields, [0.9])).toBe(null)
  expect(fieldForecasts(fields).map((f) => f.isTrue)).toEqual([true, false, false])
})

test('the fit finds the weights that made the data', () => {
  const truth = {
    ...modelWeights,
    base: -1,
    margin: 2,
    darkness: 0,
    clearance: 1,
    stroke: 3,
    deficit: 0,
  }
  const random = randomFrom(11)
  const fields = Array.from({ length: 3000 }, (): LabelledField => {
    const features = Array.from({ length: 3 }, () => featureNames.map(() => random() * 2 - 1))
    const odds = features.map((votes) =>
      Math.exp(truth.base + votes.reduce((sum, v, i) => sum + v * truth[featureNames[i]!], 0)),
    )
    let left = random() * odds.reduce((sum, one) => sum + one, 1)
    const chosen = odds.findIndex((one) => (left -= one) < 0)
    return labelled(chosen < 0 ? [] : ['ABC'[chosen]!], { features })
  })
  const fitted = fitWeights(fields, 12)
  for (const name of ['base', ...featureNames] as const)
    expect(fitted[name]).toBeCloseTo(truth[name], 0)
  expect(optionLoss(reforecast(fields, fitted))).toBeLessThan(
    optionLoss(reforecast(fields, { ...fitted, stroke: 0 })),
  )
})
