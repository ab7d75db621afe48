import * as contract from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, CLAIMS, INPUT_SIGNS, scopeAllows } from '@hengjuan/domain'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { changeSubjectRound, selectSubjectRound } from '../scoring/index.ts'
import { allocateMarkers, allocationView } from './allocate-markers.ts'
import {
  blankSheet,
  confirmBlanks,
  rejectBlanks,
  screenBlanks,
  selectBlankBlocks,
} from './blank-check.ts'
import { registerBalance } from './balance/balance.routes.ts'
import { registerBlockClear } from './block-clear.routes.ts'
import { changeBlockSettings, selectBlockSettings } from './block-settings.ts'
import { confirmBlocks, removeMarker, setBlockStatus } from './block-status.ts'
import { arbitrate, handOver, settleProblem } from './leader-decide.ts'
import { leaderPapers, takeLeaderPaper } from './leader-papers.ts'
import { importMarkers, previewMarkers } from './import-markers.ts'
import { infoOf } from './mark-info.ts'
import { registerMessages } from './messages/messages.routes.ts'
import { nextPapers, ownMarked, ownPaper } from './mark-queue.ts'
import { readMarkerTable } from './marker-table.ts'
import { returnPapers, statusOf } from './mark-status.ts'
import { selectLedBlocks, selectOwnTasks } from './own-tasks.ts'
import { ownProgress } from './own-progress.ts'
import { selectBlockRules } from './block-rules.query.ts'
import { registerQuestionMaster } from './question-master.routes.ts'
import { registerQuality } from './quality/quality.routes.ts'
import { registerSpotCheck } from './spot-check.routes.ts'
import { correctMark, raiseProblem, submitAndTake } from './submit-mark.ts'
import { registerWords } from './words/words.routes.ts'
import { registerTrial } from './trial/trial.routes.ts'
import { selectSchoolsOf } from './subject-schools.query.ts'
import { selectBlockUnitCounts } from './unit-counts.query.ts'
import { withRetry } from './with-retry.ts'

export function registerMarking(target: ServeApp): void {
  registerSetup(target)
  registerMarkers(target)
  registerLeaders(target)
  registerBlankCheck(target)
  registerSpotCheck(target)
  registerBlockClear(target)
  registerQuestionMaster(target)
  registerQuality(target)
  registerTrial(target)
  registerBalance(target)
  registerMessages(target)
  registerWords(target)
}

async function roundOf(db: Db, examId: number, subjectId: number) {
  const { stepMilli, mode } = await selectSubjectRound(db, examId, subjectId)
  return { step_milli: stepMilli as 0 | 500 | 1000, mode }
}

