import * as contract from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { selectBlockRules, withRetry } from '../../marking-core/index.ts'
import { changeBlockDeadline, selectSubjectDeadline } from './deadline.ts'
import { findIsBalanced, findSwitching, selectBalanceEvents } from './balance.query.ts'
import { type BalanceChanges, balanceNow, plannedBalance, switchBalance } from './balance-block.ts'
import { standingOf } from './balance-words.ts'
import { undoBalance } from './undo-balance.ts'

/** The rest of a block's work moves from slow markers to fast ones. @source domain rules 4.3 */
export function registerBalance(target: ServeApp): void {
  serve(target, contract.balanceGet, async ({ query, services }) =>
    balanceView(services, query.block_id),
  )

  serve(target, contract.balanceSet, async (call) => {
    const { body, services, session } = call
    const { block_id: blockId, action, deadline = null, deadline_seen } = body
    const who = call
    const entry = { action: `balance-${action}`, object: `block:${blockId}` }
    if (action === 'deadline') {
      await withRetry(services, async (db) => {
        const before = await changeBlockDeadline(db, blockId, deadline, deadline_seen)
        await audit(db, who, { ...entry, before: { deadline: before }, after: { deadline } })
      })
      return balanceView(services, blockId)
    }
    if (action === 'now') await balanceNow(services, blockId, session.userId)
    else if (action === 'undo')
      await undoBalance(services, blockId, body.event_id ?? 0, session.userId)
    else await switchBalance(services, blockId, action, session.userId)
    await audit(services.db, who, entry)
    return balanceView(services, blockId)
  })
}

async function balanceView(
  services: Services,
  blockId: number,
): Promise<contract.ReplyOf<typeof contract.balanceGet>> {
  const { db } = services
  const rules = await selectBlockRules(db, blockId)
  const { block } = rules
  const switching = await findSwitching(db, blockId)
  const plan = block.alloc_mode === 1 ? null : (await plannedBalance(services, blockId)).plan
  const refusal =
    plan === null ? new AppError('MARKING_BALANCE_NO_TARGETS', { block: block.name }).message : null
  return {
    block_id: block.id,
    block_name: block.name,
    is_on: await findIsBalanced(db, block),
    deadline: rules.settings.deadline,
    subject_deadline: await selectSubjectDeadline(db, block.exam_id, block.subject_id),
    switched: switching ? { by_name: switching.by_name ?? '', at: switching.at } : null,
    refusal,
    is_due: plan?.isDue ?? false,
    standing: plan ? standingOf(plan.verdict) : 'unknown',
    reason: refusal ?? plan?.reason ?? '',
    moved: plan?.moved ?? 0,
    even_hours: plan?.evenHours ?? null,
    markers: (plan?.markers ?? []).map((marker) => ({
      marker_id: marker.id,
      name: marker.person.name,
      done: marker.person.work.done,
      claimed: marker.person.work.claimedBase,
      target: marker.target,
      pace_per_hour: marker.pacePerHour,
      absence: marker.absence,
      hours_left: marker.hoursLeft,
      new_target: marker.newTarget,
      new_hours_left: marker.newHoursLeft,
    })),
    events: (await selectBalanceEvents(db, blockId)).map((event) => {
      const changes = JSON.parse(event.changes) as BalanceChanges
      return {
        event_id: event.id,
        kind: event.kind as 'on' | 'off' | 'balance',
        by_name: event.by_name,
        at: event.at,
        reason: event.reason,
        moved: event.moved,
        alloc_mode: changes.allocMode,
        quotas_are_weights: changes.quotasAreWeights ? 1 : 0,
        markers: changes.markers.map((marker) => ({
          marker_id: marker.id,
          name: marker.name,
          quota_before: marker.quotaBefore,
          target_before: marker.targetBefore,
          target_after: marker.targetAfter,
        })),
      }
    }),
  }
}
