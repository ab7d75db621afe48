import { rankField, studentReport } from '@hengjuan/contracts'
import {
  AppError,
  MILLI_PER_POINT,
  type RankType,
  referenceOf,
  TOTAL_SUBJECT_ID,
  tScore,
  zScore,
} from '@hengjuan/domain'
import { NO_RANK, type RankColumns, type ResultColumns, scoresOf } from '@hengjuan/stats'
import { pageOf } from '../../../http/page-of.ts'
import { isReferenceHidden, type ReportContext } from '../kit/context.ts'
import { progressIn } from '../kit/earlier.ts'
import { semOf } from '../kit/errors.ts'
import { convertedScores, levelsIn } from '../kit/levels.ts'
import { namedPlaces, personAt, pointsOf } from '../kit/people.ts'
import { served } from '../kit/served-report.ts'

interface StudentQuery {
  keyword?: string | undefined
  order?: string | undefined
  in_subject?: number | undefined
  score_from?: number | undefined
  score_to?: number | undefined
  level?: string | undefined
  combo?: string | undefined
  missing?: 'absent' | 'partial' | undefined
  asc?: number | undefined
}

/** 学生成绩: everybody in view with scores, ranks and levels. @source reports P01 */
export const students = served(studentReport, (context, query) => {
  const { list, ...page } = pageOf(placesOf(context, query), query)
  const row = rowOf(context)
  const { compared } = context
  const progress = compared && progressIn(context, compared)
  return {
    notes: [
      `标准分为 T 分（50 + 10Z），参照${context.reference.name}总分完整的考生`,
      '「总分不全」表示有必考科目缺考或无记录，显示已考各科之和，不参加排名',
    ],
    body: {
      list: list.map((place) => ({
        ...row(place),
        ...(progress ? { progress: progress.at(place) } : {}),
      })),
      ...page,
      score_form: query.score_form ?? 'raw',
      has_converted: convertedScores(context) !== null,
      combos:
        context.version.manifest.combos.length > 1
          ? context.version.manifest.combos.map(({ name }) => name)
          : [],
      compared:
        compared && progress
          ? { exam_id: compared.examId, exam_name: compared.name, common: progress.common }
          : null,
      sem_milli: semOf(context),
    },
  }
})

/** Who is listed, in the order asked for; who has no score comes last either way. */
const placesOf = (context: ReportContext, query: StudentQuery): number[] =>
  namedPlaces(context, query.keyword)
    .filter((place) => query.combo === undefined || comboAt(context, place) === query.combo)
    .filter(behindFigure(context, query))
    .sort(byOrder(context, query.order ?? 'total', query.asc === 1))

/**
 * Who is counted in a figure of another table: by a score, a level, or for having none. In a subject that the caller
 * does not see there is nobody to be found.
 *
 * @source reports 2.5
 */
function behindFigure(context: ReportContext, query: StudentQuery): (place: number) => boolean {
  const { columns, manifest } = context.version
  const { score_from, score_to, level, missing, in_subject = TOTAL_SUBJECT_ID } = query
  const asked = [score_from, score_to, level, missing].some((one) => one !== undefined)
  if (!asked) return () => true
  const subject = context.subjects.find((at) => manifest.subjects[at]!.id === in_subject)
  const isTotal = in_subject === TOTAL_SUBJECT_ID
  if (!isTotal && subject === undefined) throw new AppError('OUT_OF_SCOPE', { what: '该科目' })
  const { total, subjects } = levelsIn(context)
  const levelOf = isTotal ? total : subjects[subject ?? 0]!
  const scores = isTotal ? columns.countedTotalMilli : columns.subjects[subject ?? 0]!.totalMilli
  const shownTotal = columns.totalMilli
  const from = (score_from ?? 0) * MILLI_PER_POINT
  const to = score_to === undefined ? Infinity : score_to * MILLI_PER_POINT
  return (place) => {
    const score = scores[place]!
    if (missing === 'absent') return isTotal ? shownTotal[place]! < 0 : score < 0
    if (missing === 'partial') return columns.partial[place] === 1 && shownTotal[place]! >= 0
    return (
      score >= 0 && score >= from && score < to && (level === undefined || levelOf(place) === level)
    )
  }
}

const comboAt = ({ version: { manifest, columns } }: ReportContext, place: number) =>
  manifest.combos[columns.combo[place]!]?.name ?? null

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
  const { columns } = version
  // Two scores with their T tell mean and spread of all.
  const spread = isReferenceHidden(context, context.column)
    ? null
    : referenceOf(scoresOf(columns.countedTotalMilli, reference.members))
  const { total: totalLevel, subjects: subjectLevels } = levelsIn(context)
  const converted = convertedScores(context)
  const sum = (place: number, of: 'objectiveMilli' | 'subjectiveMilli'): number | null => {
    const known = subjects.flatMap((at) => pointsOf(columns.subjects[at]![of][place]) ?? [])
    return known.length === 0 ? null : known.reduce((total, one) => total + one, 0)
  }
  return (place: number) => {
    const counted = pointsOf(columns.countedTotalMilli[place])
    return {
      ...personAt(context, place),
      // Filled in for those listed: it is no part of a result.
      student_no: null,
      ...(version.manifest.combos.length > 1 ? { combo: comboAt(context, place) } : {}),
      total_score: pointsOf(columns.totalMilli[place]),
      partial: columns.partial[place] === 1,
      objective_score: sum(place, 'objectiveMilli'),
      subjective_score: sum(place, 'subjectiveMilli'),
      level: totalLevel(place),
      std_score: counted === null || !spread ? null : tScore(zScore(counted, spread)),
      ...(converted ? { converted_total: converted.total(place) } : {}),
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
          ...(converted?.has(at) ? { converted: converted.subject(place, at) } : {}),
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
