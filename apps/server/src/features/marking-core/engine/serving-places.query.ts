import { countRows, type Db } from '@hengjuan/db'
import { fairOrder, NOT_SELECTED } from '@hengjuan/domain'
import type { BlockRow } from '../block/block-rules.query.ts'

/**
 * So many of a candidate's class are on the roster of the subject before them. Those who are entered later
 * come behind: nobody's number changes by them.
 */
export async function countBeforeInClass(
  db: Db,
  candidate: { examId: number; subjectId: number; classId: number; candidateId: number },
): Promise<number> {
  return countRows(
    db
      .selectFrom('candidate')
      .innerJoin('candidate_subject', 'candidate_subject.candidate_id', 'candidate.id')
      .where('candidate.exam_id', '=', candidate.examId)
      .where('candidate.class_id', '=', candidate.classId)
      .where('candidate.id', '<', candidate.candidateId)
      .where('candidate_subject.subject_id', '=', candidate.subjectId)
      .where('candidate_subject.attendance', '<>', NOT_SELECTED),
  )
}

/** Where every paper of a block stands in the usual order, by unit. */
export async function selectServingPlaces(
  db: Db,
  block: Pick<BlockRow, 'id' | 'exam_id' | 'subject_id' | 'salt'>,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('candidate')
    .innerJoin('candidate_subject', 'candidate_subject.candidate_id', 'candidate.id')
    .leftJoin('unit', (join) =>
      join.onRef('unit.candidate_id', '=', 'candidate.id').on('unit.block_id', '=', block.id),
    )
    .where('candidate.exam_id', '=', block.exam_id)
    .where('candidate_subject.subject_id', '=', block.subject_id)
    .select(['unit.id as unit_id', 'candidate.class_id', 'candidate_subject.attendance'])
    .orderBy('candidate.id')
    .execute()
  const counts = new Map<number, number>()
  const places = new Map<number, number>()
  for (const { unit_id, class_id, attendance } of rows) {
    const nth = counts.get(class_id) ?? 0
    if (unit_id !== null) places.set(unit_id, fairOrder({ classId: class_id, nth }, block.salt))
    if (attendance !== NOT_SELECTED) counts.set(class_id, nth + 1)
  }
  return places
}
