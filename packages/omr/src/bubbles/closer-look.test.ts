import type { Bubble } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import type { InkView, LocalView } from '../align/ink-view.ts'
import { makeWhiteMap } from '../kernels/white-map.ts'
import { inkReach, ringShare, surroundInk } from './closer-look.ts'

const pxPerMm = 10
const size = 120
const bubble: Bubble = {
  value: 'A',
  label: '',
  column: 0,
  xMm: 6,
  yMm: 6,
  widthMm: 4,
  heightMm: 2.6,
}

/** A square of paper, 12 mm wide, with ink where the function says; millimetres from the centre. */
function paper(ink: (x: number, y: number) => number): LocalView {
  const data = Uint8Array.from({ length: size * size }, (_, i) => {
    const x = (i % size) / pxPerMm - 6
    const y = Math.floor(i / size) / pxPerMm - 6
    return 250 - 200 * ink(x, y)
  })
  const view = { data, width: size, height: size, x: 60, y: 60 }
  return { ...view, xx: pxPerMm, xy: 0, yx: 0, yy: pxPerMm, paper: 250, scale: 1 / 200, pxPerMm }
}

/** The same paper as a page of which millimetres are counted from its centre. */
function pageOf({ data, width, height }: LocalView): InkView {
  const gray = { data, width, height }
  const flat = { tile: size, columns: 1, rows: 1, level: Uint8Array.of(250) }
  const white = { ...makeWhiteMap(gray), ...flat }
  return { gray, white, toPx: [pxPerMm, 0, 60, 0, pxPerMm, 60, 0, 0, 1], inkShare: 0.2 }
}

const isInside = (x: number, y: number) => Math.abs(x) < 2 && Math.abs(y) < 1.3
const filled = paper((x, y) => (isInside(x, y) ? 0.6 : 0))
const half = paper((x, y) => (isInside(x, y) && x < 0 ? 0.6 : 0))
const cross = paper((x, y) =>
  isInside(x, y) && Math.abs(Math.abs(x / 2) - Math.abs(y / 1.3)) < 0.12 ? 0.8 : 0,
)
const ring = paper((x, y) => (Math.abs(Math.hypot(x / 2.6, y / 2) - 1) < 0.12 ? 0.6 : 0))
const smear = paper((_x, y) => (Math.abs(y) < 2.5 ? 0.4 : 0))

test('a filled bubble is reached all over, half of one and a cross are not', () => {
  const reach = (local: LocalView, mean: number) => inkReach(local, bubble, 'rect', mean / 2)
  expect(reach(filled, 0.6)).toBe(1)
  expect(reach(half, 0.3)).toBeLessThan(0.65)
  expect(reach(cross, 0.25)).toBeLessThan(0.8)
})

test('a ring is seen outside the bubble, a mark inside is not', () => {
  const share = (local: LocalView) => ringShare(pageOf(local), 0, 0, bubble, 0.2)
  expect(share(ring)).toBeGreaterThan(0.6)
  expect(share(filled)).toBeLessThan(0.35)
})

test('a smear darkens the paper around, a pen does not', () => {
  expect(surroundInk(smear, bubble)).toBeCloseTo(0.4, 1)
  expect(surroundInk(filled, bubble)).toBe(0)
})
