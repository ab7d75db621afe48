import type { FieldReading } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { makeWhiteMap } from '../kernels/white-map.ts'
import { doubtWashedOut, washedOutIssues } from './washed-out.ts'

const width = 400
const height = 560

/** A page of one tone with a twentieth of it printed black. */
function pageOf(paper: number) {
  const data = new Uint8Array(width * height).fill(paper)
  for (let y = 40; y < height; y += 20) data.fill(0, y * width, (y + 1) * width)
  return makeWhiteMap({ data, width, height })
}

const field = (kind: FieldReading['kind'], values: string[]): FieldReading => ({
  id: `${kind}:${values.join('')}`,
  kind,
  state: values.length > 0 ? 'clear' : 'blank',
  values,
  doubtful: false,
  reason: '',
  confidence: 0.999,
  bubbles: ['A', 'B'].map((value, i) => ({
    value,
    column: 0,
    darkness: 0,
    coverage: 0,
    filled: 0,
    xPx: 100 + 40 * i,
    yPx: 200,
  })),
})
const blanks = (count: number) => Array.from({ length: count }, () => field('choice', []))
const answers = (count: number) => Array.from({ length: count }, () => field('choice', ['B']))

test.for<[string, number, FieldReading[], number]>([
  ['nothing filled in on a burnt scan', 255, blanks(20), 20],
  ['the same on a scan with the tone of paper', 235, blanks(20), 0],
  ['three of twenty filled in', 255, [...blanks(17), ...answers(3)], 17],
  ['four of twenty filled in: the pen shows', 255, [...blanks(16), ...answers(4)], 0],
  ['the number is filled in: the pen shows', 255, [...blanks(20), field('examNo', ['1'])], 0],
  ['a number left empty shows nothing', 255, [...blanks(20), field('examNo', [])], 20],
  ['no question on the page', 255, [field('examNo', [])], 0],
])('%s', ([, paper, fields, doubted]) => {
  const after = doubtWashedOut(fields, pageOf(paper))
  const flagged = after.filter((f) => f.doubtful)
  expect(flagged).toHaveLength(doubted)
  for (const { values, confidence, reason } of flagged) {
    expect(values).toEqual([])
    expect(confidence).toBeLessThanOrEqual(0.5)
    expect(reason).toContain('扫描过亮')
  }
  expect(after.map((f) => f.values)).toEqual(fields.map((f) => f.values))
  const issues = washedOutIssues(after)
  expect(issues.map((i) => i.code)).toEqual(doubted > 0 ? ['SATURATED'] : [])
  const place = { xPx: 80, yPx: 180, widthPx: 80, heightPx: 40 }
  expect(issues[0]?.evidence ?? []).toEqual(Array.from({ length: doubted }, () => place))
})
