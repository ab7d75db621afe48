import * as contract from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { reachesExam } from '../../http/exam-reach.ts'
import { assertLeaderSide } from '../marking-messages/index.ts'
import { withRetry } from '../marking-core/index.ts'
import {
  changeKind,
  defineScript,
  makeScript,
  markScript,
  retireScript,
} from './benchmark/benchmark-script.ts'
import { benchmarkPapersOf, benchmarkScriptsOf } from './benchmark/benchmark-view.ts'
import { flaggedPapersOf } from './seeds/flagged-papers.ts'
import { publishExample, removeExample } from './seeds/report-examples.ts'
import { clearMarker, seedResultsOf } from './seeds/seed-results.ts'

/** Benchmark scripts, and the seeds that they become. @source domain rules 7.1, 7.3 */
export function registerQuality(target: ServeApp): void {
  serve(target, contract.benchmarkPapers, async ({ query, services }) =>
    benchmarkPapersOf(
      services,
      {
        blockId: query.block_id,
        lowMilli: query.low_milli,
        highMilli: query.high_milli,
        flag: query.flag,
        code: query.code,
        withScripts: query.with_scripts === 1,
      },
      query.limit ?? 24,
    ),
  )

  serve(target, contract.flaggedPapers, async ({ query, found, services, session }) => {
    await assertLeaderSide(services.db, session, found.block)
    return flaggedPapersOf(services, query)
  })

  serve(target, contract.reportExampleSet, async (call) => {
    const { body, found, services, session } = call
    const { block_id: blockId, unit_id: unitId } = body
    await assertLeaderSide(services.db, session, found.block)
    await withRetry(services, async (db) => {
      if (body.action === 'remove')
        await removeExample(db, services, { blockId, unitId, byId: session.userId })
      else
        await publishExample(db, services, {
          blockId,
          unitId,
          byId: session.userId,
          flag: body.flag,
          comment: body.comment?.trim() ?? '',
          isAnonymous: body.is_anonymous === 1,
        })
      await audit(db, call, {
        action: `report-example-${body.action}`,
        object: `unit:${unitId}`,
        after: { flag: body.flag, comment: body.comment },
      })
    })
    return { ok: true as const }
  })

  serve(target, contract.benchmarkScripts, async ({ found, services, session }) => ({
    ...(await benchmarkScriptsOf(services, found.block.id, session.userId)),
    is_supervised: reachesExam(session, 'marking.supervise', found.exam, found.block.subject_id),
  }))

  serve(target, contract.benchmarkScriptSet, async (call) => {
    const { body, services, session } = call
    const leaderId = session.userId
    const { block_id: blockId, unit_id: unitId, kind } = body
    const on = { blockId, scriptId: body.script_id ?? 0, leaderId }
    if (unitId === undefined && (body.script_id === undefined || (!kind && !body.retire)))
      throw new AppError('INPUT_INVALID').withDetails([
        { path: 'unit_id', message: '请选择一份试卷，或要修改的标准卷' },
      ])
    const id =
      unitId !== undefined
        ? await makeScript(services, { blockId, unitId, leaderId, kind: kind ?? 'seed' })
        : body.retire
          ? await retireScript(services, on)
          : await changeKind(services, on, kind ?? 'seed')
    await audit(services.db, call, {
      action: 'benchmark-script',
      object: `block:${blockId}`,
      after: { ...body, script_id: id },
    })
    return { script_id: id }
  })

  serve(target, contract.benchmarkMark, async ({ body, services, session }) => {
    await markScript(
      services,
      { blockId: body.block_id, scriptId: body.script_id, leaderId: session.userId },
      { scores: body.scores, comment: body.comment?.trim() ?? '' },
    )
    return { ok: true as const }
  })

  serve(target, contract.benchmarkDefinitive, async (call) => {
    const { body, services, session } = call
    const state = await defineScript(
      services,
      { blockId: body.block_id, scriptId: body.script_id, leaderId: session.userId },
      { scores: body.scores, comments: body.comments ?? [], isAlone: body.alone === 1 },
    )
    await audit(services.db, call, {
      action: 'benchmark-definitive',
      object: `block:${body.block_id}`,
      after: { ...body, state },
    })
    return { state }
  })

  serve(target, contract.seedResults, async ({ query, services, session }) => ({
    list: await seedResultsOf(services.db, query.block_id, session.userId),
  }))

  serve(target, contract.seedClear, async (call) => {
    const { body, services, session } = call
    const outcome = await clearMarker(services, session.userId, {
      blockId: body.block_id,
      markerId: body.marker_id,
      note: body.note?.trim() ?? '',
      sendBack: body.send_back === 1,
    })
    await audit(services.db, call, {
      action: 'seed-clear',
      object: `block:${body.block_id}`,
      after: { ...body, ...outcome },
    })
    return outcome
  })
}
