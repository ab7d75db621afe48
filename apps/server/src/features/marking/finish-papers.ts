import type { Services } from '../../services.ts'
import { finishScreening } from '../blank-review/index.ts'
import { finishDrawing, finishOrdering } from '../marking-setup/index.ts'

/** Does what changed settings still have to bring to papers; those that nobody is given until then come first. */
export async function finishPapers(services: Services): Promise<void> {
  await finishDrawing(services)
  await finishScreening(services)
  await finishOrdering(services)
}
