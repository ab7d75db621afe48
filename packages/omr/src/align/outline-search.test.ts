import type { Bubble } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { makeWhiteMap } from '../kernels/white-map.ts'
import { blottedPicture } from '../testing/blotted-picture.ts'
import { randomFrom } from '../testing/random.ts'
import type { InkView, LocalView } from './ink-view.ts'
import { inkAt, localView } from './ink-view.ts'
import type { Outline } from './outline-points.ts'
import { outlineOf } from './outline-points.ts'
import { OutlineSearch, planTargets } from './outline-search.ts'

function pictureOf(seed: number, degrees: number, pxPerMm = 8): InkView {
  const gray = blottedPicture(seed, 700, 900)
  const turn = (degrees * Math.PI) / 180
  const [cos, sin] = [pxPerMm * Math.cos(turn), pxPerMm * Math.sin(turn)]
  const toPx = [cos, -sin, 350, sin, cos, 450, 0, 0, 1]
  return { gray, white: makeWhiteMap(gray), toPx, inkShare: 0.2 }
}

/** Bubbles at random places, some of them over the picture's edge. */
function targetsOf(seed: number, shape: 'rect' | 'ellipse', count: number) {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => {
    const bubble: Bubble = {
      value: '',
      label: '',
      column: 0,
      xMm: 88 * random() - 44,
      yMm: 112 * random() - 56,
      widthMm: 4.2,
      heightMm: 2.6,
    }
    return { bubble, outline: outlineOf(bubble, shape) }
  })
}

const pointsOf = (outline: Outline) =>
  Array.from({ length: 20 }, (_, i) => [...outline.subarray(4 * i, 4 * i + 4)])

function probe(local: LocalView) {
  const play = Math.max(0.1, 1 / local.pxPerMm)
  return { play, outside: play + Math.max(0.2, 1.4 / local.pxPerMm) }
}

function plainSeen(local: LocalView, outline: Outline, dx: number, dy: number, contrast: number) {
  const { play, outside } = probe(local)
  const seen = pointsOf(outline).filter(([x = 0, y = 0, nx = 0, ny = 0]) => {
    const ink = (along: number) => inkAt(local, x + dx + nx * along, y + dy + ny * along)
    return Math.max(ink(0), ink(play), ink(-play)) - ink(outside) > contrast
  })
  return seen.length / 20
}

test.for([0, 2, 88, 181])('outlines are seen where they are, turned by %i degrees', (degrees) => {
  const view = pictureOf(11, degrees)
  for (const shape of ['rect', 'ellipse'] as const) {
    const targets = targetsOf(4, shape, 80)
    const search = new OutlineSearch(view, planTargets(targets))
    const shift = { dx: 0.3, dy: -0.2 }
    const seen = search.seen(search.all, shift, 0.1)
    const plain = targets.map(({ bubble, outline }) =>
      plainSeen(localView(view, bubble.xMm, bubble.yMm), outline, shift.dx, shift.dy, 0.1),
    )
    // A place on the border of two pixels may fall to either.
    const off = plain.map((value, i) => Math.abs(value - seen[i]!))
    expect(Math.max(...off)).toBeLessThanOrEqual(0.1001)
    expect(off.filter((value) => value > 0).length).toBeLessThan(8)
    expect(new Set(plain).size).toBeGreaterThan(5)
  }
})

/** A picture of dark outlines on white, each bubble moved by `shift` millimetres from its place. */
function printed(degrees: number, shift: { dx: number; dy: number }, pxPerMm: number) {
  const view = pictureOf(1, degrees, pxPerMm)
  const { gray } = view
  gray.data.fill(240)
  const bubbles: Bubble[] = []
  for (let row = -3; row <= 3; row++) {
    for (let column = -2; column <= 2; column++) {
      bubbles.push({
        value: '',
        label: '',
        column: 0,
        xMm: column * 6,
        yMm: row * 4.5,
        widthMm: 4.2,
        heightMm: 2.6,
      })
    }
  }
  const turn = (degrees * Math.PI) / 180
  // A line is at least a pixel wide, or it would be missing in places.
  const line = Math.max(0.12, 0.55 / pxPerMm)
  for (let y = 0; y < gray.height; y++) {
    for (let x = 0; x < gray.width; x++) {
      const [px, py] = [(x - 350) / pxPerMm, (y - 450) / pxPerMm]
      const u = px * Math.cos(turn) + py * Math.sin(turn) - shift.dx
      const v = py * Math.cos(turn) - px * Math.sin(turn) - shift.dy
      for (const { xMm, yMm } of bubbles) {
        const edge = Math.max(Math.abs(u - xMm) - 2.1, Math.abs(v - yMm) - 1.3)
        if (Math.abs(edge) < line) gray.data[y * gray.width + x] = 30
      }
    }
  }
  const targets = bubbles.map((bubble) => ({ bubble, outline: outlineOf(bubble, 'rect') }))
  return { view: { ...view, white: makeWhiteMap(gray) }, targets }
}

/** A third of a pixel at 200 dpi; at 100 dpi somewhat less than half a one. */
const mostOffMm = 0.045
const mostOffPx = 0.45

test.for([
  [0, 8],
  [1.5, 8],
  [5, 8],
  [90, 8],
  [180, 8],
  [181.5, 8],
  [269, 8],
  [0, 4],
  [1, 12],
  [2, 24],
] as const)(
  'a common shift is found: turned by %d degrees, %i pixels a millimetre',
  ([turn, px]) => {
    const shift = { dx: 0.27, dy: -0.19 }
    const { view, targets } = printed(turn, shift, px)
    const search = new OutlineSearch(view, planTargets(targets))
    const inPicture = targets.flatMap(({ bubble }, i) => {
      const { x, y } = localView(view, bubble.xMm, bubble.yMm)
      return x > 80 && y > 80 && x < 620 && y < 820 ? [i] : []
    })
    const sample = search.sample(inPicture)
    const fine = search.fineShift(sample, { dx: 0, dy: 0 }, 0.45, 0.075)
    const most = Math.max(mostOffMm, mostOffPx / px)
    expect(Math.abs(fine.dx - shift.dx)).toBeLessThan(most)
    expect(Math.abs(fine.dy - shift.dy)).toBeLessThan(most)
    expect(Math.min(...search.seen(sample, fine, search.contrast(sample, fine)))).toBeGreaterThan(
      0.9,
    )
  },
)

test('a far shift is found by the coarse search first', () => {
  const shift = { dx: 1.3, dy: -0.9 }
  const { view, targets } = printed(1, shift, 8)
  const search = new OutlineSearch(view, planTargets(targets))
  const start = search.coarseShift(search.all, 1.6, 0.2)
  const fine = search.fineShift(search.all, start, 0.3, 0.06)
  expect(Math.abs(fine.dx - shift.dx)).toBeLessThan(mostOffMm)
  expect(Math.abs(fine.dy - shift.dy)).toBeLessThan(mostOffMm)
})
