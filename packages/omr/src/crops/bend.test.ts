import { describe, expect, test } from 'vitest'
import type { FeedCurve } from '../align/feed-curve.ts'
import { projectSheet } from '../align/ink-view.ts'
import { createReader } from '../reader/reader.ts'
import { slippedBy } from '../locate/testing/degrade.ts'
import { loadTemplate } from '../template/load-template.ts'
import { paintSheet, scanSheet } from '../testing/paint-page.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { feedOf, flatParts, rememberFeed } from './bend.ts'
import { cropRegions } from './crop-regions.ts'

const perMm = 8
/** A block 20 cm long, with a printed line every centimetre. */
const region = {
  id: 'long',
  purpose: 'block' as const,
  blockKey: '1',
  part: 0,
  framed: false,
  xMm: 15,
  yMm: 30,
  widthMm: 160,
  heightMm: 200,
}
const page = {
  page: 1,
  widthMm: 190,
  heightMm: 260,
  anchors: [],
  pageCode: null,
  barcodes: [],
  fields: [],
  regions: [region],
}
/** A millimetre in the middle of the block, nothing at its ends. */
const bump = (lean: number, axis: FeedCurve['axis'] = 'y'): FeedCurve => ({
  axis,
  at: Array.from({ length: 27 }, (_, i) => i * 10),
  shift: Array.from({ length: 27 }, (_, i) => Math.exp(-(((i - 13) / 3) ** 2))),
  lean,
})

/** A page whose lines lie where the curve puts them. */
function ruledPage(feed: FeedCurve, skewDeg: number) {
  const [sin, cos] = [Math.sin, Math.cos].map((f) => f((skewDeg * Math.PI) / 180)) as [
    number,
    number,
  ]
  const toPx = [perMm * cos, -perMm * sin, 60, perMm * sin, perMm * cos, 20, 0, 0, 1]
  const [width, height] = [200 * perMm, 280 * perMm]
  const data = new Uint8Array(width * height).fill(250)
  const dot = (xMm: number, yMm: number) => {
    const { x, y } = projectSheet({ toPx, feed }, xMm, yMm)
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        data[(Math.round(y) + dy) * width + Math.round(x) + dx] = 30
      }
    }
  }
  for (let line = 5; line < 200; line += 10) {
    for (let x = 15; x < 175; x += 0.1) dot(x, 30 + line)
  }
  for (let line = 5; line < 160; line += 10) {
    for (let y = 30; y < 230; y += 0.1) dot(15 + line, y)
  }
  const at = (x: number, y: number): [number, number] => {
    const found = projectSheet({ toPx, feed }, x, y)
    return [found.x, found.y]
  }
  const { xMm: left, yMm: top } = region
  const quadPx = [at(left, top), at(175, top), at(175, 230), at(left, 230)]
  const registration = {
    rotation: 0 as const,
    homography: toPx,
    residualMm: 0,
    skewDeg,
    scale: 1,
    anchors: [],
  }
  const reading = { registration, regions: [{ ...region, inkRatio: 0, quadPx }] }
  return { gray: { data, width, height }, reading, map: { toPx, feed }, quadPx }
}

/** How far the lines of a crop lie from their places at most, millimetres. */
function worstLine(crop: { data: Uint8Array; width: number; height: number }): number {
  const { data, width, height } = crop
  const mm = width / region.widthMm
  /** The middle of the ink between two places along a row or a column. */
  const lineAt = (from: number, until: number, at: (i: number) => number) => {
    let [sum, weight] = [0, 0]
    for (let i = Math.round(from); i < until; i++) {
      const ink = 250 - data[at(i)]!
      sum += ink * (i + 0.5)
      weight += ink
    }
    return sum / weight
  }
  let worst = 0
  for (let line = 5; line < 200; line += 10) {
    for (const x of [10, 50, 80, 110, 150]) {
      const column = Math.round(x * mm)
      const [from, until] = [(line - 3) * mm, Math.min(height, (line + 3) * mm)]
      const seen = lineAt(from, until, (i) => i * width + column) / mm
      worst = Math.max(worst, Math.abs(seen - line))
    }
  }
  for (let line = 5; line < 160; line += 10) {
    for (const y of [10, 60, 100, 140, 190]) {
      const row = Math.round(y * mm)
      const seen = lineAt((line - 3) * mm, (line + 3) * mm, (i) => row * width + i) / mm
      worst = Math.max(worst, Math.abs(seen - line))
    }
  }
  return worst
}

/** Dots of the drawn lines are whole pixels, an eighth of a millimetre. */
const straightMm = 0.12

describe.each([
  ['fed straight', 0, 0, 'y'],
  ['fed three degrees askew', 3, 0.05, 'y'],
  ['fed on its side', 0, 0, 'x'],
  ['fed on its side and askew', -2, -0.035, 'x'],
] as const)('a block of 20 cm that slipped by a millimetre, %s', (_, skewDeg, lean, axis) => {
  const { gray, reading } = ruledPage(bump(lean, axis), skewDeg)

  test('is bent where the slip is not known', () => {
    const [crop] = cropRegions(gray, page, reading, { dpi: 'scan' })
    expect(worstLine(crop!.gray)).toBeGreaterThan(0.7)
  })

  test.for(['scan', 150] as const)('is straight and whole at resolution %s', (dpi) => {
    const registration = { ...reading.registration }
    rememberFeed(registration, bump(lean, axis))
    const [crop] = cropRegions(gray, page, { ...reading, registration }, { dpi })
    expect(worstLine(crop!.gray)).toBeLessThan(straightMm)
  })
})

test('parts cover the crop without a gap', () => {
  const { map, quadPx } = ruledPage(bump(0.05), 3)
  const [width, height] = [945, 1181]
  const seen = new Uint8Array(width * height)
  for (const part of flatParts(region, quadPx, map, width, height)!) {
    for (let y = part.top; y < part.top + part.height; y++) {
      for (let x = part.left; x < part.left + part.width; x++) seen[y * width + x]!++
    }
  }
  expect(seen.every((times) => times === 1)).toBe(true)
})

test('slip that cannot be seen leaves the crop in one piece', () => {
  const feed = { axis: 'y' as const, at: [0, 130, 260], shift: [0, 0.05, 0] }
  const { map, quadPx } = ruledPage(feed, 0)
  expect(flatParts(region, quadPx, map, 945, 1181)).toBeNull()
})

test('the reader tells its crops how the paper slipped', async () => {
  const template = loadTemplate(sampleTemplate())
  const front = template.pages[0]!
  const { gray } = scanSheet(paintSheet(front, { marks: [] }), front, { dpi: 200 })
  const mm = 200 / 25.4
  const slipped = slippedBy(gray, (yPx) => mm * Math.sin(yPx / mm / 14))
  const known = async (page: typeof gray) => {
    const { reading } = await createReader().readPage(page, template)
    return { feed: feedOf(reading.registration!), stored: feedOf({ ...reading.registration! }) }
  }
  expect(await known(gray)).toEqual({ feed: null, stored: null })
  expect(await known(slipped)).toMatchObject({ feed: { axis: 'y' }, stored: null })
})
