import {
  markerWaiting,
  markerWaitingSet,
  paperRecall,
  paperRecord,
  supervisedPapers,
} from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { handOn, paperPicture, recallPaper, waitingOf } from '../marking/index.ts'
import { findPaper, selectPaperList } from './paper-list.query.ts'
import { selectPaperRecord } from './paper-record.query.ts'
import { examProgress } from './snapshot.ts'
import { seenBlock, viewOf } from './view.ts'

/** From a figure to the papers behind it, what happened to one of them, and those that wait for somebody who is gone. @source ui D5 (6) */
export function registerPapers(target: ServeApp): void {
  serve(target, supervisedPapers, async ({ query, services, session }) => {
    const { exam_id, block_id, subject_id } = query
    const view = await viewOf(services.db, session, exam_id)
    const state = await examProgress(services, exam_id)
    if (block_id !== undefined) await assertWhole(services, session, { exam_id, block_id })
    const blocks = state.blocks.filter(
      (block) =>
        view.sightOf(block) === 'all' &&
        (block_id === undefined || block.block_id === block_id) &&
        (subject_id === undefined || block.subject_id === subject_id),
    )
    return selectPaperList(
      services.db,
      {
        blockIds: blocks.map((block) => block.block_id),
        waitsFor: query.waits_for,
        holderId: query.holder_id,
        schoolId: query.school_id,
      },
      query,
      view.ledIds,
    )
  })

  serve(target, paperRecord, async ({ query, services, session }) => {
    await assertPaper(services, session, query)
    return {
      ...(await paperPicture(services, query.unit_id)),
      list: await selectPaperRecord(services.db, query.unit_id),
    }
  })

  serve(target, paperRecall, async (call) => {
    const { body, services, session } = call
    await assertPaper(services, session, body)
    const recalled = await recallPaper(services, body.unit_id, session.userId)
    await audit(services.db, call, {
      action: 'paper-recall',
      object: `unit:${body.unit_id}`,
      after: { recalled },
    })
    return { recalled }
  })

  serve(target, markerWaiting, async ({ query, services, session }) => {
    await assertWhole(services, session, query)
    return { list: await waitingOf(services.db, query.block_id) }
  })

  serve(target, markerWaitingSet, async (call) => {
    const { body, services, session } = call
    await assertWhole(services, session, body)
    const report = await handOn(services, {
      blockId: body.block_id,
      to: body.to,
      markerIds: body.marker_ids,
      unitIds: body.unit_ids,
      userId: session.userId,
    })
    await audit(services.db, call, {
      action: 'waiting-hand-on',
      object: `block:${body.block_id}`,
      after: { ...body, ...report },
    })
    return { ...report, list: await waitingOf(services.db, body.block_id) }
  })
}

interface OfBlock {
  exam_id: number
  block_id: number
}

/** @throws AppError MARKING_BLOCK_NOT_FOUND; MARKING_NOT_ASSIGNED for whoever only marks in the block */
async function assertWhole(services: Services, session: Session, on: OfBlock): Promise<void> {
  const view = await viewOf(services.db, session, on.exam_id)
  const { row, sight } = seenBlock(view, await examProgress(services, on.exam_id), on.block_id)
  if (sight !== 'all') throw new AppError('MARKING_NOT_ASSIGNED', { block: row.block_name })
}

/** @throws AppError MARKING_UNIT_NOT_FOUND */
async function assertPaper(
  services: Services,
  session: Session,
  on: OfBlock & { unit_id: number },
): Promise<void> {
  await assertWhole(services, session, on)
  if (!(await findPaper(services.db, { blockId: on.block_id, unitId: on.unit_id })))
    throw new AppError('MARKING_UNIT_NOT_FOUND')
}
