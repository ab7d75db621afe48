import type { blockMasterDetail, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, mayDo, type UnitState } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { applyEvent, findAssignment, type UnitRow, withRetry } from '../../marking-core/index.ts'
import { assertNoRelative } from '../../marking-setup/index.ts'
import { undecidable } from './undecidable.ts'

type Detail = ReplyOf<typeof blockMasterDetail>

/** As many as are listed; more only where a block has a single leader who marks all day. */
const MOST = 200

/** Papers that wait for leaders none of whom may decide about them, longest waiting first. */
export async function unarbitrated(
  db: Db,
  blockId: number,
): Promise<Pick<Detail, 'unarbitrated' | 'unarbitrated_total' | 'unhandled_problems'>> {
  const stuck = await undecidable(db, blockId, 'ARBITRATION')
  const problems = await undecidable(db, blockId, 'PROBLEM')
  return {
    unarbitrated: stuck.slice(0, MOST).map(({ unitId, secretCode, since, readers }) => ({
      unit_id: unitId,
      secret_code: secretCode,
      waiting_since: since,
      readers,
    })),
    unarbitrated_total: stuck.length,
    unhandled_problems: problems.length,
  }
}

interface Appointment {
  /** Who says so, and as what. */
  byId: number
  role: Parameters<typeof mayDo>[0]
  /** Who is to arbitrate. */
  userId: number | undefined
  reason: string
  isConfirmed: boolean
}

/**
 * Lets a leader who read a paper arbitrate it. The event with the reason stays in the record of the paper.
 *
 * @throws AppError MARKING_OVERRIDE_ADMIN, MARKING_OVERRIDE_UNCONFIRMED, MARKING_OVERRIDE_LEADER,
 *   MARKING_RELATIVE; the rules' refusal
 * @source domain rules 3.3: override by the school's administrator only, recorded with the reason
 */
export async function appointArbitrator(
  services: Services,
  unit: UnitRow,
  { byId, role, userId, reason, isConfirmed }: Appointment,
): Promise<UnitState> {
  if (!mayDo(role, 'marking.override')) throw new AppError('MARKING_OVERRIDE_ADMIN')
  if (userId === undefined)
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'user_id', message: '请选择由哪位题组长仲裁' },
    ])
  if (!isConfirmed) throw new AppError('MARKING_OVERRIDE_UNCONFIRMED')
  return withRetry(services, async (db) => {
    if (!(await findAssignment(db, unit.block_id, userId, 'leader')))
      throw new AppError('MARKING_OVERRIDE_LEADER')
    await assertNoRelative(db, unit, userId)
    const applied = await applyEvent(
      db,
      services,
      unit.id,
      { type: 'allow_arbitrator', by: byId, markerId: userId, reason },
      { userId: byId },
    )
    return applied.unit
  })
}
