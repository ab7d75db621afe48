import {
  type Attendance,
  answerWith,
  blockTarget,
  isObjectiveType,
  isVoided,
  type Milli,
  PRESENT,
  scoreObjective as scoreItem,
  type ScoreOverrides,
  scoreUnderStatus,
  scoreWith,
  SUBJECT_TARGET,
} from '@hengjuan/domain'
import type { InferResult } from 'kysely'
import type { candidateSubjectsOf, ScoredQuestion, unitFinalsOf } from './scored-question.query.ts'
import { placeOf, type SubjectRules } from './subject-rules.ts'

/** How a candidate's answer to an objective question stands in `candidate_subject.answers`. */
export interface StoredAnswer {
  /** Null while the choice queue holds it. */
  answer: string[] | null
  source: 'machine' | 'person' | 'online'
  resolved_as?: 'answer' | 'blank' | 'multi_invalid'
}

/** Question id -> thousandths; null: not scored yet. A question that does not count for the candidate is absent. */
export type ItemScores = Record<string, Milli | null>

type CandidateRow = InferResult<ReturnType<typeof candidateSubjectsOf>>[number]

/** A final mark of a paper of a candidate. */
type UnitFinal = InferResult<ReturnType<typeof unitFinalsOf>>[number]

/**
 * The stored scores that differ from what answers, keys and final marks make.
 *
 * @param rulesOf by place of the subject
 */
export function scoresOf(
  rows: readonly CandidateRow[],
  rulesOf: ReadonlyMap<string, SubjectRules>,
  finals: readonly UnitFinal[],
): StoredScores[] {
  const units = Map.groupBy(
    finals,
    ({ subject_id, candidate_id }) => `${subject_id} ${candidate_id}`,
  )

  const changed: StoredScores[] = []
  for (const row of rows) {
    const rules = rulesOf.get(placeOf(row))
    if (!rules) throw new Error(`subject ${placeOf(row)} is not part of the exam`)
    const { questions, rounded, points, isImported } = rules
    if (isImported) continue
    const own = units.get(`${row.subject_id} ${row.candidate_id}`) ?? []
    const answers = JSON.parse(row.answers ?? '{}') as Record<string, StoredAnswer>
    const overrides = JSON.parse(row.overrides ?? '{}') as ScoreOverrides
    const present =
      (row.attendance as Attendance) === PRESENT && !isVoided(overrides, SUBJECT_TARGET)
    const objective = present ? objectivePart(questions, answers, overrides) : EMPTY
    const marked = own.filter(({ block_id }) => !isVoided(overrides, blockTarget(block_id)))
    const subjective = present ? subjectivePart(points, marked) : EMPTY
    const total =
      objective.sum === null || subjective.sum === null
        ? null
        : rounded(objective.sum + subjective.sum)
    const scores = {
      item_scores: JSON.stringify({ ...objective.items, ...subjective.items }),
      objective_milli: objective.sum,
      subjective_milli: subjective.sum,
      total_milli: total,
    }
    const same =
      row.item_scores === scores.item_scores &&
      row.objective_milli === scores.objective_milli &&
      row.subjective_milli === scores.subjective_milli &&
      row.total_milli === scores.total_milli
    if (!same)
      changed.push({
        candidate_id: row.candidate_id,
        subject_id: row.subject_id,
        version: row.version + 1,
        ...scores,
      })
  }
  return changed
}

export interface StoredScores {
  candidate_id: number
  subject_id: number
  version: number
  item_scores: string
  objective_milli: Milli | null
  subjective_milli: Milli | null
  total_milli: Milli | null
}

interface Part {
  items: ItemScores
  /** Null while an item is open; null also for who was not present. */
  sum: Milli | null
}
const EMPTY: Part = { items: {}, sum: null }

/** Scores the objective answers of one candidate. */
export function objectivePart(
  questions: readonly ScoredQuestion[],
  answers: Readonly<Record<string, StoredAnswer>>,
  overrides: ScoreOverrides = {},
): Part {
  const items: ItemScores = {}
  let sum: Milli | null = 0
  for (const question of questions) {
    if (!isObjectiveType(question.type)) continue
    const status = question.key?.rule.status ?? 'normal'
    if (status === 'void') continue
    const given = answerWith(overrides, question.id, answers[question.id]?.answer ?? null)
    const score = scoreWith(overrides, question.id, scoreQuestion(question, given))
    items[question.id] = score
    sum = sum === null || score === null ? null : sum + score
  }
  return { items, sum }
}

function scoreQuestion(question: ScoredQuestion, answer: string[] | null): Milli | null {
  const { key, fullMilli } = question
  if (!key) return null
  if (key.rule.status === 'gift') return fullMilli
  if (answer === null) return null
  return scoreUnderStatus(
    key.rule.status,
    answer.length > 0,
    fullMilli,
    scoreItem(answer, key.answer, fullMilli, key.rule.scoring),
  )
}

/** Sums the final marks of one candidate's blocks. */
export function subjectivePart(
  points: ReadonlyMap<number, readonly { question_id: number | null; full_milli: number }[]>,
  units: readonly {
    block_id: number
    final_milli: number | null
    final_points: string | null
  }[],
): Part {
  const items: ItemScores = {}
  let sum: Milli | null = 0
  const byBlock = new Map(units.map((unit) => [unit.block_id, unit]))
  for (const [blockId, blockPoints] of points) {
    const unit = byBlock.get(blockId)
    if (unit?.final_milli == null) {
      sum = null
      continue
    }
    sum = sum === null ? null : sum + unit.final_milli
    // Of a mark that was written on paper only the sum is known: it is the question's where there is one.
    const [only, ...others] = new Set(blockPoints.map(({ question_id }) => question_id))
    if (unit.final_points === null && only != null && others.length === 0)
      items[only] = (items[only] ?? 0) + unit.final_milli
    const scores = JSON.parse(unit.final_points ?? '[]') as (Milli | null)[]
    blockPoints.forEach((point, index) => {
      const score = scores[index]
      // An optional question that was not chosen has no score and counts nowhere.
      if (point.question_id === null || score == null) return
      items[point.question_id] = (items[point.question_id] ?? 0) + score
    })
  }
  return { items, sum }
}
