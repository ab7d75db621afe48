import type { Services } from '../../../services.ts'
import { listedImagesOf } from '../../marking-core/index.ts'

/** An answer that was cut for marking: whose, to which question, and its parts in order. */
export interface CutAnswer {
  candidateId: number
  no: string
  images: readonly { hash: string; url: string; width_px: number; height_px: number }[]
}

/** Candidates of one question of the database. */
const AT_ONCE = 200

/**
 * What candidates wrote to the questions of a subject, as it was cut for marking. Nothing of papers that speak of danger.
 *
 * @source domain rules 6.2, 18.4
 */
export async function answersOf(
  services: Services,
  on: { examId: number; subjectId: number; candidateIds: readonly number[] },
): Promise<CutAnswer[]> {
  const { db } = services
  const points = await db
    .selectFrom('score_point')
    .innerJoin('question', 'question.id', 'score_point.question_id')
    .where('question.exam_id', '=', on.examId)
    .where('question.subject_id', '=', on.subjectId)
    .where('score_point.block_id', 'is not', null)
    .select(['score_point.block_id', 'question.no'])
    .distinct()
    .execute()
  const numbersOf = Map.groupBy(points, ({ block_id }) => block_id)
  const found: CutAnswer[] = []
  for (let from = 0; from < on.candidateIds.length; from += AT_ONCE) {
    const units = await db
      .selectFrom('unit')
      .where('exam_id', '=', on.examId)
      .where('subject_id', '=', on.subjectId)
      .where('candidate_id', 'in', on.candidateIds.slice(from, from + AT_ONCE))
      .select(['id', 'images', 'candidate_id', 'block_id'])
      .orderBy('id')
      .execute()
    const images = await listedImagesOf(db, services, units)
    for (const { id, candidate_id, block_id } of units)
      for (const { no } of numbersOf.get(block_id) ?? [])
        found.push({ candidateId: candidate_id, no, images: images.get(id) ?? [] })
  }
  return found
}
