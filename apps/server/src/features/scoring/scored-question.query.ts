import { type Db, isOneOf } from '@hengjuan/db'
import type { ItemStatus, Milli, ObjectiveRule, QuestionType } from '@hengjuan/domain'

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

/** The questions of a subject in printed order, each with its ruling key version. */
export async function selectScoredQuestions(
  db: Db,
  examId: number,
  subjectId: number,
): Promise<ScoredQuestion[]> {
  const questions = await db
    .selectFrom('question')
    .selectAll()
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .orderBy('sort')
    .execute()
  const keys = await db
    .selectFrom('answer_key')
    .innerJoin('question', 'question.id', 'answer_key.question_id')
    .where('question.exam_id', '=', examId)
    .where('question.subject_id', '=', subjectId)
    .select([
      'answer_key.question_id',
      'answer_key.version',
      'answer_key.answer',
      'answer_key.rule',
    ])
    .orderBy('answer_key.version')
    .execute()
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

/** Score points of every block of a subject, in the order in which a unit's points are stored. */
export const selectScorePoints = (db: Db, examId: number, subjectId: number) =>
  db
    .selectFrom('score_point')
    .innerJoin('block', 'block.id', 'score_point.block_id')
    .where('block.exam_id', '=', examId)
    .where('block.subject_id', '=', subjectId)
    .select([
      'score_point.block_id',
      'score_point.question_id',
      'score_point.full_milli',
      'score_point.sort',
    ])
    .orderBy('score_point.block_id')
    .orderBy('score_point.sort')
    .execute()

/** Final marks of the units of the given candidates; all candidates without a list. */
export const selectUnitFinals = (
  db: Db,
  examId: number,
  subjectId: number,
  candidateIds: readonly number[] | undefined,
) =>
  db
    .selectFrom('unit')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .$if(candidateIds !== undefined, (query) =>
      query.where(isOneOf(db, 'candidate_id', candidateIds ?? [])),
    )
    .select(['candidate_id', 'block_id', 'state', 'final_milli', 'final_points'])
    .execute()
