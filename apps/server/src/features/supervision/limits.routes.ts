import { markerLimitsGet, markerLimitsSet, type ReplyOf } from '@hengjuan/contracts'
import { transact } from '@hengjuan/db'
import { DEFAULT_MARKER_LIMITS, type MarkerLimits } from '@hengjuan/domain'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { selectMarkerLimits, updateMarkerLimits } from './marker-limits.query.ts'

type Wire = ReplyOf<typeof markerLimitsGet>['limits']

/** When a marker's light is not green, by exam. @source domain rules 8 (status) */
export function registerLimits(target: ServeApp): void {
  serve(target, markerLimitsGet, async ({ query, services }) =>
    viewOf(await selectMarkerLimits(services.db, query.exam_id)),
  )

  serve(target, markerLimitsSet, async ({ body, services, session, request }) =>
    transact(services.db, async (db) => {
      const before = await selectMarkerLimits(db, body.exam_id)
      await updateMarkerLimits(db, body.exam_id, body.limits && limitsOf(body.limits))
      const after = await selectMarkerLimits(db, body.exam_id)
      await audit(
        db,
        { services, session, request },
        { action: 'marker-limits', object: `exam:${body.exam_id}`, before, after },
      )
      return viewOf(after)
    }),
  )
}

const viewOf = (limits: MarkerLimits): ReplyOf<typeof markerLimitsGet> => ({
  limits: wireOf(limits),
  usual: wireOf(DEFAULT_MARKER_LIMITS),
})

const wireOf = (limits: MarkerLimits): Wire => ({
  errors: limits.errors,
  lone_errors: limits.loneErrors,
  share_percent: limits.sharePercent,
  consistency_percent: limits.consistencyPercent,
  seed_percent: limits.seedPercent,
  fast_percent: limits.fastPercent,
})

const limitsOf = (limits: Wire): MarkerLimits => ({
  errors: limits.errors,
  loneErrors: limits.lone_errors,
  sharePercent: limits.share_percent,
  consistencyPercent: limits.consistency_percent,
  seedPercent: limits.seed_percent,
  fastPercent: limits.fast_percent,
})
