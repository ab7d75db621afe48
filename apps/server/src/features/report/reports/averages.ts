import { classReport, schoolReport } from '@hengjuan/contracts'
import { MIN_CANDIDATES_FOR_INDICES, overMeanRatio, ranksOf } from '@hengjuan/domain'
import {
  againstRest,
  boxOf,
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
  scoreColumn,
  type ScoreColumn,
  sortedScores,
} from '@hengjuan/stats'
import {
  hiddenRest,
  isReferenceHidden,
  isWithin,
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
import { type ReferenceCode, referring } from '../kit/references.ts'
import { served } from '../kit/served-report.ts'
import { scoreRateIn, subjectMatrix } from '../kit/subject-matrix.ts'
import { LEAST_SHOWN } from '../kit/suppression.ts'

interface AverageQuery {
  denominator?: 'present' | 'registered' | undefined
  trim?: number | undefined
  reference?: ReferenceCode | 'rest' | undefined
}

/** Groups that are compared: all of the reference by place, and of them those that are rows. */
interface Compared {
  figuresIn: (column: ScoreColumn) => readonly GroupFigures[]
  inReference: readonly number[]
  rows: readonly {
    place: number
    group: ReturnType<typeof classGroup> | ReturnType<typeof schoolGroup>
    members: Members
  }[]
  isKept: (column: ScoreColumn, place: number) => boolean
}

/** 均分对比: a row a class, and last what they are compared with. @source reports P04 */
export const classAverages = served(classReport, (context, query) =>
  averagesOf(context, query, (referred) => {
    const { columns, manifest } = referred.version
    return {
      figuresIn: (column) => classFigures(column, columns, query.denominator ?? 'present').classes,
      inReference: [...manifest.classes.keys()].filter((place) =>
        isWithin(referred.reference.members, columns.classStart, place),
      ),
      rows: referred.classes.map((place) => ({
        place,
        group: classGroup(referred, place),
        members: membersOfClass(columns, place),
      })),
      isKept: keptOnce((column, place) => keptBackIn(referred, column).classes.has(place)),
    }
  }),
)

/** The same of schools. Who sees a part of one is told of all of it as of the reference. @source reports P04 */
export const schoolAverages = served(schoolReport, (context, query) =>
  averagesOf(context, query, (referred) => {
    const { columns, manifest } = referred.version
    const schools = [...new Set(referred.classes.map((place) => manifest.classes[place]!.school))]
    return {
      figuresIn: (column) => schoolFigures(column, columns, query.denominator ?? 'present').schools,
      inReference: [...manifest.schools.keys()].filter((place) =>
        isWithin(referred.reference.members, columns.schoolStart, place),
      ),
      rows: schools.map((place) => ({
        place,
        group: schoolGroup(referred, place),
        members: membersOfSchool(columns, place),
      })),
      isKept: keptOnce(
        (column, place) =>
          keptBackIn(referred, column).schools.has(place) ||
          isPartOnly({ ...referred, column }, place),
      ),
    }
  }),
)

/** Looked up once for each column and group: a matrix asks often. */
function keptOnce(isKept: Compared['isKept']): Compared['isKept'] {
  const known = new Map<string, boolean>()
  return (column, place) => {
    const key = `${column.subjectId} ${place}`
    const answer = known.get(key) ?? isKept(column, place)
    known.set(key, answer)
    return answer
  }
}

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

/** The table, the same of every subject for a file of the total, and the groups by subject. */
function averagesOf(
  asked: ReportContext,
  query: AverageQuery,
  comparedIn: (context: ReportContext) => Compared,
) {
  const { context, code, offered } = referring(asked, query.reference)
  const { version, subjects, withoutMeans } = context
  const compared = comparedIn(context)
  const table = tableOf(context, query, compared)
  const isWhole = context.isFile && context.column.subject === null
  const isMissing = query.reference && query.reference !== 'rest' && query.reference !== code
  return {
    suppressed: table.suppressed,
    notes: [...(isMissing ? ['所选的参照不可用，按通常的参照计算'] : []), ...table.notes],
    scopeName: context.reference.name,
    body: {
      ...table.body,
      reference: query.reference === 'rest' ? ('rest' as const) : code,
      references: offered.map((one) => ({ code: one.code, name: one.reference.name })),
      matrix: withoutMeans ? [] : matrixOf(context, compared),
      by_subject: isWhole
        ? subjects.flatMap((place) => {
            const column = scoreColumn(version, version.manifest.subjects[place]!.id)
            const own = { ...context, column }
            return keptBackIn(own, column).whole ? [] : [tableOf(own, query, compared).body]
          })
        : [],
    },
  }
}

function matrixOf(context: ReportContext, { rows, figuresIn, isKept }: Compared) {
  const total = scoreColumn(context.version)
  return subjectMatrix(context, {
    groups: rows
      .filter(({ place }) => !isKept(total, place))
      .map(({ place, group }) => ({ place, id: group.id, name: group.name })),
    figures: figuresIn,
    isHidden: isKept,
    rateOfAll: (column) =>
      isReferenceHidden(context, column)
        ? null
        : scoreRateIn(figuresOf(column, context.reference.members)),
  })
}

function tableOf(context: ReportContext, query: AverageQuery, compared: Compared) {
  const { column, reference } = context
  const { manifest } = context.version
  const denominator = query.denominator ?? 'present'
  const trim = query.trim ?? 0
  const all = figuresOf(column, reference.members, denominator)
  const ofGroups = compared.figuresIn(column)
  // Tested among all groups of the reference, not only the visible ones: who looks changes no result.
  const { inReference } = compared
  const deltas = againstRest(
    inReference.map((place) => meanOf(ofGroups[place])),
    meanIn(all),
    query.reference === 'rest' ? 'rest' : 'all',
  )
  const ranks = ranksOf(inReference.map((place) => ofGroups[place]?.meanMilli ?? null))
  const rest = hiddenRest(context, column)
  const isHidden = isReferenceHidden(context, column)
  const isAbout = rest > 0 && context.hidesRanks
  const isCompared = !context.withoutMeans && !isHidden
  // A mean of one school beside that of all would be the same twice.
  const isOnly = inReference.length < 2

  const rows = compared.rows.map(({ place, group, members }) => {
    const isKept = compared.isKept(column, place)
    const known = ofGroups[place]!
    const figures = wireFigures(known, context, denominator)
    const at = inReference.indexOf(place)
    const mean = known.meanMilli
    const isShown = isCompared && !isKept
    const delta = deltas[at] ?? NO_DELTA
    const beside =
      query.reference !== 'rest'
        ? all.meanMilli
        : mean === null || delta.v === null
          ? null
          : mean - delta.v
    return {
      group,
      teacher_names: group.kind === 'class' ? teachersOf(context, group.id) : [],
      figures: isKept ? keptBack(figures) : figures,
      delta: isShown && !isOnly ? wireDelta(delta) : NO_WIRE_DELTA,
      over_mean: isShown && mean !== null && beside !== null ? overMeanRatio(mean, beside) : null,
      mean_rank: isShown ? (ranks[at] ?? null) : null,
      trimmed:
        trim === 0 || isKept || context.withoutMeans ? null : trimmedOf(column, members, trim),
      box: isKept || context.withoutMeans ? null : boxIn(column, members),
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
          box: null,
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

/** Lower whisker, quartiles and upper whisker; null for a few. @source reports R16 */
function boxIn(column: ScoreColumn, members: Members): number[] | null {
  if (presentIn(column, members) < MIN_CANDIDATES_FOR_INDICES) return null
  const box = boxOf(sortedScores(column.scores, members))
  return box ? [box.low, box.q1, box.median, box.q3, box.high] : null
}

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
