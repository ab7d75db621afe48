import type { ReplyOf, stuckGet } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, type AvoidanceRule, RELEASE_BITS } from '@hengjuan/domain'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import {
  lockAllocation,
  selectBlockMarkers,
  selectBlockRules,
  withRetry,
} from '../../marking-core/index.ts'
import { STUCK_REASONS } from '../stuck/stuck-papers.ts'
import {
  lockUndoable,
  selectActive,
  selectReleases,
  updateHasReleased,
  updateReleased,
} from './release.query.ts'
import { keyOf, stuckUnits } from './stuck-units.ts'

type View = ReplyOf<typeof stuckGet>

/** The papers of a block that nobody may read, and what was released so far. */
export const stuckView = runInWorker(
  import.meta.url,
  'stuckView',
  async ({ db }, blockId: number): Promise<View> => {
    const { block } = await selectBlockRules(db, blockId)
    const exam = await db
      .selectFrom('exam')
      .select('name')
      .where('id', '=', block.exam_id)
      .executeTakeFirstOrThrow()
    const { total, units } = await stuckUnits(db, blockId)
    const names = new Map(
      (await selectBlockMarkers(db, blockId)).map(({ user_id, name }) => [user_id, name]),
    )
    return {
      block_id: blockId,
      block_name: block.name,
      exam_id: block.exam_id,
      subject_id: block.subject_id,
      exam_name: exam.name,
      total,
      list: units.map((unit) => ({
        unit_id: unit.id,
        secret_code: unit.code,
        class_name: unit.className,
        school_name: unit.schoolName,
        reason: STUCK_REASONS[unit.reason],
        options: unit.options.map(({ rules, markerIds }) => ({
          rules,
          markers: markerIds.map((id) => names.get(id) ?? ''),
        })),
        waits_for: unit.waitsFor,
      })),
      releases: await releasesOf(db, blockId),
    }
  },
)

async function releasesOf(db: Db, blockId: number): Promise<View['releases']> {
  const rows = await selectReleases(db, blockId)
  // What one person released at one moment for one reason is one act.
  const acts = Map.groupBy(
    rows,
    (row) => `${row.released_at} ${row.released_by} ${row.undone_at ?? ''} ${row.reason}`,
  )
  return [...acts.values()].flatMap((list) => {
    const [first] = list
    if (!first) return []
    const papers = new Map(list.map((row) => [row.unit_id, row]))
    return [
      {
        release_ids: list.map(({ id }) => id),
        rules: [...new Set(list.map(({ rule }) => rule as AvoidanceRule))],
        reason: first.reason,
        by_name: first.by_name,
        at: first.released_at,
        papers: [...papers.values()].map((row) => ({
          unit_id: row.unit_id,
          secret_code: row.secret_code,
          state: row.undone_at ? 'undone' : Number(row.begun) === 1 ? 'begun' : 'waiting',
        })),
        undone: first.undone_at ? { by_name: first.undone_name ?? '', at: first.undone_at } : null,
      },
    ]
  })
}

interface Wanted {
  blockId: number
  unitIds: readonly number[]
  rules: readonly AvoidanceRule[]
  reason: string
  isConfirmed: boolean
}

/**
 * Releases papers that nobody may read from rules of avoidance. Only papers that are stuck now, and by
 * exactly these rules: nothing is relaxed for a paper that somebody may read.
 *
 * @returns papers released, and those left as they are
 * @throws AppError MARKING_REASON_MISSING, MARKING_RELATIVE_UNCONFIRMED, MARKING_STUCK_NOTHING
 * @source domain rules 4.4
 */
export async function releasePapers(
  services: Services,
  { blockId, unitIds, rules, reason, isConfirmed }: Wanted,
  userId: number,
): Promise<{ changed: number; skipped: number }> {
  if (reason === '') throw new AppError('MARKING_REASON_MISSING')
  if (rules.includes('relative') && !isConfirmed) throw new AppError('MARKING_RELATIVE_UNCONFIRMED')
  const asked = new Set(unitIds)
  const changed = await withRetry(services, async (db) => {
    // Two do not release a paper twice, and what a block has released is counted by one of them at a time.
    await lockAllocation(db, blockId)
    const { units } = await stuckUnits(db, blockId)
    const ids = units.flatMap(({ id, options }) =>
      asked.has(id) && options.some((option) => keyOf(option.rules) === keyOf(rules)) ? [id] : [],
    )
    if (ids.length === 0) throw new AppError('MARKING_STUCK_NOTHING')
    const at = isoNow(services.clock)
    await db
      .insertInto('avoidance_release')
      .values(
        ids.flatMap((unitId) =>
          [...new Set(rules)].map((rule) => ({
            block_id: blockId,
            unit_id: unitId,
            rule,
            reason,
            released_by: userId,
            released_at: at,
            undone_by: null,
            undone_at: null,
          })),
        ),
      )
      .execute()
    await setReleased(db, blockId, ids)
    return ids.length
  })
  return { changed, skipped: asked.size - changed }
}

/**
 * Takes releases back, of papers that nobody has taken since.
 *
 * @throws AppError MARKING_RELEASE_BEGUN where all of them were
 */
export async function undoRelease(
  services: Services,
  blockId: number,
  releaseIds: readonly number[],
  userId: number,
): Promise<{ changed: number; skipped: number }> {
  return withRetry(services, async (db) => {
    await lockAllocation(db, blockId)
    const rows = await lockUndoable(db, blockId, releaseIds)
    if (rows.length === 0) throw new AppError('MARKING_RELEASE_BEGUN')
    await db
      .updateTable('avoidance_release')
      .set({ undone_by: userId, undone_at: isoNow(services.clock) })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    const ids = [...new Set(rows.map(({ unit_id }) => unit_id))]
    await setReleased(db, blockId, ids)
    return { changed: ids.length, skipped: releaseIds.length - rows.length }
  })
}

/** Writes to papers from which rules they are released now. */
async function setReleased(db: Db, blockId: number, unitIds: readonly number[]): Promise<void> {
  const active = Map.groupBy(await selectActive(db, unitIds), ({ unit_id }) => unit_id)
  const bitsOf = (unitId: number) =>
    (active.get(unitId) ?? []).reduce(
      (bits, { rule }) => bits | RELEASE_BITS[rule as AvoidanceRule],
      0,
    )
  for (const [bits, ids] of Map.groupBy(unitIds, bitsOf)) await updateReleased(db, ids, bits)
  await updateHasReleased(db, blockId)
}
