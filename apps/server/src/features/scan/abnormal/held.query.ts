import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { type Scope, selectSheetIdsOf } from '../facts.query.ts'

/** @throws AppError CANDIDATE_UNKNOWN */
export async function requireCandidate(db: Db, scope: Scope, candidateId: number) {
  const candidate = await db
    .selectFrom('candidate')
    .innerJoin('candidate_subject', 'candidate_subject.candidate_id', 'candidate.id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .innerJoin('school', 'school.id', 'candidate.school_id')
    .where('candidate.id', '=', candidateId)
    .where('candidate.exam_id', '=', scope.examId)
    .where('candidate_subject.subject_id', '=', scope.subjectId)
    .select(['candidate.id as candidate_id', 'candidate.exam_no', 'candidate.name'])
    .select(['class.name as class_name', 'school.name as school_name'])
    .select('candidate_subject.attendance')
    .executeTakeFirst()
  if (!candidate) throw new AppError('CANDIDATE_UNKNOWN')
  return candidate
}

/** The first sheet in use of a candidate. @throws AppError SCAN_SHEET_NOT_FOUND */
export async function requireSheetOf(db: Db, scope: Scope, candidateId: number): Promise<string> {
  const [sheetId] = (await selectSheetIdsOf(db, scope, [candidateId])).sort()
  if (sheetId === undefined) throw new AppError('SCAN_SHEET_NOT_FOUND')
  return sheetId
}

/** Answers that wait, in the order of the blocks. */
export const selectHeld = (
  db: Db,
  scope: Scope,
  filter: { candidateId?: number; ids?: readonly number[]; blockIds?: readonly number[] },
) =>
  db
    .selectFrom('abnormal_block')
    .innerJoin('block', 'block.id', 'abnormal_block.block_id')
    .where('abnormal_block.exam_id', '=', scope.examId)
    .where('abnormal_block.subject_id', '=', scope.subjectId)
    .where('abnormal_block.decision_id', 'is', null)
    .$if(filter.candidateId !== undefined, (query) =>
      query.where('abnormal_block.candidate_id', '=', filter.candidateId ?? 0),
    )
    .$if(filter.ids !== undefined, (query) =>
      query.where('abnormal_block.id', 'in', [...(filter.ids ?? [])]),
    )
    .$if(filter.blockIds !== undefined, (query) =>
      query.where('abnormal_block.block_id', 'in', [...(filter.blockIds ?? [])]),
    )
    .select(['abnormal_block.id', 'abnormal_block.unit_id', 'abnormal_block.candidate_id'])
    .select(['block.id as block_id', 'block.name', 'block.block_key'])
    .orderBy('abnormal_block.candidate_id')
    .orderBy('block.sort')
    .orderBy('block.id')
    .execute()

export type HeldBlock = Awaited<ReturnType<typeof selectHeld>>[number]

/** A block of a candidate that waits. @throws AppError ABNORMAL_NOT_HELD */
export async function requireHeld(
  db: Db,
  scope: Scope,
  candidateId: number,
  blockId: number,
): Promise<HeldBlock> {
  const [held] = await selectHeld(db, scope, { candidateId, blockIds: [blockId] })
  if (held) return held
  const block = await db
    .selectFrom('block')
    .select('name')
    .where('id', '=', blockId)
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .executeTakeFirst()
  throw new AppError('ABNORMAL_NOT_HELD', { block: block?.name ?? '这个题块' })
}
