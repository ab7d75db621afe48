import type { Db } from '@hengjuan/db'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import type { Scope } from './facts.query.ts'
import type { Raised } from './judge/facts.ts'
import type { Cause } from './settle-sheets.ts'

interface Row {
  id: number
  sheet_id: string | null
  category: string
  target: string
  state: string
  decision_id: number | null
  reason: string
  detail: string
  candidate_id: number | null
}

const keyOf = (category: string, target: string): string => `${category} ${target}`

/**
 * Makes the exceptions of sheets say what is raised now: new ones open, settled ones are handled,
 * and those whose cause went away are handled by the decision that took it away.
 *
 * @param sheets everything raised of each sheet; a sheet not in the map is left alone
 */
export async function reconcileExceptions(
  db: Db,
  services: Services,
  scope: Scope,
  sheets: ReadonlyMap<string, { candidateId: number | null; raised: readonly Raised[] }>,
  cause: Cause,
): Promise<void> {
  if (sheets.size === 0) return
  const rows = await db
    .selectFrom('scan_exception')
    .select(['id', 'sheet_id', 'category', 'target', 'state', 'decision_id', 'reason', 'detail'])
    .select('candidate_id')
    .where('sheet_id', 'in', [...sheets.keys()])
    .orderBy('id')
    .execute()
  const rowsOf = Map.groupBy(rows, ({ sheet_id }) => sheet_id ?? '')
  for (const [sheetId, { candidateId, raised }] of sheets) {
    // The latest row of a target is the one in use.
    const known = new Map(
      (rowsOf.get(sheetId) ?? []).map((row) => [keyOf(row.category, row.target), row]),
    )
    for (const one of raised) {
      const row = known.get(keyOf(one.category, one.target))
      known.delete(keyOf(one.category, one.target))
      if (row) await updateRaised(db, services, row, one, candidateId)
      else await insertRaised(db, services, scope, sheetId, one, candidateId)
    }
    for (const row of known.values()) await closeVanished(db, services, row, cause)
  }
}

async function updateRaised(
  db: Db,
  services: Services,
  row: Row,
  raised: Raised,
  candidateId: number | null,
): Promise<void> {
  const detail = JSON.stringify(raised.detail)
  const state = raised.by === null ? 'open' : 'handled'
  const same =
    row.state === state &&
    row.decision_id === raised.by &&
    row.reason === raised.reason &&
    row.detail === detail &&
    row.candidate_id === candidateId
  if (same) return
  const handler = raised.by === null ? null : await handlerOf(db, raised.by)
  await db
    .updateTable('scan_exception')
    .set({
      state,
      reason: raised.reason,
      confidence: raised.confidence,
      detail,
      candidate_id: candidateId,
      decision_id: raised.by,
      handled_by: handler,
      handled_at: raised.by === null ? null : isoNow(services.clock),
    })
    .where('id', '=', row.id)
    .execute()
}

async function insertRaised(
  db: Db,
  services: Services,
  scope: Scope,
  sheetId: string,
  raised: Raised,
  candidateId: number | null,
): Promise<void> {
  const now = isoNow(services.clock)
  await db
    .insertInto('scan_exception')
    .values({
      exam_id: scope.examId,
      subject_id: scope.subjectId,
      sheet_id: sheetId,
      candidate_id: candidateId,
      category: raised.category,
      target: raised.target,
      state: raised.by === null ? 'open' : 'handled',
      reason: raised.reason,
      confidence: raised.confidence,
      detail: JSON.stringify(raised.detail),
      decision_id: raised.by,
      handled_by: raised.by === null ? null : await handlerOf(db, raised.by),
      handled_at: raised.by === null ? null : now,
      created_at: now,
    })
    .execute()
}

async function closeVanished(db: Db, services: Services, row: Row, cause: Cause): Promise<void> {
  if (row.state !== 'open') return
  await db
    .updateTable('scan_exception')
    .set({
      state: cause.decision ? 'handled' : 'gone',
      decision_id: cause.decision?.id ?? null,
      handled_by: cause.decision?.actorId ?? null,
      handled_at: isoNow(services.clock),
    })
    .where('id', '=', row.id)
    .execute()
}

const handlerOf = async (db: Db, decisionId: number): Promise<number | null> =>
  (
    await db
      .selectFrom('scan_decision')
      .select('actor_id')
      .where('id', '=', decisionId)
      .executeTakeFirst()
  )?.actor_id ?? null
