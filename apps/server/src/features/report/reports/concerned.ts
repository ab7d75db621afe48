import { criticalReport, excellentReport, rankField } from '@hengjuan/contracts'
import {
  CRITICAL_BAND,
  criticalPlace,
  MILLI_PER_POINT,
  referenceOf,
  zScore,
} from '@hengjuan/domain'
import {
  itemTable,
  membersOfClass,
  NO_RANK,
  orderDown,
  ranksWithin,
  scoreColumn,
  scoresOf,
  wilson,
} from '@hengjuan/stats'
import { pageOf } from '../../../http/page-of.ts'
import { presentIn, type ReportContext } from '../kit/context.ts'
import { baseOf, classGroup, shownClasses } from '../kit/groups.ts'
import { lineIn, lineNotes, linesIn, subjectLinesOf } from '../kit/lines.ts'
import { byScore, namedPlaces, personAt } from '../kit/people.ts'
import { served } from '../kit/served-report.ts'

/** Strongest and weakest subject this far apart: 偏科. @source domain rules 14.3 */
const UNEVEN = 1.5
/** Steps of the gap that the chart counts in. */
const GAP_STEPS = 5
/** Defaults for a single subject. @source domain rules 14.2 */
const SUBJECT_BAND = { belowMilli: 10_000, aboveMilli: 5000 }

/** Z of every subject that the caller sees, by candidate; of whom it is taken among is said below the table. */
function zScoresIn(context: ReportContext) {
  const { version, subjects } = context
  const columns = subjects.map((at) => {
    const { totalMilli, id } = version.columns.subjects[at]!
    const { members } = baseOf(context, scoreColumn(version, id))
    const spread = referenceOf(scoresOf(totalMilli, members))
    return { totalMilli, spread }
  })
  return (place: number): (number | null)[] =>
    columns.map(({ totalMilli, spread }) =>
      totalMilli[place]! < 0 || !spread ? null : zScore(totalMilli[place]!, spread),
    )
}

function spreadOf(zs: readonly (number | null)[]): number | null {
  const known = zs.filter((z) => z !== null)
  return known.length < 2 ? null : Math.max(...known) - Math.min(...known)
}

/** Error of measurement of a subject, or of the total from those of its subjects. */
function semOf(context: ReportContext): number | null {
  const { version, column, subjects } = context
  const places = column.subject === null ? subjects : [column.subject]
  const errors = places.map((at) => {
    const { members } = baseOf(context, scoreColumn(version, version.columns.subjects[at]!.id))
    return itemTable(version, at, members).paper.semMilli
  })
  return errors.some((one) => one === null)
    ? null
    : Math.sqrt(errors.reduce<number>((sum, one) => sum + (one ?? 0) ** 2, 0))
}

/** 临界生. @source reports P11; domain rules 14.2, 14.3 */
export const critical = served(criticalReport, (context, query) => {
  const { version, column, subjects } = context
  const { manifest } = version
  const lines = linesIn(context)
  const total = lineIn(lines, query)
  const ofSubjects = total ? subjectLinesOf(context, total, query.method) : []
  const own = ofSubjects.find(({ at }) => at === column.subject)
  const lineMilli = column.subject === null ? total?.totalMilli : own?.lineMilli
  const usual = column.subject === null ? CRITICAL_BAND : SUBJECT_BAND
  const below = query.below ?? usual.belowMilli / MILLI_PER_POINT
  const above = query.above ?? usual.aboveMilli / MILLI_PER_POINT
  const band = { belowMilli: below * MILLI_PER_POINT, aboveMilli: above * MILLI_PER_POINT }
  const zs = zScoresIn(context)
  const sem = semOf(context)
  const names =
    manifest.policy === 'compulsory'
      ? { push: '需要支持', hold: '需要巩固' }
      : { push: '线下', hold: '线上' }
  const places = namedPlaces(context, query.keyword).filter((place) => column.scores[place]! >= 0)
  const gapOf = (place: number): number => column.scores[place]! - (lineMilli ?? 0)
  const sideOf = (place: number) =>
    lineMilli == null ? null : criticalPlace(column.scores[place]!, lineMilli, band)
  const isUneven = query.list === 'uneven'
  const found = isUneven
    ? places.filter((place) => (spreadOf(zs(place)) ?? 0) >= UNEVEN)
    : places.filter((place) => {
        const side = sideOf(place)
        return (
          side !== null &&
          (query.list === 'push' || query.list === 'hold' ? side === query.list : true)
        )
      })
  const { list, ...page } = pageOf(
    isUneven
      ? found.sort((a, b) => (spreadOf(zs(b)) ?? 0) - (spreadOf(zs(a)) ?? 0))
      : // Below first, the nearest first; then above, the nearest first.
        found.sort(
          (a, b) =>
            Number(gapOf(a) >= 0) - Number(gapOf(b) >= 0) ||
            Math.abs(gapOf(a)) - Math.abs(gapOf(b)),
        ),
    query,
  )
  return {
    notes: [
      ...lineNotes(context),
      `各科 Z 参照${baseOf(context).name}`,
      ...(sem === null ? ['实考不足 10 人，没有测量标准误'] : []),
    ],
    body: {
      ...page,
      lines: lines.map(({ name, totalMilli }) => ({ name, total_milli: totalMilli })),
      line:
        total && lineMilli != null
          ? {
              name: `${total.name}${column.subject === null ? '' : '的单科线'}`,
              line_milli: lineMilli,
            }
          : null,
      below,
      above,
      sem_milli: sem,
      counts: {
        push: places.filter((place) => sideOf(place) === 'push').length,
        hold: places.filter((place) => sideOf(place) === 'hold').length,
      },
      histogram: lineMilli == null || isUneven ? [] : gapsOf(places.map(gapOf), below, above),
      list: list.map((place) => {
        const z = zs(place)
        const known = z.filter((one) => one !== null)
        const mean = known.reduce((sum, one) => sum + one, 0) / Math.max(1, known.length)
        const gap = Math.round(gapOf(place))
        const side = gap < 0 ? ('push' as const) : ('hold' as const)
        return {
          ...personAt(context, place),
          score_milli: column.scores[place]!,
          gap_milli: lineMilli == null ? 0 : gap,
          side,
          side_name: lineMilli == null ? '' : names[side],
          within_error: sem === null || lineMilli == null ? null : Math.abs(gap) < 1.96 * sem,
          weakest: subjects.map((at, index) => {
            const score = version.columns.subjects[at]!.totalMilli[place]!
            const lineOf = ofSubjects[index]?.lineMilli
            return {
              subject_id: manifest.subjects[at]!.id,
              subject_name: manifest.subjects[at]!.name,
              gap_milli: score < 0 || lineOf == null ? null : Math.round(score - lineOf),
              z_own: z[index] == null ? null : z[index] - mean,
            }
          }),
          spread: spreadOf(z),
        }
      }),
    },
  }
})

