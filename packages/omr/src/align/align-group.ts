import type { Bubble, BubbleField } from '@hengjuan/domain'
import { solve } from '../kernels/homography.ts'
import type { InkView } from './ink-view.ts'
import type { Outline } from './outline-points.ts'
import type { Shift, TargetPlan } from './outline-search.ts'
import { OutlineSearch } from './outline-search.ts'

/** A bubble with its field, as the aligner needs it. */
export interface PlacedBubble {
  field: BubbleField
  bubble: Bubble
  /** What `outlineOf` says of it. */
  outline: Outline
}

export interface GroupAlignment {
  /** Offset in sheet millimetres of each bubble, in the order given. */
  offsets: Shift[]
  /** Share of each bubble's printed outline that was seen, 0 to 1; 1 where none is printed. */
  seen: Float64Array
  /** Mean of `seen`. */
  quality: number
}

/** Enough bubbles to fix a common shift; more only cost time. */
const sampleSize = 26
/** Within this the page geometry is taken to be right already. */
const nearMm = 0.45
/** Group quality above which no wider search is made. */
const goodQuality = 0.82
/** Below this share the outline is not where it is looked for. */
const lostBubble = 0.6
/** Bent paper is followed step by step, since neighbours are only told apart within half a millimetre. */
const bendRounds = 3

/** Least spacing of bubble centres: a search must stay well inside it. */
export function pitchOf(bubbles: readonly PlacedBubble[]): number {
  let least = Infinity
  for (let i = 0; i < bubbles.length; i++) {
    const a = bubbles[i]!.bubble
    for (let j = i + 1; j < bubbles.length; j++) {
      const b = bubbles[j]!.bubble
      const distance = Math.max(Math.abs(a.xMm - b.xMm), Math.abs(a.yMm - b.yMm))
      if (distance > 0.1 && distance < least) least = distance
    }
  }
  return Number.isFinite(least) ? least : 6
}

/**
 * Finds the printed outlines of bubbles that were printed as one grid: a common shift first, then, if
 * some outlines are not met, a smooth correction for turned, stretched or bent paper.
 *
 * @param targets the bubbles, laid out for the search
 * @param reachMm how far the grid may lie from where the page geometry puts it
 */
export function alignGroup(
  view: InkView,
  bubbles: readonly PlacedBubble[],
  targets: TargetPlan,
  reachMm: number,
): GroupAlignment {
  const search = new OutlineSearch(view, targets)
  const { shift, contrast, seen: seenThere } = commonShift(search, bubbles.length, reachMm)
  let offsets: Shift[] = bubbles.map(() => shift)
  let seen = seenThere
  for (let round = 0; round < bendRounds && bubbles.length >= 6; round++) {
    if (seen.every((s) => s >= lostBubble)) break
    const bent = bendOffsets(bubbles, search, offsets, contrast)
    const bentSeen = search.seen(search.all, bent, contrast)
    if (mean(bentSeen) <= mean(seen)) break
    offsets = bent
    seen = bentSeen
  }
  return { offsets, seen, quality: mean(seen) }
}

interface CommonShift {
  shift: Shift
  /** Contrast to ask of these outlines. */
  contrast: number
  /** Share of each outline that is seen there, and of the sample's outlines their mean. */
  seen: Float64Array
  quality: number
}

/** The offset at which a sample of the outlines appears most strongly, searched for widely only if need be. */
function commonShift(search: OutlineSearch, count: number, reachMm: number): CommonShift {
  const indices = spreadIndices(count, sampleSize)
  const sample = search.sample(indices)
  const judge = (shift: Shift): CommonShift => {
    const contrast = search.contrast(sample, shift)
    const seen = search.seen(search.all, shift, contrast)
    return { shift, contrast, seen, quality: meanAt(seen, indices) }
  }
  const near = judge(search.fineShift(sample, { dx: 0, dy: 0 }, nearMm, 0.075))
  if (near.quality >= goodQuality) return near
  const start = search.coarseShift(sample, reachMm, 0.2)
  const wide = judge(search.fineShift(sample, start, 0.3, 0.06))
  return wide.quality > near.quality ? wide : near
}

function meanAt(values: Float64Array, indices: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < indices.length; i++) sum += values[indices[i]!]!
  return indices.length === 0 ? 0 : sum / indices.length
}

