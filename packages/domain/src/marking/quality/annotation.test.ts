import { expect, test } from 'vitest'
import {
  type Annotation,
  ANNOTATION_LIMITS,
  areAnnotationsBounded,
  scoreOfStamps,
} from './annotation.ts'

const stamp = (points: number, point = 0): Annotation => ({
  kind: 'stamp',
  part: 0,
  x: 10,
  y: 10,
  milli: points * 1000,
  point,
})
const tick: Annotation = { kind: 'tick', part: 0, x: 1, y: 1 }
const line = (places: number): Annotation => ({
  kind: 'pen',
  part: 0,
  points: Array.from({ length: places * 2 }, () => 5),
})
const sixByHalves = { name: '(1)', fullMilli: 6000, stepMilli: 500 }

test.for([
  [[], false, null, 'no stamp says nothing'],
  [[tick], false, null, 'a tick carries no points'],
  [[stamp(2)], false, 2000, 'one stamp'],
  [[stamp(2), stamp(0.5), tick], false, 2500, 'stamps add up'],
  [[stamp(4), stamp(3)], false, 'outside', 'more than full marks'],
  [[stamp(0.3)], false, 'outside', 'off the grid'],
  [[stamp(-1), stamp(-0.5)], true, 4500, 'taken from full marks'],
  [[stamp(-1)], false, 'outside', 'nothing to take away from'],
  [[stamp(2, 1)], false, null, 'a stamp of another point'],
] as const)('%o, deductive %s → %s (%s)', ([marks, isDeductive, score]) => {
  expect(scoreOfStamps(marks, 0, sixByHalves, isDeductive)).toBe(score)
})

test.for([
  [Array.from({ length: ANNOTATION_LIMITS.marks }, () => tick), true, 'as many as may be'],
  [Array.from({ length: ANNOTATION_LIMITS.marks + 1 }, () => tick), false, 'one too many'],
  [Array.from({ length: 53 }, () => line(75)), true, 'many lines'],
  [Array.from({ length: 54 }, () => line(75)), false, 'lines too long together'],
  [[{ kind: 'pen', part: 0, points: [1, 2, 3] }], false, 'half a place'],
] as [Annotation[], boolean, string][])('%# bounded: %s', ([marks, isBounded]) => {
  expect(areAnnotationsBounded(marks)).toBe(isBounded)
})
