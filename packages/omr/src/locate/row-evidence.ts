import type { BubbleField, TemplatePage } from '@hengjuan/domain'
import type { InkView, LocalView } from '../align/ink-view.ts'
import { inLines } from '../align/in-lines.ts'
import { inkAt, localView } from '../align/ink-view.ts'
import { mean } from '../kernels/averages.ts'

/** A stretch of print whose place along the feed can be measured: bubbles side by side, or a frame line. */
export interface PrintRow {
  /** Sheet millimetres along the feed's axis. */
  at: number
  /** Sheet millimetres across it, the middle of the stretch. */
  across: number
  /** Fields that its bubbles belong to. */
  fields: readonly string[]
  /** May the slip be followed by it? A lone box may be taken for the corner of a frame. */
  isLeading: boolean
  /** How much it counts; four bubbles count 1. */
  weight: number
  /** Distance to the next row of its kind, millimetres; two frames are further apart. */
  pitchMm: number
  /** Sheet points at which it is looked at. */
  points: readonly { xMm: number; yMm: number }[]
  /** Centres of its bubbles, of some if they are many; empty for a line. */
  centres: readonly { xMm: number; yMm: number }[]
  /** Half extents of a bubble along and across the feed; null for a line. */
  half: { along: number; across: number } | null
}

/** Offsets at which evidence is sampled, millimetres apart. */
export const evidenceStepMm = 0.1
/** Bubbles further apart than this are different stretches, and none is longer than so much. */
const gapMm = 16
const longestMm = 48
/** Points of a frame's stretch. */
const framePoints = 16
/** Most bubbles that a stretch is judged by. */
const mostBubbles = 8
/** Bubbles of a row that counts one; more are surer, but not in proportion: they lie on the same paper. */
const wholeRow = 4
const mostWeight = 2
/** Frames are told from other lines less surely than bubbles from what is printed around them. */
const frameWeight = 0.7
/** Edges may lie off by so much where the feed stretches the bubble itself, or a line is a pixel wide. */
const play = 2
/** Beyond the line and its blur, but short of the next row. */
const outsideMm = 0.5
/** A filled bubble must not outvote the outlines. */
const cap = 0.6
/** What the sides of a bubble count beside the edges that face along the feed: two frames have none. */
const sideShare = 0.45
/** A bubble is drawn out or pressed together by steep slip, share of its size. */
const drawnOut = [0.82, 1, 1.18]
/** Sides are looked for within this. */
const sidePlay = [-0.24, -0.12, 0, 0.12, 0.24]

const known = new WeakMap<TemplatePage, Map<'x' | 'y', PrintRow[]>>()

/** Rows and frame lines of a page along one axis; worked out once for each template. */
export function printRows(page: TemplatePage, axis: 'x' | 'y'): readonly PrintRow[] {
  const rows = known.get(page) ?? new Map<'x' | 'y', PrintRow[]>()
  known.set(page, rows)
  let list = rows.get(axis)
  if (!list) {
    const groups = Map.groupBy(
      page.fields.filter((f) => f.outlined),
      (f) => f.group,
    )
    list = [...framesOf(page, axis), ...[...groups.values()].flatMap((g) => bubbleRows(g, axis))]
    rows.set(axis, list)
  }
  return list
}

function framesOf(page: TemplatePage, axis: 'x' | 'y'): PrintRow[] {
  return page.regions
    .filter((region) => region.framed)
    .flatMap(({ xMm, yMm, widthMm, heightMm }) => {
      const [start, length] = axis === 'y' ? [xMm, widthMm] : [yMm, heightMm]
      const edges = axis === 'y' ? [yMm, yMm + heightMm] : [xMm, xMm + widthMm]
      const count = Math.max(1, Math.round(length / longestMm))
      return edges.flatMap((at) =>
        Array.from({ length: count }, (_, k): PrintRow => {
          const along = Array.from(
            { length: framePoints },
            (_each, i) => start + (length * (k + (i + 0.5) / framePoints)) / count,
          )
          return {
            at,
            across: start + (length * (k + 0.5)) / count,
            fields: [],
            isLeading: true,
            weight: frameWeight,
            pitchMm: Infinity,
            points: along.map((a) => (axis === 'y' ? { xMm: a, yMm: at } : { xMm: at, yMm: a })),
            centres: [],
            half: null,
          }
        }),
      )
    })
}

