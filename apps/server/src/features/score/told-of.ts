import type { ReplyOf, studentScore } from '@hengjuan/contracts'
import { NOT_SELECTED, type RankType, sixthOf } from '@hengjuan/domain'
import type { Shown } from './shown.ts'
import type {
  ResultDetail,
  ResultHead,
  ResultSummary,
  SubjectSummary,
} from './snapshot/own-results.ts'

type Own = ReplyOf<typeof studentScore>
type OwnSubject = Own['subjects'][number]

/** What is told of stored results. What a student may not see is not in it at all. @source reports 2.2 */
export function toldOf(
  stored: { head: string; summary: string; detail: string },
  { publishedAt, shown }: { publishedAt: string | null; shown: Shown },
): Own {
  const head = JSON.parse(stored.head) as ResultHead
  const summary = JSON.parse(stored.summary) as ResultSummary
  const detail = JSON.parse(stored.detail) as ResultDetail
  const { items } = shown
  const { ranked } = head
  // Where the rank is told, a sixth tells nothing more; where it is not, nothing finer than a sixth is told.
  const isPlaced = items.has('position') && shown.ranks.length === 0 && summary.rankSchool !== null
  return {
    exam_name: head.examName,
    school_name: head.schoolName,
    // In a joint exam classes are named with their school, which stands before it here.
    class_name: head.className.replace(`${head.schoolName} `, ''),
    name: summary.name,
    exam_no: summary.examNo,
    version: head.version,
    published_at: publishedAt ?? head.createdAt,
    form: items.has('subject_score') ? 'scores' : 'levels',
    shows: [...items],
    ...(items.has('total') ? { total_milli: summary.totalMilli } : {}),
    total_full_milli: head.totalFullMilli,
    partial: summary.partial,
    ...ranksOf(summary, shown.ranks),
    ...(isPlaced && ranked ? { sixth: sixthOf(summary.rankSchool ?? 1, ranked) } : {}),
    policy_banner: shown.banner,
    subjects: head.subjects.map((subject, place) =>
      ownSubject(subject, summary.subjects[place], detail[place] ?? null, shown),
    ),
  }
}

const ranksOf = (
  of: { rankClass: number | null; rankSchool: number | null } | undefined,
  types: readonly RankType[],
) => ({
  ...(types.includes('class') ? { rank_class: of?.rankClass ?? null } : {}),
  ...(types.includes('school') ? { rank_school: of?.rankSchool ?? null } : {}),
})

const ownSubject = (
  subject: ResultHead['subjects'][number],
  result: SubjectSummary | undefined,
  detail: ResultDetail[number],
  { items, ranks }: Shown,
): OwnSubject => ({
  subject_id: subject.id,
  subject_name: subject.name,
  attendance: result?.attendance ?? NOT_SELECTED,
  full_milli: subject.fullMilli,
  ...(items.has('subject_score')
    ? {
        total_milli: result?.totalMilli ?? null,
        objective_milli: result?.objectiveMilli ?? null,
        subjective_milli: result?.subjectiveMilli ?? null,
        sem_milli: subject.semMilli ?? null,
      }
    : {}),
  ...(items.has('class_mean') ? { class_mean_milli: subject.classMeanMilli } : {}),
  ...(items.has('grade_mean') ? { grade_mean_milli: subject.gradeMeanMilli } : {}),
  ...ranksOf(result, ranks),
  ...(items.has('level') ? { level: result?.level ?? null } : {}),
  items: subject.items.map((item, index) => {
    const score = detail?.scores[index] ?? null
    return {
      no: item.no,
      full_milli: item.fullMilli,
      ...(items.has('item_scores') ? { score_milli: score } : {}),
      outcome: outcomeOf(score, item.fullMilli),
      answer: detail?.answers[index] ?? null,
      ...(items.has('key') ? { key: item.key } : {}),
      // A share of a class whose size is told would say how many stand before and behind.
      ...(items.has('analysis') && items.has('item_scores')
        ? { class_percent: percentOf(item.classRate) }
        : {}),
    }
  }),
})

const percentOf = ({ num, den }: { num: number; den: number }): number | null =>
  den === 0 ? null : Math.floor((num * 100) / den)

function outcomeOf(score: number | null, full: number): 'right' | 'part' | 'wrong' | null {
  if (score === null) return null
  return score >= full ? 'right' : score > 0 ? 'part' : 'wrong'
}
