import { runningActs } from '@hengjuan/contracts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { actsOf } from './running-acts.ts'

export { actsOf, asAct, asOwnAct, atStep, ownActsOf, sweepActs } from './running-acts.ts'

export function registerActs(target: ServeApp): void {
  serve(target, runningActs, async ({ query, services }) => actsOf(services, query.exam_id))
}
