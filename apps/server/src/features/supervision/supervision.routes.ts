import {
  blockProgress,
  exportBlockProgress,
  exportMarkerProgress,
  markerAlerts,
  markerHelpers,
  markerTable,
  markingProgress,
  type ReplyOf,
  scoreCurve,
  scoreDistribution,
  supervisedBlocks,
  supervisedMarkers,
  supervisedSubjects,
  supervisionEvents,
} from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, distributionDistance, stepOfTotals } from '@hengjuan/domain'
import { isoNow, minutesFrom } from '../../clock.ts'
import { recordExport } from '../../http/record-export.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import type { Session } from '../../http/session.ts'
import { findTarget } from '../../http/targets.ts'
import type { Services } from '../../services.ts'
import { xlsxReply } from '../../spreadsheet/xlsx-reply.ts'
import { selectBlockRules } from '../marking-core/index.ts'
import { registerChecks } from './check.routes.ts'
import { registerLimits } from './limits.routes.ts'
import { progressEvents } from './event-stream.ts'
import { HOURS, hourCounts } from './hours.ts'
import { registerPapers } from './paper.routes.ts'
import { helpersOf } from './marker-helpers.ts'
import { alertsOf, markerRows, type MarkerRow } from './marker-rows.ts'
import { asOwnRow } from './own-row.ts'
import { curveOf, scoresOfBlock, submitTimes } from './marker.query.ts'
import { examProgress } from './exam-progress.ts'
import { summaryOf } from './snapshot.ts'
import { markerSpreads, spread } from './score-spread.ts'
import { snapshotFor } from './supervision-snapshot.ts'
import {
  blocksIn,
  type SeenBlock,
  seenBlock,
  type ViewedExam,
  viewOf,
  wholeBlocksIn,
} from './view.ts'
import { unfinishedIn, unfinishedWorkbook } from './unfinished.ts'
import { blockWorkbook, markerWorkbook } from './workbooks.ts'

export function registerSupervision(target: ServeApp): void {
  registerChecks(target)
  registerLimits(target)
  registerPapers(target)
  // Open streams would keep a stopping server waiting.
  const stopping = new AbortController()
  target.app.addHook('preClose', async () => stopping.abort())

  serve(target, supervisedSubjects, async ({ found, services, session }) =>
    snapshotFor(services, session, found.exam, await examProgress(services, found.exam.id)),
  )

  serve(target, supervisionEvents, async ({ query, found, services, session, request, signal }) => {
    const onlyMessages = query.only === 'messages'
    const ask = () =>
      findTarget(services.db, session, 'exam.read', { exam: query.exam_id }, 'assigned')
    if (!onlyMessages) await ask()
    return progressEvents(
      services,
      session,
      found.exam,
      request,
      { onlyMessages, ask: onlyMessages ? null : ask },
      AbortSignal.any([signal, stopping.signal]),
    )
  })

  serve(target, supervisedBlocks, async ({ query, found, services, session }) => {
    const { at, rows } = await visibleBlocks(services, session, found.exam, query)
    return { updated_at: at, list: rows }
  })

  serve(target, markingProgress, async ({ found, services, session }) => {
    const { at, rows } = await visibleBlocks(services, session, found.exam)
    return { updated_at: at, ...summaryOf(rows) }
  })

  serve(target, blockProgress, async ({ query, found, services, session }) => {
    const { row } = await openBlock(services, session, found.exam, query.block_id)
    const since = minutesFrom(services.clock, -HOURS * 60)
    const times = await submitTimes(services, row.block_id, since)
    return {
      row,
      hours: hourCounts(
        times.flatMap(({ submitted_at }) => submitted_at ?? []),
        services.clock.now(),
      ),
    }
  })

  serve(target, supervisedMarkers, async ({ query, found, services, session }) => ({
    updated_at: isoNow(services.clock),
    list: await visibleMarkers(services, session, found.exam, query),
  }))

  serve(target, markerTable, async ({ query, found, services, session }) => ({
    updated_at: isoNow(services.clock),
    // The reply names what is sent of a row.
    list: await visibleMarkers(services, session, found.exam, query),
  }))

  serve(target, markerAlerts, async ({ found, services, session }) => {
    const view = await viewOf(services.db, session, found.exam)
    const list: ReplyOf<typeof markerAlerts>['list'] = []
    const blocks = wholeBlocksIn(view, await examProgress(services, found.exam.id))
    for (const { block_id } of blocks)
      list.push({
        block_id,
        ...alertsOf(await markerRows(services, block_id, null, { among: blocks.length })),
      })
    return { list }
  })

  serve(target, markerHelpers, async ({ query, found, services, session }) => {
    const view = await viewOf(services.db, session, found.exam)
    const state = await examProgress(services, found.exam.id)
    const { row, sight } = seenBlock(view, state, query.block_id)
    if (sight !== 'all') throw new AppError('MARKING_LEADERS_ONLY', { block: row.block_name })
    const helpers = await helpersOf(services, row, wholeBlocksIn(view, state))
    return {
      count: helpers.length,
      list: helpers
        .slice(0, MOST_HELPERS)
        .map(({ marker_id, name, block_name }) => ({ marker_id, name, block_name })),
    }
  })

  serve(target, scoreDistribution, async ({ query, found, services, session }) => {
    const { row, sight } = await openBlock(services, session, found.exam, query.block_id)
    if (sight !== 'all') throw new AppError('MARKING_LEADERS_ONLY', { block: row.block_name })
    const { finals, given } = await scoresOfBlock(services, row.block_id)
    const { pool, markers } = markerSpreads(given)
    return {
      ...(await scaleOf(services.db, row)),
      finals,
      readings: pool,
      readings_n: spread(pool).length,
      markers: markers.filter(
        ({ marker_id }) => query.marker_id === undefined || marker_id === query.marker_id,
      ),
    }
  })

  serve(target, scoreCurve, async ({ query, found, services, session }) => {
    const { row, sight } = await openBlock(services, session, found.exam, query.block_id)
    if (sight !== 'all' && query.marker_id !== session.userId)
      throw new AppError('MARKING_LEADERS_ONLY', { block: row.block_name })
    const { pool, marker, range } = await curveOf(services, {
      blockId: row.block_id,
      markerId: query.marker_id,
      since: query.since,
      until: query.until,
      // To their marker seeds are papers like any other; missing here, they would be told apart.
      withAll: sight === 'own',
    })
    const [poolScores, markerScores] = [spread(pool), spread(marker)]
    return {
      ...(await scaleOf(services.db, row)),
      pool,
      marker,
      pool_n: poolScores.length,
      marker_n: markerScores.length,
      ...range,
      distance: distributionDistance(markerScores, poolScores),
    }
  })

  serve(target, exportBlockProgress, async (call) => {
    const { query, found, services, session } = call
    const { at, rows } = await visibleBlocks(services, session, found.exam, query)
    if (rows.length === 0) throw new AppError('EXPORT_EMPTY', { reason: '没有您可以查看的题块' })
    await recordExport(services.db, call, {
      object: `exam:${found.exam.id}`,
      report: 'block-progress',
      rows: rows.length,
      filters: query,
    })
    return xlsxReply([found.exam.name, '题块进度'], at, blockWorkbook(found.exam.name, at, rows))
  })

  serve(target, exportMarkerProgress, async (call) => {
    const { query, found, services, session } = call
    const { at, rows: blocks } = await visibleBlocks(services, session, found.exam, query)
    const blockOf = new Map(blocks.map((row) => [row.block_id, row]))
    const rows = (await visibleMarkers(services, session, found.exam, query)).flatMap((row) => {
      const block = blockOf.get(row.block_id)
      return block ? { ...row, subject_name: block.subject_name, block } : []
    })
    const unfinished = query.unfinished === 1 ? await unfinishedIn(services.db, rows) : null
    if ((unfinished ?? rows).length === 0)
      throw new AppError('EXPORT_EMPTY', {
        reason: unfinished ? '没有未完成的教师' : '还没有安排阅卷教师',
      })
    await recordExport(services.db, call, {
      object: `exam:${found.exam.id}`,
      report: unfinished ? 'markers-unfinished' : 'marker-progress',
      rows: (unfinished ?? rows).length,
      filters: query,
    })
    const { name } = found.exam
    return unfinished
      ? xlsxReply([name, '未完成教师'], at, unfinishedWorkbook(name, at, unfinished))
      : xlsxReply([name, '阅卷教师'], at, markerWorkbook(name, at, rows))
  })
}

