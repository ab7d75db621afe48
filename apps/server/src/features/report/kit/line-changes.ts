import { type Est, meanOf, sdOf } from '@hengjuan/domain'
import { forEachMember, type Line, scoreColumn, sortedScores } from '@hengjuan/stats'
import { sizeOf, type ReportContext } from './context.ts'
import { scoresThen } from './earlier.ts'
import { baseOf } from './groups.ts'

interface LineChange {
  delta: Est | null
  gained: number | null
  lost: number | null
}

const NOTHING: LineChange = { delta: null, gained: null, lost: null }
/** Fewer than these say little. @source reports 2.3 */
const FEW = 10

/**
 * How the share on a line changed since the exam compared with, among those who sat both. The line then is the one of
 * that name that was set for that exam as a score; else the score that as large a share of those who sat both reached.
 *
 * @source domain rules 15; reports P10
 */
export function lineChanges(context: ReportContext): (line: Line) => LineChange {
  const { compared, visible } = context
  if (!compared) return () => NOTHING
  const column = scoreColumn(context.version)
  const ofTotal = { ...context, column }
  const [now, then] = [column.scores, scoresThen(ofTotal, compared)]
  const isCommon = (place: number) => now[place]! >= 0 && then[place]! >= 0
  const base = baseOf(ofTotal).members
  const known = new Int32Array(then.length).fill(-1)
  let common = 0
  forEachMember(base, (place) => {
    if (!isCommon(place)) return
    known[place] = then[place]!
    common += 1
  })
  const sorted = sortedScores(known, base)
  const isAll = sizeOf(base) === sizeOf(visible)
  return (line) => {
    const own = compared.lines?.find(({ name }) => name === line.name)?.total_milli ?? null
    let on = 0
    forEachMember(base, (place) => {
      if (isCommon(place) && now[place]! >= line.totalMilli) on += 1
    })
    const lineThen = own ?? (on === 0 ? Infinity : (sorted[sorted.length - on] ?? Infinity))
    const changes: number[] = []
    const moved = { gained: 0, lost: 0 }
    forEachMember(visible, (place) => {
      if (!isCommon(place)) return
      const change = Number(now[place]! >= line.totalMilli) - Number(then[place]! >= lineThen)
      if (change > 0) moved.gained += 1
      if (change < 0) moved.lost += 1
      changes.push(change)
    })
    const n = changes.length
    if (n === 0 || common === 0) return NOTHING
    // Of all there are, the same share is on a line that was drawn so.
    if (isAll && own === null) return { delta: null, ...moved }
    const [v, sd] = [meanOf(changes), sdOf(changes, 'sample')]
    const half = sd === null ? null : (1.96 * sd) / Math.sqrt(n)
    return {
      delta: {
        v,
        lo: v === null || half === null ? null : v - half,
        hi: v === null || half === null ? null : v + half,
        n,
        shown: n < FEW ? 'few' : 'ok',
      },
      ...moved,
    }
  }
}
