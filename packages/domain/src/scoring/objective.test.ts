import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { milli } from '../milli.ts'
import { normaliseAnswer, normaliseTrueFalse } from './answer.ts'
import {
  checkPartialScores,
  customScoresAddUp,
  effectiveAnswer,
  ruleOfSeedConfig,
  scoreObjective,
  scoreUnderStatus,
} from './objective.ts'
import type { AnswerRecord, ObjectiveRule } from './objective.ts'

const points = (answer: string, key: string, full: number, rule: ObjectiveRule) => {
  const score = scoreObjective(normaliseAnswer(answer), normaliseAnswer(key), milli(full), rule)
  return score === null ? null : score / 1000
}

test.for([
  ['ac', ['A', 'C']],
  ['CA', ['C', 'A']],
  ['A,A b', ['A', 'B']],
  ['', []],
  ['7?', []],
] as const)('"%s" is normalised to %o', ([raw, options]) => {
  expect(normaliseAnswer(raw)).toEqual(options)
})

test.for([
  ['对', ['A']],
  ['T', ['A']],
  ['√', ['A']],
  ['错', ['B']],
  ['f', ['B']],
  ['×', ['B']],
  ['正确', ['A']],
  ['B', ['B']],
  ['', []],
] as const)('true/false "%s" is %o', ([raw, options]) => {
  expect(normaliseTrueFalse(raw)).toEqual(options)
})

describe('single choice and true/false', () => {
  test.for([
    ['B', 'B', 3],
    ['A', 'B', 0],
    ['', 'B', 0],
    ['BA', 'B', 3],
    ['AB', 'B', 0],
    ['B', '', null],
  ] as const)('%s for key %s is %o', ([answer, key, score]) => {
    expect(points(answer, key, 3, { type: 1 })).toBe(score)
    expect(points(answer, key, 3, { type: 13 })).toBe(score)
  })

  test('several accepted letters replace the key', () => {
    const rule: ObjectiveRule = { type: 1, accept: ['B', 'C'] }
    expect([points('C', 'B', 3, rule), points('A', 'B', 3, rule)]).toEqual([3, 0])
  })
})

describe('multiple choice, key AC, full 5, missing 2', () => {
  const rule: ObjectiveRule = { type: 2, missingScoreMilli: 2000 }
  test.for([
    ['AC', 5],
    ['CA', 5],
    ['A', 2],
    ['AB', 0],
    ['ACD', 0],
    ['', 0],
    ['B', 0],
  ] as const)('%s is %d', ([answer, score]) => {
    expect(points(answer, 'AC', 5, rule)).toBe(score)
  })

  const byCount: ObjectiveRule = {
    type: 2,
    missingScoreMilli: 1000,
    missingByCount: { 2: { 1: 3000 }, 3: { 1: 2000, 2: 4000 } },
  }
  test.for([
    ['A', 'AB', 3],
    ['A', 'ABC', 2],
    ['AB', 'ABC', 4],
    ['ABC', 'ABC', 6],
    ['AD', 'ABC', 0],
    ['A', 'ABCD', 1],
    ['', 'ABC', 0],
  ] as const)('by count, %s for key %s is %d', ([answer, key, score]) => {
    expect(points(answer, key, 6, byCount)).toBe(score)
  })

  test.for([
    [{ 3: { 1: 2000, 2: 4000 } }, 2000, true],
    [{ 3: { 1: 4000, 2: 2000 } }, 2000, false],
    [{ 2: { 1: 7000 } }, 2000, false],
    [{}, -1000, false],
    [{}, 7000, false],
  ] as const)(
    'partial scores %o with missing %i are valid: %s',
    ([missingByCount, missingScoreMilli, valid]) => {
      expect(
        checkPartialScores('3', 6000, { type: 2, missingScoreMilli, missingByCount }) === null,
      ).toBe(valid)
    },
  )
})

describe('multiple choice with two right sets, AB or ABD, full 6, missing 2', () => {
  const rule: ObjectiveRule = {
    type: 2,
    missingScoreMilli: 2000,
    acceptSets: [['A', 'B', 'D']],
  }
  test.for([
    ['AB', 6],
    ['ABD', 6],
    ['A', 2],
    ['AD', 2],
    ['D', 2],
    ['ABC', 0],
    ['', 0],
  ] as const)('%s is %d', ([answer, score]) => {
    expect(points(answer, 'AB', 6, rule)).toBe(score)
  })
})

