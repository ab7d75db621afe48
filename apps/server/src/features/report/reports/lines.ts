import { lineOverviewReport, stepLineReport, subjectLineReport } from '@hengjuan/contracts'
import { criticalPlace, type Est } from '@hengjuan/domain'
import {
  bandCounts,
  forEachMember,
  type Line,
  lineRates,
  membersOfClass,
  type Members,
  newcombe,
  onLine,
  type Ratio,
  scoreColumn,
  subjectGrade,
  wilson,
} from '@hengjuan/stats'
import { presentIn, type ReportContext } from '../kit/context.ts'
import { baseOf, classGroup, shownClasses } from '../kit/groups.ts'
import { lineChanges } from '../kit/line-changes.ts'
import { lineIn, lineNotes, linesByHand, linesIn, subjectLinesOf } from '../kit/lines.ts'
import { served } from '../kit/served-report.ts'

const wireLines = (context: ReportContext, lines: readonly Line[]) =>
  lines.map(({ name, totalMilli }) => ({
    name,
    total_milli: totalMilli,
    by_share: isByShare(context, name),
  }))

/** Does the line follow from a share, because nobody set a score? */
const isByShare = ({ config }: ReportContext, name: string): boolean =>
  config.lines.find((one) => one.name === name)?.percent != null

/** Classes as rows and all of them together, whose figures are counted anew and never averaged. */
function groupsOf(context: ReportContext) {
  const total = scoreColumn(context.version)
  const { shown, suppressed } = shownClasses(context, total)
  const whole = { kind: 'school' as const, id: null, name: '合计', is_own: false }
  return {
    total,
    suppressed,
    groups: [
      ...shown.map((place) => ({
        group: classGroup(context, place),
        members: membersOfClass(context.version.columns, place),
        is_reference: false,
      })),
      { group: whole, members: context.visible, is_reference: true },
    ],
  }
}

/** 单科上线. @source reports P10; domain rules 14 */
export const subjectLines = served(subjectLineReport, (context, query) => {
  const { version } = context
  const lines = linesIn(context)
  const line = lineIn(lines, query)
  const method = query.method ?? context.config.lineMethod
  const { total, groups, suppressed } = groupsOf(context)
  const ofSubjects = line
    ? subjectLinesOf(context, line, method, linesByHand(query.subject_lines))
    : []
  const onOf = (members: Members, one: (typeof ofSubjects)[number]) =>
    onLine(total.scores, version.columns.subjects[one.at]!.totalMilli, members, {
      totalMilli: line?.totalMilli ?? Infinity,
      subjectMilli: one.lineMilli ?? Infinity,
    })
  const base = baseOf(context, total).members
  const onOfBase = ofSubjects.map((one) => onOf(base, one))
  const totalOnIn = (members: Members) => ({
    num: bandCounts(total.scores, members, [
      { lower: line?.totalMilli ?? Infinity, upper: Infinity },
    ])[0]!,
    den: presentIn(total, members),
  })
  const totalOnOfBase = totalOnIn(base)
  const cellOf = (members: Members, isAll: boolean, index: number) => {
    const one = ofSubjects[index]!
    const { id } = version.columns.subjects[one.at]!
    const on = onOf(members, one)
    const all = onOfBase[index]!
    return {
      subject_id: id,
      total_on: on.totalOn,
      subject_on: on.subjectOn,
      both_on: on.bothOn,
      ...lineRates(on),
      grade: subjectGrade(on),
      over_rest: isAll
        ? null
        : overRest({ num: on.subjectOn, den: on.n }, { num: all.subjectOn, den: all.n }),
    }
  }
  return {
    suppressed,
    notes: [
      ...lineNotes(context),
      ...(line
        ? [
            ofSubjects
              .map(({ at, n, byHand }) => {
                const { name } = version.manifest.subjects[at]!
                return byHand ? `${name}单科线为手工设定` : `${name}单科线由 ${n} 人得出`
              })
              .join('，'),
          ]
        : []),
    ],
    body: {
      lines: wireLines(context, lines),
      method,
      line: line && {
        name: line.name,
        by_share: isByShare(context, line.name),
        total_milli: line.totalMilli,
        subjects: ofSubjects.map(({ at, lineMilli, n, byHand }) => ({
          subject_id: version.columns.subjects[at]!.id,
          line_milli: lineMilli,
          n,
          by_hand: byHand,
        })),
      },
      rows: line
        ? groups.map(({ group, members, is_reference }) => {
            const rate = totalOnIn(members)
            return {
              group,
              n: rate.den,
              total_on: rate.num,
              total_rate: rate,
              over_rest: is_reference ? null : overRest(rate, totalOnOfBase),
              cells: ofSubjects.map((_, index) => cellOf(members, is_reference, index)),
              is_reference,
            }
          })
        : [],
      steps: stepRows(context, lines),
    },
  }
})

