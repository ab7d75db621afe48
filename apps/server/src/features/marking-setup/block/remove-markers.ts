import type { markersDeleteAll, ReplyOf } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { NO_WORK, selectBlockMarkers, selectWork } from '../../marking-core/index.ts'
import { removeMarker } from './block-status.ts'

type Rows = ReplyOf<typeof markersDeleteAll>['rows']

/**
 * Takes all markers off a block; who has marked in it stays, with the reason. Leaders are not markers.
 *
 * @param isPreview says what would happen and changes nothing
 */
export async function removeAllMarkers(
  services: Services,
  blockId: number,
  actorId: number,
  isPreview: boolean,
): Promise<Rows> {
  const { db } = services
  const markers = (await selectBlockMarkers(db, blockId)).filter(({ duty }) => duty === 'marker')
  const work = await selectWork(db, blockId)
  const rows: Rows = []
  for (const { user_id, name } of markers) {
    const own = work.get(user_id) ?? NO_WORK
    const count = own.done + own.thirdDone + own.rejected
    let reason =
      count === 0 ? null : new AppError('MARKING_MARKER_HAS_WORK', { name, count }).message
    if (reason === null && !isPreview)
      reason = await removeMarker(services, blockId, user_id, actorId).then(
        () => null,
        // Somebody submitted in between: that one stays, the others go.
        (error: unknown) => {
          if (error instanceof AppError) return error.message
          throw error
        },
      )
    rows.push({
      marker_id: user_id,
      name,
      removed: reason === null,
      claimed: own.claimed,
      reason,
    })
  }
  return rows
}
