import type { blockMasterDetail, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, hasRead, isBarredArbitrator, mayDo, type UnitState } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { applyEvent } from '../engine/apply-event.ts'
import { assertNoRelative, relativesOfPapers } from '../avoidance/relative-papers.ts'
import { findAssignment, selectBlockMarkers } from '../block/block-marker.query.ts'
import { selectBlockRules } from '../block/block-rules.query.ts'
import { arbitrationClaim } from './leader-view.ts'
import { factsOf, type UnitRow, unitStateOf } from '../engine/unit-facts.ts'
import { papersIn } from '../dispatch/unit-queue.query.ts'
import { selectUnitReadings } from '../engine/unit.query.ts'
import { withRetry } from '../engine/with-retry.ts'

type Detail = ReplyOf<typeof blockMasterDetail>

/** As many as are listed; more only where a block has a single leader who marks all day. */
const MOST = 200

/**
 * Papers that wait for arbitration while every leader of the block has read them or is kept from them,
 * longest waiting first. What a leader has in hand is not among them.
 *
 * @source domain rules 3.3: an arbitrator is no previous reader
 */
export async function unarbitrated(
  db: Db,
  blockId: number,
): Promise<Pick<Detail, 'unarbitrated' | 'unarbitrated_total'>> {
  const rows = await papersIn(db, blockId, 'ARBITRATION')
    .selectAll('unit')
    .orderBy('place.ord')
    .execute()
  if (rows.length === 0) return { unarbitrated: [], unarbitrated_total: 0 }
  const rules = await selectBlockRules(db, blockId)
  const leaders = (await selectBlockMarkers(db, blockId)).filter(({ duty }) => duty === 'leader')
  const readings = Map.groupBy(
    await selectUnitReadings(
      db,
      rows.map(({ id }) => id),
    ),
    ({ unit_id }) => unit_id,
  )
  const isRelative = await relativesOfPapers(db, rules, rows)
  const stuck = rows.flatMap((row) => {
    const unit = unitStateOf(row, readings.get(row.id) ?? [])
    const able = leaders.filter(({ user_id }) => !isRelative(row, user_id))
    const holderId = arbitrationClaim(unit)?.markerId
    // Their own claim counts among the readings: who has the paper in hand is no previous reader.
    if (able.some(({ user_id }) => user_id === holderId || !isBarredArbitrator(unit, user_id)))
      return []
    const readers = able.filter(({ user_id }) => hasRead(unit, user_id))
    return [
      {
        unit_id: row.id,
        secret_code: row.secret_code,
        waiting_since: factsOf(row).since,
        readers: readers.map(({ user_id, name }) => ({ user_id, name })),
      },
    ]
  })
  return {
    unarbitrated: stuck
      .toSorted((a, b) => a.waiting_since.localeCompare(b.waiting_since))
      .slice(0, MOST),
    unarbitrated_total: stuck.length,
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
