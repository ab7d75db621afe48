import {
  addedSentence,
  bandShareSentence,
  betweenSentence,
  flaggedSentence,
  fullestSentence,
  halfSentence,
  highestSentence,
  indexRangeSentence,
  indexSentence,
  itemApartSentence,
  LEAST_SPOKEN_OF,
  lowestSentence,
  onLineSentence,
  targetSentence,
} from '@hengjuan/domain'
import type { AreaRow } from './area-report.ts'
import type { RankBandRow } from './bands-report.ts'
import type { ChoiceRow } from './choice-report.ts'
import type { LevelUnitRow } from './level-report.ts'
import type { LineStepRow } from './line-steps.ts'
import type { OwnRow } from './own-report.ts'
import type { QuestionDetailRow } from './question-detail-report.ts'
import type { QuestionSplitRow } from './question-split-report.ts'
import { MOST, most, said, type Sentence, shareOf } from './sentence-kit.ts'
import { averageSentences } from './sentences.ts'

interface Named {
  name: string
}

/** Where most stand, and where half of them are reached. @source reports P08 */
export function segmentSentences(
  rows: readonly { label: string; count: number; cumulative?: number }[],
  subject: string,
  link: string,
): Sentence[] {
  const n = rows.reduce((sum, { count }) => sum + count, 0)
  if (n < LEAST_SPOKEN_OF) return []
  const fullest = most(rows, ({ count }) => count)
  const half = rows.find(({ cumulative }) => cumulative !== undefined && 2 * cumulative >= n)
  return said(link, [
    fullest ? fullestSentence(subject, fullest.label, fullest.count, n) : null,
    half ? halfSentence(half.label, { num: half.cumulative ?? 0, den: n }) : null,
  ])
}

/** Which group has more, and which fewer, among the first than its size lets expect. @source reports P08 */
export function rankBandSentences(
  rows: readonly RankBandRow[],
  groups: readonly Named[],
  expected: readonly number[],
  link: string,
): Sentence[] {
  const [first] = rows
  const n = rows.reduce((sum, { count }) => sum + count, 0)
  if (!first || first.count === 0 || n < LEAST_SPOKEN_OF || groups.length < 2) return []
  const known = groups.flatMap(({ name }, at) =>
    expected[at] === undefined || expected[at] * n < LEAST_SPOKEN_OF
      ? []
      : [{ name, count: first.by_group[at] ?? 0, expected: expected[at] }],
  )
  const over = (of: (typeof known)[number]) => of.count - of.expected * first.count
  const above = most(known, over)
  const below = most(known, (of) => -over(of))
  const of = (one: (typeof known)[number]) =>
    bandShareSentence({ ...one, band: first.label, all: first.count })
  return said(link, [
    above && over(above) > 0 ? of(above) : null,
    below && over(below) < 0 ? of(below) : null,
  ])
}

/** Where the upper levels are most and least frequent. @source reports P09 */
export function levelSentences(rows: readonly LevelUnitRow[], link: string): Sentence[] {
  const all = rows.find(({ is_reference }) => is_reference)
  const known = rows.filter((row) => !row.is_reference && row.n >= LEAST_SPOKEN_OF)
  if (!all || all.upper.den < LEAST_SPOKEN_OF || known.length < 2) return []
  const best = most(known, ({ upper }) => shareOf(upper))
  const last = most(known, ({ upper }) => -shareOf(upper))
  return said(link, [
    best ? highestSentence('前两级占比', best.group.name, best.upper, all.upper) : null,
    last ? lowestSentence('前两级占比', last.group.name, last.upper) : null,
  ])
}

/** How many are on the first line, and who is furthest from a target. @source reports P10 */
export function stepSentences(
  rows: readonly LineStepRow[],
  lines: readonly Named[],
  link: string,
): Sentence[] {
  const all = rows.find(({ is_reference }) => is_reference)
  if (!all || all.n < LEAST_SPOKEN_OF) return []
  const missed = rows
    .filter((row) => !row.is_reference)
    .flatMap(({ group, cells }) =>
      cells.flatMap(({ on, target }, at) =>
        target !== null && target > on
          ? [{ line: lines[at]?.name ?? '', name: group.name, on, target }]
          : [],
      ),
    )
  const furthest = most(missed, ({ on, target }) => target - on)
  return said(link, [
    ...lines
      .slice(0, 2)
      .flatMap(({ name }, at) => (all.cells[at] ? [onLineSentence(name, all.cells[at].rate)] : [])),
    furthest ? targetSentence(furthest.line, furthest.name, furthest.on, furthest.target) : null,
  ])
}

