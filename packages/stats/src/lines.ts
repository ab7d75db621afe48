import { type EffectiveLineMethod, type Milli, MILLI_PER_POINT } from '@hengjuan/domain'
import { sortedScores } from './distribution.ts'
import { forEachMember, type Members } from './members.ts'

export interface OnLine {
  /** With a total and a score in the subject. */
  n: number
  totalOn: number
  subjectOn: number
  bothOn: number
}

/** Who is on a line in total, in a subject and in both. @source domain rules 14 */
export function onLine(
  totals: Int32Array,
  scores: Int32Array,
  members: Members,
  line: { totalMilli: number; subjectMilli: number },
): OnLine {
  const on = { n: 0, totalOn: 0, subjectOn: 0, bothOn: 0 }
  forEachMember(members, (place) => {
    if (totals[place]! < 0 || scores[place]! < 0) return
    on.n += 1
    const isTotal = totals[place]! >= line.totalMilli
    const isSubject = scores[place]! >= line.subjectMilli
    if (isTotal) on.totalOn += 1
    if (isSubject) on.subjectOn += 1
    if (isTotal && isSubject) on.bothOn += 1
  })
  return on
}

/** What being on a line comes to: 命中率 over the subject, 贡献率 over the total, 上线有效率 over all; 错位 and 浪费. */
export const lineRates = ({ n, totalOn, subjectOn, bothOn }: OnLine) => ({
  hit: { num: bothOn, den: subjectOn },
  contribution: { num: bothOn, den: totalOn },
  effective: { num: bothOn, den: n },
  mismatch: totalOn - bothOn,
  waste: subjectOn - bothOn,
})

/** The total that this share of all reach, as nearly as ties let it: the score of the last who does. */
export function lineOfShare(totals: Int32Array, members: Members, percent: number): Milli | null {
  const sorted = sortedScores(totals, members)
  if (sorted.length === 0) return null
  const reach = Math.max(1, Math.round((sorted.length * percent) / 100))
  return sorted[sorted.length - Math.min(reach, sorted.length)]!
}

/** Fewer candidates around the line than this: the window is widened. @source domain rules 14.1 (3) */
const LEAST_IN_WINDOW = 25
const WINDOW = 5 * MILLI_PER_POINT

/**
 * The line of a subject that goes with a line in total, by the method named, and how many it was drawn from. In
 * thousandths, not rounded.
 *
 * @source domain rules 14.1
 */
export function subjectLine(
  method: LineMethod,
  totals: Int32Array,
  scores: Int32Array,
  members: Members,
  totalLineMilli: number,
): { lineMilli: number | null; n: number } {
  const both: { total: number; score: number }[] = []
  forEachMember(members, (place) => {
    if (totals[place]! >= 0 && scores[place]! >= 0)
      both.push({ total: totals[place]!, score: scores[place]! })
  })
  const on = both.filter(({ total }) => total >= totalLineMilli)
  const mean = (of: readonly { score: number }[]) =>
    of.length === 0 ? null : of.reduce((sum, { score }) => sum + score, 0) / of.length
  if (method === 'same_rate') {
    const sorted = Int32Array.from(both, ({ score }) => score).sort()
    return {
      lineMilli: on.length === 0 ? null : sorted[sorted.length - on.length]!,
      n: on.length,
    }
  }
  if (method === 'coefficient') {
    const totalOfOn = on.reduce((sum, { total }) => sum + total, 0)
    const scoreOfOn = on.reduce((sum, { score }) => sum + score, 0)
    return {
      lineMilli: totalOfOn === 0 ? null : (scoreOfOn * totalLineMilli) / totalOfOn,
      n: on.length,
    }
  }
  const least = Math.min(LEAST_IN_WINDOW, both.length)
  const distances = Float64Array.from(both, ({ total }) => Math.abs(total - totalLineMilli)).sort()
  const width = Math.max(WINDOW, distances[least - 1] ?? 0)
  const near = both.filter(({ total }) => Math.abs(total - totalLineMilli) <= width)
  return { lineMilli: mean(near), n: near.length }
}

/** What a subject does for a class, in a letter. @source domain rules 14 */
export function subjectGrade({ totalOn, subjectOn, bothOn }: OnLine): string {
  if (totalOn === 0) return 'F'
  if (subjectOn * 10 < totalOn * 8) return 'E'
  const isContributing = bothOn * 10 >= totalOn * 7
  const isHit = subjectOn > 0 && bothOn * 10 >= subjectOn * 6
  if (isContributing) return isHit ? 'A' : 'B'
  return isHit ? 'C' : 'D'
}

/** How a line of a subject follows from one in total. */
export type LineMethod = Exclude<EffectiveLineMethod, 'manual'>

/** A line in total. */
export interface Line {
  name: string
  totalMilli: Milli
}
