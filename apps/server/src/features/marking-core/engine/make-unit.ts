import { randomBytes } from 'node:crypto'
import type { Db } from '@hengjuan/db'
import { fairOrder, needsDouble, secretCode } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import type { BlockRules } from '../block/block-rules.query.ts'
import { isSecretCodeTaken } from './sync-units.query.ts'
import { newFacts, type UnitRow } from './unit-facts.ts'

export interface CandidateOfSubject {
  examId: number
  subjectId: number
  candidateId: number
}

/** Makes the paper of a candidate in a block, which waits for its images. */
export async function makeUnit(
  db: Db,
  services: Services,
  { block }: BlockRules,
  target: CandidateOfSubject & { classId: number; schoolId: number; nth: number },
): Promise<UnitRow> {
  const now = isoNow(services.clock)
  let code = secretCode(randomBytes(64))
  while (await isSecretCodeTaken(db, block.id, code)) code = secretCode(randomBytes(64))
  const { id } = await db
    .insertInto('unit')
    .values({
      exam_id: target.examId,
      subject_id: target.subjectId,
      block_id: block.id,
      candidate_id: target.candidateId,
      class_id: target.classId,
      school_id: target.schoolId,
      secret_code: code,
      ord: fairOrder(target, block.salt),
      state: 'WAIT_IMAGE',
      version: 0,
      images: '[]',
      ink_ratio: 0,
      flags: '{}',
      facts: '{}',
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const double = block.mark_mode !== 0 && needsDouble(id, block.salt, block.double_ratio)
  return db
    .updateTable('unit')
    .set({ facts: JSON.stringify(newFacts(double, now)), readings_due: double ? 2 : 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
