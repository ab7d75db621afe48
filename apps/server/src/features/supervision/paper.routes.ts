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
import {
  countedPoints,
  isBlindArbiterOf,
  paperPicture,
  selectBlockRules,
  waitsForArbitration,
} from '../marking-core/index.ts'
import { recallPaper } from '../arbitration/index.ts'
import { handOn, waitingOf } from '../arbitration/index.ts'
import { findPaper, paperList } from './paper-list.query.ts'
import { selectPaperRecord } from './paper-record.query.ts'
import { examProgress } from './exam-progress.ts'
import type { ExamProgress } from './snapshot.ts'
import { seenBlock, type View, type ViewedExam, viewOf, wholeBlocksIn } from './view.ts'

/** From a figure to the papers behind it, what happened to one of them, and those that wait for somebody who is gone. @source ui D5 (6) */
export function registerPapers(target: ServeApp): void {
  serve(target, supervisedPapers, async ({ query, found, services, session }) => {
    const { block_id, subject_id, school_id } = query
    const view = await viewOf(services.db, session, found.exam)
    const state = await examProgress(services, found.exam.id)
    if (block_id !== undefined) assertWhole(view, state, block_id)
    const blocks = wholeBlocksIn(view, state).filter(
      (block) =>
        (block_id === undefined || block.block_id === block_id) &&
        (subject_id === undefined || block.subject_id === subject_id) &&
        // Whose school an answer is from is not for those who decide about it.
        (school_id === undefined || block.is_supervised),
    )
    return paperList(
      services,
      {
        blockIds: blocks.map((block) => block.block_id),
        waitsFor: query.waits_for,
        holderId: query.holder_id,
        schoolId: school_id,
        flag: query.flag,
      },
      query,
      view.ledIds,
    )
  })

  serve(target, paperRecord, async ({ query, found, services, session }) => {
    const unit = await seenPaper(services, session, found.exam, query)
    const { state } = unit
    const rules = await selectBlockRules(services.db, query.block_id)
    const isHidden =
      waitsForArbitration(state) &&
      (await isBlindArbiterOf(services.db, session.userId, query.block_id))
    return {
      ...(await paperPicture(services, query.unit_id)),
      is_hidden: isHidden,
      point_names: countedPoints(rules, unit).map(({ name }) => name),
      list: isHidden ? [] : await selectPaperRecord(services.db, rules, query.unit_id),
    }
  })

  serve(target, paperRecall, async (call) => {
    const { body, found, services, session } = call
    await seenPaper(services, session, found.exam, body)
    const recalled = await recallPaper(services, body.unit_id, session.userId)
    await audit(services.db, call, {
      action: 'paper-recall',
      object: `unit:${body.unit_id}`,
      after: { recalled },
    })
    return { recalled }
  })

  serve(target, markerWaiting, async ({ query, found, services, session }) => {
    await assertSeenWhole(services, session, found.exam, query.block_id)
    return { list: await waitingOf(services.db, query.block_id) }
  })

  serve(target, markerWaitingSet, async (call) => {
    const { body, found, services, session } = call
    await assertSeenWhole(services, session, found.exam, body.block_id)
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

const assertSeenWhole = async (
  services: Services,
  session: Session,
  exam: ViewedExam,
  blockId: number,
): Promise<void> =>
  assertWhole(
    await viewOf(services.db, session, exam),
    await examProgress(services, exam.id),
    blockId,
  )

/** @throws AppError MARKING_BLOCK_NOT_FOUND; MARKING_LEADERS_ONLY for whoever only marks in the block */
function assertWhole(view: View, state: ExamProgress, blockId: number): void {
  const { row, sight } = seenBlock(view, state, blockId)
  if (sight !== 'all') throw new AppError('MARKING_LEADERS_ONLY', { block: row.block_name })
}

/** @throws AppError MARKING_UNIT_NOT_FOUND, and what `assertWhole` throws */
async function seenPaper(
  services: Services,
  session: Session,
  exam: ViewedExam,
  on: { block_id: number; unit_id: number },
) {
  const view = await viewOf(services.db, session, exam)
  assertWhole(view, await examProgress(services, exam.id), on.block_id)
  const paper = await findPaper(services.db, { blockId: on.block_id, unitId: on.unit_id })
  if (!paper) throw new AppError('MARKING_UNIT_NOT_FOUND')
  return paper
}
