import {
  analyseOptions,
  countsInItemStatistics,
  difficulty,
  discrimination,
  meanOf,
  MIN_CANDIDATES_FOR_INDICES,
  QUESTION_TYPES,
  reliability,
  sdOf,
} from '@hengjuan/domain'
import { rateOf, type SnapshotQuestion, type SnapshotSubject } from '../score/index.ts'
import type { Population, Scored } from './population.ts'

/** Per-question rates of a subject, and what the whole paper is like. */
export function itemTable(population: Population, subject: SnapshotSubject) {
  const present = population.visible.filter(({ scoreMilli }) => scoreMilli !== null)
  return {
    paper: paperFigures(present, subject),
    rows: subject.questions.map((question, index) =>
      itemRow(population, present, subject, question, index),
    ),
  }
}

function itemRow(
  population: Population,
  present: readonly Scored[],
  subject: SnapshotSubject,
  question: SnapshotQuestion,
  index: number,
) {
  // Optional questions have a score only for who chose them.
  const answered = present.filter(({ candidate }) => itemOf(candidate, subject.id, index) !== null)
  const scores = answered.map(({ candidate }) => itemOf(candidate, subject.id, index) ?? 0)
  const totals = answered.map(({ scoreMilli }) => scoreMilli ?? 0)
  const enough =
    scores.length >= MIN_CANDIDATES_FOR_INDICES && countsInItemStatistics(question.status)
  return {
    no: question.no,
    type_name: QUESTION_TYPES[question.type],
    objective: question.objective,
    full_milli: question.fullMilli,
    mean_milli: meanOf(scores),
    rate: {
      num: scores.reduce((sum, score) => sum + score, 0),
      den: scores.length * question.fullMilli,
    },
    difficulty: enough ? difficulty(scores, question.fullMilli) : null,
    distinction: enough ? discrimination(scores, totals, question.fullMilli) : null,
    full_count: scores.filter((score) => score === question.fullMilli).length,
    zero_count: scores.filter((score) => score === 0).length,
    // Nothing written is not a zero. @source domain rules 6.1 (6)
    omitted: {
      num: answered.filter(({ candidate }) => isOmitted(candidate, subject.id, question, index))
        .length,
      den: answered.length,
    },
    by_class: population.classes.map(({ id }) =>
      rateOf(
        answered.map(({ candidate }) => candidate).filter(({ classId }) => classId === id),
        subject.id,
        index,
        question.fullMilli,
      ),
    ),
    key: question.objective ? question.key.join('') : null,
    options: question.objective ? optionsOf(present, subject, question, index) : [],
  }
}

const itemOf = (
  { subjects }: Scored['candidate'],
  subjectId: number,
  index: number,
): number | null => subjects[subjectId]?.items[index] ?? null

function isOmitted(
  { subjects }: Scored['candidate'],
  subjectId: number,
  question: SnapshotQuestion,
  index: number,
): boolean {
  const result = subjects[subjectId]
  return question.objective
    ? result?.answers[index] === ''
    : (result?.notResponded?.includes(question.id) ?? false)
}

function optionsOf(
  present: readonly Scored[],
  subject: SnapshotSubject,
  question: SnapshotQuestion,
  index: number,
) {
  const answers = present.map(({ candidate }) => [
    ...(candidate.subjects[subject.id]?.answers[index] ?? ''),
  ])
  const letters = Array.from({ length: question.optionCount ?? 4 }, (_, option) =>
    String.fromCharCode(65 + option),
  )
  const analysis = analyseOptions(
    answers,
    present.map(({ scoreMilli }) => scoreMilli ?? 0),
    letters,
    question.key,
  )
  return [
    ...analysis.rows.map(({ option, count }) => ({ option, count })),
    { option: '空', count: analysis.blank },
  ].map(({ option, count }) => ({ option, count, ratio: { num: count, den: present.length } }))
}

function paperFigures(present: readonly Scored[], subject: SnapshotSubject) {
  const totals = present.map(({ scoreMilli }) => scoreMilli ?? 0)
  const columns = subject.questions.map((_, index) =>
    present.map(({ candidate }) => itemOf(candidate, subject.id, index) ?? 0),
  )
  const enough = totals.length >= MIN_CANDIDATES_FOR_INDICES
  const { alpha, sem } = enough ? reliability(columns) : { alpha: null, sem: null }
  return {
    mean_milli: meanOf(totals),
    sd_milli: sdOf(totals),
    difficulty: difficulty(totals, subject.fullMilli),
    alpha,
    sem_milli: sem,
  }
}
