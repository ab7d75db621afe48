import { rankField, studentReport } from '@hengjuan/contracts'
import {
  AppError,
  convertGrades,
  GRADE_SCHEMES,
  type RankType,
  referenceOf,
  TOTAL_SUBJECT_ID,
  tScore,
  zScore,
} from '@hengjuan/domain'
import {
  forEachMember,
  NO_RANK,
  type RankColumns,
  type ResultColumns,
  scoresOf,
} from '@hengjuan/stats'
import { pageOf } from '../../../http/page-of.ts'
import { matches } from '../../score/index.ts'
import { isReferenceHidden, type ReportContext } from '../kit/context.ts'
import { served } from '../kit/served-report.ts'
import { LEAST_SHOWN } from '../kit/suppression.ts'

interface StudentQuery {
  keyword?: string | undefined
  order?: string | undefined
  asc?: number | undefined
}

/** 学生成绩: everybody in view with scores, ranks and levels. @source reports P01 */
export const students = served(studentReport, (context, query) => {
  const { named } = context.viewer.view
  // Bureaus see how schools did, not who.
  if (named !== 'all' && named.length === 0) throw new AppError('REGION_FIGURES_ONLY')
  const { list, ...page } = pageOf(placesOf(context, query), query)
  const row = rowOf(context)
  return {
    notes: [
      `标准分为 T 分（50 + 10Z），参照${context.reference.name}总分完整的考生`,
      '「总分不全」表示有必考科目缺考或无记录，显示已考各科之和，不参加排名',
    ],
    body: { list: list.map(row), ...page },
  }
})

const pointsOf = (value: number | undefined): number | null =>
  value === undefined || value < 0 ? null : value

/** Who is listed, in the order asked for; who has no score comes last either way. */
function placesOf(context: ReportContext, query: StudentQuery): number[] {
  const { version, viewer, visible } = context
  const { columns, manifest } = version
  const { named } = viewer.view
  const places: number[] = []
  forEachMember(visible, (place) => {
    const schoolId = manifest.schools[columns.school[place]!]?.id ?? 0
    if (named !== 'all' && !named.includes(schoolId)) return
    const [name = '', namePinyin = ''] = [columns.name[place], columns.pinyin[place]]
    const person = { name, namePinyin, examNo: columns.examNo[place] ?? '' }
    if (matches(person, query.keyword ?? '')) places.push(place)
  })
  return places.sort(byOrder(context, query.order ?? 'total', query.asc === 1))
}

type Order = (a: number, b: number) => number

function byOrder(
  { version, rankTypes }: ReportContext,
  order: string,
  isAscending: boolean,
): Order {
  const { columns, manifest } = version
  const sign = isAscending ? 1 : -1
  const byNumber: Order = (a, b) => (columns.examNo[a] ?? '').localeCompare(columns.examNo[b] ?? '')
  const byText = (texts: readonly string[]): Order => {
    return (a, b) => sign * (texts[a] ?? '').localeCompare(texts[b] ?? '') || byNumber(a, b)
  }
  const byFigure =
    (figure: (place: number) => number | null, direction: number): Order =>
    (a, b) => {
      const [left, right] = [figure(a), figure(b)]
      if (left === null || right === null)
        return Number(left === null) - Number(right === null) || byNumber(a, b)
      return direction * (left - right) || byNumber(a, b)
    }
  if (order === 'exam_no') return byText(columns.examNo)
  if (order === 'name') return byText(columns.pinyin)
  if (order === 'class') return byFigure((place) => columns.klass[place]!, sign)
  const type = rankTypes.find((known) => order === rankField(known))
  // The first rank stands on top.
  if (type) return byFigure((place) => columns.ranks[type].total[place] || null, -sign)
  const subject = manifest.subjects.findIndex(({ id }) => id === Number(order))
  const scores =
    Number(order) === TOTAL_SUBJECT_ID || subject < 0
      ? columns.totalMilli
      : columns.subjects[subject]!.totalMilli
  return byFigure((place) => pointsOf(scores[place]), sign)
}

