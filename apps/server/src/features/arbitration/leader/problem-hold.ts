import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { selectUserNames } from '../../../user-names.query.ts'
import { findUnitForUpdate, type UnitRow, withRetry } from '../../marking-core/index.ts'
import {
  findLastSettler,
  selectProblemHolds,
  storeProblemHold,
} from '../problems/problem-hold.query.ts'

/**
 * Puts a problem paper into a leader's hands, or keeps it there: a lease, as of an arbitration, so that two do
 * not work on one paper.
 *
 * @param until when it is anybody's again; UTC ISO text
 * @throws AppError MARKING_PROBLEM_HELD, MARKING_PROBLEM_DONE, MARKING_NOT_A_PROBLEM
 * @source domain rules 3.7 (3), 3.8; features 70
 */
export const holdProblem = (
  services: Services,
  unitId: number,
  userId: number,
  until: string,
): Promise<void> =>
  withRetry(services, async (db) => {
    const row = await findUnitForUpdate(db, unitId)
    if (!row) throw new AppError('MARKING_UNIT_NOT_FOUND')
    await assertHoldable(db, services, row, userId)
    await storeProblemHold(db, unitId, { userId, until })
  })

/**
 * May this leader work on the problem paper, or settle it? The paper is locked.
 *
 * @throws AppError MARKING_PROBLEM_HELD, MARKING_PROBLEM_DONE, MARKING_NOT_A_PROBLEM
 */
export async function assertHoldable(
  db: Db,
  { clock }: Services,
  { id, state }: Pick<UnitRow, 'id' | 'state'>,
  userId: number,
): Promise<void> {
  if (state !== 'PROBLEM') {
    const settler = await findLastSettler(db, id)
    throw settler
      ? new AppError('MARKING_PROBLEM_DONE', { name: settler.name })
      : new AppError('MARKING_NOT_A_PROBLEM')
  }
  const holder = (await selectProblemHolds(db, [id], isoNow(clock))).get(id)?.userId ?? userId
  if (holder === userId) return
  const name = (await selectUserNames(db, [holder])).get(holder) ?? '其他题组长'
  throw new AppError('MARKING_PROBLEM_HELD', { name })
}
