import type { Db } from '@hengjuan/db'
import { progressOf, referenceOf, zScore } from '@hengjuan/domain'
import { type ExamTotals, forEachMember, totalsOf } from '@hengjuan/stats'
import { loadResults } from '../../score/index.ts'
import type { ReportContext } from './context.ts'
import type { EarlierHead } from './earlier.query.ts'
import { baseOf } from './groups.ts'

/** An earlier exam with the scores of those who sat it. */
export interface EarlierExam extends EarlierHead {
  totals: ExamTotals
}

/** Totals of versions, which never change: 50 bytes a candidate. */
const KEPT = 24
const cache = new WeakMap<object, Map<number, Promise<ExamTotals>>>()

export async function loadEarlier(db: Db, heads: readonly EarlierHead[]): Promise<EarlierExam[]> {
  const kept = cache.get(db) ?? new Map<number, Promise<ExamTotals>>()
  cache.set(db, kept)
  const found: EarlierExam[] = []
  for (const head of heads) {
    const own = kept.get(head.snapshotId) ?? loadResults(db, head.snapshotId).then(totalsOf)
    kept.delete(head.snapshotId)
    kept.set(head.snapshotId, own)
    try {
      found.push({ ...head, totals: await own })
    } catch (error) {
      kept.delete(head.snapshotId)
      throw error
    }
  }
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break
    kept.delete(oldest)
  }
  return found
}

const places = new WeakMap<ExamTotals, Map<number, number>>()

function placeOf(totals: ExamTotals): Map<number, number> {
  const known = places.get(totals)
  if (known) return known
  const made = new Map(Array.from(totals.studentId, (id, place) => [id, place]))
  places.set(totals, made)
  return made
}

/** Place of a candidate of this exam in an earlier one; −1 where the student did not sit it, or out of reach. */
export function placeIn({ totals, schools }: EarlierExam, studentId: number): number {
  const place = placeOf(totals).get(studentId) ?? -1
  return place < 0 || (schools !== 'all' && !schools.includes(totals.schoolId[place]!)) ? -1 : place
}

/** Score then of each candidate now, in the subject that the page is about; −1 for none. */
export function scoresThen({ version, column }: ReportContext, exam: EarlierExam): Int32Array {
  const then =
    column.subject === null
      ? exam.totals.total
      : exam.totals.subjects.find(({ id }) => id === column.subjectId)?.scores
  return Int32Array.from(version.columns.studentId, (studentId) => {
    const place = then ? placeIn(exam, studentId) : -1
    return place < 0 ? -1 : then![place]!
  })
}

/**
 * Z of each candidate in an earlier exam, among those of the base who sat it: a Z of other people would be another
 * measure.
 *
 * @source domain rules 15
 */
export const zThen = (
  context: ReportContext,
  exam: EarlierExam,
): ((place: number) => number | null) => zAmong(context, scoresThen(context, exam))

/** Z now, among the base. */
export const zNow = (context: ReportContext): ((place: number) => number | null) =>
  zAmong(context, context.column.scores)

function zAmong(context: ReportContext, scores: Int32Array): (place: number) => number | null {
  const known: number[] = []
  forEachMember(baseOf(context).members, (place) => {
    if (scores[place]! >= 0) known.push(scores[place]!)
  })
  const spread = referenceOf(known)
  return (place) => (scores[place]! < 0 || !spread ? null : zScore(scores[place]!, spread))
}

interface PersonProgress {
  /** Now, among those who sat both. */
  z: number
  delta_z: number
  /** Up is positive; absent where the caller may not see ranks. */
  delta_rank?: number
}

/** How candidates moved against an earlier exam, both taken anew among those who sat both. @source domain rules 15 */
export function progressIn(
  context: ReportContext,
  exam: EarlierExam,
): {
  common: number
  z: (place: number) => TwoZ | null
  at: (place: number) => PersonProgress | null
} {
  const before = scoresThen(context, exam)
  const now = context.column.scores
  const common: number[] = []
  forEachMember(baseOf(context).members, (place) => {
    if (before[place]! >= 0 && now[place]! >= 0) common.push(place)
  })
  const made = progressOf(common.map((place) => ({ before: before[place]!, now: now[place]! })))
  const byPlace = new Map(common.map((place, index) => [place, made[index]]))
  const spread = referenceOf(common.map((place) => now[place]!))
  const tellsRank = context.rankTypes.includes(context.reference.kind)
  return {
    common: common.length,
    z: (place) => {
      const own = byPlace.get(place)
      if (!own || !spread) return null
      const z = zScore(now[place]!, spread)
      return { now: z, before: z - own.zChange }
    },
    at: (place) => {
      const own = byPlace.get(place)
      if (!own) return null
      const z = spread ? zScore(now[place]!, spread) : 0
      return { z, delta_z: own.zChange, ...(tellsRank ? { delta_rank: own.rankChange } : {}) }
    },
  }
}

interface TwoZ {
  now: number
  before: number
}
