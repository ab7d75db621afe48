import {
  blockMasterDetail,
  bulkReturns,
  checkBlockList,
  checkBlockStatus,
  checkDetail,
  exportSchoolProgress,
  exportSubjectProgress,
  qualificationWaiting,
  supervisedSchools,
  trendTaskDetail,
} from '@hengjuan/contracts'
import {
  AppError,
  fastLimitMs,
  medianOf,
  scopeAllows,
  SPOT_CHECK_SHARE_PERCENT,
  SPOT_CHECKS_A_DAY,
  startOfDay,
} from '@hengjuan/domain'
import { recordExport } from '../../http/record-export.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { xlsxReply } from '../../spreadsheet/xlsx-reply.ts'
import { checkedTask, waitingToQualify } from '../quality/index.ts'
import { entryVersions } from '../marking-messages/index.ts'
import { isBlindArbiterOf } from '../marking-core/index.ts'
import { leaderWork, returnsOf } from '../arbitration/index.ts'
import { checkProgress, summedChecks } from './check-progress.query.ts'
import { activeTimes } from './marker.query.ts'
import { readingList } from './reading-list.query.ts'
import { schoolProgress } from './school-progress.query.ts'
import { examProgress } from './exam-progress.ts'
import { seenBlock, subjectsIn, type ViewedExam, viewOf, wholeBlocksIn } from './view.ts'
import { schoolWorkbook, subjectWorkbook } from './workbooks.ts'

