import { excellentReport, rankField } from '@hengjuan/contracts'
import { forEachMember, membersOfClass, NO_RANK, wilson } from '@hengjuan/stats'
import { pageOf } from '../../../http/page-of.ts'
import { presentIn, type ReportContext } from '../kit/context.ts'
import { topOf } from '../kit/critical.ts'
import { type EarlierExam, scoresThen } from '../kit/earlier.ts'
import { classGroup, shownClasses } from '../kit/groups.ts'
import { byScore, namedPlaces, personAt } from '../kit/people.ts'
import { served } from '../kit/served-report.ts'
import { watchLists } from '../kit/watch.ts'
import { spreadOf } from '../kit/z-scores.ts'

type Move = 'stayed' | 'entered' | 'fell'

/** 尖子生. @source reports P12; domain rules 14.3 */
export const excellent = served(
  excellentReport,
  (context, query) => {
    const { version, column, subjects, rankTypes } = context
    const { manifest, columns } = version
    const { top_percent: percent } = query
    const cut = { top: query.top ?? context.config.concerned.top, percent }
    const { isTop, name, top, of: present } = topOf(context, cut)
    const compared = context.compared ?? context.history[0] ?? null
    const moveOf = compared ? movesSince(context, compared, cut, isTop) : () => null
    // Nobody in grades 1 to 9 is named for being best.
    const countsOnly = manifest.policy === 'compulsory'
    const named = namedPlaces(context, query.keyword)
    const places = countsOnly
      ? []
      : named
          .filter((place) => isShown(query.move, moveOf(place), isTop(place)))
          .sort(byScore(version, column.scores))
    const { list, ...page } = pageOf(places, query)
    const watch = watchLists(context)
    const { shown, suppressed } = shownClasses(context, column)
    const rankOf = (place: number) =>
      Object.fromEntries(
        rankTypes.map((type) => {
          const of = columns.ranks[type]
          const own = (column.subject === null ? of.total : of.subjects[column.subject]!)[place]!
          return [rankField(type), own === NO_RANK ? null : own]
        }),
      )
    const moves = { stayed: 0, entered: 0, fell: 0 }
    forEachMember(context.visible, (place) => {
      const move = moveOf(place)
      if (move) moves[move] += 1
    })
    return {
      suppressed,
      notes: [
        percent === undefined
          ? `前 ${top} 名取自${name}，同分同名次`
          : `前 ${percent}%：${name}有成绩的 ${present} 人取前 ${top} 名，同分同名次`,
        compared
          ? `保持、新进、跌出与${compared.name}相比：两场都参加的人，各按当时的前 ${percent === undefined ? `${top} 名` : `${percent}%`}（同在${name}中排）；没参加那次考试的不计为新进`
          : '没有同一届更早的已发布考试，不计算保持、新进与跌出',
        ...(countsOnly ? ['义务教育阶段不列名单，只显示各班人数'] : []),
      ],
      body: {
        ...page,
        top,
        top_percent: percent ?? null,
        compared: compared ? { exam_id: compared.examId, exam_name: compared.name } : null,
        moves: compared ? moves : null,
        counts_only: countsOnly,
        counts: shown.map((place) => {
          const members = membersOfClass(columns, place)
          const n = presentIn(column, members)
          let count = 0
          forEachMember(members, (at) => {
            if (isTop(at)) count += 1
          })
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
          const z = watch.zs(place)
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
            stability: watch.steadiness(place),
            move: moveOf(place),
          }
        }),
      },
    }
  },
  true,
)

/** Of the whole list, those who are in it now; of a tab, those who moved so. */
const isShown = (asked: string | undefined, move: Move | null, isTop: boolean): boolean =>
  asked === undefined || asked === 'all' ? isTop : move === asked

/** Who stayed among the best, who came in and who fell out, of those who sat both. @source domain rules 14.3 */
function movesSince(
  context: ReportContext,
  exam: EarlierExam,
  cut: Parameters<typeof topOf>[1],
  isTop: (place: number) => boolean,
): (place: number) => Move | null {
  const then = scoresThen(context, exam)
  const before = topOf(context, cut, then)
  return (place) => {
    if (then[place]! < 0 || context.column.scores[place]! < 0) return null
    if (isTop(place)) return before.isTop(place) ? 'stayed' : 'entered'
    return before.isTop(place) ? 'fell' : null
  }
}
