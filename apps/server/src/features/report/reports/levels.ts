import { studentLevelReport, unitLevelReport } from '@hengjuan/contracts'
import {
  AppError,
  formatMilli,
  GRADE_SCHEMES,
  type GradeScheme,
  type GradeSchemeId,
  isTooSmallFor,
  LEADERSHIP_ROLES,
  SCHOOL_MANAGEMENT_ROLES,
} from '@hengjuan/domain'
import { forEachMember, membersOfClass, type Members } from '@hengjuan/stats'
import { pageOf } from '../../../http/page-of.ts'
import { presentIn, type ReportContext } from '../kit/context.ts'
import { classGroup, shownClasses } from '../kit/groups.ts'
import { convertedIn, convertedScores, levelsIn, schemeOf } from '../kit/levels.ts'
import { byScore, namedPlaces, personAt, pointsOf } from '../kit/people.ts'
import { served } from '../kit/served-report.ts'

/** The scheme asked for; leaders may try another than that of the version. @throws AppError OUT_OF_SCOPE */
function schemeIn({ version, viewer }: ReportContext, asked: GradeSchemeId | undefined) {
  const own = schemeOf(version.manifest.gradeScheme)
  if (asked === undefined || asked === own.id) return own
  if (!LEADERSHIP_ROLES.includes(viewer.role) && !SCHOOL_MANAGEMENT_ROLES.includes(viewer.role))
    throw new AppError('OUT_OF_SCOPE', { what: '其他等级方案的模拟' })
  return GRADE_SCHEMES[asked]
}

/** 等级-学生. @source reports P09 */
export const studentLevels = served(studentLevelReport, (context, query) => {
  const { version, subjects } = context
  const { columns, manifest } = version
  const scheme = schemeIn(context, query.scheme)
  const places = namedPlaces(context, query.keyword).sort(byScore(version, columns.totalMilli))
  const { list, ...page } = pageOf(places, query)
  const levels = levelsIn(context, scheme)
  const converted = convertedScores(context, scheme)
  const hasConverted = converted !== null
  return {
    notes: [`等级方案：${scheme.name}`, ...(hasConverted ? boundsOf(context, scheme) : [])],
    body: {
      ...page,
      scheme: { id: scheme.id, name: scheme.name },
      has_converted: hasConverted,
      converted: subjects.flatMap((at) => (converted?.has(at) ? [columns.subjects[at]!.id] : [])),
      sizes: subjects.map((at) => ({
        subject_name: manifest.subjects[at]!.name,
        levels: countLevels(context.visible, levels.subjects[at]!, scheme),
      })),
      list: list.map((place) => ({
        ...personAt(context, place),
        total_score: pointsOf(columns.totalMilli[place]),
        level: levels.total(place),
        ...(converted ? { converted_total: converted.total(place) } : {}),
        subjects: subjects.map((at) => {
          const own = columns.subjects[at]!
          return {
            subject_id: own.id,
            attendance: own.attendance[place] ?? 3,
            score: pointsOf(own.totalMilli[place]),
            level: levels.subjects[at]!(place),
            ...(converted?.has(at) ? { converted: converted.subject(place, at) } : {}),
          }
        }),
      })),
    },
  }
})

/** Where the levels of each subject begin, and whether so few can be divided so finely. */
function boundsOf({ version, subjects, column }: ReportContext, scheme: GradeScheme): string[] {
  const { columns, manifest } = version
  const bounds = subjects.map((at) => {
    const { levels } = convertedIn(columns.subjects[at]!.totalMilli, scheme)
    const texts = levels.flatMap(({ code, rawLoMilli, count }) =>
      rawLoMilli === null ? [] : [`${code} ≥ ${formatMilli(rawLoMilli)}（${count} 人）`],
    )
    return `${manifest.subjects[at]!.name}等级线：${texts.join('，')}`
  })
  const n = presentIn(column, { runs: [{ from: 0, to: columns.n }] })
  return [
    ...bounds,
    ...(isTooSmallFor(scheme, n) ? [`全部 ${n} 人，有的等级不足 1 人，赋分仅供参考`] : []),
  ]
}

/** How many have each level, under the names that the caller reads. */
function countLevels(
  members: Members,
  nameOf: (place: number) => string | null,
  { levels }: GradeScheme,
) {
  const counts = new Map<string, number>()
  forEachMember(members, (place) => {
    const name = nameOf(place)
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
  })
  const names = [...counts.keys()]
  const isJoined = names.some((name) => !levels.some(({ code }) => code === name))
  const order = isJoined
    ? names.toSorted((a, b) => firstOf(levels, a) - firstOf(levels, b))
    : levels.map(({ code }) => code)
  return order.map((code) => ({ code, count: counts.get(code) ?? 0 }))
}

const firstOf = (levels: GradeScheme['levels'], name: string): number =>
  levels.findIndex(({ code }) => name === code || name.startsWith(`${code}–`))

/** 等级-班级. @source reports P09 */
export const unitLevels = served(unitLevelReport, (context, query) => {
  const { column, visible, version } = context
  const scheme = schemeIn(context, query.scheme)
  const names = levelsIn(context, scheme)
  const nameOf = column.subject === null ? names.total : names.subjects[column.subject]!
  const all = countLevels(visible, nameOf, scheme)
  const { shown, suppressed } = shownClasses(context, column)
  const rowOf = (group: ReturnType<typeof classGroup> | typeof whole, members: Members) => {
    const counts = countLevels(members, nameOf, scheme)
    const cells = all.map(({ code }) => counts.find((one) => one.code === code)?.count ?? 0)
    const n = cells.reduce((sum, count) => sum + count, 0)
    const points = cells.reduce((sum, count, at) => sum + count * (cells.length - at), 0)
    return {
      group,
      n,
      cells: all.map(({ code }, at) => ({
        code,
        count: cells[at]!,
        ratio: { num: cells[at]!, den: n },
      })),
      upper: { num: (cells[0] ?? 0) + (cells[1] ?? 0), den: n },
      mean_points: n === 0 ? null : points / n,
      is_reference: group === whole,
    }
  }
  const whole = { kind: 'school' as const, id: null, name: '合计', is_own: false }
  return {
    suppressed,
    notes: [`等级方案：${scheme.name}`],
    body: {
      scheme: { id: scheme.id, name: scheme.name },
      levels: all.map(({ code }) => code),
      rows: [
        ...shown.map((place) =>
          rowOf(classGroup(context, place), membersOfClass(version.columns, place)),
        ),
        rowOf(whole, visible),
      ],
    },
  }
})