function mean(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]!
  return values.length === 0 ? 0 : sum / values.length
}

/**
 * Each bubble's own offset is measured, fitted with a quadratic surface (turn, stretch, bow), and the
 * remainder smoothed over neighbours, so that a filled bubble without a visible outline follows them.
 */
function bendOffsets(
  bubbles: readonly PlacedBubble[],
  search: OutlineSearch,
  start: readonly Shift[],
  contrast: number,
): Shift[] {
  const own = start.map((from, i) => {
    const target = search.one(i)
    const shift = search.fineShift(target, from, 0.6, 0.1)
    return { ...shift, weight: search.seen(target, shift, contrast)[0]! ** 2 }
  })
  const places = bubbles.map(({ bubble }) => ({ x: bubble.xMm, y: bubble.yMm }))
  const weights = own.map((o) => o.weight)
  const near = nearness(places)
  const dx = smoothSurface(
    places,
    own.map((o) => o.dx),
    weights,
    near,
  )
  const dy = smoothSurface(
    places,
    own.map((o) => o.dy),
    weights,
    near,
  )
  return dx.map((value, i) => ({ dx: value, dy: dy[i]! }))
}

interface Place {
  x: number
  y: number
}

/** Neighbours up to about this far share the local bend. */
const neighbourMm = 14

/** How much each place counts for each other, 0 to 1, row by row. */
function nearness(places: readonly Place[]): Float64Array {
  const count = places.length
  const near = new Float64Array(count * count)
  for (let i = 0; i < count; i++) {
    const { x, y } = places[i]!
    for (let k = 0; k <= i; k++) {
      const square = (places[k]!.x - x) ** 2 + (places[k]!.y - y) ** 2
      if (square > (neighbourMm * 2) ** 2) continue
      const share = Math.exp(-0.5 * (square / (neighbourMm / 2) ** 2))
      near[i * count + k] = share
      near[k * count + i] = share
    }
  }
  return near
}

function smoothSurface(
  places: readonly Place[],
  values: readonly number[],
  weights: readonly number[],
  near: Float64Array,
): number[] {
  let trust = [...weights]
  let fitted = values.map(() => 0)
  for (let round = 0; round < 3; round++) {
    const surface = fitSurface(places, values, trust)
    if (!surface) return [...values]
    fitted = places.map(surface)
    trust = weights.map((w, i) => w / (1 + ((values[i]! - fitted[i]!) / 0.15) ** 2))
  }
  return places.map((_, i) => {
    let sum = 0
    let total = 0.5
    for (let k = 0; k < places.length; k++) {
      const w = trust[k]! * near[i * places.length + k]!
      sum += w * (values[k]! - fitted[k]!)
      total += w
    }
    return fitted[i]! + sum / total
  })
}

/** Weighted least squares of 1, x, y (and y squared when the group is tall enough to bow). */
function fitSurface(
  places: readonly Place[],
  values: readonly number[],
  weights: readonly number[],
): ((place: Place) => number) | null {
  const n = places.length
  const x0 = mean(places.map((p) => p.x))
  const y0 = mean(places.map((p) => p.y))
  const terms = (p: Place) => {
    const u = (p.x - x0) / 50
    const v = (p.y - y0) / 50
    return n >= 24 ? [1, u, v, v * v] : [1, u, v]
  }
  const size = terms(places[0]!).length
  const rows = Array.from({ length: size }, (_, i) => {
    const row = new Float64Array(size + 1)
    // A little stiffness keeps thin groups (one column) from tipping over.
    row[i] = i === 0 ? 1e-6 : 0.02
    return row
  })
  places.forEach((place, k) => {
    const t = terms(place)
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) rows[i]![j]! += weights[k]! * t[i]! * t[j]!
      rows[i]![size]! += weights[k]! * t[i]! * values[k]!
    }
  })
  const solution = solve(rows)
  if (!solution) return null
  return (place) => terms(place).reduce((sum, t, i) => sum + t * solution[i]!, 0)
}

function spreadIndices(length: number, count: number): number[] {
  const taken = Math.min(length, count)
  const indices: number[] = []
  for (let i = 0; i < taken; i++) indices.push(Math.floor((i * length) / taken))
  return indices
}