/** A share less that of all the others; null without others. @source reports R8 */
function overRest(own: Ratio, all: Ratio): Est | null {
  const difference = newcombe(own, { num: all.num - own.num, den: all.den - own.den })
  return difference && { ...difference, n: own.den, shown: own.den < FEW ? 'few' : 'ok' }
}

/** Fewer than these say little about a class. @source reports 2.3 */
const FEW = 10

/** 分档上线. @source reports P10 */
export const stepLines = served(stepLineReport, (context) => {
  const lines = linesIn(context)
  return {
    suppressed: groupsOf(context).suppressed,
    notes: lineNotes(context),
    body: {
      lines: wireLines(context, lines),
      method: context.config.lineMethod,
      rows: stepRows(context, lines),
    },
  }
})

/** Every class on every line, and in the band between two; none without lines. */
function stepRows(context: ReportContext, lines: readonly Line[]) {
  if (lines.length === 0) return []
  const { total, groups } = groupsOf(context)
  const targetIn = targetsIn(context)
  const ids = groups.flatMap(({ group, is_reference }) => (is_reference ? [] : [group.id]))
  return groups.map(({ group, members, is_reference }) => {
    const n = presentIn(total, members)
    const on = bandCounts(
      total.scores,
      members,
      lines.map(({ totalMilli }) => ({ lower: totalMilli, upper: Infinity })),
    )
    return {
      group,
      n,
      cells: on.map((count, index) => {
        const band = count - (on[index - 1] ?? 0)
        const target = targetIn(lines[index]!.name, is_reference ? ids : [group.id])
        return {
          on: count,
          rate: { num: count, den: n },
          band,
          band_rate: { num: band, den: n },
          target,
          gap: target === null ? null : count - target,
        }
      }),
      is_reference,
    }
  })
}

/** How many of some classes the school means to bring on a line; null where it said nothing. */
function targetsIn({ config }: ReportContext) {
  const byLine = new Map(
    config.lines.map(({ name, targets }) => [
      name,
      new Map(targets?.map(({ class_id, count }) => [class_id, count])),
    ]),
  )
  return (line: string, classes: readonly (number | null)[]): number | null => {
    const found = classes.flatMap((id) => byLine.get(line)?.get(id ?? 0) ?? [])
    return found.length === 0 ? null : found.reduce((sum, count) => sum + count, 0)
  }
}

/** 上线概览. @source reports P10 */
export const lineOverview = served(lineOverviewReport, (context, query) => {
  const { version, visible } = context
  const lines = linesIn(context)
  const method = query.method ?? context.config.lineMethod
  const total = scoreColumn(version)
  const n = presentIn(total, visible)
  const { compared } = context
  const changeOf = lineChanges(context)
  const near = context.config.concerned.total
  return {
    notes: lineNotes(context),
    body: {
      lines: wireLines(context, lines),
      method,
      below_milli: near.belowMilli,
      above_milli: near.aboveMilli,
      compared: compared && { exam_id: compared.examId, exam_name: compared.name },
      rows: lines.map((line) => {
        const places = { push: 0, hold: 0 }
        let on = 0
        forEachMember(visible, (place) => {
          const score = total.scores[place]!
          if (score < 0) return
          if (score >= line.totalMilli) on += 1
          const side = criticalPlace(score, line.totalMilli, near)
          if (side) places[side] += 1
        })
        const rate = { num: on, den: n }
        const interval = wilson(rate)
        const drags = subjectLinesOf(context, line, method)
          .map(({ at, lineMilli }) => {
            const { totalMilli } = version.columns.subjects[at]!
            const counts = onLine(total.scores, totalMilli, visible, {
              totalMilli: line.totalMilli,
              subjectMilli: lineMilli ?? Infinity,
            })
            const { id, name } = version.manifest.subjects[at]!
            return {
              subject_id: id,
              subject_name: name,
              mismatch: counts.totalOn - counts.bothOn,
            }
          })
          .toSorted((a, b) => b.mismatch - a.mismatch)
        return {
          name: line.name,
          total_milli: line.totalMilli,
          n,
          on,
          rate,
          lo: interval?.lo ?? null,
          hi: interval?.hi ?? null,
          ...changeOf(line),
          ...places,
          drag: drags.filter(({ mismatch }) => mismatch > 0).slice(0, MOST_DRAGS),
        }
      }),
    },
  }
})

const MOST_DRAGS = 3
