import type { Db } from '@hengjuan/db'
import { givenScores, type Milli } from '@hengjuan/domain'
import { bestOfBlock } from './best-of.ts'
import { type BlockPoint, type BlockRules, pointsOf, policyOf } from '../block/block-rules.query.ts'
import { factsOf, type UnitRow, unitStateOf } from './unit-facts.ts'
import { selectUnitReadings } from './unit.query.ts'

/** Points of a block that count for a unit: of optional questions only those chosen. */
export const countedPoints = (rules: BlockRules, unit: Pick<UnitRow, 'facts'>): BlockPoint[] =>
  pointsOf(rules, factsOf(unit).choice)

/**
 * The final mark of a unit, one score for each of these points; null while there is none. Where every
 * optional question is marked and the best count, the others stand at nothing.
 */
export function countedScores(
  rules: BlockRules,
  unit: Pick<UnitRow, 'final_points'>,
): Milli[] | null {
  if (unit.final_points === null) return null
  const scores = JSON.parse(unit.final_points) as (Milli | null)[]
  return bestOfBlock(rules)
    ? scores.map((score) => score ?? 0)
    : scores.filter((score) => score !== null)
}

/** The same, with what was given to questions that do not count: what a correction starts from. */
export async function selectGivenScores(
  db: Db,
  rules: BlockRules,
  unit: UnitRow,
): Promise<Milli[] | null> {
  if (unit.final_points === null || !bestOfBlock(rules)) return countedScores(rules, unit)
  const readings = await selectUnitReadings(db, [unit.id])
  return givenScores(unitStateOf(unit, readings), policyOf(rules, factsOf(unit).choice))
}
