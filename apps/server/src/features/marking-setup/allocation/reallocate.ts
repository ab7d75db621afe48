import type { allocationRealloc, InputOf, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  type AllocMode,
  type MarkerChange,
  type PlannedMarker,
  planChange,
} from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { allocateMarkers } from './allocate-markers.ts'
import { assertAsSeen, type BlockRow, lockAllocation, withRetry } from '../../marking-core/index.ts'
import { allocationView, type AllocationView } from './allocation-view.ts'
import { quotasOf } from '../shares/quotas.ts'
import { setBlockStatus } from '../block/block-status.ts'
import { findExam, mayBe, selectMarkingStaff } from './marking-staff.query.ts'
import { tellMoved } from './tell-moved.ts'

type Asked = InputOf<typeof allocationRealloc>['body']
type Reply = ReplyOf<typeof allocationRealloc>

/** In a preview only: what was worked out is thrown away with what was written. */
class Preview extends Error {
  readonly people: PlannedMarker[]
  constructor(people: PlannedMarker[]) {
    super('preview')
    this.people = people
  }
}

/**
 * Stops and replaces markers of a block and shares the rest of its work anew. What is done stays with
 * whoever did it; the papers in the hands of those who stop go back to the pool. Whose work changes is told.
 *
 * @throws AppError STAFF_NOT_FOUND, MARKING_ALLOCATION_CHANGED, and what stands against the allocation, in a
 *   preview as well
 * @source domain rules 4.3
 */
export async function reallocateRest(
  services: Services,
  block: BlockRow,
  asked: Asked,
  actorId: number,
  onChange: (db: Db, people: readonly PlannedMarker[]) => Promise<void>,
): Promise<Reply> {
  const isPreview = asked.preview === 1
  const leaving = new Set(asked.changes.map(({ marker_id }) => marker_id))
  const people = await withRetry(services, async (db) => {
    await lockAllocation(db, block.id)
    const view = await allocationView(db, block.id)
    assertAsSeen(asked.stamp, view.stamp)
    const planned = await planOf(db, block, view, asked)
    await allocateMarkers(db, services, inputOf(view, planned))
    // Shared anew, the work stays what it was: balanced by itself where it was average allocation.
    if (view.alloc_mode !== 1)
      await db.updateTable('block').set(quotasOf(block)).where('id', '=', block.id).execute()
    if (isPreview) throw new Preview(planned)
    await onChange(db, planned)
    const known = new Set(
      view.list.flatMap(({ duty, marker_id }) => (duty === 'marker' ? [marker_id] : [])),
    )
    await tellMoved(db, services, block, planned, { known, leaving, hasRecalled: true })
    return planned
  }).catch((error: unknown) => {
    if (error instanceof Preview) return error.people
    throw error
  })
  const holders = people.filter(({ markerId, claimed }) => leaving.has(markerId) && claimed > 0)
  let recalled = holders.reduce((sum, { claimed }) => sum + claimed, 0)
  if (!isPreview) {
    recalled = 0
    // Also of whoever took papers in between: everybody who left.
    for (const markerId of leaving)
      recalled += (await setBlockStatus(services, block, 'recall', { userId: actorId, markerId }))
        .recalled
  }
  return {
    applied: isPreview ? 0 : 1,
    recalled,
    people: people.map((one) => ({
      marker_id: one.markerId,
      name: one.name,
      done: one.done,
      claimed: one.claimed,
      stopped: one.isStopped ? 1 : 0,
      target_before: one.before,
      target_after: one.after,
    })),
    allocation: await allocationView(services.db, block.id),
  }
}

/** @throws AppError STAFF_NOT_FOUND */
async function planOf(
  db: Db,
  block: BlockRow,
  view: AllocationView,
  asked: Asked,
): Promise<PlannedMarker[]> {
  const staff = new Map(
    (await selectMarkingStaff(db, await findExam(db, block.exam_id))).map((one) => [one.id, one]),
  )
  const markers = view.list.filter(({ duty }) => duty === 'marker')
  const changes = new Map<number, MarkerChange>()
  for (const { marker_id, by_id } of asked.changes) {
    if (!markers.some((row) => row.marker_id === marker_id)) throw new AppError('STAFF_NOT_FOUND')
    if (by_id === undefined) {
      changes.set(marker_id, { kind: 'stop' })
      continue
    }
    const person = staff.get(by_id)
    if (!person || !mayBe(person, 'marker')) throw new AppError('STAFF_NOT_FOUND')
    changes.set(marker_id, { kind: 'replace', byId: by_id, byName: person.name })
  }
  return planChange(
    {
      allocMode: view.alloc_mode as AllocMode,
      units: view.units,
      readings: view.readings,
      scope: view.mark_scope,
      parts:
        view.parts?.map((part) => ({
          schoolIds: part.school_ids,
          markerIds: part.marker_ids,
          units: part.units,
          readings: part.readings,
        })) ?? null,
      markers: markers.map((row) => ({
        id: row.marker_id,
        name: row.name,
        done: row.done,
        claimed: row.claimed,
        claimedBase: row.claimed_base,
        isStopped: row.suspended === 1,
        target: row.target,
      })),
    },
    changes,
    asked.sharing,
    new Map([...staff].map(([id, { schoolId }]) => [id, schoolId])),
  )
}

/** Nobody is removed, so that no finished work is lost; targets become quotas. */
function inputOf(view: AllocationView, people: readonly PlannedMarker[]) {
  const hasTargets = view.alloc_mode !== 1
  return {
    block_id: view.block_id,
    alloc_mode: hasTargets ? 3 : 1,
    ...(hasTargets ? { quotas_are_weights: 0 } : {}),
    markers: [
      ...people.map((one) => ({
        marker_id: one.markerId,
        duty: 'marker' as const,
        suspended: one.isStopped ? 1 : 0,
        ...(hasTargets ? { quota: one.after } : {}),
      })),
      ...view.list
        .filter(({ duty }) => duty === 'leader')
        .map(({ marker_id }) => ({ marker_id, duty: 'leader' as const })),
    ],
  }
}
