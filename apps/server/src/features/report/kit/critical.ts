import { criticalPlace, MILLI_PER_POINT } from '@hengjuan/domain'
import { NO_RANK, orderDown, ranksWithin } from '@hengjuan/stats'
import type { ReportContext } from './context.ts'
import { baseOf } from './groups.ts'
import { lineIn, type LineQuery, linesByHand, linesIn, subjectLinesOf } from './lines.ts'

/** The line that a page is about, and who is just below or just on it. @source domain rules 14.2 */
export function criticalBand(
  context: ReportContext,
  query: LineQuery & {
    below?: number | undefined
    above?: number | undefined
    subject_lines?: string | undefined
  },
) {
  const { column } = context
  const lines = linesIn(context)
  const total = lineIn(lines, query)
  const ofSubjects = total
    ? subjectLinesOf(context, total, query.method, linesByHand(query.subject_lines))
    : []
  const own = ofSubjects.find(({ at }) => at === column.subject)
  const lineMilli = (column.subject === null ? total?.totalMilli : own?.lineMilli) ?? null
  const { concerned } = context.config
  const usual = column.subject === null ? concerned.total : concerned.subject
  const below = query.below ?? usual.belowMilli / MILLI_PER_POINT
  const above = query.above ?? usual.aboveMilli / MILLI_PER_POINT
  const band = { belowMilli: below * MILLI_PER_POINT, aboveMilli: above * MILLI_PER_POINT }
  return {
    lines,
    total,
    ofSubjects,
    lineMilli,
    below,
    above,
    /** On the line in total and not in the subject, or the other way round; false without a subject. */
    partsAs: (list: 'mismatch' | 'waste', place: number): boolean => {
      if (column.subject === null || lineMilli === null || !total) return false
      const sum = context.version.columns.countedTotalMilli[place]!
      if (sum < 0 || column.scores[place]! < 0) return false
      const [inTotal, inSubject] = [sum >= total.totalMilli, column.scores[place]! >= lineMilli]
      return list === 'mismatch' ? inTotal && !inSubject : inSubject && !inTotal
    },
    gapOf: (place: number): number => column.scores[place]! - (lineMilli ?? 0),
    sideOf: (place: number) =>
      lineMilli === null || column.scores[place]! < 0
        ? null
        : criticalPlace(column.scores[place]!, lineMilli, band),
  }
}

/** Who is among the best of the base; equal scores have one rank. @source domain rules 14.3 */
export function topOf(
  context: ReportContext,
  cut: { top: number; percent?: number | undefined },
  ofScores: Int32Array = context.column.scores,
): { isTop: (place: number) => boolean; name: string; top: number; of: number } {
  const base = baseOf(context)
  const scores = new Int32Array(ofScores.length).fill(-1)
  for (const { from, to } of base.members.runs) scores.set(ofScores.subarray(from, to), from)
  const ranks = ranksWithin(scores, orderDown(scores), null, 1)
  const of = scores.reduce((count, score) => count + Number(score >= 0), 0)
  const top = cut.percent === undefined ? cut.top : topShare(cut.percent, of)
  return {
    top,
    of,
    isTop: (place) => ranks[place]! !== NO_RANK && ranks[place]! <= top,
    name: base.name,
  }
}

/** So many of a hundred are so many of these: to the nearest one, and one at least. */
const topShare = (percent: number, of: number): number =>
  Math.max(1, Math.floor((percent * of + 50) / 100))
