import * as contract from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { handOver, sendBack } from './hand-over.ts'
import { arbitrate } from './leader-decide.ts'
import { keepPaper } from './leader-hold.ts'
import { changeLink, identicalView } from '../../quality/index.ts'
import { assertLeads, notifyMarkers, withRetry, givenIn } from '../../marking-core/index.ts'
import { selectLedBlocks } from '../../marking-desk/index.ts'
import { takeLeaderPaper } from './leader-paper.ts'
import { leaderPapers } from './leader-papers.ts'
import { selectUnplacedArbitrations } from './leader-unplaced.query.ts'
import { settleProblem } from './settle-problem.ts'

/** What the leaders of a block decide: arbitration, problem papers, identical scripts. @source ui D3 */
export function registerLeaders(target: ServeApp): void {
  serve(target, contract.ledBlocks, async ({ services, session }) =>
    selectLedBlocks(services.db, session.userId),
  )

  serve(target, contract.leaderList, async ({ query, services, session }) => {
    const list = await leaderPapers(services, session.userId, query.mode, query.block_id)
    const unplaced =
      query.mode === 'arbitration'
        ? await selectUnplacedArbitrations(services.db, session.userId)
        : []
    return { list, total: list.length, unplaced }
  })

  serve(target, contract.leaderNext, async ({ query, found, services, session }) =>
    takeLeaderPaper(services, session.userId, query.mode, {
      blockId: query.block_id,
      unit: query.unit_id === undefined ? undefined : found.unit,
      whole: query.whole === 1,
    }),
  )

  serve(target, contract.leaderHold, async ({ body, found, services, session }) =>
    keepPaper(services, session.userId, body.mode, found.unit, {
      isLeft: body.leave === 1,
      version: body.version,
    }),
  )

  serve(target, contract.identicalSet, async (call) => {
    const { body, found, services, session } = call
    const { unit } = found
    await assertLeads(services.db, unit.block_id, session.userId)
    await withRetry(services, async (db) => {
      await changeLink(db, services, unit.block_id, {
        units: [unit.id, body.other_unit_id],
        byId: session.userId,
        isCut: body.action === 'cut',
      })
      await audit(db, call, {
        action: `identical-${body.action}`,
        object: `unit:${unit.id}`,
        after: { other: body.other_unit_id },
      })
    })
    return identicalView(services, unit.block_id, unit.id)
  })

  serve(target, contract.leaderDecide, async (call) => {
    const { body, found, services, session } = call
    const { unit } = found
    const userId = session.userId
    const scores = body.scores ?? []
    if (body.mode === 'arbitration' && body.outcome === 'return') {
      const { to_reading_id: readingId, to_user_id: toId, comment = '' } = body
      const state =
        readingId === undefined
          ? await handOver(services, userId, unit, toId)
          : await sendBack(services, userId, unit, { readingId, comment })
      await audit(services.db, call, {
        action: 'arbitration-return',
        object: `unit:${unit.id}`,
        after: { reading: readingId, to: toId, comment },
      })
      return { state }
    }
    if (body.mode === 'arbitration') {
      const given = { ...givenIn(body), scores }
      const state = await arbitrate(services, { ...given, userId, unit, version: body.version })
      return { state }
    }
    const { outcome } = body
    if (!outcome)
      throw new AppError('INPUT_INVALID').withDetails([
        { path: 'outcome', message: '请选择处理方式：给分、退回阅卷、退回切图、按违纪处理或作废' },
      ])
    const { state, isTaken } = await withRetry(services, async (db) => {
      const settled = await settleProblem(db, services, {
        userId,
        unit,
        idemKey: body.idem_key,
        version: body.version,
        outcome,
        scores,
        excludeRaiser: body.exclude_raiser === 1,
        questionIds: body.question_ids ?? [],
        rubricVersion: body.rubric_version,
        pressed: body.pressed_entries,
        note: body.comment,
      })
      if (settled.isRepeat) return settled
      await audit(db, call, {
        action: 'problem-settle',
        object: `unit:${unit.id}`,
        after: { outcome, scores, comment: body.comment },
      })
      return settled
    })
    if (isTaken) await notifyMarkers(services.db, [unit.id])
    return { state }
  })
}
