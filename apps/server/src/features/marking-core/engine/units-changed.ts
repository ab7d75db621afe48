import type { Db } from '@hengjuan/db'
import type { UnitFinal } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import type { Step } from './unit-entry.ts'
import type { UnitRow } from './unit-facts.ts'

/** What events did to papers; it is stored already. */
export interface UnitsChanged {
  /** When, UTC ISO text: they are one act. */
  at: string
  /** One for each event, in their order. */
  steps: readonly Step[]
  /** Papers whose final marks are others now. */
  finals: readonly FinalChange[]
}

export interface FinalChange {
  /** As read before the events. */
  row: UnitRow
  after: UnitFinal | null
  /** Blank checks that it is part of. */
  checks: number
}

/**
 * Follows changed papers, in the transaction that changes them: what it throws undoes the change. `Services` names
 * the subscribers, which are told one after the other.
 */
export type UnitSubscriber = (db: Db, services: Services, changed: UnitsChanged) => Promise<void>
