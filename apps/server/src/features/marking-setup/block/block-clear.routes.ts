import { blockClear, markersDeleteAll } from '@hengjuan/contracts'
import { audit } from '../../../http/audit.ts'
import { asAct } from '../../acts/index.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { clearBlock, clearing, undoClear } from './block-clear.ts'
import { removeAllMarkers } from './remove-markers.ts'

export function registerBlockClear(target: ServeApp): void {
  serve(target, blockClear, async (call) => {
    const { body, found, services, session } = call
    const { action, block_id } = body
    if (action === 'preview') return clearing(services, block_id, 0)
    const userId = session.userId
    const place = {
      kind: action === 'undo' ? 'restore' : 'clear',
      examId: found.block.exam_id,
      subjectId: found.block.subject_id,
      blockId: block_id,
    } as const
    const changed = await asAct({ services, session }, place, () =>
      action === 'undo'
        ? undoClear(services, block_id, userId)
        : clearBlock(services, {
            blockId: block_id,
            blockName: body.block_name ?? '',
            reason: body.reason ?? '',
            userId,
          }),
    )
    await audit(services.db, call, {
      action: action === 'undo' ? 'marking-clear-undo' : 'marking-clear',
      object: `block:${block_id}`,
      after: { units: changed, reason: body.reason ?? null },
    })
    return clearing(services, block_id, changed)
  })

  serve(target, markersDeleteAll, async (call) => {
    const { body, services, session } = call
    const isPreview = body.preview === 1
    const rows = await removeAllMarkers(services, body.block_id, session.userId, isPreview)
    const gone = rows.filter(({ removed }) => removed)
    if (!isPreview && gone.length > 0)
      await audit(services.db, call, {
        action: 'marker-remove-all',
        object: `block:${body.block_id}`,
        before: gone.map(({ marker_id }) => marker_id),
      })
    return { rows, removed: gone.length, kept: rows.length - gone.length }
  })
}
