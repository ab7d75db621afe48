import {
  blockMasterReset,
  bulkReturnWithdraw,
  masterReview,
  masterSpotCheck,
  returnWithdraw,
} from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { asAct } from '../../acts/index.ts'
import { appointArbitrator } from './arbitrators.ts'
import { assertNoRelative } from '../../marking-setup/index.ts'
import { assertLeads, selectBlockRules } from '../../marking-core/index.ts'
import { assertLeaderSide } from '../../marking-messages/index.ts'
import { nextSpotCheck } from '../../quality/index.ts'
import { escalateUnit, reopenUnit } from './leader-work.ts'
import { withdrawOneReturn, withdrawReturn } from './bulk-return.ts'
import { reviewReadings } from './master-review.ts'

/** What the leader of a block does with the work of its markers, and what others do with the leader's. */
export function registerQuestionMaster(target: ServeApp): void {
  serve(target, masterSpotCheck, async ({ query, services, session }) => {
    await assertLeads(services.db, query.block_id, session.userId)
    return nextSpotCheck(services, session.userId, query)
  })

  serve(target, masterReview, async (call) => {
    const { body, services, session } = call
    const { block } = await assertLeads(services.db, body.block_id, session.userId)
    const review = () => reviewReadings(services, session.userId, body)
    const isLong = body.task_detail_id === undefined && body.preview !== 1
    const report = isLong ? await asAct(call, placeOf('return', block), review) : await review()
    if (body.preview !== 1)
      await audit(services.db, call, {
        action: 'master-review',
        object:
          body.task_detail_id === undefined
            ? `block:${body.block_id}/marker:${body.marker_id}`
            : `reading:${body.task_detail_id}`,
        after: { ...body, ...report },
      })
    return report
  })

  serve(target, bulkReturnWithdraw, async (call) => {
    const { body, services, session } = call
    const rules = await assertLeads(services.db, body.block_id, session.userId)
    const isPreview = body.preview === 1
    const withdraw = () =>
      withdrawReturn(services, rules, {
        returnId: body.return_id,
        byId: session.userId,
        isPreview,
      })
    if (isPreview) return withdraw()
    const report = await asAct(call, placeOf('return_undo', rules.block), withdraw)
    await audit(services.db, call, {
      action: 'master-review-undo',
      object: `block:${body.block_id}`,
      after: { ...body, changed: report.changed, refused: report.refused },
    })
    return report
  })

  serve(target, returnWithdraw, async (call) => {
    const { body, found, services, session } = call
    await assertLeaderSide(services.db, session, found.block)
    const rules = await selectBlockRules(services.db, body.block_id)
    const after = await withdrawOneReturn(services, rules, {
      readingId: body.task_detail_id,
      byId: session.userId,
    })
    await audit(services.db, call, {
      action: 'return-withdraw',
      object: `reading:${body.task_detail_id}`,
      after,
    })
    return after
  })

  serve(target, blockMasterReset, async (call) => {
    const { body, found, services, session } = call
    const reason = body.reason.trim()
    if (reason === '') throw new AppError('MARKING_REASON_MISSING')
    const { unit } = found
    const action = body.action ?? 'reopen'
    // Whose relative's paper it is decides nothing about it, not even that a decision falls.
    if (action !== 'appoint') await assertNoRelative(services.db, unit, session.userId)
    const acts = {
      reopen: () => reopenUnit(services, unit, session.userId, reason),
      escalate: () => escalateUnit(services, unit, session.userId, reason),
      appoint: () =>
        appointArbitrator(services, unit, {
          byId: session.userId,
          role: session.role,
          userId: body.user_id,
          reason,
          isConfirmed: body.confirm_reader === 1,
        }),
    }
    const after = await acts[action]()
    await audit(services.db, call, {
      action: `master-${action}`,
      object: `unit:${unit.id}`,
      before: { final_milli: unit.final_milli, final_source: unit.final_source },
      after: { state: after.status, reason, ...(action === 'appoint' && { user: body.user_id }) },
    })
    return { state: after.status, final_milli: after.final?.totalMilli ?? null }
  })
}

const placeOf = <Kind extends string>(
  kind: Kind,
  block: { id: number; exam_id: number; subject_id: number },
) => ({ kind, examId: block.exam_id, subjectId: block.subject_id, blockId: block.id })
