import { type Db, lockRows } from '@hengjuan/db'
import type { BlockRow } from '../block/block-rules.query.ts'
import { qualifyingAsBefore } from '../block/qualify-kept.ts'

/** A candidate in a subject with attendance and answers; absent when not registered there. */
export const findCandidate = (db: Db, examId: number, subjectId: number, candidateId: number) =>
  db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .innerJoin('exam', 'exam.id', 'candidate.exam_id')
    .where('candidate_subject.exam_id', '=', examId)
    .where('candidate_subject.subject_id', '=', subjectId)
    .where('candidate_subject.candidate_id', '=', candidateId)
    .select(['candidate.class_id', 'candidate.school_id', 'exam.school_id as holder_id'])
    .select(['candidate_subject.attendance', 'candidate_subject.answers'])
    .executeTakeFirst()

export const selectBlockIds = (db: Db, examId: number, subjectId: number) =>
  db
    .selectFrom('block')
    .select(['id', 'block_key'])
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .orderBy('sort')
    .execute()

/** A candidate's paper of a block, locked: what is said of it at this moment is not written over. */
export const findUnitForSync = (db: Db, blockId: number, candidateId: number) =>
  lockRows(
    db,
    db
      .selectFrom('unit')
      .selectAll()
      .where('block_id', '=', blockId)
      .where('candidate_id', '=', candidateId),
  ).executeTakeFirst()

export async function isSecretCodeTaken(db: Db, blockId: number, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('unit')
    .select('id')
    .where('block_id', '=', blockId)
    .where('secret_code', '=', code)
    .executeTakeFirst()
  return row !== undefined
}

/** Has anybody given a score that still counts? */
export async function hasScoredReading(db: Db, unitId: number): Promise<boolean> {
  const row = await db
    .selectFrom('reading')
    .select('id')
    .where('unit_id', '=', unitId)
    .where('state', 'in', ['submitted', 'rejected'])
    .executeTakeFirst()
  return row !== undefined
}

/**
 * A paper of another school makes the exam a joint one. Whoever marks already goes on: a block with
 * readings keeps what it asked of its markers before.
 */
export async function markJoint(db: Db, block: BlockRow): Promise<void> {
  await db
    .updateTable('block')
    .set({ is_joint: 1, settings: await qualifyingAsBefore(db, block) })
    .where('id', '=', block.id)
    .execute()
}