describe('custom choice, key AB, A3 B2 C-1, exceed 0, missing 1, error 1', () => {
  const config = {
    questionType: 99,
    customOptionScoresMilli: { A: 3000, B: 2000, C: -1000 },
    exceedOptionScoreMilli: 0,
    missingOptionScoreMilli: 1000,
    errorOptionScoreMilli: 1000,
  } as const
  test.for([
    ['A', 3],
    ['AB', 5],
    ['AC', 2],
    ['ABC', 0],
    ['C', 0],
    ['', 0],
    ['D', 0],
  ] as const)('%s is %d', ([answer, score]) => {
    expect(points(answer, 'AB', 5, ruleOfSeedConfig(config))).toBe(score)
  })

  test.for([
    [{ missingOptionScoreMilli: 0 }, 'A', 0],
    [{ missingOptionScoreMilli: null }, 'A', 0],
    [{ errorOptionScoreMilli: 0 }, 'AC', 0],
    [{ exceedOptionScoreMilli: 1000 }, 'ABC', 4],
  ] as const)('with %o, %s is %d', ([over, answer, score]) => {
    expect(points(answer, 'AB', 5, ruleOfSeedConfig({ ...config, ...over }))).toBe(score)
  })

  test('right options should add up to the full mark', () => {
    expect(customScoresAddUp(['A', 'B'], 5000, config.customOptionScoresMilli)).toBe(true)
    expect(customScoresAddUp(['A'], 5000, config.customOptionScoresMilli)).toBe(false)
  })
})

test('every score lies between zero and full, whatever is configured', () => {
  const options = fc.subarray(['A', 'B', 'C', 'D'])
  const score = fc.integer({ min: -6000, max: 6000 })
  const custom = fc.record({
    type: fc.constant(99 as const),
    optionScoresMilli: fc.record({ A: score, B: score, C: score, D: score }),
    allowExceed: fc.boolean(),
    allowMissing: fc.boolean(),
    allowError: fc.boolean(),
  })
  fc.assert(
    fc.property(options, options, custom, (answer, key, rule) => {
      const scored = scoreObjective(answer, key, 5000, rule)
      if (key.length === 0) expect(scored).toBeNull()
      else expect(scored! >= 0 && scored! <= 5000).toBe(true)
    }),
  )
})

describe('the answer that counts', () => {
  const machine = (state: AnswerRecord['machine']['state'], doubtful: boolean) => ({
    state,
    values: ['A', 'B'],
    doubtful,
  })
  test.for([
    ['clear', false, { kind: 'answer', values: ['A', 'B'] }],
    ['clear', true, { kind: 'unresolved' }],
    ['blank', false, { kind: 'answer', values: [] }],
    ['blank', true, { kind: 'unresolved' }],
    ['faint', false, { kind: 'unresolved' }],
    ['multi', false, { kind: 'unresolved' }],
    ['box_error', false, { kind: 'unresolved' }],
  ] as const)('%s, doubtful %s: %o', ([state, doubtful, answer]) => {
    expect(effectiveAnswer({ machine: machine(state, doubtful), human: null })).toEqual(answer)
  })

  test('a person wins over the machine, and a confirmed double mark earns nothing', () => {
    const human = (resolvedAs: 'answer' | 'multi_invalid') => ({ values: ['B'], resolvedAs })
    const clear = machine('clear', false)
    expect(effectiveAnswer({ machine: clear, human: human('answer') })).toEqual({
      kind: 'answer',
      values: ['B'],
    })
    expect(effectiveAnswer({ machine: clear, human: human('multi_invalid') })).toEqual({
      kind: 'answer',
      values: [],
    })
  })
})

test.for([
  ['normal', true, 2000, 2000],
  ['normal', true, null, null],
  ['void', true, 2000, null],
  ['gift', false, 0, 5000],
  ['gift_if_answered', true, 0, 5000],
  ['gift_if_answered', false, 0, 0],
] as const)('%s, answered %s, scored %o: %o', ([status, answered, scored, counted]) => {
  expect(scoreUnderStatus(status, answered, 5000, scored)).toBe(counted)
})
