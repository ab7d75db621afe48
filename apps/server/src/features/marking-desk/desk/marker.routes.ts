import * as contract from '@hengjuan/contracts'
import { AppError, CLAIMS, INPUT_SIGNS, isUnfinishedTask } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import { recordExport } from '../../../http/record-export.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { infoOf } from './mark-info.ts'
import { xlsxReply } from '../../../spreadsheet/xlsx-reply.ts'
import { nextPapers, ownMarked, ownPaper } from './mark-queue.ts'
import { returnPapers, statusOf } from './mark-status.ts'
import { selectOwnTasks } from './own-tasks.ts'
import { taskWorkbook } from './own-tasks-file.ts'
import { ownProgress } from '../../claiming/index.ts'
import { selectBlockRules, givenIn } from '../../marking-core/index.ts'
import { correctMark, raiseProblem, submitAndClaim } from './submit-mark.ts'
import { correctMarks } from './correct-marks.ts'
import { takeBack } from './take-back.ts'

/** What markers ask and hand in. @source ui D2 */
export function registerMarkers(target: ServeApp): void {
  serve(target, contract.ownTasks, async ({ query, services, session }) =>
    selectOwnTasks(services, session.userId, {
      examId: query.exam_id,
      unfinished: query.state === 'unfinished',
    }),
  )

  serve(target, contract.ownTasksExport, async (call) => {
    const { services, session } = call
    const tasks = (await selectOwnTasks(services, session.userId, { unfinished: true })).filter(
      isUnfinishedTask,
    )
    if (tasks.length === 0) throw new AppError('EXPORT_EMPTY', { reason: '您没有未完成的阅卷任务' })
    await recordExport(services.db, call, {
      object: `user:${session.userId}`,
      report: 'own-tasks',
      rows: tasks.length,
      filters: { unfinished: true },
    })
    const at = isoNow(services.clock)
    return xlsxReply(['我的未完成阅卷任务'], at, taskWorkbook(at, tasks))
  })

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
        isSentBack: query.sent_back === 1,
        before: query.before,
        beforeId: query.before_id,
      })
    return query.reading_id === undefined
      ? nextPapers(services, blockId, session.userId, query.n ?? CLAIMS.defaultLimit)
      : ownPaper(services, blockId, session.userId, {
          readingId: query.reading_id,
          previous: query.previous === 1,
          whole: query.whole === 1,
        })
  })

  serve(target, contract.markSubmit, async (call) => {
    const { body, found, services, session } = call
    const blockId = found.block.id
    const own = { markerId: session.userId, blockId, readingId: body.reading_id }
    if (body.problem) {
      const { reason, note, pair_code } = body.problem
      const raised = await raiseProblem(services, {
        ...own,
        reason,
        note: note ?? '',
        pairCode: pair_code,
        flags: body.flags,
        flagNote: body.flag_note,
      })
      if (raised.isRisk)
        await audit(services.db, call, {
          action: 'problem-risk',
          object: `reading:${body.reading_id}`,
          after: { note },
        })
      return {
        reading_id: raised.readingId,
        outcome: raised.outcome,
        queue: body.refill
          ? await nextPapers(services, blockId, session.userId, body.refill)
          : null,
      }
    }
    const judgement = { ...own, ...givenIn(body) }
    const { submitted, queue } = await submitAndClaim(services, judgement, body.refill ?? 0)
    return { reading_id: submitted.readingId, outcome: submitted.outcome, queue }
  })

  serve(target, contract.markCorrect, async ({ body, services, session }) => {
    const readingId = await correctMark(services, {
      ...givenIn(body),
      markerId: session.userId,
      blockId: body.block_id,
      readingId: body.reading_id,
    })
    const rules = await selectBlockRules(services.db, body.block_id)
    return {
      reading_id: readingId,
      mine: await ownProgress(services.db, rules, session.userId),
    }
  })

  serve(target, contract.markReturn, async ({ body, services, session }) => {
    const { block_id: blockId, reading_ids: ids, take_back: readingIds } = body
    const { userId: markerId } = session
    return {
      taken_back: readingIds ? await takeBack(services, { blockId, markerId, readingIds }) : 0,
      // Who takes marks back keeps what is in hand, unless it is named.
      returned: readingIds && !ids ? 0 : await returnPapers(services, blockId, markerId, ids),
    }
  })

  serve(target, contract.markStatus, async ({ query, services, session }) =>
    statusOf(services, query.block_id, session.userId, {
      renew: query.renew === 1,
      signs: INPUT_SIGNS.filter((sign) => query[sign] === 1),
    }),
  )

  serve(target, contract.markCorrectMore, async ({ body, services, session }) => {
    const rows = await correctMarks(services, session.userId, body)
    const changed = rows.filter(({ ok }) => ok).length
    return { rows, changed, refused: rows.length - changed }
  })
}