function registerSetup(target: ServeApp): void {
  serve(target, contract.blockSettingsGet, async ({ query, found, services }) => {
    const subject = await services.db
      .selectFrom('subject')
      .select('name')
      .where('id', '=', query.subject_id)
      .executeTakeFirstOrThrow()
    return {
      exam_name: found.exam.name,
      subject_name: subject.name,
      schools: await selectSchoolsOf(services.db, query.exam_id, query.subject_id),
      subject_round: await roundOf(services.db, query.exam_id, query.subject_id),
      blocks: await selectBlockSettings(services.db, query.exam_id, query.subject_id),
    }
  })

  serve(target, contract.blockSettingsSet, async ({ body, services, session, request }) => {
    const { exam_id: examId, subject_id: subjectId, subject_round: round } = body
    await withRetry(services, async (db) => {
      const wanted = round && { stepMilli: round.step_milli, mode: round.mode }
      const before = wanted && (await changeSubjectRound(db, examId, subjectId, wanted))
      if (before)
        await audit(
          db,
          { services, session, request },
          {
            action: 'subject-round',
            object: `exam:${examId}`,
            before,
            after: { subjectId, ...wanted },
          },
        )
      for (const patch of body.blocks) {
        const change = await changeBlockSettings(db, body.exam_id, body.subject_id, patch)
        await audit(
          db,
          { services, session, request },
          { action: 'marking-settings', object: `block:${patch.block_id}`, ...change },
        )
        if (patch.blank_check !== undefined || patch.blank_ink_limit !== undefined)
          await screenBlanks(db, services, patch.block_id)
      }
    })
    return { ok: true as const, subject_round: await roundOf(services.db, examId, subjectId) }
  })

  serve(target, contract.blockMarkers, async ({ found, services }) => {
    const { block } = found
    const view = await allocationView(services.db, block.id)
    const counts = (await selectBlockUnitCounts(services.db, [block.id])).get(block.id)
    return {
      block_id: block.id,
      block_name: block.name,
      status: block.status,
      unit_count: counts?.total ?? 0,
      final_count: counts?.final ?? 0,
      list: view.list,
    }
  })

  serve(target, contract.allocationGet, async ({ found, services }) =>
    allocationView(services.db, found.block.id),
  )

  serve(target, contract.allocationSet, async ({ body, found, services, session, request }) => {
    await services.db.transaction().execute(async (db) => {
      await allocateMarkers(db, services, found.exam.school_id, body)
      await audit(
        db,
        { services, session, request },
        { action: 'marking-allocation', object: `block:${body.block_id}`, after: body },
      )
    })
    return allocationView(services.db, body.block_id)
  })

  serve(target, contract.markersImport, async (call) => {
    const { query, file, found, services } = call
    const subject = {
      schoolId: found.exam.school_id,
      examId: query.exam_id,
      subjectId: query.subject_id,
    }
    const table = await readMarkerTable(file)
    if (query.preview === 1) return previewMarkers(services, subject, table)
    const report = await importMarkers(services, subject, table)
    await audit(services.db, call, {
      action: 'marker-import',
      object: `exam:${query.exam_id}/subject:${query.subject_id}`,
      after: report.rows,
    })
    return report
  })

  serve(target, contract.markerDelete, async ({ body, services, session, request }) => {
    await removeMarker(services, body.block_id, body.marker_id, session.userId)
    await audit(
      services.db,
      { services, session, request },
      { action: 'marker-remove', object: `block:${body.block_id}`, before: body.marker_id },
    )
    return { ok: true as const }
  })

  serve(target, contract.markingConfirm, async ({ body, services, session, request }) => {
    const opened = await services.db.transaction().execute(async (db) => {
      const count = await confirmBlocks(db, body.exam_id, body.subject_id, body.block_ids)
      await audit(
        db,
        { services, session, request },
        {
          action: 'marking-confirm',
          object: `exam:${body.exam_id}/subject:${body.subject_id}`,
          after: { opened: count },
        },
      )
      return count
    })
    return { opened }
  })

  serve(target, contract.blockStatusSet, async ({ body, found, services, session, request }) => {
    const changed = await setBlockStatus(services, found.block, body.action, {
      userId: session.userId,
      markerId: body.marker_id,
    })
    await audit(
      services.db,
      { services, session, request },
      {
        action: `block-${body.action}`,
        object: `block:${body.block_id}`,
        before: { status: found.block.status },
        after: changed,
      },
    )
    return changed
  })
}

function registerMarkers(target: ServeApp): void {
  serve(target, contract.ownTasks, async ({ query, services, session }) =>
    selectOwnTasks(services.db, session.userId, query.exam_id),
  )

  serve(target, contract.markInfo, async ({ found, services, session }) =>
    infoOf(services, found.block.id, session.userId),
  )

  serve(target, contract.markNext, async ({ query, found, services, session }) => {
    const blockId = found.block.id
    if (query.marked === 1)
      return ownMarked(services, {
        blockId,
        markerId: session.userId,
        lowMilli: query.low_milli,
        highMilli: query.high_milli,
        flag: query.flag,
        code: query.code,
        before: query.before,
      })
    return query.reading_id === undefined
      ? nextPapers(services, blockId, session.userId, query.n ?? CLAIMS.defaultLimit)
      : ownPaper(services, blockId, session.userId, {
          readingId: query.reading_id,
          previous: query.previous === 1,
          whole: query.whole === 1,
        })
  })

  serve(target, contract.markSubmit, async ({ body, services, session, request }) => {
    const own = { markerId: session.userId, blockId: body.block_id, readingId: body.reading_id }
    if (body.problem) {
      const { reason, note, pair_code } = body.problem
      const raised = await raiseProblem(services, {
        ...own,
        reason,
        note: note ?? '',
        pairCode: pair_code,
      })
      if (raised.isRisk)
        await audit(
          services.db,
          { services, session, request },
          { action: 'problem-risk', object: `reading:${body.reading_id}`, after: { note } },
        )
      return {
        reading_id: raised.readingId,
        outcome: raised.outcome,
        queue: body.refill
          ? await nextPapers(services, body.block_id, session.userId, body.refill)
          : null,
      }
    }
    const { submitted, queue } = await submitAndTake(
      services,
      {
        ...own,
        idemKey: body.idem_key,
        scores: body.scores ?? [],
        flags: body.flags,
        activeMs: body.active_ms,
        traces: body.traces,
      },
      body.refill ?? 0,
    )
    return { reading_id: submitted.readingId, outcome: submitted.outcome, queue }
  })

  serve(target, contract.markCorrect, async ({ body, services, session }) => {
    const readingId = await correctMark(services, {
      markerId: session.userId,
      blockId: body.block_id,
      readingId: body.reading_id,
      idemKey: body.idem_key,
      scores: body.scores,
      flags: body.flags,
      activeMs: body.active_ms,
      traces: body.traces,
    })
    const rules = await selectBlockRules(services.db, body.block_id)
    return {
      reading_id: readingId,
      mine: await ownProgress(services.db, rules, session.userId),
    }
  })

  serve(target, contract.markReturn, async ({ body, services, session }) => ({
    returned: await returnPapers(services, body.block_id, session.userId, body.reading_ids),
  }))

  serve(target, contract.markStatus, async ({ query, services, session }) =>
    statusOf(services, query.block_id, session.userId, {
      renew: query.renew === 1,
      signs: INPUT_SIGNS.filter((sign) => query[sign] === 1),
    }),
  )
}

