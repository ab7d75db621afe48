import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { type Assignment, findAssignment } from './block-marker.query.ts'
import { type BlockRules, selectBlockRules } from './block-rules.query.ts'

/** @returns the marker's place in the block @throws AppError MARKING_NOT_ASSIGNED */
export async function assertMarks(
  services: Services,
  { block }: BlockRules,
  userId: number,
): Promise<Assignment> {
  const own = await findAssignment(services.db, block.id, userId, 'marker')
  if (!own) throw new AppError('MARKING_NOT_ASSIGNED', { block: block.name })
  return own
}

/** @throws AppError MARKING_LEADER_NEEDED */
export async function assertLeads(db: Db, blockId: number, userId: number): Promise<BlockRules> {
  const rules = await selectBlockRules(db, blockId)
  if (!(await findAssignment(db, blockId, userId, 'leader')))
    throw new AppError('MARKING_LEADER_NEEDED', { block: rules.block.name })
  return rules
}
