import type { Db } from '@hengjuan/db'
import { mayMarkAfter, qualificationState } from '@hengjuan/domain'
import { type Assignment, findAssignment } from '../block/block-marker.query.ts'
import type { BlockRules } from '../block/block-rules.query.ts'
import { selectQualificationEvents } from './qualification.query.ts'

/** Has a marker qualified, where the block asks for it? */
export const isReady = async (
  db: Db,
  rules: BlockRules,
  markerId: number,
  own: Pick<Assignment, 'qualified'>,
): Promise<boolean> =>
  !rules.settings.qualify || isQualified(own) || (await mayBegin(db, rules, markerId))

const isQualified = ({ qualified }: { qualified: string }): boolean =>
  qualified === 'passed' || qualified === 'admitted'

/** Who leads a block has agreed on its scores and needs no qualification. */
export const leads = async (db: Db, { block }: BlockRules, userId: number): Promise<boolean> =>
  (await findAssignment(db, block.id, userId, 'leader')) !== undefined

/**
 * May a marker be given live papers? Asked only of who is not known to be qualified.
 *
 * @source domain rules 4.4 (2), 7.2
 */
export async function mayBegin(db: Db, rules: BlockRules, markerId: number): Promise<boolean> {
  if (await leads(db, rules, markerId)) return true
  const events = await selectQualificationEvents(db, { blockId: rules.block.id, markerId })
  return mayMarkAfter(qualificationState(events.map(({ kind }) => kind)))
}
