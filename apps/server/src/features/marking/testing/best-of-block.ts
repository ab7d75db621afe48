import type { Services } from '../../../services.ts'
import { syncUnits } from '../../marking-core/engine/sync-units.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'
import { SUBJECT } from './seed-sheet.ts'
import { imagesOf } from './sheet-images.ts'

const question = { fullMilli: 10_000, stepMilli: 1000 }
/** Of a block for `markAllTakeBest`: questions 17 and 18 of 10 points. */
export const TWO_QUESTIONS = [question, question]

/** Of the two questions of the only block one is to be answered: both are marked, and the better one counts. */
export async function markAllTakeBest(
  services: Services,
  { examId, candidateIds }: { examId: number; candidateIds: readonly number[] },
): Promise<void> {
  await services.db.updateTable('question').set({ optional_group: 'A' }).execute()
  await services.db
    .updateTable('block')
    .set({ full_milli: 10_000, optional_policy: 'mark_all_take_best' })
    .execute()
  for (const candidateId of candidateIds) {
    const candidate = { examId, subjectId: SUBJECT, candidateId }
    await withRetry(services, async (db) =>
      syncUnits(db, services, candidate, await imagesOf(db, candidate)),
    )
  }
}
