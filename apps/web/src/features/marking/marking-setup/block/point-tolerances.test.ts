import { expect, test } from 'vitest'
import { copiedTolerances, pointProblem, sharedPoints, textsOf } from './point-tolerances.ts'
import type { Block } from './settings-field.ts'
import { changesOf } from './settings-form.ts'

/** A block with points of these full marks and tolerances, in points. */
const block = (first: number, points: readonly (readonly [number, number])[]): Block =>
  ({
    reading_count: 0,
    held_count: 0,
    points: points.map(([full], at) => ({
      id: first + at,
      name: `(${at + 1})`,
      full_milli: full * 1000,
    })),
    point_tolerances: points.map(([, tolerance], at) => ({
      point_id: first + at,
      tolerance_milli: tolerance * 1000,
    })),
  }) as Block

const inPoints = (list: Block['point_tolerances']) =>
  list.map(({ point_id, tolerance_milli }) => [point_id, tolerance_milli / 1000])

const source = block(1, [
  [2, 0.5],
  [6, 2],
])

test('a block with the same points takes their tolerances over', () => {
  const alike = block(11, [
    [2, 0],
    [6, 1],
  ])
  expect(inPoints(copiedTolerances(source, alike))).toEqual([
    [11, 0.5],
    [12, 2],
  ])
  expect(textsOf([source.point_tolerances, alike.point_tolerances])).toEqual(['', ''])
})

test('a block with other points gets the usual tolerances of their full marks', () => {
  const other = block(21, [
    [2, 1],
    [12, 1],
    [6, 0],
  ])
  expect(sharedPoints([source, other])).toBeNull()
  expect(inPoints(copiedTolerances(source, other))).toEqual([
    [21, 0],
    [22, 2],
    [23, 1],
  ])
})

test.for([
  [['0', '6'], null],
  [['2', '0.5'], null],
  [['', ''], null],
  [['2.5', '1'], '给分点「(1)」的误差应在 0 到 2 之间'],
  [['1', '-1'], '给分点「(2)」的误差应在 0 到 6 之间'],
  [['1', '一'], '给分点「(2)」的误差应在 0 到 6 之间'],
] as const)('%j is refused with %s', ([texts, problem]) => {
  expect(pointProblem(source.points, texts)).toBe(problem)
})

test('a block with readings keeps the tolerances of its points', () => {
  const point_tolerances = [
    { point_id: 1, tolerance_milli: 500 },
    { point_id: 2, tolerance_milli: 1000 },
  ]
  expect(changesOf(source, { point_tolerances: source.point_tolerances })).toEqual({})
  expect(changesOf(source, { point_tolerances })).toEqual({ point_tolerances })
  expect(changesOf({ ...source, reading_count: 3 }, { point_tolerances })).toEqual({})
})