function rowOf(context: ReportContext) {
  const { version, subjects, rankTypes, reference } = context
  const { columns, manifest } = version
  // Two scores with their T tell mean and spread of all.
  const spread = isReferenceHidden(context, context.column)
    ? null
    : referenceOf(scoresOf(columns.countedTotalMilli, reference.members))
  const levels = levelsOf(columns, manifest.gradeScheme)
  const totalLevel = levelNames(context, (place) => {
    const counted = pointsOf(columns.countedTotalMilli[place])
    return counted === null ? null : (levels.get(counted) ?? null)
  })
  const scheme = schemeOf(manifest.gradeScheme)
  const subjectLevels = columns.subjects.map(({ level }) =>
    levelNames(context, (place) => scheme.levels[(level[place] ?? 0) - 1]?.code ?? null),
  )
  const sum = (place: number, of: 'objectiveMilli' | 'subjectiveMilli'): number | null => {
    const known = subjects.flatMap((at) => pointsOf(columns.subjects[at]![of][place]) ?? [])
    return known.length === 0 ? null : known.reduce((total, one) => total + one, 0)
  }
  return (place: number) => {
    const klass = manifest.classes[columns.klass[place]!]!
    const school = manifest.schools[columns.school[place]!]!
    const counted = pointsOf(columns.countedTotalMilli[place])
    return {
      candidate_id: columns.candidateId[place]!,
      student_id: columns.studentId[place]!,
      exam_no: columns.examNo[place] ?? '',
      student_name: columns.name[place] ?? '',
      class_id: klass.id,
      class_name: klass.name,
      school_id: school.id,
      school_name: school.name,
      total_score: pointsOf(columns.totalMilli[place]),
      partial: columns.partial[place] === 1,
      objective_score: sum(place, 'objectiveMilli'),
      subjective_score: sum(place, 'subjectiveMilli'),
      level: totalLevel(place),
      std_score: counted === null || !spread ? null : tScore(zScore(counted, spread)),
      ...ranksAt(rankTypes, columns, ({ total }) => total, place),
      subjects: subjects.map((at) => {
        const own = columns.subjects[at]!
        return {
          subject_id: own.id,
          attendance: own.attendance[place] ?? 3,
          score: pointsOf(own.totalMilli[place]),
          objective_score: pointsOf(own.objectiveMilli[place]),
          subjective_score: pointsOf(own.subjectiveMilli[place]),
          level: subjectLevels[at]!(place),
          ...ranksAt(rankTypes, columns, (ranks) => ranks.subjects[at]!, place),
        }
      }),
    }
  }
}

/** Ranks that the caller may see; the others are not there at all. @source reports 2.2 */
const ranksAt = (
  types: readonly RankType[],
  { ranks }: ResultColumns,
  of: (ranks: RankColumns) => Int32Array,
  place: number,
) =>
  Object.fromEntries(
    types.map((type) => {
      const rank = of(ranks[type])[place] ?? NO_RANK
      return [rankField(type), rank === NO_RANK ? null : rank]
    }),
  )

/**
 * Names of levels as the caller reads them. A level holds a known share of all: where few of it are strangers, it says
 * who is first or last. Who may not see ranks reads such levels together with the next one.
 *
 * @source reports 2.2
 */
function levelNames(
  context: ReportContext,
  codeOf: (place: number) => string | null,
): (place: number) => string | null {
  const { version, allowed, rankTypes, isJoint } = context
  const { columns, manifest } = version
  if (!context.seesPeople || rankTypes.includes(isJoint ? 'joint' : 'school')) return codeOf
  const own = new Set(allowed)
  const strangers = new Map<string, number>()
  for (const [place, klass] of columns.klass.entries()) {
    const code = own.has(klass) ? null : codeOf(place)
    if (code !== null) strangers.set(code, (strangers.get(code) ?? 0) + 1)
  }
  // All are seen: they can be ranked by their scores anyway.
  if (strangers.size === 0) return codeOf
  const names = joinedLevels(
    schemeOf(manifest.gradeScheme).levels.map(({ code }) => [code, strangers.get(code) ?? 0]),
  )
  return (place) => names.get(codeOf(place) ?? '') ?? null
}

/** Neighbouring levels until each has enough people; no name where that is all of them. */
function joinedLevels(levels: readonly (readonly [code: string, count: number])[]) {
  const groups: string[][] = []
  let open: string[] = []
  let people = 0
  for (const [code, count] of levels) {
    open.push(code)
    people += count
    if (people < LEAST_SHOWN) continue
    groups.push(open)
    open = []
    people = 0
  }
  groups.at(-1)?.push(...open)
  if (groups.length < 2) return new Map<string, string>()
  return new Map(
    groups.flatMap((codes) =>
      codes.map((code) => [code, codes.length > 1 ? `${codes[0]}–${codes.at(-1)}` : code]),
    ),
  )
}

const schemeOf = (id: string) =>
  Object.values(GRADE_SCHEMES).find((scheme) => scheme.id === id) ?? GRADE_SCHEMES.seed_default

/** Level of every complete total. Equal totals have one level. */
function levelsOf({ countedTotalMilli: totals }: ResultColumns, schemeId: string) {
  const counted = [...totals].filter((total) => total >= 0)
  const { scores } = convertGrades(counted, schemeOf(schemeId))
  return new Map(counted.map((total, index) => [total, scores[index]?.code ?? null]))
}
