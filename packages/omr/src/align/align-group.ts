import type { Bubble, BubbleField } from '@hengjuan/domain'
import { solve } from '../kernels/homography.ts'
import type { InkView } from './ink-view.ts'
import { localView } from './ink-view.ts'
import { outlineOf } from './outline-points.ts'
import type { Shift, Target } from './outline-search.ts'
import { coarseShift, fineShift, outlineContrast, outlineSeen } from './outline-search.ts'

/** A bubble with its field, as the aligner needs it. */
export interface PlacedBubble {
  field: BubbleField
  bubble: Bubble
}

export interface GroupAlignment {
  /** Offset in sheet millimetres of each bubble, in the order given. */
  offsets: Shift[]
  /** Share of each bubble's printed outline that was seen, 0 to 1; 1 where none is printed. */
  seen: number[]
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
 * @param reachMm how far the grid may lie from where the page geometry puts it
 */
export function alignGroup(
  view: InkView,
  bubbles: readonly PlacedBubble[],
  reachMm: number,
): GroupAlignment {
  const targets = bubbles.map(({ field, bubble }) => ({
    local: localView(view, bubble.xMm, bubble.yMm),
    outline: outlineOf(bubble, field.shape),
  }))
  const sample = spread(targets, sampleSize)
  let shift = fineShift(sample, { dx: 0, dy: 0 }, nearMm, 0.075)
  if (quality(sample, shift) < goodQuality) {
    const wide = fineShift(sample, coarseShift(sample, reachMm, 0.2), 0.3, 0.06)
    if (quality(sample, wide) > quality(sample, shift)) shift = wide
  }
  const contrast = outlineContrast(sample, shift)
  const seenAt = (offsets: readonly Shift[]) =>
    targets.map((t, i) => outlineSeen(t, offsets[i]!.dx, offsets[i]!.dy, contrast))
  let offsets: Shift[] = targets.map(() => shift)
  let seen = seenAt(offsets)
  for (let round = 0; round < bendRounds && bubbles.length >= 6; round++) {
    if (seen.every((s) => s >= lostBubble)) break
    const bent = bendOffsets(bubbles, targets, offsets, contrast)
    const bentSeen = seenAt(bent)
    if (mean(bentSeen) <= mean(seen)) break
    offsets = bent
    seen = bentSeen
  }
  return { offsets, seen, quality: mean(seen) }
}

function quality(targets: readonly Target[], shift: Shift): number {
  const contrast = outlineContrast(targets, shift)
  return mean(targets.map((t) => outlineSeen(t, shift.dx, shift.dy, contrast)))
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length

/**
 * Each bubble's own offset is measured, fitted with a quadratic surface (turn, stretch, bow), and the
 * remainder smoothed over neighbours, so that a filled bubble without a visible outline follows them.
 */
function bendOffsets(
  bubbles: readonly PlacedBubble[],
  targets: readonly Target[],
  start: readonly Shift[],
  contrast: number,
): Shift[] {
  const own = targets.map((target, i) => {
    const shift = fineShift([target], start[i]!, 0.6, 0.1)
    return { ...shift, weight: outlineSeen(target, shift.dx, shift.dy, contrast) ** 2 }
  })
  const places = bubbles.map(({ bubble }) => ({ x: bubble.xMm, y: bubble.yMm }))
  const weights = own.map((o) => o.weight)
  const dx = smoothSurface(
    places,
    own.map((o) => o.dx),
    weights,
  )
  const dy = smoothSurface(
    places,
    own.map((o) => o.dy),
    weights,
  )
  return dx.map((value, i) => ({ dx: value, dy: dy[i]! }))
}

interface Place {
  x: number
  y: number
}

/** Neighbours up to about this far share the local bend. */
const neighbourMm = 14

function smoothSurface(
  places: readonly Place[],
  values: readonly number[],
  weights: readonly number[],
): number[] {
  let trust = [...weights]
  let fitted = values.map(() => 0)
  for (let round = 0; round < 3; round++) {
    const surface = fitSurface(places, values, trust)
    if (!surface) return [...values]
    fitted = places.map(surface)
    trust = weights.map((w, i) => w / (1 + ((values[i]! - fitted[i]!) / 0.15) ** 2))
  }
  return places.map((place, i) => {
    let sum = 0
    let total = 0.5
    for (let k = 0; k < places.length; k++) {
      const distance = Math.hypot(places[k]!.x - place.x, places[k]!.y - place.y)
      if (distance > neighbourMm * 2) continue
      const w = trust[k]! * Math.exp(-0.5 * (distance / (neighbourMm / 2)) ** 2)
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

function spread<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list]
  return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]!)
}
