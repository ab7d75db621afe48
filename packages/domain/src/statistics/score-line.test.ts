import { expect, test } from 'vitest'
import { formatPercent } from '../percent.ts'
import { milli } from '../milli.ts'
import { analyseLine, coefficientLine, criticalPlace, sameRateLine } from './line-analysis.ts'

const group = (...scores: [number, number][]) =>
  scores.map(([subject, total]) => ({ subjectMilli: milli(subject), totalMilli: milli(total) }))
const classA = group([120, 560], [95, 530], [88, 510], [92, 480], [60, 400])
const classB = group([110, 540], [85, 505], [80, 502], [91, 470], [50, 350])
const all = [...classA, ...classB]
const line = { subjectMilli: milli(90), totalMilli: milli(500) }

test.for([
  ['class A', classA, [3, 3, 2], '66.66%', '66.66%'],
  ['class B', classB, [3, 2, 1], '50%', '33.33%'],
  ['all', all, [6, 5, 3], '60%', '50%'],
] as const)('DR 14 lines: %s', ([, candidates, counts, hit, contribution]) => {
  const analysis = analyseLine(candidates, line)
  expect([analysis.totalOn, analysis.subjectOn, analysis.bothOn]).toEqual(counts)
  expect(formatPercent(analysis.hit.num, analysis.hit.den)).toBe(hit)
  expect(formatPercent(analysis.contribution.num, analysis.contribution.den)).toBe(contribution)
  expect(analysis.mismatched + analysis.bothOn).toBe(analysis.totalOn)
})

test('DR 14 lines: nobody on a line gives no rate', () => {
  const { hit } = analyseLine([], line)
  expect(formatPercent(hit.num, hit.den)).toBe('—')
})

test('DR 14.1 methods of drawing a subject line disagree', () => {
  expect(sameRateLine(all, line.totalMilli)).toBe(milli(88))
  expect(((coefficientLine(all, line.totalMilli) ?? 0) / 1000).toFixed(2)).toBe('91.83')
  expect([sameRateLine(all, milli(999)), coefficientLine(all, milli(999))]).toEqual([null, null])
})

test.for([
  [479, null],
  [480, 'push'],
  [499.5, 'push'],
  [500, 'hold'],
  [509.5, 'hold'],
  [510, null],
] as const)('DR 14.2 critical: %d at a line of 500: %o', ([score, place]) => {
  expect(criticalPlace(milli(score), milli(500))).toBe(place)
})
