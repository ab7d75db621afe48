import type { ServeApp } from '../../http/serve.ts'
import { registerChecking } from './checking.routes.ts'
import { registerClient } from './client.routes.ts'
import { registerResource } from './resource.routes.ts'

export { openExceptionCounts } from './sheet.query.ts'

export function registerScan(target: ServeApp): void {
  registerClient(target)
  registerChecking(target)
  registerResource(target)
}
