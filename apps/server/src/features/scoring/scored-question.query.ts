import { type Db, rowsOf } from '@hengjuan/db'
import type { ItemStatus, Milli, ObjectiveRule, QuestionType } from '@hengjuan/domain'
import type { AliasedExpression, InferResult } from 'kysely'

/** An objective or subjective question with what it is scored by. */
export interface ScoredQuestion {
  id: number
  no: string
  type: QuestionType
  fullMilli: Milli
  blockId: number | null
  optionCount: number | null
  optionalGroup: string | null
  /** Null for subjective questions, and for objective ones without a key yet. */
  key: { version: number; answer: string[]; rule: KeyRule } | null
}

/** The stored form of a key's rule. */
export interface KeyRule {
  scoring: ObjectiveRule
  status: ItemStatus
}

/** A subject of an exam. */
export interface SubjectPlace {
  exam_id: number
  subject_id: number
}

const PLACE = { exam_id: 'integer', subject_id: 'integer' } as const

const placesOf = (db: Db, places: readonly SubjectPlace[]) => rowsOf(db, places, PLACE)

/** The questions of a subject in printed order, each with its ruling key version. */
export async function selectScoredQuestions(
  db: Db,
  examId: number,
  subjectId: number,
): Promise<ScoredQuestion[]> {
  const places = [{ exam_id: examId, subject_id: subjectId }]
  return scoredQuestions(
    await questionsOf(db, places).execute(),
    await keysOf(db, places).execute(),
  )
}

/** The questions of some subjects in printed order. */
export const questionsOf = (db: Db, places: readonly SubjectPlace[]) =>
  db
    .selectFrom(placesOf(db, places))
    .innerJoin('question', (join) =>
      join
        .onRef('question.exam_id', '=', 'v.exam_id')
        .onRef('question.subject_id', '=', 'v.subject_id'),
    )
    .selectAll('question')
    .orderBy('question.sort')

/** Their keys, later versions behind earlier ones. */
export const keysOf = (db: Db, places: readonly SubjectPlace[]) =>
  db
    .selectFrom(placesOf(db, places))
    .innerJoin('question', (join) =>
      join
        .onRef('question.exam_id', '=', 'v.exam_id')
        .onRef('question.subject_id', '=', 'v.subject_id'),
    )
    .innerJoin('answer_key', 'answer_key.question_id', 'question.id')
    .select([
      'answer_key.question_id',
      'answer_key.version',
      'answer_key.answer',
      'answer_key.rule',
    ])
    .orderBy('answer_key.version')

/** Questions with the keys that rule. */
export function scoredQuestions(
  questions: InferResult<ReturnType<typeof questionsOf>>,
  keys: InferResult<ReturnType<typeof keysOf>>,
): ScoredQuestion[] {
  // Later versions overwrite earlier ones.
  const ruling = new Map(keys.map((key) => [key.question_id, key]))
  return questions.map((question) => {
    const key = ruling.get(question.id)
    return {
      id: question.id,
      no: question.no,
      type: question.type as QuestionType,
      fullMilli: question.full_milli,
      blockId: question.block_id,
      optionCount: question.option_count,
      optionalGroup: question.optional_group,
      key: key
        ? {
            version: key.version,
            answer: JSON.parse(key.answer) as string[],
            rule: JSON.parse(key.rule) as KeyRule,
          }
        : null,
    }
  })
}

/** Score points of every block of some subjects, in the order in which a unit's points are stored. */
export const scorePointsOf = (db: Db, places: readonly SubjectPlace[]) =>
  db
    .selectFrom(placesOf(db, places))
    .innerJoin('block', (join) =>
      join.onRef('block.exam_id', '=', 'v.exam_id').onRef('block.subject_id', '=', 'v.subject_id'),
    )
    .innerJoin('score_point', 'score_point.block_id', 'block.id')
    .select([
      'block.exam_id',
      'block.subject_id',
      'score_point.block_id',
      'score_point.question_id',
      'score_point.full_milli',
      'score_point.sort',
    ])
    .orderBy('score_point.block_id')
    .orderBy('score_point.sort')

/** A candidate in a subject. */
export interface CandidatePlace extends SubjectPlace {
  candidate_id: number
}

/** Candidates in their subjects, as a table to join. */
type Candidates = AliasedExpression<CandidatePlace, 'v'>

const CANDIDATE = { ...PLACE, candidate_id: 'integer' } as const

export const candidateList = (db: Db, candidates: readonly CandidatePlace[]): Candidates =>
  rowsOf(db, candidates, CANDIDATE)

/** What is stored of candidates in their subjects, in one order everywhere: two transactions wait for each other. */
export const candidateSubjectsOf = (db: Db, candidates: Candidates) =>
  db
    .selectFrom(candidates)
    .innerJoin('candidate_subject as cs', (join) =>
      join
        .onRef('cs.candidate_id', '=', 'v.candidate_id')
        .onRef('cs.subject_id', '=', 'v.subject_id'),
    )
    .whereRef('cs.exam_id', '=', 'v.exam_id')
    .selectAll('cs')
    .orderBy('cs.exam_id')
    .orderBy('cs.subject_id')
    .orderBy('cs.candidate_id')

/** Final marks of the units of candidates in their subjects. */
export const unitFinalsOf = (db: Db, candidates: Candidates) =>
  db
    .selectFrom(candidates)
    .innerJoin('unit', (join) =>
      join
        .onRef('unit.exam_id', '=', 'v.exam_id')
        .onRef('unit.subject_id', '=', 'v.subject_id')
        .onRef('unit.candidate_id', '=', 'v.candidate_id'),
    )
    .select([
      'unit.subject_id',
      'unit.candidate_id',
      'unit.block_id',
      'unit.final_milli',
      'unit.final_points',
    ])
