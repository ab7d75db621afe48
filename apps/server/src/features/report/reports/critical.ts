import { criticalReport } from '@hengjuan/contracts'
import { MILLI_PER_POINT, suggestedSubjects } from '@hengjuan/domain'
import { pageOf } from '../../../http/page-of.ts'
import { criticalBand } from '../kit/critical.ts'
import { semOf, semOfSubject } from '../kit/errors.ts'
import { baseOf } from '../kit/groups.ts'
import { lineNotes } from '../kit/lines.ts'
import { namedPlaces, personAt } from '../kit/people.ts'
import { served } from '../kit/served-report.ts'
import { type WatchList, watchLists } from '../kit/watch.ts'
import { spreadOf } from '../kit/z-scores.ts'

/** Steps of the gap that the chart counts in. */
const GAP_STEPS = 5
const WATCH_LISTS: readonly string[] = ['uneven', 'slump', 'volatile', 'odd'] satisfies WatchList[]

const isWatchList = (list: string | undefined): list is WatchList =>
  list !== undefined && WATCH_LISTS.includes(list)

/** 临界生. @source reports P11; domain rules 14.2, 14.3 */
export const critical = served(
  criticalReport,
  (context, query) => {
    const { version, column, subjects, history } = context
    const { manifest } = version
    const band = criticalBand(context, query)
    const { lines, total, ofSubjects, lineMilli, below, above, gapOf, sideOf, partsAs } = band
    const watch = watchLists(context)
    const sem = semOf(context)
    const semOfSubjects = subjects.map((at) => semOfSubject(context, at))
    const names =
      manifest.policy === 'compulsory'
        ? { push: '需要支持', hold: '需要巩固' }
        : { push: '线下', hold: '线上' }
    const places = namedPlaces(context, query.keyword).filter((place) => column.scores[place]! >= 0)
    const asked = isWatchList(query.list) ? query.list : null
    const reasons = new Map(
      asked ? places.map((place) => [place, watch.reasonOf(asked, place)]) : [],
    )
    const found = asked
      ? places.filter((place) => reasons.get(place) !== '')
      : places.filter((place) => {
          if (query.list === 'mismatch' || query.list === 'waste') return partsAs(query.list, place)
          const side = sideOf(place)
          return (
            side !== null &&
            (query.list === 'push' || query.list === 'hold' ? side === query.list : true)
          )
        })
    const { list, ...page } = pageOf(found.sort(orderOf(asked, watch, gapOf)), query)
    return {
      notes: [
        ...lineNotes(context),
        `各科 Z 与历次 Z 参照${baseOf(context).name}，历次只在其中参加过那次考试的人里计算`,
        history.length === 0
          ? '没有同一届更早的已发布考试，走势、滑坡与波动都不计算'
          : `走势取自：${history.map(({ name }) => name).join('、')}与本次；波动至少要三次考试`,
        ...(sem === null ? ['实考不足 10 人或没有小题分，没有测量标准误'] : []),
      ],
      body: {
        ...page,
        lines: lines.map(({ name, totalMilli }) => ({ name, total_milli: totalMilli })),
        line:
          total && lineMilli !== null
            ? {
                name: `${total.name}${column.subject === null ? '' : '的单科线'}`,
                line_milli: lineMilli,
              }
            : null,
        below,
        above,
        sem_milli: sem,
        exams: history.length + 1,
        watched: asked !== null,
        counts: {
          push: places.filter((place) => sideOf(place) === 'push').length,
          hold: places.filter((place) => sideOf(place) === 'hold').length,
        },
        histogram: lineMilli === null || asked ? [] : gapsOf(places.map(gapOf), below, above),
        list: list.map((place) => {
          const z = watch.zs(place)
          const known = z.filter((one) => one !== null)
          const mean = known.reduce((sum, one) => sum + one, 0) / Math.max(1, known.length)
          const gap = Math.round(gapOf(place))
          const side = gap < 0 ? ('push' as const) : ('hold' as const)
          const weakest = subjects.map((at, index) => {
            const score = version.columns.subjects[at]!.totalMilli[place]!
            const lineOf = ofSubjects[index]?.lineMilli
            return {
              subject_id: manifest.subjects[at]!.id,
              subject_name: manifest.subjects[at]!.name,
              gap_milli: score < 0 || lineOf == null ? null : Math.round(score - lineOf),
              z_own: z[index] == null ? null : z[index] - mean,
            }
          })
          return {
            ...personAt(context, place),
            score_milli: column.scores[place]!,
            gap_milli: lineMilli === null ? 0 : gap,
            side,
            side_name: lineMilli === null ? '' : names[side],
            within_error: sem === null || lineMilli === null ? null : Math.abs(gap) < 1.96 * sem,
            weakest,
            suggested: suggestedSubjects(
              weakest.map(({ subject_name, gap_milli }, index) => ({
                name: subject_name,
                gapMilli: gap_milli,
                semMilli: semOfSubjects[index] ?? null,
              })),
            ),
            spread: spreadOf(z),
            // The oldest first, as a line is read.
            trend: watch.trendOf(place).toReversed(),
            reason: reasons.get(place) ?? '',
            note: context.ownNotes[personAt(context, place).student_id] ?? '',
          }
        }),
      },
    }
  },
  true,
)

/** Of a line: below first, the nearest first; then above. Of a list of the watched: the gravest first. */
function orderOf(
  asked: WatchList | null,
  watch: ReturnType<typeof watchLists>,
  gapOf: (place: number) => number,
): (a: number, b: number) => number {
  if (asked === null)
    return (a, b) =>
      Number(gapOf(a) >= 0) - Number(gapOf(b) >= 0) || Math.abs(gapOf(a)) - Math.abs(gapOf(b))
  if (asked === 'slump' || asked === 'odd')
    return (a, b) => fallOf(watch, a) - fallOf(watch, b) || a - b
  const figure = (place: number): number =>
    (asked === 'uneven' ? spreadOf(watch.zs(place)) : watch.steadiness(place)) ?? 0
  return (a, b) => figure(b) - figure(a) || a - b
}

function fallOf(watch: ReturnType<typeof watchLists>, place: number): number {
  const [now = null, last = null] = watch.trendOf(place)
  return now === null || last === null ? 0 : now - last
}

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
