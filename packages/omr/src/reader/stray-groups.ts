import { median } from '../kernels/averages.ts'
import type { BubbleField, FieldReading, TemplatePage } from '@hengjuan/domain'
import type { InkView } from '../align/ink-view.ts'
import type { FieldsResult, GroupFit } from '../bubbles/read-fields.ts'
import { localView } from '../align/ink-view.ts'

/** A grid of so many bubbles cannot be mistaken for something else nearby; a lone box can. */
const sureBubbles = 6
/** Print of one sheet moves together to within this. */
const togetherMm = 0.6
/** How many bubbles of grids at the same height are asked. */
const neighbours = 12
/** Of boxes that show so much of their outlines, so near to their places, no two are other print. */
const sureOutline = 0.8
const inPlaceMm = 0.3
const sureTogether = 2

const reason = '填涂框没有对准（与旁边的印刷内容错位），请看图核对'

interface Shifted {
  yMm: number
  dx: number
  dy: number
}

/**
 * Doubts fields of small groups that were found elsewhere than the grids beside them: a box of its own may
 * be taken for a letter's or a frame's line.
 */
export function doubtStray(
  { fields, groups: fits }: FieldsResult,
  page: TemplatePage,
  view: InkView,
): FieldReading[] {
  // Nearly always everything lies where the marks put it.
  if (fits.every((fit) => fit.shiftMm <= togetherMm / 2)) return [...fields]
  const groups = Map.groupBy(
    page.fields.filter((f) => f.outlined),
    (f) => f.group,
  )
  const inPlace = new Set(fits.filter(isInPlace).map((fit) => fit.group))
  const small = [...groups.values()].filter(
    (list) => countOf(list) < sureBubbles && !inPlace.has(list[0]!.group),
  )
  if (small.length === 0) return [...fields]
  const readings = new Map(fields.map((f) => [f.id, f]))
  const strays = new Set<string>()
  let sure: Shifted[] | null = null
  for (const list of small) {
    const own = shiftsOf(list, readings, view)
    const [dx, dy] = middle(own)
    if (own.length === 0) continue
    sure ??= [...groups.values()]
      .filter((one) => countOf(one) >= sureBubbles)
      .flatMap((one) => shiftsOf(one, readings, view))
    const beside = sure
      .toSorted((a, b) => Math.abs(a.yMm - own[0]!.yMm) - Math.abs(b.yMm - own[0]!.yMm))
      .slice(0, neighbours)
    const [x, y] = middle(beside)
    if (Math.hypot(dx - x, dy - y) > togetherMm) for (const { id } of list) strays.add(id)
  }
  return fields.map((field) =>
    strays.has(field.id) && !field.doubtful
      ? {
          ...field,
          state: 'box_error',
          doubtful: true,
          reason,
          confidence: Math.min(0.5, field.confidence),
        }
      : field,
  )
}

/** An alarm needs a picture that shows it: what lies where it should does so whatever is beside it. */
const isInPlace = ({ bubbles, quality, shiftMm }: GroupFit) =>
  bubbles.length >= sureTogether && quality >= sureOutline && shiftMm <= inPlaceMm

const countOf = (fields: readonly BubbleField[]) =>
  fields.reduce((sum, field) => sum + field.bubbles.length, 0)

/** How far each bubble was read from where the page geometry puts it, sheet millimetres. */
function shiftsOf(
  fields: readonly BubbleField[],
  readings: ReadonlyMap<string, FieldReading>,
  view: InkView,
): Shifted[] {
  return fields.flatMap((field) =>
    field.bubbles.flatMap(({ xMm, yMm }, i): Shifted[] => {
      const read = readings.get(field.id)?.bubbles[i]
      if (!read) return []
      const local = localView(view, xMm, yMm)
      const [x, y] = [read.xPx - local.x, read.yPx - local.y]
      const det = local.xx * local.yy - local.xy * local.yx
      return [
        {
          yMm,
          dx: (local.yy * x - local.xy * y) / det,
          dy: (local.xx * y - local.yx * x) / det,
        },
      ]
    }),
  )
}

function middle(shifts: readonly Shifted[]): [number, number] {
  if (shifts.length === 0) return [0, 0]
  return [median(shifts.map((s) => s.dx)), median(shifts.map((s) => s.dy))]
}
