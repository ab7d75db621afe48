import type { FieldReading, PageIssue, TemplatePage } from '@hengjuan/domain'
import type { SheetMap } from '../align/ink-view.ts'
import type { FieldsResult } from '../bubbles/read-fields.ts'
import { alongFeed, shiftAt } from '../locate/feed-of-print.ts'
import type { PrintedFeed, TrackedRow } from '../locate/feed-of-print.ts'
import { boxAround, issue } from '../quality/issue.ts'

/** By so many rows of print a place must beat the next that is possible. */
const leastMargin = 0.5
/** The same beside a row that is not sure itself. */
const leastMarginBeside = 0.85
/** Rows nearer than this, along the feed, are beside each other. */
const besideMm = 10
/** A row of which less is met was not found. */
const leastMet = 0.3
/** With more than this share of its rows unsure, nothing on a page is sure. */
const mostUnsure = 0.3
/** Two ways of finding a bubble that differ by more disagree about it. */
const agreeMm = 0.8
/** A lone box shows this much of its outline, this near to its place. */
const leastBox = 0.7
const mostBoxMm = 0.6

const reason = '走纸打滑，这里的填涂框可能错了一行，请看图核对'

/**
 * Fields of which slip leaves doubt where they are: a row might be its neighbour.
 *
 * @param followed the fields as read where the print was followed to
 */
export function unsureOfSlip({ rows }: PrintedFeed, followed: FieldsResult): Set<string> {
  const bubbles = rows.filter((r) => r.row.half)
  const isWeak = (r: TrackedRow) => r.margin < leastMargin || r.met < leastMet
  const weak = bubbles.filter(isWeak)
  const isAllWeak = weak.length > mostUnsure * bubbles.length
  const isBesideWeak = (r: TrackedRow) =>
    weak.some((w) => w !== r && Math.abs(w.along - r.along) < besideMm)
  const unsure = bubbles.filter(
    (r) => isAllWeak || isWeak(r) || (r.margin < leastMarginBeside && isBesideWeak(r)),
  )
  const ids = [...unsure.flatMap((r) => r.row.fields), ...strayBoxes(rows, followed)]
  return new Set(ids)
}

/** Boxes that belong to no row: they must be seen near to where the rows around them say. */
function strayBoxes(rows: readonly TrackedRow[], { groups }: FieldsResult): string[] {
  const tracked = new Set(rows.flatMap((r) => r.row.fields))
  return groups.flatMap(({ outlined, bubbles, shifts, seen }) =>
    bubbles.flatMap(({ field }, i) => {
      if (!outlined || tracked.has(field.id)) return []
      const { dx, dy } = shifts[i]!
      return seen[i]! < leastBox || Math.hypot(dx, dy) > mostBoxMm ? [field.id] : []
    }),
  )
}

/** Fields that were read elsewhere than where the print was followed to. */
export function readElsewhere(
  { feed }: PrintedFeed,
  result: FieldsResult,
  map: SheetMap,
): string[] {
  return result.groups.flatMap(({ bubbles, shifts }) =>
    bubbles.flatMap(({ field, bubble }, i) => {
      const at = alongFeed(feed, bubble)
      const known = map.feed ? shiftAt(map.feed, alongFeed(map.feed, bubble)) : 0
      const read = known + (feed.axis === 'y' ? shifts[i]!.dy : shifts[i]!.dx)
      return Math.abs(read - shiftAt(feed, at)) > agreeMm ? [field.id] : []
    }),
  )
}

/** Doubts the fields whose place is not sure. */
export const doubtSlipped = (
  fields: readonly FieldReading[],
  unsure: ReadonlySet<string>,
): FieldReading[] =>
  unsure.size === 0
    ? [...fields]
    : fields.map((field) =>
        unsure.has(field.id) && !field.doubtful
          ? {
              ...field,
              state: 'box_error',
              doubtful: true,
              reason,
              confidence: Math.min(0.5, field.confidence),
            }
          : field,
      )

/** Says that the paper slipped so that rows may be mistaken, and where. */
export function slipIssues(
  page: TemplatePage,
  map: SheetMap,
  unsure: ReadonlySet<string>,
): PageIssue[] {
  if (unsure.size === 0) return []
  const shift = map.feed?.shift ?? [0]
  const slipMm = Math.max(...shift) - Math.min(...shift)
  const text = `走纸打滑（相差 ${slipMm.toFixed(1)} 毫米），${unsure.size} 处填涂框可能错行，请看图核对；经常出现时请清洁或更换搓纸轮`
  const evidence = page.fields
    .filter((f) => unsure.has(f.id))
    .map(({ bubbles }) => {
      const [first, last] = [bubbles[0]!, bubbles[bubbles.length - 1]!]
      return boxAround(map, {
        xMm: (first.xMm + last.xMm) / 2,
        yMm: (first.yMm + last.yMm) / 2,
        widthMm: Math.abs(last.xMm - first.xMm) + first.widthMm,
        heightMm: Math.abs(last.yMm - first.yMm) + first.heightMm,
      })
    })
  return [issue('GRID_SHIFTED', text, false, evidence)]
}
