import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { paperStateOf } from '../../marking-core/index.ts'
import type { ItemScores } from '../../scoring/index.ts'
import type { Scope } from '../facts.query.ts'
import { subjectNameIn } from '../../../subject-name.ts'

/**
 * What a candidate gets in a subject, question by question and block by block, thousandths.
 *
 * @throws AppError CANDIDATE_NOT_FOUND
 */
export async function selectResultScores(db: Db, scope: Scope, candidateId: number) {
  const row = await db
    .selectFrom('candidate_subject')
    .innerJoin('exam', 'exam.id', 'candidate_subject.exam_id')
    .innerJoin('subject', 'subject.id', 'candidate_subject.subject_id')
    .where('candidate_subject.exam_id', '=', scope.examId)
    .where('candidate_subject.subject_id', '=', scope.subjectId)
    .where('candidate_subject.candidate_id', '=', candidateId)
    .select(['exam.name as exam_name', subjectNameIn('exam.id').as('subject_name')])
    .select(['exam.published_snapshot_id', 'item_scores'])
    .select(['objective_milli', 'subjective_milli', 'total_milli'])
    .executeTakeFirst()
  if (!row) throw new AppError('CANDIDATE_NOT_FOUND', { examNo: `（编号 ${candidateId}）` })
  const questions = await db
    .selectFrom('question')
    .select(['id', 'full_milli'])
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .execute()
  const full = new Map(questions.map(({ id, full_milli }) => [id, full_milli]))
  const items = JSON.parse(row.item_scores ?? '{}') as ItemScores
  const blocks = await db
    .selectFrom('unit')
    .innerJoin('block', 'block.id', 'unit.block_id')
    .where('unit.candidate_id', '=', candidateId)
    .where('block.exam_id', '=', scope.examId)
    .where('block.subject_id', '=', scope.subjectId)
    .select(['block.id as block_id', 'block.block_key', 'block.name', 'block.full_milli'])
    .select(['unit.state', 'unit.final_milli', 'unit.facts', 'unit.flags'])
    .orderBy('block.sort')
    .execute()
  return {
    exam_name: row.exam_name,
    subject_name: row.subject_name,
    is_published: row.published_snapshot_id !== null,
    objective_milli: row.objective_milli,
    subjective_milli: row.subjective_milli,
    total_milli: row.total_milli,
    blocks: blocks.map(({ facts, flags, ...block }) => ({
      ...block,
      state: paperStateOf({ ...block, facts, flags }),
    })),
    itemOf: (questionId: number | undefined) => ({
      full_milli: questionId === undefined ? null : (full.get(questionId) ?? null),
      score_milli: questionId === undefined ? null : (items[questionId] ?? null),
    }),
  }
}
