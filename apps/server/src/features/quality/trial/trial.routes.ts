import * as contract from '@hengjuan/contracts'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { assertMarks, selectBlockRules } from '../../marking-core/index.ts'
import { ownTrial } from './own-trial.ts'
import { decideQualification, qualificationsOf } from './qualification-results.ts'
import { takeTrial } from './take-trial.ts'

/** Practice and qualification before the first live paper. @source domain rules 7.2 */
export function registerTrial(target: ServeApp): void {
  serve(target, contract.ownQualification, async ({ query, services, session }) => {
    const rules = await selectBlockRules(services.db, query.block_id)
    await assertMarks(services, rules, session.userId)
    return ownTrial(services, rules, session.userId)
  })

  serve(target, contract.trialMark, async ({ body, services, session }) =>
    takeTrial(services, {
      blockId: body.block_id,
      markerId: session.userId,
      scriptId: body.script_id,
      idemKey: body.idem_key,
      scores: body.scores,
      activeMs: body.active_ms ?? null,
      rubricVersion: body.rubric_version,
      pressed: body.pressed_entries,
    }),
  )

  serve(target, contract.qualificationResults, async ({ query, services }) =>
    qualificationsOf(services.db, query.block_id),
  )

  serve(target, contract.qualificationDecide, async (call) => {
    const { body, services, session } = call
    const decided = await decideQualification(services, session.userId, {
      blockId: body.block_id,
      markerId: body.marker_id,
      action: body.action,
      note: body.note?.trim() ?? '',
    })
    await audit(services.db, call, {
      action: 'qualification-decide',
      object: `block:${body.block_id}`,
      after: { ...body, ...decided },
    })
    return decided
  })
}
