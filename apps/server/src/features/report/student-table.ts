import { referenceOf, TOTAL_SUBJECT_ID, tScore, visibleRankTypes, zScore } from '@hengjuan/domain'
import { shows } from '../../http/exam-view.ts'
import { matches, type SnapshotSubject } from '../score/index.ts'
import {
  type Population,
  type ReportViewer,
  type Scored,
  scoresOf,
  visibleSubjects,
} from './population.ts'

/** Rows of the student score table, filtered and sorted. */
export function studentRows(
  population: Population,
  viewer: ReportViewer,
  filter: { keyword: string; order: string; ascending: boolean },
) {
  const subjects = visibleSubjects(population.data, viewer)
  const reference = referenceOf(scoresOf(population.grade))
  const shown = visibleRankTypes(viewer.role, viewer.config.ranks)
  const ranks = { school: shown.includes('school'), class: shown.includes('class') }
  const classNames = new Map(population.classes.map(({ id, name }) => [id, name]))
  return population.visible
    .filter(({ candidate }) => shows(viewer.view, candidate.schoolId))
    .filter(({ candidate }) => matches(candidate, filter.keyword))
    .toSorted(byOrder(filter.order, filter.ascending))
    .map(({ candidate, scoreMilli }) => ({
      candidate_id: candidate.candidateId,
      student_name: candidate.name,
      exam_no: candidate.examNo,
      class_id: candidate.classId,
      class_name: classNames.get(candidate.classId) ?? '',
      total_score: candidate.totalMilli,
      partial: candidate.partial,
      school_rank: ranks.school ? candidate.rankSchool : null,
      class_rank: ranks.class ? candidate.rankClass : null,
      std_score: scoreMilli === null || !reference ? null : tScore(zScore(scoreMilli, reference)),
      subjects: subjects.map((subject) => subjectCell(candidate, subject, ranks)),
    }))
}

function subjectCell(
  { subjects }: Scored['candidate'],
  { id }: SnapshotSubject,
  ranks: { school: boolean; class: boolean },
) {
  const result = subjects[id]
  return {
    subject_id: id,
    attendance: result?.attendance ?? 3,
    score: result?.totalMilli ?? null,
    objective_score: result?.objectiveMilli ?? null,
    subjective_score: result?.subjectiveMilli ?? null,
    school_rank: ranks.school ? (result?.rankSchool ?? null) : null,
    class_rank: ranks.class ? (result?.rankClass ?? null) : null,
  }
}

type Order = (a: Scored, b: Scored) => number

/** By total from the top unless asked otherwise; who has no score comes last either way. */
function byOrder(order: string, ascending: boolean): Order {
  const sign = ascending ? 1 : -1
  const byNumber = (a: Scored, b: Scored) => a.candidate.examNo.localeCompare(b.candidate.examNo)
  const byText = (text: (person: Scored) => string): Order => {
    return (a, b) => sign * text(a).localeCompare(text(b)) || byNumber(a, b)
  }
  switch (order) {
    case 'exam_no':
      return byText(({ candidate }) => candidate.examNo)
    case 'name':
      return byText(({ candidate }) => candidate.namePinyin)
    case 'class':
      return (a, b) => sign * (a.candidate.classId - b.candidate.classId) || byNumber(a, b)
    default: {
      const subjectId = Number(order)
      const score = ({ candidate }: Scored): number | null =>
        Number.isInteger(subjectId) && subjectId !== TOTAL_SUBJECT_ID
          ? (candidate.subjects[subjectId]?.totalMilli ?? null)
          : candidate.totalMilli
      return (a, b) => {
        const [left, right] = [score(a), score(b)]
        if (left === null || right === null)
          return Number(left === null) - Number(right === null) || byNumber(a, b)
        return sign * (left - right) || byNumber(a, b)
      }
    }
  }
}