function registerLeaders(target: ServeApp): void {
  serve(target, contract.ledBlocks, async ({ services, session }) =>
    selectLedBlocks(services.db, session.userId),
  )

  serve(target, contract.leaderList, async ({ query, services, session }) => {
    const list = await leaderPapers(services, session.userId, query.mode, query.block_id)
    return { list, total: list.length }
  })

  serve(target, contract.leaderNext, async ({ query, found, services, session }) =>
    takeLeaderPaper(services, session.userId, query.mode, {
      blockId: query.block_id,
      unit: query.unit_id === undefined ? undefined : found.unit,
    }),
  )

  serve(target, contract.leaderDecide, async ({ body, found, services, session, request }) => {
    const { unit } = found
    const userId = session.userId
    const scores = body.scores ?? []
    if (body.mode === 'arbitration' && body.outcome === 'return')
      return { state: await handOver(services, userId, unit) }
    if (body.mode === 'arbitration') {
      const state = await arbitrate(services, {
        userId,
        unit,
        idemKey: body.idem_key,
        scores,
        flags: body.flags,
        activeMs: body.active_ms,
        traces: body.traces,
      })
      return { state }
    }
    const { outcome } = body
    if (!outcome)
      throw new AppError('INPUT_INVALID').withDetails([
        { path: 'outcome', message: '请选择处理方式：给分、退回阅卷或退回切图' },
      ])
    const state = await services.db.transaction().execute(async (db) => {
      const after = await settleProblem(db, services, {
        userId,
        unit,
        outcome,
        scores,
        excludeRaiser: body.exclude_raiser === 1,
        questionIds: body.question_ids ?? [],
      })
      await audit(
        db,
        { services, session, request },
        { action: 'problem-settle', object: `unit:${unit.id}`, after: { outcome, scores } },
      )
      return after
    })
    return { state }
  })
}

function registerBlankCheck(target: ServeApp): void {
  serve(target, contract.blankBlockList, async ({ query, found, services, session }) => ({
    exam_name: found.exam.name,
    list: await selectBlankBlocks(
      services.db,
      found.exam.id,
      (subjectId) =>
        scopeAllows(session.scope.subjects, subjectId) &&
        (query.subject_id === undefined || query.subject_id === subjectId),
      session.userId,
    ),
  }))

  serve(target, contract.blankBlockGet, async ({ query, found, services, session }) =>
    blankSheet(services, found.block.id, session.userId, query.n),
  )

  serve(target, contract.blankBlockConfirm, async ({ body, services, session, request }) => {
    const confirmed = await confirmBlanks(services, body.block_id, body.unit_ids, session.userId)
    await audit(
      services.db,
      { services, session, request },
      {
        action: 'blank-confirm',
        object: `block:${body.block_id}`,
        after: { units: body.unit_ids, ...confirmed },
      },
    )
    return confirmed
  })

  serve(target, contract.blankBlockReject, async ({ body, services, session, request }) => {
    const to = body.to ?? 'marking'
    const rejected = await rejectBlanks(services, body.block_id, body.unit_ids, to, session.userId)
    await audit(
      services.db,
      { services, session, request },
      {
        action: 'blank-reject',
        object: `block:${body.block_id}`,
        after: { units: body.unit_ids, to, ...rejected },
      },
    )
    return rejected
  })
}
