import type { ReplyOf, toleranceGaps } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { countGaps, type GapCount, type Milli, pairGap } from '@hengjuan/domain'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import { bestOfBlock } from '../engine/best-of.ts'
import {
  type BlockRow,
  type BlockRules,
  pointsOf,
  selectBlockRules,
} from '../block/block-rules.query.ts'
import { factsOf } from '../engine/unit-facts.ts'

type Reply = ReplyOf<typeof toleranceGaps>

/** The latest pairs say as much as all of a large exam. */
const MOST_PAIRS = 3000

/**
 * How far apart the two readings of papers of a block lie; where it has none, those of the block most like it in
 * earlier exams of the school. Looked for away from those who mark.
 *
 * @source domain rules 3.5
 */
export const toleranceGapsOf = runInWorker(
  import.meta.url,
  'toleranceGapsOf',
  ({ db }, block: BlockRow) => selectToleranceGaps(db, block),
)

async function selectToleranceGaps(db: Db, block: BlockRow): Promise<Reply> {
  const rules = await selectBlockRules(db, block.id)
  const own = await selectGaps(db, rules)
  if (own.length > 0) return replyOf('own', own, { exam_name: '', block_name: block.name }, true)
  const like = await findLike(db, block)
  if (!like) return replyOf('none', [], { exam_name: '', block_name: '' }, false)
  const others = await selectBlockRules(db, like.id)
  return replyOf(
    'earlier',
    await selectGaps(db, others),
    { exam_name: like.exam_name, block_name: like.block_name },
    fullsOf(others) === fullsOf(rules),
  )
}

const replyOf = (
  source: Reply['source'],
  gaps: readonly GapCount[],
  names: Pick<Reply, 'exam_name' | 'block_name'>,
  hasPoints: boolean,
): Reply => ({
  source,
  ...names,
  has_points: hasPoints,
  pair_count: gaps.reduce((sum, { count }) => sum + count, 0),
  gaps: gaps.map(({ totalMilli, pointsMilli, count }) => ({
    gap_milli: totalMilli,
    point_gaps_milli: [...pointsMilli],
    count,
  })),
})

const fullsOf = ({ points }: BlockRules): string =>
  points.map(({ fullMilli }) => fullMilli).join(' ')

/** Papers of blocks with a first and a second reading. */
const pairsIn = (db: Db) =>
  db
    .selectFrom('reading as second')
    .innerJoin('reading as first', 'first.unit_id', 'second.unit_id')
    .innerJoin('unit', 'unit.id', 'second.unit_id')
    .where('first.role', '=', 'R1')
    .where('second.role', '=', 'R2')
    .where('first.state', '=', 'submitted')
    .where('second.state', '=', 'submitted')

async function selectGaps(db: Db, rules: BlockRules): Promise<GapCount[]> {
  const rows = await pairsIn(db)
    .where('second.block_id', '=', rules.block.id)
    .select(['first.points as a', 'second.points as b', 'unit.facts'])
    .orderBy('second.id', 'desc')
    .limit(MOST_PAIRS)
    .execute()
  const bestOf = bestOfBlock(rules)
  return countGaps(
    rows.map(({ a, b, facts }) => {
      const counted = pointsOf(rules, factsOf({ facts }).choice)
      const { totalMilli, pointsMilli } = pairGap(scored(a), scored(b), { bestOf })
      return {
        totalMilli,
        // In the order of all points of the block; those of questions not chosen do not differ.
        pointsMilli: rules.points.map((point) => pointsMilli[counted.indexOf(point)] ?? 0),
      }
    }),
  )
}

const scored = (points: string | null) => ({ scores: JSON.parse(points ?? '[]') as Milli[] })

/** Of earlier exams of the school, the latest block of the subject with the same full mark that was read twice. */
const findLike = (db: Db, block: BlockRow) =>
  db
    .selectFrom('block')
    .innerJoin('exam', 'exam.id', 'block.exam_id')
    .innerJoin('exam as own', (join) =>
      join.onRef('own.school_id', '=', 'exam.school_id').on('own.id', '=', block.exam_id),
    )
    .where('block.subject_id', '=', block.subject_id)
    .where('block.full_milli', '=', block.full_milli)
    .where('block.exam_id', '<>', block.exam_id)
    .where('exam.deleted_at', 'is', null)
    .whereRef('exam.start_date', '<=', 'own.start_date')
    .where('block.id', 'in', pairsIn(db).select('second.block_id'))
    .select(['block.id', 'block.name as block_name', 'exam.name as exam_name'])
    .orderBy('exam.start_date', 'desc')
    .orderBy('exam.id', 'desc')
    // Among several the one that is called alike.
    .orderBy(({ eb }) => eb.case().when('block.name', '=', block.name).then(0).else(1).end())
    .orderBy('block.sort')
    .orderBy('block.id')
    .limit(1)
    .executeTakeFirst()
