import {
  againstRestSentence,
  allAlikeSentence,
  alphaSentence,
  dragSentence,
  flaggedSentence,
  hardestSentence,
  LEAST_SPOKEN_OF,
  lineChangeSentence,
  lowestSentence,
  nearSentence,
  onLineSentence,
  rangeSentence,
  shareApartSentence,
  structureSentence,
} from '@hengjuan/domain'
import type { Static } from 'typebox'
import { MOST, most, said, type Sentence, shareOf } from './sentence-kit.ts'
import type { AverageRow } from './averages.ts'
import type { GradeRow } from './grade-report.ts'
import type { ItemRow } from './item-report.ts'
import type { LineSubjectRow } from './line-report.ts'
import type { LineOverviewRow } from './line-steps-report.ts'
import type { PaperRow } from './paper-report.ts'
import type { Est } from './shapes.ts'

/** Which groups differ from the others. @source reports P04 */
export function averageSentences(
  rows: readonly Pick<AverageRow, 'group' | 'figures' | 'delta' | 'suppressed' | 'is_reference'>[],
  noun: '班级' | '学校' | '区县' | '市',
  groups: number,
  link: string,
): Sentence[] {
  const known = rows.flatMap(({ group, figures, delta, suppressed, is_reference }) => {
    const { mean_milli: meanMilli, present, pass_rate } = figures
    const { z, se, sig } = delta
    if (suppressed || is_reference || meanMilli === null || present < LEAST_SPOKEN_OF) return []
    return [{ name: group.name, meanMilli, z, se, sig, pass_rate }]
  })
  const compared = known.flatMap(({ z, se, ...of }) =>
    z === null || se === null ? [] : [{ ...of, z, seMilli: se, overRestMilli: z * se }],
  )
  const apart = compared
    // Of one alone it is said in any case.
    .filter(({ sig }) => sig > 0 || compared.length === 1)
    .toSorted((a, b) => Math.abs(b.z) - Math.abs(a.z))
  const lowest = most(known, ({ pass_rate }) => -shareOf(pass_rate))
  return said(link, [
    ...(apart.length > 0
      ? apart.slice(0, MOST - 1).map((of) => againstRestSentence({ ...of, noun, groups }))
      : [compared.length > 1 ? allAlikeSentence(compared.length, noun) : null]),
    lowest && known.length > 1 ? lowestSentence('及格率', lowest.name, lowest.pass_rate) : null,
  ])
}

/** How far classes lie apart, and what the papers are worth. @source reports P05 */
export function gradeSentences(rows: readonly GradeRow[], link: string): Sentence[] {
  const known = rows.filter(
    ({ suppressed, figures }) => !suppressed && figures.present >= LEAST_SPOKEN_OF,
  )
  const ranges = known.flatMap(({ subject, range }) =>
    range?.delta.v != null && range.delta.se !== null && range.delta.z !== null
      ? [
          {
            subject: subject.subject_name,
            best: range.best,
            last: range.last,
            milli: range.delta.v,
            seMilli: range.delta.se,
            sig: range.delta.sig,
            z: Math.abs(range.delta.z),
          },
        ]
      : [],
  )
  const range = most(ranges, ({ z }) => z)
  const subjects = known.filter(({ alpha }) => alpha !== null)
  const weakest = most(subjects, ({ alpha }) => -(alpha ?? 1))
  const passing = most(subjects, ({ figures }) => -shareOf(figures.pass_rate))
  return said(link, [
    range ? rangeSentence(range) : null,
    weakest
      ? alphaSentence(weakest.subject.subject_name, {
          v: weakest.alpha ?? 0,
          lo: null,
          hi: null,
          n: weakest.figures.present,
        })
      : null,
    passing && subjects.length > 1
      ? lowestSentence('及格率', passing.subject.subject_name, passing.figures.pass_rate)
      : null,
  ])
}

