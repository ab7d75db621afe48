import {
  marksText,
  OWN_METRICS,
  ownReport,
  type OwnMetric,
  type OwnRows,
  readMarks,
  STANDARD_METRICS,
  type StandardMetric,
} from '@hengjuan/contracts'
import {
  AppError,
  compositeIndex,
  FormulaProblem,
  MILLI_PER_POINT,
  standardWeights,
} from '@hengjuan/domain'
import {
  figuresOf,
  type GroupFigures,
  LEAST_INDEX_ROWS,
  membersOfClass,
  membersOfClasses,
  type Members,
  membersWhere,
  standardIndex,
} from '@hengjuan/stats'
import { keptBackIn, presentIn, type ReportContext } from '../kit/context.ts'
import { classGroup } from '../kit/groups.ts'
import { averagedOf } from '../kit/rate-lines.ts'
import { served } from '../kit/served-report.ts'
import { suppressedGroups } from '../kit/suppression.ts'

const USUAL: OwnMetric[] = ['present', 'mean', 'score_rate', 'excellent', 'pass', 'low', 'sd']
const isMetric = (text: string): text is OwnMetric => Object.hasOwn(OWN_METRICS, text)
const share = ({ num, den }: { num: number; den: number }) => (den === 0 ? null : num / den)

const READ: Record<OwnMetric, (figures: GroupFigures) => number | null> = {
  registered: ({ registered }) => registered,
  present: ({ present }) => present,
  absent: ({ absent }) => absent,
  mean: ({ meanMilli }) => meanMilli,
  score_rate: ({ scoreRate }) => share(scoreRate),
  max: ({ maxMilli }) => maxMilli,
  q3: ({ q3Milli }) => q3Milli,
  median: ({ medianMilli }) => medianMilli,
  q1: ({ q1Milli }) => q1Milli,
  min: ({ minMilli }) => minMilli,
  sd: ({ sdMilli }) => sdMilli,
  cv: ({ cv }) => cv,
  excellent: ({ rates }) => share(rates.excellent),
  good: ({ rates }) => share(rates.good),
  pass: ({ rates }) => share(rates.pass),
  low: ({ rates }) => share(rates.low),
}
/** What a bureau does not see of grades 1 to 9. */
const OPEN_WITHOUT_MEANS: readonly OwnMetric[] = [
  'registered',
  'present',
  'absent',
  'excellent',
  'good',
  'pass',
  'low',
]

/** 自定义报表. Groups of the candidates that the caller sees, and nobody else. @source reports P15 */
export const own = served(ownReport, (context, query) => {
  const { column, visible, withoutMeans } = context
  const asked = (query.metrics ?? '').split(',').filter(isMetric)
  const metrics = asked.length > 0 ? [...new Set(asked)] : USUAL
  const formula = query.formula?.trim() ?? ''
  const standard = formula === '' ? null : readStandard(formula)
  const index = formula === '' || standard ? null : readFormula(formula)
  const by = query.by ?? 'class'
  const valueOf = (metric: OwnMetric, figures: GroupFigures): number | null =>
    withoutMeans && !OPEN_WITHOUT_MEANS.includes(metric) ? null : READ[metric](figures)
  const groups = groupsOf(context, by)
  const indexes = standard
    ? standardIndexes(
        groups.map(({ members, isKept }) => (isKept ? null : figuresOf(column, members))),
        standard,
        valueOf,
      )
    : []
  const rowOf = (members: Members) => {
    const figures = figuresOf(column, members)
    return {
      n: figures.present,
      values: metrics.map((metric) => valueOf(metric, figures)),
      index: index ? index(namedFigures(figures, column.fullMilli, valueOf)) : null,
      index_band: null,
    }
  }
  return {
    suppressed: groups.filter(({ isKept }) => isKept).length,
    notes: [
      '只统计当前身份可见的考生；综合指数为自定公式，没有全国统一的算法',
      ...(by === 'teacher' ? aboutTeachers(context, groups.length) : []),
      ...(standard && groups.length < LEAST_INDEX_ROWS
        ? [`仅 ${groups.length} 行，至少 ${LEAST_INDEX_ROWS} 行才能标准化`]
        : []),
    ],
    body: {
      by,
      metrics,
      formula,
      marks: marksText(readMarks(query.marks ?? '')),
      index_name: query.index_name?.trim() || '综合指数',
      people: averagedOf(context),
      rows: [
        ...groups.map(({ group, members, isKept }, place) => {
          const row = rowOf(members)
          const found = indexes[place]
          return {
            group,
            n: row.n,
            // How many there are is told, what they did is not.
            values: isKept
              ? row.values.map((value, at) =>
                  OWN_METRICS[metrics[at]!].kind === 'count' ? value : null,
                )
              : row.values,
            index: isKept ? null : (found?.v ?? row.index),
            index_band:
              found && found.lo !== null && found.hi !== null
                ? { lo: found.lo, hi: found.hi }
                : null,
            suppressed: isKept,
            is_reference: false,
          }
        }),
        {
          group: { kind: 'joint' as const, id: null, name: '合计', is_own: false },
          ...rowOf(visible),
          suppressed: false,
          is_reference: true,
        },
      ],
    },
  }
})

