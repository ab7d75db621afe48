import { expect, test } from 'vitest'
import type { InkView } from '../align/ink-view.ts'
import { localView } from '../align/ink-view.ts'
import { outlineOf } from '../align/outline-points.ts'
import { makeWhiteMap } from '../kernels/white-map.ts'
import { blottedPicture } from '../testing/blotted-picture.ts'
import { randomFrom } from '../testing/random.ts'
import { measureBubbles } from './measure-bubble.ts'

/** Bubbles of a picture that is turned by some degrees, at random places, some of them over its edge. */
function placedBubbles(seed: number, degrees: number, shape: 'rect' | 'ellipse', count: number) {
  const gray = blottedPicture(seed, 700, 900)
  const white = makeWhiteMap(gray)
  const turn = (degrees * Math.PI) / 180
  const [cos, sin] = [8 * Math.cos(turn), 8.1 * Math.sin(turn)]
  const toPx = [cos, -sin, 350, sin, cos, 450, 0, 0, 1]
  const view: InkView = { gray, white, toPx, inkShare: 0.2 }
  const random = randomFrom(seed)
  const field = { shape, outlined: seed % 2 === 0 } as never
  const placed = Array.from({ length: count }, () => {
    const bubble = {
      value: '',
      label: '',
      column: 0,
      xMm: 100 * random() - 50,
      yMm: 120 * random() - 60,
      widthMm: 2.5 + 3 * random(),
      heightMm: 2 + 2 * random(),
    }
    return { field, bubble, outline: outlineOf(bubble, shape) }
  })
  return { view, placed, outlined: seed % 2 === 0 }
}

/** Rounding of the paper's grey and of the limits between inks. */
const mostOff = 0.012
/** A pixel on the border between inside and outside, of some hundred. */
const mostShareOff = 0.03

test.for([
  [0, 'rect'],
  [1.5, 'rect'],
  [-7, 'rect'],
  [90, 'rect'],
  [178, 'rect'],
  [270, 'rect'],
  [0, 'ellipse'],
  [-3, 'ellipse'],
  [91, 'ellipse'],
  [180, 'ellipse'],
] as const)('every pixel inside is counted once: turned by %i degrees, %s', ([degrees, shape]) => {
  for (const seed of [1, 2]) {
    const { view, placed, outlined } = placedBubbles(seed, degrees, shape, 60)
    const shift = { dx: 0.2, dy: -0.1 }
    const { darkness, coverage, sharesAbove } = measureBubbles(
      view,
      placed,
      placed.map(() => shift),
    )
    const dark = sharesAbove(0.4)
    placed.forEach(({ bubble }, i) => {
      const { xMm, yMm, widthMm, heightMm } = bubble
      const local = localView(view, xMm + shift.dx, yMm + shift.dy)
      const margin = outlined ? 0.28 : 0.1
      const a = Math.max((widthMm / 2) * 0.62, widthMm / 2 - margin)
      const b = Math.max((heightMm / 2) * 0.62, heightMm / 2 - margin)
      const plain = plainInk(local, a, b, shape)
      if (plain.pixels < 30) return
      expect(Math.abs(darkness[i]! - plain.darkness)).toBeLessThan(mostOff)
      expect(Math.abs(coverage[i]! - plain.coverage)).toBeLessThan(mostShareOff)
      expect(Math.abs(dark[i]! - plain.dark)).toBeLessThan(mostShareOff)
    })
  }
})

/** The same, pixel by pixel over the picture. */
function plainInk(
  local: ReturnType<typeof localView>,
  a: number,
  b: number,
  shape: 'rect' | 'ellipse',
) {
  const det = local.xx * local.yy - local.xy * local.yx
  const sums = { pixels: 0, darkness: 0, coverage: 0, dark: 0 }
  const reach = Math.ceil(Math.hypot(a, b) * 9)
  for (let y = Math.round(local.y) - reach; y <= local.y + reach; y++) {
    for (let x = Math.round(local.x) - reach; x <= local.x + reach; x++) {
      if (x < 0 || y < 0 || x >= local.width || y >= local.height) continue
      const [px, py] = [x - local.x, y - local.y]
      const u = (local.yy * px - local.xy * py) / det / a
      const v = (local.xx * py - local.yx * px) / det / b
      if (shape === 'ellipse' ? u * u + v * v > 1 : Math.abs(u) > 1 || Math.abs(v) > 1) continue
      const ink = (local.paper - local.data[y * local.width + x]!) * local.scale
      sums.pixels++
      sums.darkness += Math.max(-0.2, Math.min(1, ink))
      if (ink >= 0.25) sums.coverage++
      if (ink >= 0.4) sums.dark++
    }
  }
  const n = Math.max(1, sums.pixels)
  return {
    pixels: sums.pixels,
    darkness: sums.darkness / n,
    coverage: sums.coverage / n,
    dark: sums.dark / n,
  }
}

test('a bubble outside the picture is not on paper and has no ink', () => {
  const { view, placed } = placedBubbles(3, 0, 'rect', 1)
  const far = { ...placed[0]!, bubble: { ...placed[0]!.bubble, xMm: 500, yMm: 0 } }
  const { darkness, coverage, onPaper, sharesAbove } = measureBubbles(
    view,
    [far],
    [{ dx: 0, dy: 0 }],
  )
  expect([onPaper[0], darkness[0], coverage[0]]).toEqual([0, 0, 0])
  expect([...sharesAbove(0.3)]).toEqual([0])
})

test('a bubble larger than its rows are kept for is measured on some of them', () => {
  const { view, placed } = placedBubbles(5, 1, 'rect', 1)
  const bubble = { ...placed[0]!.bubble, xMm: 0, yMm: 0, widthMm: 20, heightMm: 15 }
  const { darkness } = measureBubbles(view, [{ ...placed[0]!, bubble }], [{ dx: 0, dy: 0 }])
  const plain = plainInk(localView(view, 0, 0), 9.9, 7.4, 'rect')
  expect(Math.abs(darkness[0]! - plain.darkness)).toBeLessThan(0.05)
})
