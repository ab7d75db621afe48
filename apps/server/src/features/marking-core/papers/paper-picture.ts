import type { Services } from '../../../services.ts'
import { type ImageView, imagesOf } from './mark-task.ts'
import { isNoRiskPaper } from './risk.query.ts'

/**
 * The answer of a paper for whoever supervises marking: nothing of one that speaks of danger.
 *
 * @source domain rules 6.2
 */
export async function paperPicture(
  services: Services,
  unitId: number,
): Promise<{ images: ImageView[]; is_risk: boolean }> {
  const { db } = services
  if (!(await isNoRiskPaper(db, unitId))) return { images: [], is_risk: true }
  const unit = await db
    .selectFrom('unit')
    .select(['id', 'images'])
    .where('id', '=', unitId)
    .executeTakeFirstOrThrow()
  const images = await imagesOf(db, services, [unit])
  return { images: images.get(unitId) ?? [], is_risk: false }
}
