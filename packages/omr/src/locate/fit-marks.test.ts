import type { TemplateAnchor } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import { projectSheet } from '../align/ink-view.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { fitMarks } from './fit-marks.ts'
import type { Match } from './placement.ts'
import { errorMm, rmsMm } from './placement.ts'

const [page] = sampleTemplate().pages
const perMm = 8

/** Six marks of the sample and four more edge marks, so that slip can be told. */
const anchors: TemplateAnchor[] = [
  ...page!.anchors,
  ...[57, 153].flatMap((yMm) =>
    [9.5, 138.5].map((xMm) => ({ ...page!.anchors[4]!, id: `${xMm} ${yMm}`, xMm, yMm })),
  ),
]

type Warp = (x: number, y: number) => [number, number]

/** The marks as a scan turned by 2 degrees has them, displaced on the sheet by `warp`. */
function scanned(warp: Warp = (x, y) => [x, y], ids: (id: string) => boolean = () => true) {
  const t = (2 * Math.PI) / 180
  const toPx: Warp = (x, y) => {
    const [u, v] = warp(x, y)
    return [
      40 + perMm * (Math.cos(t) * u - Math.sin(t) * v),
      25 + perMm * (Math.sin(t) * u + Math.cos(t) * v),
    ]
  }
  const matches = anchors
    .filter((a) => ids(a.id))
    .map((anchor): Match => {
      const [xPx, yPx] = toPx(anchor.xMm, anchor.yMm)
      return { anchor, xPx, yPx }
    })
  return { matches, toPx }
}

/** Largest distance between true and fitted place over the page, millimetres. */
function farthestMm(fit: NonNullable<ReturnType<typeof fitMarks>>['fit'], toPx: Warp): number {
  let most = 0
  for (let x = 10; x <= 140; x += 10) {
    for (let y = 10; y <= 200; y += 10) {
      const got = projectSheet(fit, x, y)
      const [wantX, wantY] = toPx(x, y)
      most = Math.max(most, Math.hypot(got.x - wantX, got.y - wantY) / perMm)
    }
  }
  return most
}

const slowLower: Warp = (x, y) => [x, y > 105 ? y + 0.01 * (y - 105) : y]
const slip: Warp = (x, y) => [x, y + 0.6 * Math.sin((2 * Math.PI * y) / 210)]
const perspective: Warp = (x, y) => [74 + (x - 74) / (1 + 0.0002 * y), y / (1 + 0.0002 * y)]

describe('fitMarks', () => {
  test.for<[string, Warp, (id: string) => boolean, number]>([
    ['ten marks of a flat sheet', (x, y) => [x, y], () => true, 0.001],
    ['four corners', (x, y) => [x, y], (id) => /^[TB]/.test(id), 0.001],
    ['three corners', (x, y) => [x, y], (id) => /^(TL|TR|BL)$/.test(id), 0.001],
    ['two corners and an edge', (x, y) => [x, y], (id) => /^(TL|BR|L1)$/.test(id), 0.001],
    ['two corners', (x, y) => [x, y], (id) => /^(TL|BR)$/.test(id), 0.001],
    ['perspective with all corners', perspective, () => true, 0.02],
    ['perspective without a corner', perspective, (id) => id !== 'TR', 0.05],
    ['a lower half fed 1 % slower', slowLower, () => true, 0.05],
    ['the same without a corner', slowLower, (id) => id !== 'BL', 0.12],
    ['0.6 mm of slip', slip, () => true, 0.2],
  ])('lays the page by %s to within the millimetres given', ([, warp, ids, mostMm]) => {
    const { matches, toPx } = scanned(warp, ids)
    const { fit, used } = fitMarks(matches)!
    expect(used).toHaveLength(matches.length)
    expect(farthestMm(fit, toPx)).toBeLessThan(mostMm)
  })

  test.for([
    ['TR', 1.5, 0],
    ['BL', 0, -2.5],
    ['L1', 0.6, 0.6],
    ['9.5 57', 0, 1.2],
  ] as const)('leaves out %s when it is %f, %f mm off', ([id, dx, dy]) => {
    const { matches, toPx } = scanned()
    const moved = matches.map((m) =>
      m.anchor.id === id ? { ...m, xPx: m.xPx + dx * perMm, yPx: m.yPx + dy * perMm } : m,
    )
    const { fit, used } = fitMarks(moved)!
    expect(used.map((m) => m.anchor.id)).not.toContain(id)
    expect(used).toHaveLength(anchors.length - 1)
    expect(farthestMm(fit, toPx)).toBeLessThan(0.05)
  })

  test('follows slip on both sides of the sheet, and says how far each mark is off without it', () => {
    const { matches } = scanned(slip)
    const { fit } = fitMarks(matches)!
    expect(fit.feed).toMatchObject({ axis: 'y' })
    expect(rmsMm(fit, matches)).toBeLessThan(0.02)
    expect(Math.max(...matches.map((m) => errorMm({ toPx: fit.toPx }, m)))).toBeGreaterThan(0.2)
  })

  test('does not take one mark that is off for slip', () => {
    const { matches } = scanned()
    const moved = matches.map((m) => (m.anchor.id === 'R1' ? { ...m, yPx: m.yPx + 8 } : m))
    expect(fitMarks(moved)!.fit.feed).toBeNull()
  })

  test('one mark alone places nothing', () => {
    expect(fitMarks(scanned(undefined, (id) => id === 'TL').matches)).toBeNull()
  })
})
