import type { markStatus, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { startOfDay } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import type { BlockRules } from '../../marking-core/index.ts'
import { selectSeedEvents, type SeedEventRow } from './seed.query.ts'

type Feedback = ReplyOf<typeof markStatus>['seed_feedback']

/** Of one day; more than these nobody reads. */
const SHOWN = 5

/**
 * What a marker is told of today's seeds, the latest first: nothing unless the leader switched it on;
 * after every one, or the failed ones once two failed in a row.
 *
 * @source domain rules 7.3
 */
export async function seedFeedbackOf(
  services: Services,
  { block, points, settings }: BlockRules,
  markerId: number,
): Promise<Feedback> {
  const { seedFeedback } = settings
  if (seedFeedback === 'never' || block.has_seeds === 0) return []
  const { db, clock } = services
  const events = await selectSeedEvents(db, { blockId: block.id, markerId })
  const since = startOfDay(clock.now())
  const results = events.filter(({ kind }) => kind === 'pass' || kind === 'fail')
  const told = (seedFeedback === 'each' ? results : failedPairs(results))
    .filter(({ at }) => at >= since)
    .toReversed()
    .slice(0, SHOWN)
  const comments = await selectComments(
    db,
    told.flatMap(({ script_id }) => script_id ?? []),
    points,
  )
  return told.map((row) => ({
    reading_id: row.reading_id ?? 0,
    is_passed: row.kind === 'pass',
    total_milli: row.score_milli ?? 0,
    definitive_milli: row.definitive_milli ?? 0,
    comments: comments.get(row.script_id ?? 0) ?? [],
    at: row.at,
  }))
}

/** Fails that stand beside another fail. */
const failedPairs = (results: readonly SeedEventRow[]): SeedEventRow[] =>
  results.filter(
    ({ kind }, index) =>
      kind === 'fail' &&
      (results[index - 1]?.kind === 'fail' || results[index + 1]?.kind === 'fail'),
  )

/** Reasons by script; each with its point where there is one for every point. */
async function selectComments(
  db: Db,
  ids: readonly number[],
  points: BlockRules['points'],
): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('benchmark_script')
    .select(['id', 'comments'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map((row) => {
      const comments = JSON.parse(row.comments) as string[]
      const hasPoints = points.length > 1 && comments.length === points.length
      return [
        row.id,
        comments.flatMap((comment, at) => {
          if (comment === '') return []
          return hasPoints ? `${points[at]?.name ?? ''} ${comment}` : comment
        }),
      ]
    }),
  )
}
