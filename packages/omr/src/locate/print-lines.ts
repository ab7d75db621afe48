import type { BubbleField, TemplatePage } from '@hengjuan/domain'
import type { InkView, LocalView } from '../align/ink-view.ts'
import { inLines } from '../align/in-lines.ts'
import { inkAt, localView } from '../align/ink-view.ts'
import { mean } from '../kernels/averages.ts'

/**
 * A printed line, or a row of bubbles taken as one: something whose place can be measured across itself.
 */
export interface PrintLine {
  /** The coordinate that it measures: `y` for a level line. */
  axis: 'x' | 'y'
  /** Sheet millimetres along that axis. */
  at: number
  /** Where it is looked at: sheet points. */
  points: { xMm: number; yMm: number }[]
  /** Half the distance of its two edges; 0 for a single line. */
  half: number
  /** A search this far cannot meet the next line of its kind. */
  reachMm: number
}

const steps = 0.08
/** A frame line is looked at in stretches, so that a turn shows as well. */
const stretchMm = 60
const pointsOfStretch = 24
/** Frames stand apart from each other and from text by more. */
const frameReachMm = 3
/** Ink of a line over what lies around it, mean of its points, that is surely print. */
const leastRise = 0.12
/** A filled bubble must not outvote the outlines. */
const cap = 0.6

/** Every printed line of a page that the template knows of. */
export function printLines(page: TemplatePage): PrintLine[] {
  const lines: PrintLine[] = []
  for (const { framed, xMm, yMm, widthMm, heightMm } of page.regions) {
    if (!framed) continue
    for (const y of [yMm, yMm + heightMm]) lines.push(...stretches('y', y, xMm, xMm + widthMm))
    for (const x of [xMm, xMm + widthMm]) lines.push(...stretches('x', x, yMm, yMm + heightMm))
  }
  const groups = new Map<string, BubbleField[]>()
  for (const field of page.fields) {
    if (!field.outlined) continue
    groups.set(field.group, [...(groups.get(field.group) ?? []), field])
  }
  for (const fields of groups.values()) {
    lines.push(...rows(fields, 'y'), ...rows(fields, 'x'))
  }
  return lines
}

function stretches(axis: 'x' | 'y', at: number, from: number, to: number): PrintLine[] {
  const count = Math.max(1, Math.round((to - from) / stretchMm))
  return Array.from({ length: count }, (_, k) => ({
    axis,
    at,
    half: 0,
    reachMm: frameReachMm,
    points: Array.from({ length: pointsOfStretch }, (_each, i) => {
      const along = from + ((to - from) * (k + (i + 0.5) / pointsOfStretch)) / count
      return axis === 'y' ? { xMm: along, yMm: at } : { xMm: at, yMm: along }
    }),
  }))
}

/** Bubbles of one grid that lie in a row (or a column), as one line with two edges. */
function rows(fields: readonly BubbleField[], axis: 'x' | 'y'): PrintLine[] {
  const bubbles = fields.flatMap((f) => f.bubbles.map((b) => ({ ...b, shape: f.shape })))
  const key = axis === 'y' ? 'yMm' : 'xMm'
  const lines = inLines(
    bubbles,
    (b) => b[key],
    (b) => (axis === 'y' ? b.heightMm : b.widthMm),
  )
  const pitch = Math.min(
    ...lines.map((line, i) => (i === 0 ? Infinity : line[0][key] - lines[i - 1]![0][key])),
    2 * frameReachMm,
  )
  return lines.map((list): PrintLine => {
    const [first] = list
    const spread = first.shape === 'rect' ? [-0.3, 0, 0.3] : [-0.08, 0.08]
    return {
      axis,
      at: mean(list.map((b) => b[key])),
      half: (axis === 'y' ? first.heightMm : first.widthMm) / 2,
      reachMm: pitch * 0.45,
      points: list.flatMap((b) =>
        spread.map((t) =>
          axis === 'y'
            ? { xMm: b.xMm + t * b.widthMm, yMm: b.yMm }
            : { xMm: b.xMm, yMm: b.yMm + t * b.heightMm },
        ),
      ),
    }
  })
}

/** How far a line lies from its place, millimetres along its axis; null when it is not seen. */
export function lineOffset(view: InkView, line: PrintLine, mostMm: number): number | null {
  const reach = Math.min(mostMm, line.reachMm)
  const n = Math.ceil(reach / steps)
  const profile = new Float64Array(2 * n + 1)
  const locals = line.points.map((p) => localView(view, p.xMm, p.yMm))
  for (let k = -n; k <= n; k++) {
    let sum = 0
    for (const local of locals) sum += inkAcross(local, line, k * steps)
    profile[k + n] = sum / locals.length
  }
  let top = 0
  for (let i = 1; i < profile.length; i++) if (profile[i]! > profile[top]!) top = i
  const around = [...profile].sort((a, b) => a - b)[profile.length >> 1]!
  if (profile[top]! - around < leastRise) return null
  // The centre of the peak: a thick line is flat on top.
  const floor = around + (profile[top]! - around) * 0.6
  let weight = 0
  let moment = 0
  for (let i = top; i >= 0 && profile[i]! > floor; i--) add(i)
  for (let i = top + 1; i < profile.length && profile[i]! > floor; i++) add(i)
  return moment / weight

  function add(i: number): void {
    weight += profile[i]! - floor
    moment += (profile[i]! - floor) * (i - n) * steps
  }
}

function inkAcross(local: LocalView, { axis, half }: PrintLine, offset: number): number {
  const at = (d: number) => (axis === 'y' ? inkAt(local, 0, d) : inkAt(local, d, 0))
  if (half === 0) return Math.min(cap, at(offset))
  return Math.min(cap, at(offset - half), at(offset + half))
}
