import type { Db } from '@hengjuan/db'
import type { Services } from '../../../services.ts'
import { applyEvent } from './apply-event.ts'
import { factsOf, type UnitFacts } from './unit-facts.ts'

/** Blocks of one candidate on one sheet. */
export interface UnitsOfSheet {
  examId: number
  subjectId: number
  candidateId: number
  sheetId: string
  /** Absent: all. */
  blockKeys?: readonly string[] | undefined
}

export interface MarkedUnit {
  unitId: number
  blockKey: string
  blockName: string
  /** Scores that count now, of markers and arbitrators. */
  readings: number
  /** Something would be lost by a reset: a reading, a decision, a reported problem. */
  isTouched: boolean
}

/** The units whose image comes from a sheet, with what they carry. */
export async function selectUnitsOfSheet(db: Db, target: UnitsOfSheet): Promise<MarkedUnit[]> {
  const rows = await db
    .selectFrom('unit')
    .innerJoin('block', 'block.id', 'unit.block_id')
    .where('unit.exam_id', '=', target.examId)
    .where('unit.subject_id', '=', target.subjectId)
    .where('unit.candidate_id', '=', target.candidateId)
    .$if(target.blockKeys !== undefined, (query) =>
      query.where('block.block_key', 'in', [...(target.blockKeys ?? [])]),
    )
    .select(['unit.id', 'unit.facts', 'block.block_key', 'block.name'])
    .orderBy('block.sort')
    .orderBy('unit.id')
    .execute()
  const units: MarkedUnit[] = []
  for (const row of rows) {
    const facts = factsOf(row)
    if (facts.sheetId !== target.sheetId) continue
    const readings = await db
      .selectFrom('reading')
      .select('state')
      .where('unit_id', '=', row.id)
      .where('state', 'in', ['claimed', 'submitted', 'rejected'])
      .execute()
    units.push({
      unitId: row.id,
      blockKey: row.block_key,
      blockName: row.name,
      readings: readings.filter(({ state }) => state !== 'claimed').length,
      isTouched: readings.length > 0 || isDecidedHere(facts) || facts.problem !== null,
    })
  }
  return units
}

/** A mark that was written on the paper before it was scanned stays through a reset. */
const isDecidedHere = ({ decision }: UnitFacts): boolean =>
  decision !== null && decision.source !== 'OFFLINE'

/**
 * Voids everything that was said about a unit; it is marked from the beginning.
 *
 * @throws AppError MARKING_UNIT_LOCKED when its mark is published
 * @source domain rules 5.4
 */
export const resetUnit = (
  db: Db,
  services: Services,
  unitId: number,
  actorId: number,
): Promise<unknown> => applyEvent(db, services, unitId, { type: 'reset' }, { userId: actorId })
