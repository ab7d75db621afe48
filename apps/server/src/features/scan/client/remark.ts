import type { clientRemark, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, mayDo, PERMISSIONS, roleLabel } from '@hengjuan/domain'
import {
  type MarkedUnit,
  resetUnit,
  selectUnitsOfSheet,
  notifyMarkers,
} from '../../marking-core/index.ts'
import type { Decider } from '../decide.ts'
import { type Action, takeAction } from './action.ts'
import { requireActionSheet } from './action-sheet.ts'

interface Wanted {
  sheetId: string
  blockKeys: readonly string[] | undefined
  reason: string
}

/**
 * Sends blocks of a sheet back to be marked from the beginning, for whatever reason the image gives.
 * Nobody's score is lost without the right to set up marking: an operator may only free papers that are
 * not scored.
 *
 * @throws AppError MARKING_UNIT_NOT_FOUND, NOT_ALLOWED, MARKING_UNIT_LOCKED
 */
export async function remark(
  who: Decider,
  action: Action,
  wanted: Wanted,
): Promise<ReplyOf<typeof clientRemark>> {
  const outcome = await takeAction(who, action, async (db) => {
    const units = (await unitsOf(db, who, wanted)).filter(({ isTouched }) => isTouched)
    refuseWithoutRight(who, units)
    if (units.length === 0) return { agreed: [] }
    for (const { unitId } of units) await resetUnit(db, who.services, unitId, who.session.userId)
    await notifyMarkers(
      db,
      units.map(({ unitId }) => unitId),
    )
    return [
      {
        kind: 'remark',
        sheetId: wanted.sheetId,
        value: {
          note: wanted.reason,
          units: units.map(({ blockKey, blockName, readings }) => ({
            block_key: blockKey,
            block_name: blockName,
            readings,
          })),
        },
      },
    ]
  })
  return { outcome, units: await unitsSentBack(who, outcome.decision_ids) }
}

async function unitsOf(db: Db, who: Decider, wanted: Wanted): Promise<MarkedUnit[]> {
  const sheet = await requireActionSheet(db, who, wanted.sheetId)
  const { examId, subjectId } = who
  const units =
    sheet.candidate_id === null
      ? []
      : await selectUnitsOfSheet(db, {
          examId,
          subjectId,
          candidateId: sheet.candidate_id,
          sheetId: wanted.sheetId,
          blockKeys: wanted.blockKeys,
        })
  const known = new Set(units.map(({ blockKey }) => blockKey))
  if (units.length === 0 || wanted.blockKeys?.some((key) => !known.has(key)))
    throw new AppError('MARKING_UNIT_NOT_FOUND')
  return units
}

function refuseWithoutRight({ session }: Decider, units: readonly MarkedUnit[]): void {
  const isScored = units.some(({ readings }) => readings > 0)
  if (!isScored || mayDo(session.role, 'marking.setup')) return
  throw new AppError('NOT_ALLOWED', {
    role: roleLabel(session.role),
    action: PERMISSIONS['marking.setup'].label,
  })
}

/** As it was when the action was applied, also for a repeat. */
async function unitsSentBack(who: Decider, decisionIds: readonly number[]) {
  if (decisionIds.length === 0) return []
  const row = await who.services.db
    .selectFrom('scan_decision')
    .select('value')
    .where('id', 'in', [...decisionIds])
    .executeTakeFirstOrThrow()
  const { units = [] } = JSON.parse(row.value) as {
    units?: ReplyOf<typeof clientRemark>['units']
  }
  return units
}
