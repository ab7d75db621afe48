import {
  type ArbView,
  disagreeingPoints,
  liveReadings,
  type Milli,
  PROBLEM_REASONS,
  settle,
  settlePolicyOf,
  type UnitReading,
  type UnitState,
} from '@hengjuan/domain'
import {
  type BlockRules,
  factsOf,
  pointsOf,
  policyOf,
  type UnitRow,
} from '../../marking-core/index.ts'

export const REASON_NAMES: Record<string, string> = {
  ...PROBLEM_REASONS,
  same_after_reject: '打回后给分未变',
}

export const arbitrationClaim = (unit: UnitState): UnitReading | undefined =>
  liveReadings(unit).find(({ role, state }) => role === 'ARB' && state === 'claimed')

/** Readings that count beside the arbitrator's own. */
export const scored = (unit: UnitState): (UnitReading & { scores: readonly Milli[] })[] =>
  liveReadings(unit).filter(
    (reading): reading is UnitReading & { scores: readonly Milli[] } =>
      reading.role !== 'ARB' && reading.state === 'submitted' && reading.scores !== null,
  )

/** A problem paper is not judged anew beside others: its leader sees what was given, under letters. */
export const arbViewOf = ({ settings }: BlockRules, unit: UnitState): ArbView =>
  unit.status === 'PROBLEM' ? 'scores' : settings.arbView

/** How far the readings that should have agreed lie apart; null when there are no two. */
export function gapOf(rules: BlockRules, row: UnitRow, unit: UnitState): Milli | null {
  const policy = policyOf(rules, factsOf(row).choice)
  const settlement = settle(scored(unit), settlePolicyOf(unit, policy))
  return 'gapMilli' in settlement ? settlement.gapMilli : null
}

/** Points that lie too far apart; empty where the totals do already, or only the totals are compared. */
export function gapPointsOf(rules: BlockRules, row: UnitRow, unit: UnitState) {
  const { choice } = factsOf(row)
  const policy = settlePolicyOf(unit, policyOf(rules, choice))
  const gap = gapOf(rules, row, unit)
  const readings = scored(unit)
  const { compareScope = 'total', toleranceMilli, pointTolerancesMilli } = policy
  const isTotal = compareScope === 'both' && (gap ?? 0) > toleranceMilli
  if (gap === null || compareScope === 'total' || isTotal) return []
  const disagree = disagreeingPoints(readings, policy)
  return pointsOf(rules, choice).flatMap(({ name }, at) => {
    const scores = readings.map((reading) => reading.scores[at] ?? 0)
    const gap_milli = Math.max(...scores) - Math.min(...scores)
    return disagree[at]
      ? [{ name, gap_milli, tolerance_milli: pointTolerancesMilli?.[at] ?? 0 }]
      : []
  })
}