function bubbleRows(fields: readonly BubbleField[], axis: 'x' | 'y'): PrintRow[] {
  const alongOf = (b: { xMm: number; yMm: number }) => (axis === 'y' ? b.yMm : b.xMm)
  const acrossOf = (b: { xMm: number; yMm: number }) => (axis === 'y' ? b.xMm : b.yMm)
  const bubbles = fields.flatMap((f) => f.bubbles.map((b) => ({ ...b, shape: f.shape, id: f.id })))
  const lines = inLines(bubbles, alongOf, (b) => (axis === 'y' ? b.heightMm : b.widthMm))
  const places = lines.map((line) => mean(line.map(alongOf)))
  const pitchMm = Math.min(...places.map((p, i) => p - (places[i - 1] ?? -Infinity)))
  return lines.flatMap((line, row) => {
    const sorted = line.toSorted((a, b) => acrossOf(a) - acrossOf(b))
    const stretches: (typeof sorted)[] = []
    for (const bubble of sorted) {
      const last = stretches.at(-1)
      const isNext =
        last &&
        acrossOf(bubble) - acrossOf(last[last.length - 1]!) < gapMm &&
        acrossOf(bubble) - acrossOf(last[0]!) < longestMm
      if (isNext) last.push(bubble)
      else stretches.push([bubble])
    }
    return stretches.map((stretch): PrintRow => {
      const first = stretch[0]!
      const width = axis === 'y' ? first.widthMm : first.heightMm
      const height = axis === 'y' ? first.heightMm : first.widthMm
      const spread = first.shape === 'rect' ? [-0.3, 0, 0.3] : [-0.08, 0.08]
      const taken = Math.min(stretch.length, mostBubbles)
      const some = Array.from(
        { length: taken },
        (_, i) => stretch[Math.floor((i * stretch.length) / taken)]!,
      )
      return {
        at: places[row]!,
        across: (acrossOf(first) + acrossOf(stretch[stretch.length - 1]!)) / 2,
        fields: [...new Set(stretch.map((b) => b.id))],
        isLeading: stretch.length > 1,
        weight: weightOf(stretch.length),
        pitchMm,
        points: some.flatMap((b) =>
          spread.map((t) =>
            axis === 'y'
              ? { xMm: b.xMm + t * width, yMm: b.yMm }
              : { xMm: b.xMm, yMm: b.yMm + t * width },
          ),
        ),
        centres: some,
        half: { along: height / 2, across: width / 2 },
      }
    })
  })
}

function weightOf(bubbles: number): number {
  const rows = bubbles / wholeRow
  return rows < 1 ? rows : Math.min(mostWeight, Math.sqrt(rows))
}

/**
 * How much a row of print looks as if it lay at each offset along the axis: rise of ink over what is just
 * outside, 0 to about 0.6, for offsets from `-steps` to `steps` times `evidenceStepMm` around `from`.
 */
export function rowEvidence(
  view: InkView,
  row: PrintRow,
  axis: 'x' | 'y',
  from: number,
  steps: number,
): Float64Array {
  const { half } = row
  const edges = half
    ? drawnOut.map((stretch) => Math.round((stretch * half.along) / evidenceStepMm))
    : [0]
  const beyond = Math.round(outsideMm / evidenceStepMm)
  const reach = steps + Math.max(...edges) + beyond + play
  const evidence = new Float64Array(2 * steps + 1)
  const ink = new Float64Array(2 * reach + 1)
  const dark = new Float64Array(2 * reach + 1)
  for (const { xMm, yMm } of row.points) {
    const local = localView(view, xMm, yMm)
    for (let k = -reach; k <= reach; k++) {
      ink[k + reach] = at(local, axis, from + k * evidenceStepMm)
    }
    for (let k = play; k <= 2 * reach - play; k++) dark[k] = darkest(ink, k)
    for (let k = -steps; k <= steps; k++) {
      const middle = k + reach
      let most = 0
      for (const edge of edges) {
        const line = Math.min(cap, dark[middle - edge]!, dark[middle + edge]!)
        const outside = edge + beyond
        const rise = line - (ink[middle - outside]! + ink[middle + outside]!) / 2
        if (rise > most) most = rise
      }
      evidence[k + steps]! += most
    }
  }
  const sides = half && sideEvidence(view, row, half, axis, from, steps)
  for (let i = 0; i < evidence.length; i++) {
    evidence[i]! /= row.points.length
    if (sides) evidence[i] = (1 - sideShare) * evidence[i]! + sideShare * sides[i]!
  }
  return evidence
}

const at = (local: LocalView, axis: 'x' | 'y', offset: number) =>
  axis === 'y' ? inkAt(local, 0, offset) : inkAt(local, offset, 0)

function darkest(ink: Float64Array, middle: number): number {
  let most = 0
  for (let k = middle - play; k <= middle + play; k++) if (ink[k]! > most) most = ink[k]!
  return most
}

/** The sides that run along the feed: there are none between two rows. */
function sideEvidence(
  view: InkView,
  row: PrintRow,
  half: { along: number; across: number },
  axis: 'x' | 'y',
  from: number,
  steps: number,
): Float64Array {
  const sides = new Float64Array(2 * steps + 1)
  for (const { xMm, yMm } of row.centres) {
    const local = localView(view, xMm, yMm)
    const ink = (across: number, along: number) =>
      axis === 'y' ? inkAt(local, across, along) : inkAt(local, along, across)
    for (let k = -steps; k <= steps; k++) {
      const along = from + k * evidenceStepMm
      let least = cap
      for (const side of [-1, 1]) {
        let line = 0
        for (const d of sidePlay) line = Math.max(line, ink(side * (half.across + d), along))
        least = Math.min(least, line - ink(side * (half.across + outsideMm), along))
      }
      sides[k + steps]! += Math.max(0, least) / row.centres.length
    }
  }
  return sides
}
