import * as contract from '@hengjuan/contracts'
import { AppError, scopeAllows } from '@hengjuan/domain'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { allocateMarkers } from './allocate-markers.ts'
import {
  selectBlockMarkers,
  selectBlockRules,
  selectSchoolsOf,
  withRetry,
} from '../../marking-core/index.ts'
import type { BlockChange } from './allocation-diff.ts'
import { allocationOverview, selectSubjects } from './block-overview.ts'
import { changeAllocations } from './change-allocations.ts'
import { reallocateRest } from './reallocate.ts'
import { wantedOfBatch, wantedOfBlock, wantedOfGroups } from './wanted.ts'

/** How several blocks are shared out at once, and one anew. @source features A7 */
export function registerAllocation(target: ServeApp): void {
  serve(target, contract.allocationBlocks, async ({ query, found, services, session }) => {
    const subjects = (await selectSubjects(services.db, query.exam_id)).filter(({ subject_id }) =>
      scopeAllows(session.scope.subjects, subject_id),
    )
    return {
      exam_name: found.exam.name,
      subject_name: subjects.find(({ subject_id }) => subject_id === query.subject_id)?.name ?? '',
      subjects,
      blocks: await allocationOverview(services, query.exam_id, query.subject_id),
    }
  })

  serve(target, contract.allocationCopy, async (call) => {
    const { body, services, session } = call
    const { block: source } = await selectBlockRules(services.db, body.from_block_id)
    // A subject that the role does not reach is as good as none.
    if (source.exam_id !== body.exam_id || !scopeAllows(session.scope.subjects, source.subject_id))
      throw new AppError('MARKING_BLOCK_NOT_FOUND')
    return changeAllocations(
      services,
      body,
      (db) => wantedOfBlock(db, body.from_block_id, body.parts),
      (db, change) =>
        audit(db, call, entryOf('marking-allocation-copy', change, { from: body.from_block_id })),
    )
  })

  serve(target, contract.allocationBatch, async (call) =>
    changeAllocations(
      call.services,
      call.body,
      (db) => wantedOfBatch(db, call.body),
      (db, change) => audit(db, call, entryOf('marking-allocation-batch', change, {})),
    ),
  )

  serve(target, contract.allocationMasters, async ({ query, services }) =>
    (await allocationOverview(services, query.exam_id, query.subject_id)).map(
      ({ block_id, block_name, needs_leader, leaders }) => ({
        block_id,
        block_name,
        needs_leader,
        leaders,
      }),
    ),
  )

  serve(target, contract.allocationMastersSet, async (call) => {
    const { body, services } = call
    await withRetry(services, async (db) => {
      const markers = (await selectBlockMarkers(db, body.block_id)).filter(
        ({ duty }) => duty === 'marker',
      )
      await allocateMarkers(db, services, {
        block_id: body.block_id,
        markers: [
          ...markers.map(({ user_id }) => ({ marker_id: user_id, duty: 'marker' as const })),
          ...body.leader_ids.map((marker_id) => ({ marker_id, duty: 'leader' as const })),
        ],
      })
      await audit(db, call, {
        action: 'marking-leaders',
        object: `block:${body.block_id}`,
        after: body.leader_ids,
      })
    })
    return (await selectBlockMarkers(services.db, body.block_id)).flatMap(
      ({ duty, user_id, name }) => (duty === 'leader' ? [{ user_id, name }] : []),
    )
  })

  serve(target, contract.allocationGroups, async ({ found, services }) => {
    const { block, settings } = await selectBlockRules(services.db, found.block.id)
    return {
      mark_scope: settings.scope,
      groups: settings.schoolGroups.map((group) => ({
        name: group.name,
        school_ids: [...group.schoolIds],
        marker_ids: [...group.markerIds],
      })),
      schools: await selectSchoolsOf(services.db, block.exam_id, block.subject_id),
      markers: (await selectBlockMarkers(services.db, block.id)).flatMap(
        ({ duty, user_id, name }) => (duty === 'marker' ? [{ user_id, name }] : []),
      ),
    }
  })

  serve(target, contract.allocationGroupsSet, async (call) =>
    changeAllocations(
      call.services,
      call.body,
      () => Promise.resolve(wantedOfGroups(call.body)),
      (db, change) => audit(db, call, entryOf('marking-allocation-groups', change, {})),
    ),
  )

  serve(target, contract.allocationRealloc, async (call) => {
    const { body, found, services, session } = call
    return reallocateRest(services, found.block, body, session.userId, (db, people) =>
      audit(db, call, {
        action: 'marking-realloc',
        object: `block:${body.block_id}`,
        before: people.map(({ markerId, before }) => ({ markerId, target: before })),
        after: { changes: body.changes, targets: people.map(({ after }) => after) },
      }),
    )
  })
}

const entryOf = (action: string, { blockId, rows, input, scope }: BlockChange, more: object) => ({
  action,
  object: `block:${blockId}`,
  before: rows.map(({ name, before }) => ({ name, before })),
  after: { ...more, ...input, ...(scope ? { scope } : {}) },
})