/** Named at most, the fastest first. */
const MOST_HELPERS = 6

interface Filter {
  subject_id?: number | undefined
  block_id?: number | undefined
}

async function visibleBlocks(
  services: Services,
  session: Session,
  exam: ViewedExam,
  { subject_id }: Filter = {},
): Promise<{ at: string; rows: SeenBlock[] }> {
  const state = await examProgress(services, exam.id)
  const rows = blocksIn(await viewOf(services.db, session, exam), state)
  return {
    at: state.at,
    rows: rows.filter((row) => subject_id === undefined || row.subject_id === subject_id),
  }
}

async function openBlock(services: Services, session: Session, exam: ViewedExam, blockId: number) {
  const view = await viewOf(services.db, session, exam)
  return seenBlock(view, await examProgress(services, exam.id), blockId)
}

/** From what to what the scores of a block may be, and on which grid. */
async function scaleOf(db: Db, { block_id, score }: SeenBlock) {
  const { points } = await selectBlockRules(db, block_id)
  return { full_milli: score, step_milli: stepOfTotals(points) }
}

/** Everybody of the blocks that the caller sees in full; of others only the caller. */
async function visibleMarkers(
  services: Services,
  session: Session,
  exam: ViewedExam,
  filter: Filter,
): Promise<MarkerRow[]> {
  const view = await viewOf(services.db, session, exam)
  const state = await examProgress(services, exam.id)
  const wanted = state.blocks.filter(
    ({ block_id, subject_id }) =>
      (filter.block_id === undefined || block_id === filter.block_id) &&
      (filter.subject_id === undefined || subject_id === filter.subject_id),
  )
  const rows: MarkerRow[] = []
  const among = wanted.length
  for (const block of wanted) {
    const sight = view.sightOf(block)
    if (sight === null) continue
    if (sight === 'all') rows.push(...(await markerRows(services, block.block_id, null, { among })))
    else
      for (const row of await markerRows(services, block.block_id, session.userId, { among }))
        rows.push(await asOwnRow(services, row))
  }
  return rows
}
