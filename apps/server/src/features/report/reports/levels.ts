import { studentLevelReport, unitLevelReport } from '@hengjuan/contracts'
import {
  AppError,
  formatMilli,
  type GradeRules,
  gradeRulesText,
  type GradeScheme,
  type GradeSchemeId,
  isTooSmallFor,
  LEADERSHIP_ROLES,
  SCHOOL_MANAGEMENT_ROLES,
  withGradeRules,
} from '@hengjuan/domain'
import { membersOfClass, type Members } from '@hengjuan/stats'
import { pageOf } from '../../../http/page-of.ts'
import { presentIn, type ReportContext } from '../kit/context.ts'
import { baseOf, classGroup, shownClasses } from '../kit/groups.ts'
import { levelBounds } from '../kit/level-bounds.ts'
import { convertedIn, convertedScores, countLevels, levelsIn, schemeOf } from '../kit/levels.ts'
import { byScore, namedPlaces, personAt, pointsOf } from '../kit/people.ts'
import { served } from '../kit/served-report.ts'

type SchemeQuery = Partial<GradeRules> & { scheme?: GradeSchemeId | undefined }

/** The scheme asked for; leaders may try another than that of the version. @throws AppError OUT_OF_SCOPE */
function schemeIn(context: ReportContext, asked: SchemeQuery): GradeScheme {
  const own = schemeOf(context.version.manifest.gradeScheme)
  const { scheme, tie, cut, degenerate } = asked
  const tried = withGradeRules(scheme ?? (own.id.split(':')[0] as GradeSchemeId), {
    tie: tie ?? own.tie,
    cut: cut ?? own.cut,
    degenerate: degenerate ?? own.degenerate,
  })
  if (tried.id === own.id) return own
  assertLeads(context)
  return tried
}

/** @throws AppError OUT_OF_SCOPE */
function assertLeads({ viewer: { role } }: ReportContext): void {
  if (!LEADERSHIP_ROLES.includes(role) && !SCHOOL_MANAGEMENT_ROLES.includes(role))
    throw new AppError('OUT_OF_SCOPE', { what: '其他等级方案的模拟' })
}

const wireScheme = (scheme: GradeScheme) => ({
  id: scheme.id,
  name: scheme.name,
  rules: gradeRulesText(scheme),
})

/** 等级-学生. @source reports P09 */
export const studentLevels = served(studentLevelReport, (context, query) => {
  const { version, subjects } = context
  const { columns, manifest } = version
  const scheme = schemeIn(context, query)
  const places = namedPlaces(context, query.keyword).sort(byScore(version, columns.totalMilli))
  const { list, ...page } = pageOf(places, query)
  const levels = levelsIn(context, scheme)
  const converted = convertedScores(context, scheme)
  const hasConverted = converted !== null
  const rowAt = (place: number) => ({
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
  })
  return {
    notes: [
      `等级方案：${scheme.name}，${gradeRulesText(scheme)}`,
      ...(hasConverted ? boundsOf(context, scheme) : []),
    ],
    body: {
      ...page,
      scheme: wireScheme(scheme),
      has_converted: hasConverted,
      converted: subjects.flatMap((at) => (converted?.has(at) ? [columns.subjects[at]!.id] : [])),
      sizes: subjects.map((at) => ({
        subject_name: manifest.subjects[at]!.name,
        levels: countLevels(context.visible, levels.subjects[at]!, scheme),
      })),
      simulation: query.simulate === 1 ? simulationOf(context, scheme, places.map(rowAt)) : null,
      list: list.map(rowAt),
    },
  }
})

const SAMPLES = 10
/** Fewer than these are converted for practice only. @source domain rules 13.2 */
const LEAST_OFFICIAL = 100

/** What a scheme does to this exam, before anybody saves it. @throws AppError OUT_OF_SCOPE @source reports P09 */
function simulationOf<Row extends { total_score: number | null }>(
  context: ReportContext,
  scheme: GradeScheme,
  rows: readonly Row[],
) {
  assertLeads(context)
  const { version, subjects } = context
  // Where a level begins says where strangers stand: only for who sees all that it is taken among.
  const isOpen = baseOf(context).isWhole
  const bounds = isOpen ? subjects.flatMap((at) => levelBounds(version, at, scheme)) : []
  const n = presentIn(context.column, { runs: [{ from: 0, to: version.columns.n }] })
  const ranked = rows.filter(({ total_score: total }) => total !== null)
  const last = ranked.length - 1
  const count = Math.min(SAMPLES, ranked.length)
  return {
    n,
    warnings: [
      ...(isTooSmallFor(scheme, n) ? [`全部 ${n} 人，有的等级按比例不足 1 人`] : []),
      ...(n < LEAST_OFFICIAL ? [`不足 ${LEAST_OFFICIAL} 人，赋分只供练习，不能当作正式赋分`] : []),
      ...(isOpen ? [] : ['当前角色不能查看全部考生的名次，各级界线不显示']),
    ],
    bounds,
    samples: Array.from(
      { length: count },
      (_, index) => ranked[count === 1 ? 0 : Math.round((index * last) / (count - 1))]!,
    ),
  }
}

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

/** 等级-班级. @source reports P09 */
export const unitLevels = served(unitLevelReport, (context, query) => {
  const { column, visible, version } = context
  const scheme = schemeIn(context, query)
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
      scheme: wireScheme(scheme),
      is_own_scheme: scheme.id === schemeOf(version.manifest.gradeScheme).id,
      subject_id: column.subjectId,
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