/** How many lie how far from the line, from as far below as above it is asked for. */
function gapsOf(gaps: readonly number[], below: number, above: number) {
  const [from, to] = [-Math.max(GAP_STEPS, below), Math.max(GAP_STEPS, above)]
  const steps = Array.from(
    { length: Math.ceil((to - from) / GAP_STEPS) },
    (_, at) => from + at * GAP_STEPS,
  )
  return steps.map((lower) => ({
    label: `[${lower}, ${lower + GAP_STEPS})`,
    count: gaps.filter(
      (gap) => gap >= lower * MILLI_PER_POINT && gap < (lower + GAP_STEPS) * MILLI_PER_POINT,
    ).length,
  }))
}

/** 尖子生. @source reports P12; domain rules 14.3 */
export const excellent = served(excellentReport, (context, query) => {
  const { version, column, subjects, rankTypes } = context
  const { manifest, columns } = version
  const top = query.top ?? 50
  const base = baseOf(context)
  const scores = new Int32Array(columns.n).fill(-1)
  for (const { from, to } of base.members.runs) scores.set(column.scores.subarray(from, to), from)
  const ranks = ranksWithin(scores, orderDown(scores), null, 1)
  const isTop = (place: number): boolean => ranks[place]! !== NO_RANK && ranks[place]! <= top
  // Nobody in grades 1 to 9 is named for being best.
  const countsOnly = manifest.policy === 'compulsory'
  const named = namedPlaces(context, query.keyword)
  const places = countsOnly ? [] : named.filter(isTop).sort(byScore(version, column.scores))
  const { list, ...page } = pageOf(places, query)
  const zs = zScoresIn(context)
  const { shown, suppressed } = shownClasses(context, column)
  const rankOf = (place: number) =>
    Object.fromEntries(
      rankTypes.map((type) => {
        const of = columns.ranks[type]
        const own = (column.subject === null ? of.total : of.subjects[column.subject]!)[place]!
        return [rankField(type), own === NO_RANK ? null : own]
      }),
    )
  return {
    suppressed,
    notes: [
      `前 ${top} 名取自${base.name}，同分同名次`,
      ...(countsOnly ? ['义务教育阶段不列名单，只显示各班人数'] : []),
    ],
    body: {
      ...page,
      top,
      counts_only: countsOnly,
      counts: shown.map((place) => {
        const members = membersOfClass(columns, place)
        const n = presentIn(column, members)
        const [run] = members.runs
        let count = 0
        for (let at = run!.from; at < run!.to; at++) if (isTop(at)) count += 1
        const interval = wilson({ num: count, den: n })
        return {
          group: classGroup(context, place),
          n: count,
          share: {
            v: n === 0 ? null : count / n,
            lo: interval?.lo ?? null,
            hi: interval?.hi ?? null,
            n,
            shown: n < 10 ? ('few' as const) : ('ok' as const),
          },
        }
      }),
      list: list.map((place) => {
        const z = zs(place)
        const worst = z.reduce<number | null>(
          (least, one, at) =>
            one !== null && (least === null || one < (z[least] ?? Infinity)) ? at : least,
          null,
        )
        return {
          ...personAt(context, place),
          score_milli: column.scores[place]!,
          ...rankOf(place),
          z,
          weakest: worst === null ? '' : manifest.subjects[subjects[worst]!]!.name,
          spread: spreadOf(z),
        }
      }),
    },
  }
})
