import type { Services } from '../../../services.ts'
import { listedImagesOf } from '../../marking-core/index.ts'

/**
 * What a candidate wrote to a question, as it was cut for marking. Nothing of papers that speak of danger.
 *
 * @source domain rules 6.2; reports 2.5
 */
export async function answerImages(
  services: Services,
  on: { examId: number; subjectId: number; no: string; candidateId: number },
) {
  const { db } = services
  const blocks = db
    .selectFrom('score_point')
    .innerJoin('question', 'question.id', 'score_point.question_id')
    .where('question.no', '=', on.no)
    .where('score_point.block_id', 'is not', null)
    .select('score_point.block_id')
  const units = await db
    .selectFrom('unit')
    .where('exam_id', '=', on.examId)
    .where('subject_id', '=', on.subjectId)
    .where('candidate_id', '=', on.candidateId)
    .where('block_id', 'in', blocks)
    .select(['id', 'images'])
    .orderBy('id')
    .execute()
  const images = await listedImagesOf(db, services, units)
  return units.flatMap(({ id }) => images.get(id) ?? [])
}