/** How rows of teachers are read, or why there are none. */
function aboutTeachers({ column, version }: ReportContext, count: number): string[] {
  if (column.subject === null) return ['请选定一科：任课教师按科目任教']
  if (count === 0) return ['这科没有登记任课教师：在学校的任教安排里登记后，新发布的成绩版本会带上']
  return [
    `一位教师任教的几个班合在一行，按姓名排列、不排名次；各班起点不同，不能只凭这张表评价教师${version.manifest.teachingsGuessed ? '；这个版本没有记录发布时的任教，按现在的任教推测' : ''}`,
  ]
}

/** @throws AppError FORMULA_WRONG */
const readFormula = (text: string) =>
  readAs(() =>
    compositeIndex(text, ['满分', ...Object.values(OWN_METRICS).map(({ name }) => name)]),
  )

const STANDARD = Object.keys(STANDARD_METRICS) as StandardMetric[]

/** @throws AppError FORMULA_WRONG */
const readStandard = (text: string) =>
  readAs(() =>
    standardWeights(
      text,
      STANDARD.map((metric) => OWN_METRICS[metric].name),
    ),
  )?.map(({ name, weight }) => ({
    metric: STANDARD.find((metric) => OWN_METRICS[metric].name === name) ?? 'mean',
    weight: weight / 100,
  })) ?? null

function readAs<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof FormulaProblem)
      throw new AppError('FORMULA_WRONG', { reason: error.message })
    throw error
  }
}

/** What chance leaves open of a figure; of deviations and medians as of scores that lie like a bell. */
const ERROR: Record<StandardMetric, (figures: GroupFigures) => number | null> = {
  mean: ({ sdMilli, present }) => sdMilli! / Math.sqrt(present),
  score_rate: ({ sdMilli, present, meanMilli, scoreRate }) =>
    meanMilli === 0 ? null : ((share(scoreRate) ?? 0) * sdMilli!) / meanMilli! / Math.sqrt(present),
  median: ({ sdMilli, present }) => (Math.sqrt(Math.PI / 2) * sdMilli!) / Math.sqrt(present),
  excellent: ({ rates }) => errorOfShare(rates.excellent),
  good: ({ rates }) => errorOfShare(rates.good),
  pass: ({ rates }) => errorOfShare(rates.pass),
  low: ({ rates }) => errorOfShare(rates.low),
  sd: ({ sdMilli, present }) => sdMilli! / Math.sqrt(2 * present),
  cv: ({ cv, present }) => cv! * Math.sqrt((0.5 + cv! ** 2) / present),
}

/** Nobody and everybody are not sure either: two more of each kind. */
function errorOfShare({ num, den }: { num: number; den: number }): number {
  const p = (num + 2) / (den + 4)
  return Math.sqrt((p * (1 - p)) / (den + 4))
}

