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
import {
  countedItem,
  isUnmarked,
  rateOf,
  type SnapshotQuestion,
  type SnapshotSubject,
} from '../score/index.ts'
import type { Population, Scored } from './population.ts'

/** Whom a table of questions covers. */
type Covered = Pick<Population, 'visible' | 'classes'>

/** Per-question rates of a subject, and what the whole paper is like. */
export function itemTable(population: Covered, subject: SnapshotSubject) {
  const present = population.visible.filter(({ scoreMilli }) => scoreMilli !== null)
  return {
    paper: paperFigures(present, subject),
    rows: subject.questions.map((question, index) =>
      itemRow(population, present, subject, question, index),
    ),
  }
}

/** What is printed where papers ended as misconduct or void. */
export const noMarkNotes = ({ paper }: ReturnType<typeof itemTable>): string[] =>
  paper.no_mark === 0
    ? []
    : [
        `${paper.no_mark} 人有试卷按违纪或作废处理：该题不计入均分、得分率、难度与区分度，其总分不计入全卷指标；成绩中仍按 0 分计`,
      ]

function itemRow(
  population: Covered,
  present: readonly Scored[],
  subject: SnapshotSubject,
  question: SnapshotQuestion,
  index: number,
) {
  const scoreOf = ({ candidate }: Scored): number | null =>
    countedItem(candidate, subject.id, question.id, index)
  // Optional questions have a score only for who chose them.
  const answered = present.filter((one) => scoreOf(one) !== null)
  const scores = answered.map((one) => scoreOf(one) ?? 0)
  // A total with a paper in it that has no mark says nothing about who is how good.
  const whole = answered.filter((one) => isWhole(one, subject))
  const isEnough = ({ length }: readonly unknown[]): boolean =>
    length >= MIN_CANDIDATES_FOR_INDICES && countsInItemStatistics(question.status)
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
    difficulty: isEnough(answered) ? difficulty(scores, question.fullMilli) : null,
    distinction: isEnough(whole)
      ? discrimination(
          whole.map((one) => scoreOf(one) ?? 0),
          whole.map(({ scoreMilli }) => scoreMilli ?? 0),
          question.fullMilli,
        )
      : null,
    full_count: scores.filter((score) => score === question.fullMilli).length,
    zero_count: scores.filter((score) => score === 0).length,
    // Nothing written is not a zero. @source domain rules 6.1 (6)
    omitted: {
      num: answered.filter(({ candidate }) => isOmitted(candidate, subject.id, question, index))
        .length,
      den: answered.length,
    },
    /** Who has no mark here, as misconduct or void: not among those above. */
    no_mark: present.filter(
      ({ candidate }) =>
        itemOf(candidate, subject.id, index) !== null &&
        isUnmarked(candidate, subject.id, question.id),
    ).length,
    by_class: population.classes.map(({ id }) =>
      rateOf(
        answered.map(({ candidate }) => candidate).filter(({ classId }) => classId === id),
        subject.id,
        question,
        index,
      ),
    ),
    key: question.objective ? question.key.join('') : null,
    options: question.objective ? optionsOf(present, subject, question, index) : [],
  }
}

/** Has the candidate a mark for everything that counts? @source domain rules 11 (complete item vectors) */
const isWhole = ({ candidate }: Scored, subject: SnapshotSubject): boolean =>
  !subject.questions.some(({ id }) => isUnmarked(candidate, subject.id, id))

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

function paperFigures(all: readonly Scored[], subject: SnapshotSubject) {
  const present = all.filter((one) => isWhole(one, subject))
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
    /** Who has a paper without a mark, and is in none of these figures. */
    no_mark: all.length - present.length,
  }
}
