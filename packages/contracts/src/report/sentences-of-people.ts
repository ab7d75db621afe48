import {
  commonMistakeSentence,
  LEAST_SPOKEN_OF,
  meanMovedSentence,
  movesSentence,
  nearSentence,
  topShareSentence,
  versionSentence,
  withinErrorSentence,
} from '@hengjuan/domain'
import type { BookRow } from './book-report.ts'
import type { CriticalRow, TopCount } from './concerned-report.ts'
import { MOST, most, said, type Sentence, shareOf } from './sentence-kit.ts'

const MILLI = 1000

/** Who is near a line, and of whom that is not sure. @source reports P11 */
export function criticalSentences(
  of: {
    list: readonly CriticalRow[]
    total: number
    line: { name: string } | null
    watched: boolean
    below: number
    above: number
    counts: { push: number; hold: number }
    histogram: readonly { count: number }[]
  },
  link: string,
): Sentence[] {
  const n = of.histogram.reduce((sum, { count }) => sum + count, 0)
  if (!of.line || of.watched || n < LEAST_SPOKEN_OF) return []
  // A page of a list says nothing of the whole.
  const isWhole = of.list.length === of.total && of.total > 0
  const known = of.list.filter(({ within_error }) => within_error !== null)
  return said(link, [
    nearSentence(of.line.name, of.counts, {
      below_milli: of.below * MILLI,
      above_milli: of.above * MILLI,
    }),
    isWhole && known.length > 0
      ? withinErrorSentence(known.filter(({ within_error }) => within_error).length, of.total)
      : null,
  ])
}

/** Classes that have more of the best, or fewer, than all together; and who is new among them. @source reports P12 */
export function excellentSentences(
  of: {
    counts: readonly TopCount[]
    top: number
    compared: { exam_name: string } | null
    moves: { stayed: number; entered: number; fell: number } | null
  },
  link: string,
): Sentence[] {
  const all = of.counts.reduce(
    (sum, { n, share }) => ({ num: sum.num + n, den: sum.den + share.n }),
    { num: 0, den: 0 },
  )
  if (all.den < LEAST_SPOKEN_OF) return []
  const whole = shareOf(all)
  const apart = of.counts
    .flatMap(({ group, n, share: { v, lo, hi, n: present } }) =>
      v === null || lo === null || hi === null || present < LEAST_SPOKEN_OF
        ? []
        : [{ name: group.name, count: n, share: { v, lo, hi } }],
    )
    .filter(({ share: { lo, hi } }) => lo > whole || hi < whole)
    .toSorted((a, b) => Math.abs(b.share.v - whole) - Math.abs(a.share.v - whole))
  return said(link, [
    ...apart.slice(0, MOST - 1).map((one) => topShareSentence({ ...one, top: of.top, all })),
    of.compared && of.moves ? movesSentence(of.compared.exam_name, of.moves) : null,
  ])
}

/** What a correction changed. @source reports P17 */
export function versionSentences(
  of: {
    from_version: number | null
    changed: number
    rank_changed: number
    rank_kind: string | null
    mean_before_milli: number | null
    mean_after_milli: number | null
    footer: { version: number }
  },
  link: string,
): Sentence[] {
  if (of.from_version === null) return []
  const [before, after] = [of.mean_before_milli, of.mean_after_milli]
  return said(link, [
    versionSentence({
      from: `v${of.from_version}`,
      to: `v${of.footer.version}`,
      changed: of.changed,
      rankChanged: of.rank_kind === null ? null : of.rank_changed,
    }),
    before === null || after === null ? null : meanMovedSentence(before, after),
  ])
}

/** Questions that the class lost points in together. @source reports P19 */
export function bookSentences(
  { list, total }: { list: readonly BookRow[]; total: number },
  link: string,
): Sentence[] {
  if (list.length < total) return []
  const common = [
    ...new Map(
      list.flatMap((row) => (row.common ? [[`${row.class_id} ${row.no}`, row]] : [])),
    ).values(),
  ]
  const classes = new Set(list.map(({ class_id }) => class_id))
  const worst = most(common, ({ class_rate }) => -shareOf(class_rate))
  // Of several classes each has its own.
  if (!worst || classes.size > 1) return []
  return said(link, [commonMistakeSentence(common.length, worst.no, worst.class_rate)])
}
