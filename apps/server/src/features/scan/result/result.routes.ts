import { candidateResult, updateResult as updateResultRoute } from '@hengjuan/contracts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { scopeOf } from '../client.routes.ts'
import { refuseIfHeld } from '../presence/presence.ts'
import { describeResult } from './describe-result.ts'
import { updateResult } from './update-result.ts'

export function registerResult(target: ServeApp): void {
  serve(target, candidateResult, async ({ query, services, session }) =>
    describeResult(services, session, scopeOf(query), query.candidate_id),
  )

  serve(target, updateResultRoute, async ({ body, services, session, request }) => {
    const scope = scopeOf(body)
    const sheetIds = [...body.answers, ...body.scores].map(({ sheet_id }) => sheet_id)
    await refuseIfHeld(services, scope, session.userId, sheetIds)
    return updateResult({ ...scope, services, session, request }, body)
  })
}
