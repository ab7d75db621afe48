import { batchHashOf } from '@hengjuan/contracts'
import { lockRows } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { audit } from '../../http/audit.ts'
import { selectKnownSheets } from './client.query.ts'
import { type Decider, decide } from './decide.ts'
import { countSubmittedReadings } from './client.query.ts'

/** What the station holds of a batch. */
interface Claim {
  batchId: string
  count: number
  sheetsHash: string
  sheetIds: readonly string[]
}

/**
 * Closes a batch when both sides hold the same sheets; otherwise says which are missing. Closing a
 * closed batch answers the same again.
 *
 * @throws AppError SCAN_BATCH_NOT_FOUND
 */
export const closeBatch = (who: Decider, claim: Claim) =>
  who.services.db.transaction().execute(async (db) => {
    const batch = await lockRows(
      db,
      db
        .selectFrom('scan_batch')
        .select(['id', 'closed_at'])
        .where('id', '=', claim.batchId)
        .where('exam_id', '=', who.examId)
        .where('subject_id', '=', who.subjectId),
    ).executeTakeFirst()
    if (!batch) throw new AppError('SCAN_BATCH_NOT_FOUND')
    const there = new Set(claim.sheetIds)
    // A sheet that a later scan replaced is out of use here and no longer the station's.
    const sheets = (await selectKnownSheets(db, who, { batchId: claim.batchId })).filter(
      ({ sheet_id, state }) => state === 'active' || there.has(sheet_id),
    )
    const server_hash = await batchHashOf(sheets.map(({ sha256 }) => sha256))
    const here = new Set(sheets.map(({ sheet_id }) => sheet_id))
    const agree = sheets.length === claim.count && server_hash === claim.sheetsHash
    const closedAt = batch.closed_at ?? (agree ? isoNow(who.services.clock) : null)
    if (agree && !batch.closed_at) {
      await db
        .updateTable('scan_batch')
        .set({ closed_at: closedAt })
        .where('id', '=', claim.batchId)
        .execute()
      await audit(db, who, {
        action: 'scan.batch.close',
        object: `scan-batch:${claim.batchId}`,
        after: { count: claim.count, hash: server_hash },
      })
    }
    return {
      closed: agree,
      closed_at: agree ? closedAt : null,
      server_count: sheets.length,
      server_hash,
      missing_ids: claim.sheetIds.filter((id) => !here.has(id)),
      unknown_ids: [...here].filter((id) => !there.has(id)),
    }
  })

/**
 * Voids every sheet of a subject, of one batch or of a list. Nothing is deleted: undoing the decision gives
 * them back.
 *
 * @throws AppError SCAN_CLEAR_MARKED once a marker has submitted; VERSION_CONFLICT when the number
 *   of sheets is not the one that the person agreed to
 */
export async function clearSheets(
  who: Decider,
  given: {
    batchId?: string | undefined
    sheetIds?: readonly string[] | undefined
    confirmCount: number
  },
): Promise<{ voided: number; decision_id: number }> {
  let voided = 0
  const { ids } = await decide(who, async (db) => {
    const marked = await countSubmittedReadings(db, who)
    if (marked > 0) throw new AppError('SCAN_CLEAR_MARKED', { count: marked })
    const known = await selectKnownSheets(db, who, { batchId: given.batchId, ids: given.sheetIds })
    const active = known.filter(({ state }) => state === 'active')
    voided = active.length
    if (voided === 0 || voided !== given.confirmCount)
      throw new AppError('VERSION_CONFLICT', { what: '扫描数据' })
    return [
      {
        kind: 'clear' as const,
        sheetId: null,
        value: { reason: 'clear', sheet_ids: active.map(({ sheet_id }) => sheet_id) },
      },
    ]
  })
  return { voided, decision_id: ids[0] ?? 0 }
}
