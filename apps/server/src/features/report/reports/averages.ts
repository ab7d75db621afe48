import { classReport, schoolReport } from '@hengjuan/contracts'
import { overMeanRatio, ranksOf } from '@hengjuan/domain'
import {
  againstRest,
  classFigures,
  figuresOf,
  forEachMember,
  type GroupFigures,
  type Members,
  membersOfClass,
  membersOfClasses,
  membersOfSchool,
  NO_DELTA,
  schoolFigures,
  type ScoreColumn,
} from '@hengjuan/stats'
import {
  hiddenRest,
  isReferenceHidden,
  keptBackIn,
  presentIn,
  type ReportContext,
  sizeOf,
} from '../kit/context.ts'
import {
  ABOUT_REFERENCE,
  keptBack,
  meanIn,
  NO_WIRE_DELTA,
  referenceFigures,
  wireDelta,
  wireFigures,
} from '../kit/figures.ts'
import { classGroup } from '../kit/groups.ts'
import { averagedOf } from '../kit/rate-lines.ts'
import { served } from '../kit/served-report.ts'
import { LEAST_SHOWN } from '../kit/suppression.ts'

interface AverageQuery {
  denominator?: 'present' | 'registered' | undefined
  trim?: number | undefined
}

/** Groups that are compared: all of the reference by place, and of them those that are rows. */
interface Compared {
  figures: readonly GroupFigures[]
  inReference: readonly number[]
  rows: readonly {
    place: number
    group: ReturnType<typeof classGroup> | ReturnType<typeof schoolGroup>
    members: Members
    isKept: boolean
  }[]
}

/** 均分对比: a row a class, and last what they are compared with. @source reports P04 */
export const classAverages = served(classReport, (context, query) => {
  const { column, classes, reference, version } = context
  const { columns, manifest } = version
  const kept = keptBackIn(context, column).classes
  return averagesOf(context, query, {
    figures: classFigures(column, columns, query.denominator ?? 'present').classes,
    inReference: [...manifest.classes.keys()].filter((place) =>
      isWithin(reference.members, columns.classStart[place], columns.classStart[place + 1]),
    ),
    rows: classes.map((place) => ({
      place,
      group: classGroup(context, place),
      members: membersOfClass(columns, place),
      isKept: kept.has(place),
    })),
  })
})

/** The same of schools. Who sees a part of one is told of all of it as of the reference. @source reports P04 */
export const schoolAverages = served(schoolReport, (context, query) => {
  const { column, classes, reference, version } = context
  const { columns, manifest } = version
  const kept = keptBackIn(context, column).schools
  const schools = [...new Set(classes.map((place) => manifest.classes[place]!.school))]
  return averagesOf(context, query, {
    figures: schoolFigures(column, columns, query.denominator ?? 'present').schools,
    inReference: [...manifest.schools.keys()].filter((place) =>
      isWithin(reference.members, columns.schoolStart[place], columns.schoolStart[place + 1]),
    ),
    rows: schools.map((place) => ({
      place,
      group: schoolGroup(context, place),
      members: membersOfSchool(columns, place),
      isKept: kept.has(place) || isPartOnly(context, place),
    })),
  })
})

const schoolGroup = ({ version, viewer }: ReportContext, place: number) => ({
  kind: 'school' as const,
  id: version.manifest.schools[place]!.id,
  name: version.manifest.schools[place]!.name,
  is_own: viewer.view.side === 'member',
})

/** Does the caller see some of a school, and may not rank them among the others, or could tell these by subtraction? */
function isPartOnly(context: ReportContext, school: number): boolean {
  const { version, allowed, column, rankTypes, seesPeople } = context
  if (!seesPeople) return false
  const all = membersOfSchool(version.columns, school)
  const seen = membersOfClasses(
    version.columns,
    allowed.filter((place) => version.manifest.classes[place]!.school === school),
  )
  if (sizeOf(all) === sizeOf(seen)) return false
  const rest = presentIn(column, all) - presentIn(column, seen)
  return rest > 0 && (rest < LEAST_SHOWN || !rankTypes.includes('school'))
}

const isWithin = ({ runs }: Members, start = 0, end = 0): boolean =>
  runs.some(({ from, to }) => start >= from && end <= to)

function averagesOf(context: ReportContext, query: AverageQuery, compared: Compared) {
  const { column, reference } = context
  const { manifest } = context.version
  const denominator = query.denominator ?? 'present'
  const trim = query.trim ?? 0
  const all = figuresOf(column, reference.members, denominator)
  // Tested among all groups of the reference, not only the visible ones: who looks changes no result.
  const { inReference } = compared
  const deltas = againstRest(
    inReference.map((place) => meanOf(compared.figures[place])),
    meanIn(all),
  )
  const ranks = ranksOf(inReference.map((place) => compared.figures[place]?.meanMilli ?? null))
  const rest = hiddenRest(context, column)
  const isHidden = isReferenceHidden(context, column)
  const isAbout = rest > 0 && context.hidesRanks
  const isCompared = !context.withoutMeans && !isHidden
  // A mean of one school beside that of all would be the same twice.
  const isOnly = inReference.length < 2

  const rows = compared.rows.map(({ place, group, members, isKept }) => {
    const known = compared.figures[place]!
    const figures = wireFigures(known, context, denominator)
    const at = inReference.indexOf(place)
    const mean = known.meanMilli
    const isShown = isCompared && !isKept
    return {
      group,
      teacher_names: group.kind === 'class' ? teachersOf(context, group.id) : [],
      figures: isKept ? keptBack(figures) : figures,
      delta: isShown && !isOnly ? wireDelta(deltas[at] ?? NO_DELTA) : NO_WIRE_DELTA,
      over_mean:
        isShown && mean !== null && all.meanMilli !== null
          ? overMeanRatio(mean, all.meanMilli)
          : null,
      mean_rank: isShown ? (ranks[at] ?? null) : null,
      trimmed:
        trim === 0 || isKept || context.withoutMeans ? null : trimmedOf(column, members, trim),
      suppressed: isKept,
      is_reference: false,
    }
  })
  return {
    suppressed: rows.filter(({ suppressed }) => suppressed).length + Number(isHidden),
    notes: [
      `参照为${reference.name}；标准差按全体考生计算（÷N）`,
      ...(manifest.teachingsGuessed && rows.some((row) => row.teacher_names.length > 0)
        ? ['任课教师为推测：这个版本没有记下当时的任教，按今天的任教表']
        : []),
      ...(denominator === 'registered' ? ['各项比率的分母为应考人数'] : []),
      ...(isHidden ? ['其余考生人数太少，参照数据不显示'] : []),
      ...(isAbout && !isHidden ? [ABOUT_REFERENCE] : []),
    ],
    body: {
      trim,
      groups_compared: inReference.length,
      people: averagedOf(context),
      rows: [
        ...rows,
        {
          teacher_names: [],
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
}

/** Who taught a class the subject at release. Bureaus compare schools, not teachers. */
function teachersOf({ version, column, viewer }: ReportContext, classId: number): string[] {
  if (viewer.view.side === 'region') return []
  return version.manifest.teachings
    .filter((one) => one.classId === classId && one.subjectId === column.subjectId)
    .map(({ userName }) => userName)
}

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
