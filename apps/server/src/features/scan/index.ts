import type { ServeApp } from '../../http/serve.ts'
import { registerAbnormal } from './abnormal/abnormal.routes.ts'
import { registerChecking } from './checking.routes.ts'
import { registerClientActions } from './client/action.routes.ts'
import { registerClient } from './client.routes.ts'
import { closePageReader } from './page-reader.ts'
import { registerResource } from './resource.routes.ts'
import { registerResult } from './result/result.routes.ts'

export { scanAgain } from './client/run-jobs.ts'
export { confirmAbsences } from './match-sheets.ts'
export { refuseIfPublished } from './published.ts'
export { recropSubject } from './recrop-subject.ts'
export { openExceptionCounts } from './sheet.query.ts'

export function registerScan(target: ServeApp): void {
  registerClient(target)
  registerClientActions(target)
  registerChecking(target)
  registerResource(target)
  registerResult(target)
  registerAbnormal(target)
  target.app.addHook('onClose', () => closePageReader(target.services))
}