/** Which units differ from the others, what they added, and how much lies between schools. @source reports P14 */
export function areaSentences(
  {
    rows,
    level,
    entry,
    icc,
  }: {
    rows: readonly AreaRow[]
    level: 'city' | 'district' | 'school'
    entry: { exam_name: string } | null
    icc: number | null
  },
  link: string,
): Sentence[] {
  const noun = ({ city: '市', district: '区县', school: '学校' } as const)[level]
  const there = rows.filter(({ state }) => state !== 'unconfirmed')
  const units = there.filter(({ is_reference }) => !is_reference)
  const [apart = null] = averageSentences(there, noun, units.length, link)
  const added = most(
    units
      .flatMap(({ group, value_added: est, suppressed }) =>
        est?.v != null &&
        est.lo !== null &&
        est.hi !== null &&
        est.n >= LEAST_SPOKEN_OF &&
        !suppressed
          ? [{ name: group.name, v: est.v, lo: est.lo, hi: est.hi, n: est.n }]
          : [],
      )
      .filter(({ lo, hi }) => lo > 0 || hi < 0),
    ({ v }) => Math.abs(v),
  )
  const schools = units.reduce((sum, row) => sum + row.schools, 0)
  return said(link, [
    apart?.text ?? null,
    entry && added ? addedSentence(added.name, entry.exam_name, added) : null,
    icc !== null && schools > 1 ? betweenSentence(icc, schools) : null,
  ])
}

/** Rows whose index is away from the middle, or the ends of one without an error. @source reports P15 */
export function ownSentences(
  rows: readonly OwnRow[],
  index: { name: string; isStandard: boolean },
  link: string,
): Sentence[] {
  const known = rows.flatMap(({ group, index: v, index_band: band, n, suppressed, is_reference }) =>
    v === null || suppressed || is_reference || n < LEAST_SPOKEN_OF
      ? []
      : [{ name: group.name, v, n, band }],
  )
  if (known.length < 2) return []
  if (index.isStandard)
    return said(
      link,
      known
        .flatMap(({ name, v, band }) =>
          band && (band.lo > 50 || band.hi < 50) ? [{ name, v, ...band }] : [],
        )
        .toSorted((a, b) => Math.abs(b.v - 50) - Math.abs(a.v - 50))
        .map((of) => indexSentence(index.name, of.name, of)),
    )
  const [first, last] = [most(known, ({ v }) => v), most(known, ({ v }) => -v)]
  return said(link, [first && last ? indexRangeSentence(index.name, first, last) : null])
}

/** The question that classes lie furthest apart in, by the error of the difference. @source reports P06 */
export function questionDetailSentences(
  rows: readonly QuestionDetailRow[],
  groups: readonly Named[],
  link: string,
): Sentence[] {
  const pairs = rows.flatMap(({ no, cells }) => {
    const known = cells.flatMap(({ n, rate, se }, at) =>
      n >= LEAST_SPOKEN_OF && se !== null
        ? [{ name: groups[at]?.name ?? '', n, se, rate: shareOf(rate) }]
        : [],
    )
    const best = most(known, ({ rate }) => rate)
    const last = most(known, ({ rate }) => -rate)
    if (!best || !last || best === last) return []
    const se = Math.hypot(best.se, last.se)
    return se === 0 ? [] : [{ no, best, last, se }]
  })
  return said(
    link,
    pairs
      .toSorted((a, b) => gapOf(b) - gapOf(a))
      .slice(0, MOST - 1)
      // A second one only where it is more than chance.
      .filter((pair, at) => at === 0 || gapOf(pair) > Z95)
      .map((pair, at) => itemApartSentence({ ...pair, isNext: at > 0 })),
  )
}

const Z95 = 1.96

const gapOf = ({
  best,
  last,
  se,
}: {
  best: { rate: number }
  last: { rate: number }
  se: number
}): number => (best.rate - last.rate) / se

/** Options that ask to be looked at, and the question that most left out. @source reports P07 */
export function choiceSentences(rows: readonly ChoiceRow[], link: string): Sentence[] {
  const known = rows.filter(({ n }) => n >= LEAST_SPOKEN_OF)
  const flagged = known.filter(({ flag }) => flag !== '')
  const [worst] = flagged
  const blank = most(
    known.filter(({ option, count }) => option === '未答' && count > 0),
    ({ count }) => count,
  )
  return said(link, [
    worst
      ? flaggedSentence(
          new Set(flagged.map(({ no }) => no)).size,
          worst.no,
          `${worst.option} 项${worst.flag}`,
        )
      : null,
    blank ? lowestOmitted(blank) : null,
  ])
}

const lowestOmitted = ({ no, count, n }: ChoiceRow): string =>
  `未答最多的是第 ${no} 题：${count} 人，共 ${n} 人。`

/** Questions that tell least, and those that two groups with the same total have other chances in. @source reports P07 */
export function questionSplitSentences(
  rows: readonly QuestionSplitRow[],
  splits: readonly { n: number }[],
  dif: string | null,
  link: string,
): Sentence[] {
  const n = splits.slice(0, 3).reduce((sum, one) => sum + one.n, 0)
  if (n < LEAST_SPOKEN_OF) return []
  const least = most(
    rows.filter(({ gap }) => gap.v !== null),
    ({ gap }) => -(gap.v ?? 1),
  )
  const large = rows.filter((row) => row.dif?.klass === 'C').map(({ no }) => no)
  return said(link, [
    least
      ? `高低分组相差最小的是第 ${least.no} 题，得分率相差 ${Math.round((least.gap.v ?? 0) * 100)} 个百分点（${Math.round(n)} 人）。`
      : null,
    dif === null
      ? null
      : large.length === 0
        ? `${dif}：总分相同的人在各题的机会没有大的差别（DIF 无 C 级）。`
        : `${dif}：第 ${large.join('、')} 题的 DIF 为 C 级，总分相同的人答对的机会不同。`,
  ])
}
