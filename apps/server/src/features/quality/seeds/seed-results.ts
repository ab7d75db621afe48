import { selectUserNames } from '../../../user-names.query.ts'
import type { ReplyOf, seedClear, seedResults } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, isSeedStopped, type SeedState } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import {
  findAssignmentForUpdate,
  isBlindArbiterOf,
  selectBlockMarkers,
  updateMarkerPlace,
  waitsForArbitration,
  withRetry,
} from '../../marking-core/index.ts'
import { takeSpotCheck } from '../spot/take-spot-check.ts'
import {
  selectReadingsSince,
  selectSeedEvents,
  selectSeedsFor,
  type SeedEventRow,
} from './seed.query.ts'

type Row = ReplyOf<typeof seedResults>['list'][number]

/** Readings that one look lists. */
const LISTED = 200

/**
 * What every marker of a block did with the seeds, those who wait for a leader first.
 *
 * @param viewerId who looks: readings of papers that wait for their arbitration are counted, not listed
 */
export async function seedResultsOf(db: Db, blockId: number, viewerId: number): Promise<Row[]> {
  const isBlind = await isBlindArbiterOf(db, viewerId, blockId)
  const markers = (await selectBlockMarkers(db, blockId)).filter(({ duty }) => duty === 'marker')
  const events = Map.groupBy(await selectSeedEvents(db, { blockId }), (row) => row.marker_id)
  const codes = await selectCodes(db, blockId)
  const names = await selectUserNames(
    db,
    [...events.values()].flat().map(({ by_id }) => by_id),
  )
  const rows = await Promise.all(
    markers.map(async (marker): Promise<Row> => {
      const own = events.get(marker.user_id) ?? []
      const since = lastOf(own, 'pass')
      const state = marker.seed_state as SeedState
      const remark = isSeedStopped(state)
        ? await selectReadingsSince(db, { blockId, markerId: marker.user_id, since })
        : []
      const left = await selectSeedsFor(db, {
        blockId,
        markerId: marker.user_id,
        avoidClassIds: [],
      })
      return {
        marker_id: marker.user_id,
        name: marker.name,
        state,
        passed: own.filter(({ kind }) => kind === 'pass').length,
        failed: own.filter(({ kind }) => kind === 'fail').length,
        seeds_left: left.length,
        last_passed_at: since,
        results: own.map((row) => ({
          script_id: row.script_id ?? 0,
          secret_code: codes.get(row.script_id ?? 0) ?? '',
          kind: row.kind,
          score_milli: row.score_milli,
          definitive_milli: row.definitive_milli,
          note: row.note,
          by_name: row.by_id === null ? null : (names.get(row.by_id) ?? ''),
          at: row.at,
        })),
        remark_count: remark.length,
        remark: listedFor(isBlind, remark).map(({ state: _state, ...row }) => ({
          ...row,
          total_milli: row.total_milli ?? 0,
          submitted_at: row.submitted_at ?? '',
        })),
      }
    }),
  )
  return rows.toSorted((a, b) => Number(isSeedStopped(b.state)) - Number(isSeedStopped(a.state)))
}

const listedFor = <T extends { state: string }>(isBlind: boolean, rows: readonly T[]): T[] =>
  rows.filter(({ state }) => !(isBlind && waitsForArbitration(state))).slice(0, LISTED)

const lastOf = (events: readonly SeedEventRow[], wanted: 'pass' | 'fail'): string | null =>
  events.findLast(({ kind }) => kind === wanted)?.at ?? null

async function selectCodes(db: Db, blockId: number): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('benchmark_script')
    .innerJoin('unit', 'unit.id', 'benchmark_script.unit_id')
    .where('benchmark_script.block_id', '=', blockId)
    .select(['benchmark_script.id', 'unit.secret_code'])
    .execute()
  return new Map(rows.map(({ id, secret_code }) => [id, secret_code]))
}

/**
 * Lets a marker go on who was warned or suspended, and sends back what they gave since their last passed
 * seed if the leader wants it marked again. What others decided meanwhile stays.
 *
 * @throws AppError MARKING_SEED_NOTHING_TO_CLEAR; MARKING_OWN_CLEARANCE for who would clear themselves;
 *   MARKING_COMMENT_MISSING for papers sent back without a word
 * @source domain rules 7.3
 */
export async function clearMarker(
  services: Services,
  leaderId: number,
  on: { blockId: number; markerId: number; note: string; sendBack: boolean },
): Promise<ReplyOf<typeof seedClear>> {
  const { blockId, markerId, note } = on
  if (markerId === leaderId) throw new AppError('MARKING_OWN_CLEARANCE')
  if (on.sendBack && note.trim() === '') throw new AppError('MARKING_COMMENT_MISSING')
  const { since, isSuspended } = await withRetry(services, async (db) => {
    const own = await findAssignmentForUpdate(db, blockId, markerId)
    if (!own || !isSeedStopped(own.seed_state as SeedState)) {
      const person = await db
        .selectFrom('user')
        .select('name')
        .where('id', '=', own?.user_id ?? 0)
        .executeTakeFirst()
      throw new AppError('MARKING_SEED_NOTHING_TO_CLEAR', { name: person?.name ?? '这位教师' })
    }
    const events = await selectSeedEvents(db, { blockId, markerId })
    await db
      .insertInto('seed_event')
      .values({
        block_id: blockId,
        marker_id: markerId,
        kind: 'clear',
        script_id: null,
        reading_id: null,
        score_milli: null,
        definitive_milli: null,
        tolerance_milli: null,
        by_id: leaderId,
        note,
        at: isoNow(services.clock),
      })
      .execute()
    // Who had been stopped by hand before their last seed failed stays so.
    const isBySeeds =
      own.seed_state === 'suspended' && (own.suspended_at ?? '') >= (lastOf(events, 'fail') ?? '')
    await updateMarkerPlace(
      db,
      { blockId, markerId },
      {
        seed_state: 'ok',
        ...(isBySeeds ? { suspended_at: null } : {}),
        able_since: isoNow(services.clock),
      },
    )
    return {
      since: lastOf(events, 'pass'),
      isSuspended: own.suspended_at !== null && !isBySeeds,
    }
  })
  const returned = on.sendBack
    ? await sendBack(services, leaderId, { blockId, markerId, since, note })
    : { sent_back: 0, kept: 0 }
  return { ...returned, is_suspended: isSuspended }
}

/** Each in a transaction of its own: one that can not be sent back does not hold up the others. */
async function sendBack(
  services: Services,
  leaderId: number,
  on: { blockId: number; markerId: number; since: string | null; note: string },
): Promise<{ sent_back: number; kept: number }> {
  const readings = await selectReadingsSince(services.db, on)
  const { exam_id, subject_id } = await services.db
    .selectFrom('block')
    .select(['exam_id', 'subject_id'])
    .where('id', '=', on.blockId)
    .executeTakeFirstOrThrow()
  let sent = 0
  for (const { reading_id } of readings)
    try {
      await takeSpotCheck(
        services,
        leaderId,
        {
          exam_id,
          subject_id,
          block_id: on.blockId,
          marker_id: on.markerId,
          task_detail_id: reading_id,
          is_rejected: 1,
          is_marked: 0,
          comment: on.note,
        },
        { isOfMany: true },
      )
      sent++
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  return { sent_back: sent, kept: readings.length - sent }
}