/** From a figure to the readings behind it, and how far checking is. */
export function registerChecks(target: ServeApp): void {
  serve(target, trendTaskDetail, async ({ query, found, services, session }) => {
    // What the own readings became tells a marker which of them were seeds: the desk lists those as it may.
    const row = await wholeBlock(services, session, found.exam, query.block_id)
    return readingList(services, {
      blockId: row.block_id,
      markerId: query.marker_id,
      lowMilli: query.low_milli,
      highMilli: query.high_milli,
      since: query.since,
      until: query.until,
      unitState: query.unit_state,
      kind: query.kind,
      pressed:
        query.entry_id === undefined
          ? undefined
          : await entryVersions(services.db, row.block_id, query.entry_id),
      fastMs:
        query.kind === 'fast'
          ? Math.ceil(fastLimitMs(medianOf(await activeTimes(services, row.block_id))))
          : 0,
      today: startOfDay(services.clock.now()),
      isBlind: await isBlindArbiterOf(services.db, session.userId, row.block_id),
      page: query.page,
      limit: query.limit,
    })
  })

  serve(target, checkDetail, async ({ query, found, services, session }) => {
    await wholeBlock(services, session, found.exam, query.block_id)
    return checkedTask(services, query.block_id, query.task_detail_id, session.userId)
  })

  serve(target, checkBlockList, async ({ query, found, services, session }) => {
    const rows = await checkProgress(services, {
      examId: query.exam_id,
      today: startOfDay(services.clock.now()),
    })
    const state = await examProgress(services, query.exam_id)
    const blocks = wholeBlocksIn(await viewOf(services.db, session, found.exam), state)
    return {
      list: blocks
        .filter(
          ({ subject_id }) => query.subject_id === undefined || subject_id === query.subject_id,
        )
        .map((block) => ({
          block_id: block.block_id,
          block_name: block.block_name,
          subject_id: block.subject_id,
          subject_name: block.subject_name,
          ...summedChecks(rows.filter(({ block_id }) => block_id === block.block_id)),
        })),
    }
  })

  serve(target, qualificationWaiting, async ({ query, found, services, session }) => {
    const state = await examProgress(services, query.exam_id)
    const blocks = wholeBlocksIn(await viewOf(services.db, session, found.exam), state)
    // Who has not qualified when a block is closed waits for nothing any more.
    const open = blocks.filter(({ status }) => status !== 'closed')
    const waiting = await waitingToQualify(
      services.db,
      open.map(({ block_id }) => block_id),
    )
    return {
      list: [...waiting].map(([block_id, { toDecide, withoutScripts }]) => ({
        block_id,
        to_decide: toDecide,
        without_scripts: withoutScripts,
      })),
    }
  })

  serve(target, checkBlockStatus, async ({ query, found, services, session }) => {
    const row = await wholeBlock(services, session, found.exam, query.block_id)
    const markers = await checkProgress(services, {
      examId: query.exam_id,
      blockId: row.block_id,
      today: startOfDay(services.clock.now()),
    })
    return {
      block_id: row.block_id,
      block_name: row.block_name,
      share_percent: SPOT_CHECK_SHARE_PERCENT,
      daily_target: SPOT_CHECKS_A_DAY,
      markers: markers.map((marker) => ({
        marker_id: marker.marker_id,
        name: marker.name,
        ...summedChecks([marker]),
      })),
    }
  })

  serve(target, blockMasterDetail, async ({ query, found, services, session }) => {
    const row = await wholeBlock(services, session, found.exam, query.block_id)
    return leaderWork(services, row.block_id, { page: query.page, limit: query.limit })
  })

  serve(target, bulkReturns, async ({ query, found, services, session }) => {
    const row = await wholeBlock(services, session, found.exam, query.block_id)
    const viewer = { userId: session.userId, isLeader: row.is_led }
    return returnsOf(services, { blockId: row.block_id, markerId: query.marker_id }, viewer)
  })

  serve(target, supervisedSchools, async ({ query, found, services, session }) => {
    const { at, rows } = await schoolsIn(services, session, found.exam, query)
    return { updated_at: at, list: rows }
  })

  serve(target, exportSchoolProgress, async (call) => {
    const { query, found, services, session } = call
    const { at, rows } = await schoolsIn(services, session, found.exam, query)
    if (rows.length === 0) throw new AppError('EXPORT_EMPTY', { reason: '没有您可以查看的学校' })
    await recordExport(services.db, call, {
      object: `exam:${found.exam.id}`,
      report: 'school-progress',
      rows: rows.length,
      filters: query,
    })
    return xlsxReply([found.exam.name, '各校进度'], at, schoolWorkbook(found.exam.name, at, rows))
  })

  serve(target, exportSubjectProgress, async (call) => {
    const { query, found, services, session } = call
    const state = await examProgress(services, found.exam.id)
    const view = await viewOf(services.db, session, found.exam)
    const rows = subjectsIn(view, state).filter(
      ({ subject_id }) => query.subject_id === undefined || subject_id === query.subject_id,
    )
    if (rows.length === 0) throw new AppError('EXPORT_EMPTY', { reason: '没有您可以查看的科目' })
    await recordExport(services.db, call, {
      object: `exam:${found.exam.id}`,
      report: 'subject-progress',
      rows: rows.length,
      filters: query,
    })
    return xlsxReply(
      [found.exam.name, '科目进度'],
      state.at,
      subjectWorkbook(found.exam.name, state.at, rows),
    )
  })
}

/** How far the papers of each school are, in the subjects of the caller's role; a guest is told of their own school. */
async function schoolsIn(
  services: Services,
  session: Session,
  exam: ViewedExam,
  query: { exam_id: number; subject_id?: number },
) {
  const { blocks } = await examProgress(services, query.exam_id)
  const readings = blocks.reduce((sum, { marking_count }) => sum + marking_count, 0)
  const { at, rows } = await schoolProgress(services, query.exam_id, readings)
  return {
    at,
    rows: rows.filter(
      ({ subject_id, school_id }) =>
        (exam.school_id === session.schoolId || school_id === session.schoolId) &&
        scopeAllows(session.scope.subjects, subject_id) &&
        (query.subject_id === undefined || subject_id === query.subject_id),
    ),
  }
}

/** @throws AppError MARKING_LEADERS_ONLY for whoever only marks in the block */
async function wholeBlock(services: Services, session: Session, exam: ViewedExam, blockId: number) {
  const view = await viewOf(services.db, session, exam)
  const { row, sight } = seenBlock(view, await examProgress(services, exam.id), blockId)
  if (sight !== 'all') throw new AppError('MARKING_LEADERS_ONLY', { block: row.block_name })
  return row
}
