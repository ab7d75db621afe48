import { type Db, isPostgres, rowsOf } from '@hengjuan/db'
import { barredBy, type BarReason } from '@hengjuan/domain'
import { sql } from 'kysely'
import { type BlockRules, selectRulesOfBlocks } from './block-rules.query.ts'
import { isReady } from './claim-room.ts'
import { barsOf, eligibilityOf } from './eligibility.ts'

/**
 * Why nobody may read a paper; `all_read` when whoever may has read it, `no_marker` without any at work,
 * `unqualified` where nobody at work has qualified.
 */
type StuckReason = BarReason | 'all_read' | 'no_marker' | 'unqualified'

/** Papers in the pool that no active marker of their block may take. */
export interface StuckPapers {
  blockId: number
  count: number
  reasons: { reason: StuckReason; count: number }[]
}

/** What stands against a paper first; of several reasons the first of these is told. */
const ORDER: readonly StuckReason[] = ['not_in_group', 'not_own_school', 'own_school', 'own_class']

/** A paper is read by few: where more markers than this may read one, somebody is always left. */
const MOST_READERS = 8

/**
 * Which papers nobody may read, and why. Papers of one class are judged together; only where few markers
 * may read them at all does it matter who has.
 *
 * @source domain rules 4.4 (无人可阅)
 */
export async function stuckPapers(db: Db, examId: number): Promise<StuckPapers[]> {
  const groups = await selectFreeGroups(db, examId)
  if (groups.length === 0) return []
  const blocks = await selectRulesOfBlocks(
    db,
    groups.map(({ block_id }) => block_id),
  )
  const markers = Map.groupBy(await selectActiveMarkers(db, examId), ({ block_id }) => block_id)
  const asks: { rules: BlockRules; markerIds: number[]; none: StuckReason }[] = []
  for (const rules of blocks.values()) {
    const active = markers.get(rules.block.id) ?? []
    const markerIds: number[] = []
    for (const own of active)
      if (await isReady(db, rules, own.user_id, own)) markerIds.push(own.user_id)
    asks.push({ rules, markerIds, none: active.length > 0 ? 'unqualified' : 'no_marker' })
  }
  const barOf = await barsOf(
    db,
    asks.flatMap(({ rules, markerIds }) => markerIds.map((markerId) => ({ rules, markerId }))),
  )
  const stuck = new Map<number, Map<StuckReason, number>>()
  const note = (blockId: number, reason: StuckReason, count: number) => {
    const own = stuck.get(blockId) ?? new Map<StuckReason, number>()
    stuck.set(blockId, own.set(reason, (own.get(reason) ?? 0) + count))
  }
  const askReaders: ReaderAsk[] = []
  for (const { rules, markerIds, none } of asks) {
    const { scope } = eligibilityOf(rules)
    for (const group of groups.filter(({ block_id }) => block_id === rules.block.id)) {
      const origin = { classId: group.class_id, schoolId: group.school_id }
      const bars = markerIds.map((id) => ({
        id,
        reason: barredBy(scope, barOf(rules, id), origin),
      }))
      const able = bars.flatMap(({ id, reason }) => (reason === null ? [id] : []))
      const reason = ORDER.find((one) => bars.some((bar) => bar.reason === one)) ?? none
      if (able.length === 0) note(group.block_id, reason, Number(group.count))
      else if (able.length <= MOST_READERS) {
        const { block_id, class_id, school_id } = group
        askReaders.push({ block_id, class_id, school_id, able, need: able.length })
      }
    }
  }
  for (const { block_id, count } of await countReadByAll(db, askReaders))
    note(block_id, 'all_read', Number(count))
  return [...stuck].map(([blockId, reasons]) => ({
    blockId,
    count: [...reasons.values()].reduce((sum, count) => sum + count, 0),
    reasons: [...reasons].map(([reason, count]) => ({ reason, count })),
  }))
}

/** Papers that somebody could take, by block and where they come from. */
const selectFreeGroups = (db: Db, examId: number) =>
  db
    .selectFrom('unit')
    .where('exam_id', '=', examId)
    .where('free_role', 'is not', null)
    .groupBy(['block_id', 'class_id', 'school_id'])
    .select(['block_id', 'class_id', 'school_id'])
    .select(({ fn }) => fn.countAll().as('count'))
    .execute()

const selectActiveMarkers = (db: Db, examId: number) =>
  db
    .selectFrom('block_marker')
    .innerJoin('block', 'block.id', 'block_marker.block_id')
    .where('block.exam_id', '=', examId)
    .where('block_marker.duty', '=', 'marker')
    .where('block_marker.suspended_at', 'is', null)
    .select(['block_marker.block_id', 'block_marker.user_id', 'block_marker.qualified'])
    .orderBy('block_marker.user_id')
    .execute()

interface ReaderAsk {
  block_id: number
  class_id: number
  school_id: number
  /** Markers who may read these papers, and how many they are. */
  able: number[]
  need: number
}

/** How many papers of each group everybody who may read them has read already. */
async function countReadByAll(db: Db, asks: readonly ReaderAsk[]) {
  if (asks.length === 0) return []
  const isAble = isPostgres(db)
    ? sql`reading.marker_id = any(v.able)`
    : sql`reading.marker_id in (select value from json_each(v.able))`
  return db
    .selectFrom(
      rowsOf(db, asks, {
        block_id: 'integer',
        class_id: 'integer',
        school_id: 'integer',
        able: 'integer[]',
        need: 'integer',
      }),
    )
    .innerJoin('unit', (join) =>
      join
        .onRef('unit.block_id', '=', 'v.block_id')
        .onRef('unit.class_id', '=', 'v.class_id')
        .onRef('unit.school_id', '=', 'v.school_id'),
    )
    .where('unit.free_role', 'is not', null)
    .where(
      sql<number>`(select count(distinct reading.marker_id) from reading
        where reading.unit_id = unit.id and ${isAble}
          and (reading.state in ('claimed', 'submitted', 'rejected')
            or reading.superseded_by in ('backmark', 'remark')))`,
      '>=',
      sql<number>`v.need`,
    )
    .groupBy('unit.block_id')
    .select(['unit.block_id'])
    .select(({ fn }) => fn.countAll().as('count'))
    .execute()
}
