import type { markNext, ReplyOf } from '@hengjuan/contracts'
import type { Services } from '../../../services.ts'
import { listedImagesOf } from '../../marking-core/index.ts'
import { selectPaperOfUnit } from './own-papers.query.ts'

/** The answer areas of the sheet that a paper was cut from; the paper's own is named. */
export async function sheetAnswers(
  services: Services,
  unitId: number,
): Promise<NonNullable<ReplyOf<typeof markNext>['sheet']>> {
  const answers = await selectPaperOfUnit(services.db, unitId)
  const images = await listedImagesOf(services.db, services, answers)
  return answers.map(({ id, blockName }) => ({
    block_name: blockName,
    is_own: id === unitId,
    images: images.get(id) ?? [],
  }))
}
