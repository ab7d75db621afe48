import { classReport } from '@hengjuan/contracts'
import { overMeanRatio, ranksOf } from '@hengjuan/domain'
import {
  againstRest,
  classFigures,
  figuresOf,
  forEachMember,
  type Members,
  membersOfClass,
  NO_DELTA,
  type ScoreColumn,
} from '@hengjuan/stats'
import { hiddenRest, isReferenceHidden, keptBackIn } from '../kit/context.ts'
import {
  ABOUT_REFERENCE,
  keptBack,
  meanIn,
  NO_WIRE_DELTA,
  referenceFigures,
  wireDelta,
  wireFigures,
} from '../kit/figures.ts'
import { served } from '../kit/served-report.ts'

/** 均分对比: a row a class, and last what they are compared with. @source reports P04 */
export const classAverages = served(classReport, (context, query) => {
  const { column, classes, reference, version, viewer } = context
  const denominator = query.denominator ?? 'present'
  const trim = query.trim ?? 0
  const { columns, manifest } = version
  const ofClasses = classFigures(column, columns, denominator).classes
  const all = figuresOf(column, reference.members, denominator)
  // Tested among all classes of the reference, not only the visible ones: who looks changes no result.
  const inReference = [...manifest.classes.keys()].filter((place) =>
    reference.members.runs.some(
      ({ from, to }) =>
        (columns.classStart[place] ?? 0) >= from && (columns.classStart[place + 1] ?? 0) <= to,
    ),
  )
  const deltas = againstRest(
    inReference.map((place) => meanOf(ofClasses[place])),
    meanIn(all),
  )
  const ranks = ranksOf(inReference.map((place) => ofClasses[place]?.meanMilli ?? null))
  const kept = keptBackIn(context, column).classes
  const hidden = classes.map((place) => kept.has(place))
  const rest = hiddenRest(context, column)
  const isHidden = isReferenceHidden(context, column)
  const isAbout = rest > 0 && context.hidesRanks

  const rows = classes.map((place, index) => {
    const figures = wireFigures(ofClasses[place]!, context, denominator)
    const at = inReference.indexOf(place)
    const mean = ofClasses[place]?.meanMilli ?? null
    const isShown = !context.withoutMeans && !isHidden
    return {
      group: {
        kind: 'class' as const,
        id: manifest.classes[place]!.id,
        name: manifest.classes[place]!.name,
        is_own: viewer.scope.classes !== 'all',
      },
      figures: hidden[index] ? keptBack(figures) : figures,
      delta: hidden[index] || !isShown ? NO_WIRE_DELTA : wireDelta(deltas[at] ?? NO_DELTA),
      over_mean:
        hidden[index] || !isShown || mean === null || all.meanMilli === null
          ? null
          : overMeanRatio(mean, all.meanMilli),
      mean_rank: hidden[index] || !isShown ? null : (ranks[at] ?? null),
      trimmed:
        trim === 0 || hidden[index] || context.withoutMeans
          ? null
          : trimmedOf(column, membersOfClass(columns, place), trim),
      suppressed: hidden[index] ?? false,
      is_reference: false,
    }
  })
  return {
    suppressed: hidden.filter(Boolean).length + Number(isHidden),
    notes: [
      `参照为${reference.name}；标准差按全体考生计算（÷N）`,
      ...(denominator === 'registered' ? ['各项比率的分母为应考人数'] : []),
      ...(isHidden ? ['其余班级实考人数太少，参照数据不显示'] : []),
      ...(isAbout && !isHidden ? [ABOUT_REFERENCE] : []),
    ],
    body: {
      trim,
      rows: [
        ...rows,
        {
          group: { kind: reference.kind, id: reference.id, name: reference.name, is_own: false },
          figures: referenceFigures(context, column, denominator),
          delta: NO_WIRE_DELTA,
          over_mean: null,
          mean_rank: null,
          trimmed:
            // Means without ever more of the lowest tell those one by one.
            trim === 0 || isHidden || isAbout || context.withoutMeans
              ? null
              : trimmedOf(column, reference.members, trim),
          suppressed: isHidden,
          is_reference: true,
        },
      ],
    },
  }
})

const meanOf = (figures: Parameters<typeof meanIn>[0] | undefined) =>
  figures ? meanIn(figures) : null

/** Mean without the lowest scores: so many percent of those present, floored. @source domain rules 15 */
function trimmedOf({ scores }: ScoreColumn, members: Members, percent: number) {
  const own: number[] = []
  forEachMember(members, (place) => {
    const score = scores[place] ?? -1
    if (score >= 0) own.push(score)
  })
  own.sort((a, b) => a - b)
  const dropped = Math.floor((own.length * percent) / 100)
  const kept = own.slice(dropped)
  if (kept.length === 0) return null
  return { mean_milli: kept.reduce((sum, one) => sum + one, 0) / kept.length, d: percent, dropped }
}
