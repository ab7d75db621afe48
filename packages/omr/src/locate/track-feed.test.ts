import { describe, expect, test } from 'vitest'
import { evidenceStepMm } from './row-evidence.ts'
import type { FeedNode } from './track-feed.ts'
import { trackFeed } from './track-feed.ts'

const steps = 60
const pitch = 4.5
/** Rows of two grids, with a heading between them. */
const rows = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11].map((row) => 100 + row * pitch)

const bump = (off: number) => Math.exp(-((off / 0.25) ** 2))

/** What a scan shows of these rows: every row looks the same wherever a row was printed. */
function nodesOf(slip: (at: number) => number, marks: readonly number[] = []): FeedNode[] {
  const printed = rows.map((at) => at + slip(at))
  const scores = (score: (place: number) => number) =>
    Float64Array.from({ length: 2 * steps + 1 }, (_, i) => score((i - steps) * evidenceStepMm))
  return [
    ...rows.map((at) => ({
      at,
      score: scores((offset) => Math.max(...printed.map((p) => bump(at + offset - p)))),
      elsewhereMm: 1.8,
    })),
    ...marks.map((at) => ({
      at,
      score: scores((offset) => -Math.min(5, ((offset - slip(at)) / 0.25) ** 2)),
      elsewhereMm: 1.8,
    })),
  ].sort((a, b) => a.at - b.at)
}

const furthest = (nodes: readonly FeedNode[], slip: (at: number) => number) => {
  const { best } = trackFeed(nodes)
  return Math.max(
    ...nodes.map(({ at }, i) => Math.abs((best[i]! - steps) * evidenceStepMm - slip(at))),
  )
}

/** Two steps of the offsets that are tried. */
const exactMm = 0.2
/** A row that none of its neighbours can be mistaken for. */
const sureMargin = 0.5

describe('the course of the slip is followed through rows that look alike', () => {
  test.for<[string, (at: number) => number]>([
    ['no slip', () => 0],
    ['the whole grid 3 mm lower', () => 3],
    ['2 mm to and fro within 60 mm', (at) => 2 * Math.sin((2 * Math.PI * at) / 60)],
    ['a jump of 2 mm between the two grids', (at) => (at > 125 ? 2 : 0)],
    ['a jump of 1.5 mm within a grid', (at) => (at > 110 ? 1.5 : 0)],
    ['4 mm, coming little by little', (at) => (at - 100) * 0.08],
  ])('%s', ([, slip]) => {
    const nodes = nodesOf(slip, [90, 160])
    expect(furthest(nodes, slip)).toBeLessThanOrEqual(exactMm)
    expect(Math.min(...trackFeed(nodes).margin)).toBeGreaterThan(sureMargin)
  })
})

test('a jump of nearly a whole row inside a grid is followed or said to be unsure', () => {
  for (const jump of [2.2, 2.8, 3.4, 4, 4.5]) {
    const slip = (at: number) => (at > 110 ? jump : 0)
    const nodes = nodesOf(slip, [90, 160])
    const isFollowed = furthest(nodes, slip) <= exactMm
    expect(isFollowed || Math.min(...trackFeed(nodes).margin) < sureMargin, `${jump} mm`).toBe(true)
  }
})

test('rows of which nothing shows which is which are unsure', () => {
  // The first and the last row of the lower grid are torn off, and no mark lies beyond them.
  const nodes = nodesOf(() => 0).map((node, i) =>
    i === 5 || i === 9 ? { ...node, score: new Float64Array(2 * steps + 1) } : node,
  )
  const lower = trackFeed(nodes).margin.slice(6, 9)
  const upper = trackFeed(nodes).margin.slice(1, 4)
  expect(Math.max(...lower)).toBeLessThan(Math.min(...upper))
})

test('paper is not fed backwards: a row is never found before the one above it', () => {
  const nodes = nodesOf((at) => (at > 110 ? -4 : 0))
  const { best } = trackFeed(nodes)
  for (let i = 1; i < nodes.length; i++) {
    const [here, before] = [i, i - 1].map((k) => nodes[k]!.at + best[k]! * evidenceStepMm)
    expect(here!).toBeGreaterThan(before! - exactMm)
  }
})
