import type { Db } from '@hengjuan/db'
import { AVOIDANCE_RULES, barredBy, type BarReason } from '@hengjuan/domain'
import {
  type BlockRules,
  isReady,
  selectActiveMarkers,
  selectRulesOfBlocks,
  selectWaitingReadings,
} from '../../marking-core/index.ts'
import { barsOf, eligibilityOf } from '../shares/eligibility.ts'
import {
  countReadByAll,
  type FreeGroup,
  type ReadByAll,
  selectFreeGroups,
  selectKin,
} from './stuck.query.ts'

/**
 * Why nobody may read a paper; `all_read` when whoever may has read it or passed it on, `no_marker` without any
 * at work, `unqualified` where nobody at work has qualified; `marker_gone` of a paper that waits for its marker.
 */
export type StuckReason = BarReason | 'all_read' | 'no_marker' | 'unqualified' | 'marker_gone'

/** Papers that no active marker of their block may take: in the pool, or waiting for somebody who is gone. */
export interface StuckPapers {
  blockId: number
  count: number
  reasons: { reason: StuckReason; count: number }[]
}

/** The same in Chinese. */
export const STUCK_REASONS: Readonly<Record<StuckReason, string>> = {
  ...AVOIDANCE_RULES,
  not_own_school: '该校没有阅卷教师',
  not_in_group: '该校没有指定教师组',
  all_read: '可评的教师都已评过或转为问题卷',
  no_marker: '没有在评的阅卷教师',
  unqualified: '教师都没有通过定标',
  marker_gone: '等待重评的教师已停止阅卷',
}

/** What stands against a paper first; of several reasons the first of these is told. */
const ORDER: readonly StuckReason[] = [
  'not_in_group',
  'not_own_school',
  'own_school',
  'own_class',
  'relative',
]

/** A paper is read by few: where more markers than this may read one, somebody is always left. */
const MOST_READERS = 8

/** Papers that the same markers may read: all of them stuck, or those that everybody able has read or passed on. */
export interface StuckGroup extends ReadByAll {
  reason: StuckReason
  /** The markers at work in the block. */
  markerIds: readonly number[]
  /** Papers of the group, stuck or not. */
  count: number
}

/**
 * Groups of papers of which all or some may be stuck. Papers of one class are judged together; only where
 * few markers may read them at all does it matter who has.
 *
 * @source domain rules 4.4 (无人可阅)
 */
export async function stuckGroups(
  db: Db,
  on: { examId: number; blockId?: number | undefined },
  kin: readonly number[],
): Promise<StuckGroup[]> {
  const groups = await selectFreeGroups(db, on, kin)
  if (groups.length === 0) return []
  const blocks = await selectRulesOfBlocks(
    db,
    groups.map(({ block_id }) => block_id),
  )
  const markers = Map.groupBy(await selectActiveMarkers(db, on), ({ block_id }) => block_id)
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
  return asks.flatMap(({ rules, markerIds, none }) => {
    const { scope } = eligibilityOf(rules)
    return groups
      .filter(({ block_id }) => block_id === rules.block.id)
      .flatMap((group): StuckGroup[] => {
        const bars = markerIds.map((id) => ({
          id,
          reason: barredBy(scope, barOf(rules, id), originOf(group)),
        }))
        const able = bars.flatMap(({ id, reason }) => (reason === null ? [id] : []))
        if (able.length > MOST_READERS) return []
        const reasons = new Set(bars.flatMap(({ reason }) => reason ?? []))
        return [
          {
            ...group,
            count: group.count,
            able,
            reason:
              able.length > 0 ? 'all_read' : (ORDER.find((one) => isIn(reasons, one)) ?? none),
            markerIds,
          },
        ]
      })
  })
}

const isIn = (reasons: ReadonlySet<StuckReason>, one: StuckReason): boolean => reasons.has(one)

export const originOf = ({ class_id, school_id, released, kin }: FreeGroup) => ({
  classId: class_id,
  schoolId: school_id,
  candidateId: kin,
  released,
})

/** Which papers nobody may read, and why, by block. */
export async function stuckPapers(db: Db, examId: number): Promise<StuckPapers[]> {
  const kin = await selectKin(db, examId)
  const groups = await stuckGroups(db, { examId }, kin)
  const stuck = new Map<number, Map<StuckReason, number>>()
  const note = (blockId: number, reason: StuckReason, count: number) => {
    const own = stuck.get(blockId) ?? new Map<StuckReason, number>()
    stuck.set(blockId, own.set(reason, (own.get(reason) ?? 0) + count))
  }
  for (const { block_id, reason, able, count } of groups)
    if (able.length === 0) note(block_id, reason, count)
  const partly = groups.filter(({ able }) => able.length > 0)
  for (const { block_id, count } of await countReadByAll(db, partly, kin))
    note(block_id, 'all_read', count)
  const waiting = await selectWaitingReadings(db, { examId })
  const units = new Map(waiting.flatMap((one) => (one.gone ? [[one.unitId, one.blockId]] : [])))
  for (const blockId of units.values()) note(blockId, 'marker_gone', 1)
  return [...stuck].map(([blockId, reasons]) => ({
    blockId,
    count: [...reasons.values()].reduce((sum, count) => sum + count, 0),
    reasons: [...reasons].map(([reason, count]) => ({ reason, count })),
  }))
}
