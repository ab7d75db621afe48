import { lineOverviewReport, stepLineReport, subjectLineReport } from '@hengjuan/contracts'
import { criticalPlace } from '@hengjuan/domain'
import {
  bandCounts,
  forEachMember,
  type Line,
  membersOfClass,
  type Members,
  onLine,
  scoreColumn,
  subjectGrade,
  wilson,
} from '@hengjuan/stats'
import { presentIn, type ReportContext } from '../kit/context.ts'
import { classGroup, shownClasses } from '../kit/groups.ts'
import { lineIn, lineNotes, linesByHand, linesIn, subjectLinesOf } from '../kit/lines.ts'
import { served } from '../kit/served-report.ts'

const wireLines = (lines: readonly Line[]) =>
  lines.map(({ name, totalMilli }) => ({ name, total_milli: totalMilli }))

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
  const cellOf = (members: Members, one: (typeof ofSubjects)[number]) => {
    const { id, totalMilli } = version.columns.subjects[one.at]!
    const on = onLine(total.scores, totalMilli, members, {
      totalMilli: line?.totalMilli ?? Infinity,
      subjectMilli: one.lineMilli ?? Infinity,
    })
    return {
      subject_id: id,
      total_on: on.totalOn,
      subject_on: on.subjectOn,
      both_on: on.bothOn,
      hit: { num: on.bothOn, den: on.subjectOn },
      contribution: { num: on.bothOn, den: on.totalOn },
      mismatch: on.totalOn - on.bothOn,
      waste: on.subjectOn - on.bothOn,
      effective: { num: on.bothOn, den: on.n },
      grade: subjectGrade(on),
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
      lines: wireLines(lines),
      method,
      line: line && {
        name: line.name,
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
            const n = presentIn(total, members)
            const on = bandCounts(total.scores, members, [
              { lower: line.totalMilli, upper: Infinity },
            ])[0]!
            return {
              group,
              n,
              total_on: on,
              total_rate: { num: on, den: n },
              cells: ofSubjects.map((one) => cellOf(members, one)),
              is_reference,
            }
          })
        : [],
    },
  }
})

/** 分档上线. @source reports P10 */
export const stepLines = served(stepLineReport, (context) => {
  const lines = linesIn(context)
  const { total, groups, suppressed } = groupsOf(context)
  return {
    suppressed,
    notes: lineNotes(context),
    body: {
      lines: wireLines(lines),
      method: context.config.lineMethod,
      rows:
        lines.length === 0
          ? []
          : groups.map(({ group, members, is_reference }) => {
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
                  return {
                    on: count,
                    rate: { num: count, den: n },
                    band,
                    band_rate: { num: band, den: n },
                  }
                }),
                is_reference,
              }
            }),
    },
  }
})

/** 上线概览. @source reports P10 */
export const lineOverview = served(lineOverviewReport, (context, query) => {
  const { version, visible } = context
  const lines = linesIn(context)
  const method = query.method ?? context.config.lineMethod
  const total = scoreColumn(version)
  const n = presentIn(total, visible)
  return {
    notes: lineNotes(context),
    body: {
      lines: wireLines(lines),
      method,
      rows: lines.map((line) => {
        const places = { push: 0, hold: 0 }
        let on = 0
        forEachMember(visible, (place) => {
          const score = total.scores[place]!
          if (score < 0) return
          if (score >= line.totalMilli) on += 1
          const near = criticalPlace(score, line.totalMilli)
          if (near) places[near] += 1
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
            return {
              name: version.manifest.subjects[at]!.name,
              count: counts.totalOn - counts.bothOn,
            }
          })
          .toSorted((a, b) => b.count - a.count)
        const [worst] = drags
        return {
          name: line.name,
          total_milli: line.totalMilli,
          n,
          on,
          rate,
          lo: interval?.lo ?? null,
          hi: interval?.hi ?? null,
          ...places,
          drag: worst && worst.count > 0 ? `${worst.name}（${worst.count} 人）` : '',
        }
      }),
    },
  }
})
