import type { PlacedBubble } from '../align/align-group.ts'
import type { InkView } from '../align/ink-view.ts'
import type { Shift } from '../align/outline-search.ts'
import { placeBytes, writeExtras, writePlaces } from '../align/place-record.ts'
import { heldPage } from '../kernels/page-memory.ts'
import { thresholds } from './thresholds.ts'

/**
 * How much ink lies in and around bubbles, each list in the order of the bubbles given: lists of numbers, for
 * objects of as many bubbles are garbage that costs more than the measuring.
 */
export interface MeasuredInk {
  /** Mean ink over the inside, 0 paper to 1 print black. */
  darkness: Float64Array
  /** Share of the inside covered by any ink. */
  coverage: Float64Array
  xPx: Float64Array
  yPx: Float64Array
  /** 0 where the bubble lies outside the picture or not on paper (torn off, folded over), else 1. */
  onPaper: Uint8Array
  /** Share of each bubble's inside whose ink is at least `level`; valid until the next page is decoded. */
  sharesAbove: (level: number) => Float64Array
}

/** Kept clear of the printed outline, so that misfit of half a line width does not count as ink. */
const outlineMarginMm = 0.28
const leastInside = 0.62
/** Darker surroundings than this share of the page's paper are a shadowless background, not paper. */
const leastPaper = 0.4
/** Pixels brighter than paper count as no less ink than this. */
const leastInk = -0.2

/** As the kernels lay them out: rows of a bubble, and what was measured. */
const spanBytes = 328
const resultBytes = 24

/** Measures the insides of bubbles at their aligned places. */
export function measureBubbles(
  view: InkView,
  placed: readonly PlacedBubble[],
  shifts: readonly Shift[],
): MeasuredInk {
  const { memory, at: page } = heldPage(view.gray)
  const count = placed.length
  const places = memory.reserve(count * (placeBytes + spanBytes + resultBytes))
  if (places === null) throw new RangeError('too many bubbles on one page')
  const spans = places + count * placeBytes
  const results = spans + count * spanBytes
  const points = new Float64Array(2 * count)
  for (let i = 0; i < count; i++) {
    const { bubble } = placed[i]!
    const { dx, dy } = shifts[i]!
    points[2 * i] = bubble.xMm + dx
    points[2 * i + 1] = bubble.yMm + dy
  }
  writePlaces(memory, places, view, points, memory.work)
  for (let i = 0; i < count; i++) {
    const { field, bubble } = placed[i]!
    const margin = field.outlined ? outlineMarginMm : 0.1
    const a = Math.max((bubble.widthMm / 2) * leastInside, bubble.widthMm / 2 - margin)
    const b = Math.max((bubble.heightMm / 2) * leastInside, bubble.heightMm / 2 - margin)
    writeExtras(memory, places + i * placeBytes, a, b, field.shape === 'ellipse' ? 1 : 0)
  }
  const { width, height } = view.gray
  const { kernels } = memory
  kernels.measureBubbles(
    page,
    width,
    height,
    places,
    count,
    leastInk,
    thresholds.covered,
    spans,
    results,
  )
  const first = results >> 3
  const leastGrey = leastPaper * view.white.paper
  const { floats } = memory
  // One piece of memory for all of them: several cost several times as much.
  const lists = new Float64Array(4 * count)
  const measured: MeasuredInk = {
    darkness: lists.subarray(0, count),
    coverage: lists.subarray(count, 2 * count),
    xPx: lists.subarray(2 * count, 3 * count),
    yPx: lists.subarray(3 * count),
    onPaper: new Uint8Array(count),
    sharesAbove: (level) => {
      const held = heldPage(view.gray)
      held.memory.kernels.darkShares(held.at, places, count, spans, level, results)
      return held.memory.floats.slice(first, first + count)
    },
  }
  const { darkness, coverage, xPx, yPx, onPaper } = measured
  for (let i = 0; i < count; i++) {
    const place = (places + i * placeBytes) >> 3
    darkness[i] = floats[first + 3 * i]!
    coverage[i] = floats[first + 3 * i + 1]!
    xPx[i] = floats[place]!
    yPx[i] = floats[place + 1]!
    const isPaper = floats[place + 6]! > leastGrey
    onPaper[i] = isPaper && isWhole(floats, place, placed[i]!.bubble, width, height) ? 1 : 0
  }
  return measured
}

/** Do all corners of a bubble's box lie inside the picture? */
function isWhole(
  floats: Float64Array,
  place: number,
  { widthMm, heightMm }: PlacedBubble['bubble'],
  width: number,
  height: number,
): boolean {
  const reachX =
    (Math.abs(floats[place + 2]!) * widthMm + Math.abs(floats[place + 4]!) * heightMm) / 2
  const reachY =
    (Math.abs(floats[place + 3]!) * widthMm + Math.abs(floats[place + 5]!) * heightMm) / 2
  const [x, y] = [floats[place]!, floats[place + 1]!]
  return x >= reachX && y >= reachY && x + reachX < width - 0.5 && y + reachY < height - 0.5
}
