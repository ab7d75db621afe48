import type { Milli } from '@hengjuan/domain'
import { type BlockPoint, type BlockRules, pointsOf } from './block-rules.query.ts'
import { factsOf, type UnitRow } from './unit-facts.ts'

/** Points of a block that count for a unit: of optional questions only those chosen. */
export const countedPoints = (rules: BlockRules, unit: Pick<UnitRow, 'facts'>): BlockPoint[] =>
  pointsOf(rules, factsOf(unit).choice)

/** The final mark of a unit, one score for each point that counts; null while there is none. */
export const countedScores = (unit: Pick<UnitRow, 'final_points'>): Milli[] | null =>
  unit.final_points === null
    ? null
    : (JSON.parse(unit.final_points) as (Milli | null)[]).filter((score) => score !== null)
