import { readAgainSet } from '@hengjuan/contracts'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { selectBlockRules } from '../../marking-core/index.ts'
import { assertLeaderSide } from '../../marking-messages/index.ts'
import { changeReadAgain } from './read-again.ts'

/** A leader who doubts a paper has a second person read it. @source features A8 (80) */
export function registerReadAgain(target: ServeApp): void {
  serve(target, readAgainSet, async (call) => {
    const { body, found, services, session } = call
    await assertLeaderSide(services.db, session, found.block)
    const report = await changeReadAgain(
      services,
      await selectBlockRules(services.db, body.block_id),
      {
        unitIds: [...new Set(body.unit_ids)],
        action: body.action,
        isPreview: body.preview === 1,
        byId: session.userId,
      },
    )
    if (body.preview !== 1)
      await audit(services.db, call, {
        action: `read-again-${body.action}`,
        object: `block:${body.block_id}`,
        after: { units: body.unit_ids, changed: report.changed },
      })
    return report
  })
}