/** Which question was hardest, and which ask to be looked at. @source reports P06 */
export function itemSentences(
  rows: readonly ItemRow[],
  paper: { n: number; alpha: number | null },
  subject: string,
  link: string,
): Sentence[] {
  if (paper.n < LEAST_SPOKEN_OF) return []
  const hardest = most(
    rows.filter(({ rate }) => rate.den > 0),
    ({ rate }) => -shareOf(rate),
  )
  const flagged = rows.filter(({ flags }) => flags.length > 0)
  const [worst] = flagged
  return said(link, [
    hardest ? hardestSentence(hardest.no, hardest.rate, paper.n) : null,
    worst ? flaggedSentence(flagged.length, worst.no, worst.flags[0]?.text ?? '') : null,
    paper.alpha === null
      ? null
      : alphaSentence(subject, { v: paper.alpha, lo: null, hi: null, n: paper.n }),
  ])
}

const known95 = (est: Static<typeof Est> | null) =>
  est?.v != null && est.lo !== null && est.hi !== null && est.n >= LEAST_SPOKEN_OF
    ? { v: est.v, lo: est.lo, hi: est.hi, n: est.n }
    : null

/** How many are on a line, which class is apart, and which subject holds most back. @source reports P10 */
export function lineSentences(
  rows: readonly LineSubjectRow[],
  line: { name: string } | null,
  subjects: readonly { subject_name: string }[],
  link: string,
): Sentence[] {
  const all = rows.find(({ is_reference }) => is_reference)
  if (!line || !all || all.n < LEAST_SPOKEN_OF) return []
  const apart = most(
    rows.flatMap(({ group, over_rest }) => {
      const of = known95(over_rest)
      return of && (of.lo > 0 || of.hi < 0) ? [{ name: group.name, of }] : []
    }),
    ({ of }) => Math.abs(of.v),
  )
  const drag = most(
    all.cells.flatMap(({ mismatch, total_on }, at) =>
      mismatch > 0 ? [{ name: subjects[at]?.subject_name ?? '', mismatch, total_on }] : [],
    ),
    ({ mismatch }) => mismatch,
  )
  return said(link, [
    onLineSentence(line.name, all.total_rate),
    apart ? shareApartSentence(apart.name, '上线率', '班级', apart.of) : null,
    drag ? dragSentence(drag.name, drag.total_on, drag.mismatch) : null,
  ])
}

/** How lines changed, and who is near the first one. @source reports P10 */
export function lineOverviewSentences(
  {
    rows,
    compared,
    below_milli,
    above_milli,
  }: {
    rows: readonly LineOverviewRow[]
    compared: { exam_name: string } | null
    below_milli: number
    above_milli: number
  },
  link: string,
): Sentence[] {
  const [first] = rows
  if (!first || first.n < LEAST_SPOKEN_OF) return []
  const changes = rows.flatMap(({ name, delta }) => {
    const of = known95(delta)
    return of ? [{ name, of }] : []
  })
  const change = most(changes, ({ of }) => Math.abs(of.v))
  return said(link, [
    onLineSentence(first.name, first.rate),
    change && compared ? lineChangeSentence(change.name, compared.exam_name, change.of) : null,
    nearSentence(first.name, first, { below_milli, above_milli }),
  ])
}

/** What the papers are worth. @source reports P13 */
export function paperSentences(
  rows: readonly PaperRow[],
  plan: readonly number[],
  link: string,
): Sentence[] {
  const known = rows.filter(({ n, suppressed }) => !suppressed && n >= LEAST_SPOKEN_OF)
  const weakest = most(
    known.filter(({ alpha }) => alpha.v !== null && alpha.shown === 'ok'),
    ({ alpha }) => -(alpha.v ?? 1),
  )
  const off = most(
    known.filter(({ off_plan }) => off_plan !== null),
    ({ off_plan }) => Math.max(...Object.values(off_plan ?? {}).map((one) => Math.abs(one))),
  )
  const flagged = most(
    known.filter((row) => row.flagged > 0),
    (row) => row.flagged,
  )
  return said(link, [
    weakest
      ? alphaSentence(weakest.subject.subject_name, { ...weakest.alpha, v: weakest.alpha.v ?? 0 })
      : null,
    off ? structureSentence(off.subject.subject_name, off, plan) : null,
    flagged
      ? `${flagged.subject.subject_name}有 ${flagged.flagged} 题需要留意：第 ${flagged.flag_text} 题。`
      : null,
  ])
}