/** @source reports R14 */
function standardIndexes(
  rows: readonly (GroupFigures | null)[],
  parts: readonly { metric: StandardMetric; weight: number }[],
  valueOf: (metric: OwnMetric, figures: GroupFigures) => number | null,
) {
  return standardIndex(
    rows.map((figures) => {
      if (!figures || figures.present === 0) return null
      const values = parts.map(({ metric }) => ({
        value: valueOf(metric, figures),
        se: ERROR[metric](figures),
      }))
      return values.some(({ value }) => value === null)
        ? null
        : values.map(({ value, se }) => ({ value: value ?? 0, se }))
    }),
    parts.map(({ metric, weight }) => weight * STANDARD_METRICS[metric]),
  )
}

/** Under the names that a formula uses: scores in points, rates from 0 to 1. */
function namedFigures(
  figures: GroupFigures,
  fullMilli: number,
  valueOf: (metric: OwnMetric, figures: GroupFigures) => number | null,
): Record<string, number | null> {
  const named: Record<string, number | null> = { 满分: fullMilli / MILLI_PER_POINT }
  for (const [metric, { name, kind }] of Object.entries(OWN_METRICS)) {
    const value = valueOf(metric as OwnMetric, figures)
    named[name] = value !== null && kind === 'milli' ? value / MILLI_PER_POINT : value
  }
  return named
}

function groupsOf(context: ReportContext, by: OwnRows) {
  const { version, classes, visible, viewer, column, seesPeople } = context
  const { manifest, columns } = version
  const kept = keptBackIn(context, column)
  if (by === 'class')
    return classes.map((place) => ({
      group: classGroup(context, place),
      members: membersOfClass(columns, place),
      isKept: kept.classes.has(place),
    }))
  if (by === 'school')
    return [...Map.groupBy(classes, (place) => manifest.classes[place]!.school)].map(
      ([school, places]) => ({
        group: {
          kind: 'school' as const,
          id: manifest.schools[school]!.id,
          name: manifest.schools[school]!.name,
          is_own: viewer.view.side === 'member',
        },
        members: membersOfClasses(columns, places),
        isKept: kept.schools.has(school),
      }),
    )
  if (by === 'teacher') return teachersOf(context, kept.classes)
  const combos = manifest.combos.map(({ name }, combo) => ({
    group: { kind: 'combo' as const, id: combo + 1, name, is_own: false },
    members: membersWhere(
      visible,
      Uint8Array.from(columns.combo, (one) => Number(one === combo)),
    ),
  }))
  const hidden = seesPeople
    ? combos.map(() => false)
    : suppressedGroups(combos.map(({ members }) => presentIn(column, members)))
  return combos.map((one, at) => ({ ...one, isKept: hidden[at]! }))
}

/**
 * The classes of each teacher together, as they were taught at the release; of those that the caller sees. By name:
 * they are not ranked. One of whom a class is kept back is kept back as a whole, or a difference would show the class.
 */
function teachersOf({ version, classes, column }: ReportContext, kept: ReadonlySet<number>) {
  const { manifest, columns } = version
  const placeOf = new Map(classes.map((place) => [manifest.classes[place]!.id, place]))
  const taught = manifest.teachings.flatMap((teaching) => {
    const place = placeOf.get(teaching.classId)
    return teaching.subjectId === column.subjectId && place !== undefined
      ? [{ ...teaching, place }]
      : []
  })
  return [...Map.groupBy(taught, ({ userId }) => userId)]
    .map(([id, rows]) => ({
      id,
      name: rows[0]?.userName ?? '',
      places: rows.map(({ place }) => place),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'zh-CN') || a.id - b.id)
    .map(({ id, name, places }) => ({
      group: { kind: 'teacher' as const, id, name, is_own: false },
      members: membersOfClasses(
        columns,
        [...new Set(places)].toSorted((a, b) => a - b),
      ),
      isKept: places.some((place) => kept.has(place)),
    }))
}
