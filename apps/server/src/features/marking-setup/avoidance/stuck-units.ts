import type { Db } from '@hengjuan/db'
import {
  AVOIDANCE_RULES,
  type AvoidanceRule,
  barredBy,
  MARKER_GONE,
  RELEASE_BITS,
} from '@hengjuan/domain'
import {
  type BlockRules,
  factsOf,
  selectBlockRules,
  selectReaders,
  selectWaitingReadings,
} from '../../marking-core/index.ts'
import { barsOf, eligibilityOf } from '../shares/eligibility.ts'
import { countReadByAll, selectKin, selectReadByAll } from '../stuck/stuck.query.ts'
import { originOf, type StuckGroup, stuckGroups, type StuckReason } from '../stuck/stuck-papers.ts'

/** Rules that stand together between a paper and some markers. */
interface ReleaseOption {
  rules: AvoidanceRule[]
  markerIds: number[]
}

/** A paper that nobody may read, and what would have to be relaxed for whom. */
interface StuckUnit {
  id: number
  code: string
  className: string
  schoolName: string
  reason: StuckReason
  options: ReleaseOption[]
  /** Who was to mark it again and is gone; null for a paper in the pool. */
  waitsFor: string | null
}

/** As many as are listed; there are more only where a whole block has no reader. */
const MOST = 1000

/** The papers of a block that nobody may read, one by one. @source domain rules 4.4 */
export async function stuckUnits(
  db: Db,
  blockId: number,
): Promise<{ total: number; units: StuckUnit[] }> {
  const rules = await selectBlockRules(db, blockId)
  const examId = rules.block.exam_id
  const kin = await selectKin(db, examId)
  const groups = await stuckGroups(db, { examId, blockId }, kin)
  const rows = await selectReadByAll(db, firstGroups(groups), kin, MOST)
  const isPartly = ({ able }: StuckGroup) => able.length > 0
  const counts = [
    ...groups.filter((group) => !isPartly(group)),
    ...(await countReadByAll(db, groups.filter(isPartly), kin)),
  ]
  const readers = Map.groupBy(
    await selectReaders(
      db,
      rows.map(({ id }) => id),
    ),
    ({ unit_id }) => unit_id,
  )
  const optionsOf = await groupOptions(db, rules, groups)
  const waiting = await waitingUnits(db, blockId)
  return {
    total: counts.reduce((sum, { count }) => sum + count, waiting.length),
    units: [
      ...waiting,
      ...rows.flatMap(({ no, id, secret_code, class_name, school_name, ...row }) => {
        const group = groups[no]
        if (!group) return []
        const had = new Set([
          ...(readers.get(id)?.map(({ marker_id }) => marker_id) ?? []),
          ...factsOf(row).excludedMarkers.map(Number),
        ])
        const options = optionsOf(group)
          .map((option) => ({
            ...option,
            markerIds: option.markerIds.filter((markerId) => !had.has(markerId)),
          }))
          .filter(({ markerIds }) => markerIds.length > 0)
        return [
          {
            id,
            code: secret_code,
            className: class_name,
            schoolName: school_name,
            reason: group.reason,
            options,
            waitsFor: null,
          },
        ]
      }),
    ].slice(0, MOST),
  }
}

/** As many groups, from the first, as there can be papers in the list: all of a group that nobody may read are in it. */
function firstGroups(groups: readonly StuckGroup[]): readonly StuckGroup[] {
  let listed = 0
  const end = groups.findIndex(({ able, count }) => {
    listed += able.length === 0 ? count : 0
    return listed >= MOST
  })
  return end < 0 ? groups : groups.slice(0, end + 1)
}

/** Papers that wait to be marked again by somebody who is gone. */
async function waitingUnits(db: Db, blockId: number): Promise<StuckUnit[]> {
  const readings = (await selectWaitingReadings(db, { blockId })).filter(
    ({ gone }) => gone !== null,
  )
  return [...Map.groupBy(readings, ({ unitId }) => unitId)].flatMap(([id, own]) => {
    const [first] = own
    if (!first) return []
    return [
      {
        id,
        code: first.secretCode,
        className: first.className,
        schoolName: first.schoolName,
        reason: 'marker_gone',
        options: [],
        waitsFor: own
          .map(({ markerName, gone }) => `${markerName}（${gone ? MARKER_GONE[gone] : ''}）`)
          .join('、'),
      },
    ]
  })
}

/** What stands between the papers of a group and each marker, markers with the same rules together. */
async function groupOptions(db: Db, rules: BlockRules, groups: readonly StuckGroup[]) {
  const markerIds = [...new Set(groups.flatMap((group) => group.markerIds))]
  const barOf = await barsOf(
    db,
    markerIds.map((markerId) => ({ rules, markerId })),
  )
  const { scope } = eligibilityOf(rules)
  const standing = (group: StuckGroup, markerId: number): AvoidanceRule[] | null => {
    const against: AvoidanceRule[] = []
    let { released } = group
    for (;;) {
      const reason = barredBy(scope, barOf(rules, markerId), { ...originOf(group), released })
      if (reason === null) return against
      // Whose papers are read at all is settled by the settings of the block, not paper by paper.
      if (!isRule(reason)) return null
      against.push(reason)
      released |= RELEASE_BITS[reason]
    }
  }
  return (group: StuckGroup): ReleaseOption[] => {
    const options = new Map<string, ReleaseOption>()
    for (const markerId of group.markerIds) {
      const against = standing(group, markerId)
      if (against === null || against.length === 0) continue
      const key = keyOf(against)
      const option = options.get(key) ?? { rules: against, markerIds: [] }
      option.markerIds.push(markerId)
      options.set(key, option)
    }
    return [...options.values()].toSorted(
      (a, b) => weightOf(a.rules) - weightOf(b.rules) || b.markerIds.length - a.markerIds.length,
    )
  }
}

const isRule = (reason: string): reason is AvoidanceRule => Object.hasOwn(AVOIDANCE_RULES, reason)

/** The same for the same rules in any order. */
export const keyOf = (rules: readonly AvoidanceRule[]): string =>
  String(rules.reduce((bits, rule) => bits | RELEASE_BITS[rule], 0))

/** Whatever concerns relatives comes last, fewer rules come before more. */
const weightOf = (rules: readonly AvoidanceRule[]): number =>
  rules.length + (rules.includes('relative') ? 10 : 0)
