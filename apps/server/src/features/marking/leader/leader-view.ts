import type { Db } from '@hengjuan/db'
import {
  type ArbView,
  liveReadings,
  type Milli,
  PROBLEM_REASONS,
  settle,
  settlePolicyOf,
  type UnitReading,
  type UnitState,
} from '@hengjuan/domain'
import { type BlockRules, policyOf } from '../block/block-rules.query.ts'
import { factsOf, MACHINE, type UnitRow } from '../engine/unit-facts.ts'

export const REASON_NAMES: Record<string, string> = {
  ...PROBLEM_REASONS,
  same_after_reject: '打回后给分未变',
}

/** Names of people by id; the machine has none. */
export async function selectNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== MACHINE)
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('user')
    .select(['id', 'name'])
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
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
