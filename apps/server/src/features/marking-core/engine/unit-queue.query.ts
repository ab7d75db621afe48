import type { Db } from '@hengjuan/db'
import type { UnitStatus } from '@hengjuan/domain'

/** Where a paper can stand: with a free slot, or waiting in a state. */
export type UnitQueue =
  | 'base'
  | 'third'
  | Extract<
      UnitStatus,
      'WAIT_IMAGE' | 'THIRD' | 'ARBITRATION' | 'BLANK_REVIEW' | 'PROBLEM' | 'REJECTED'
    >

/** Papers with a slot that somebody may take. */
export const FREE: readonly UnitQueue[] = ['base', 'third']

/** The papers of a block that stand in a queue, or in one of several, with their places; without order. */
export const papersIn = (db: Db, blockId: number, queue: UnitQueue | readonly UnitQueue[]) =>
  db
    .selectFrom('unit_queue as place')
    .innerJoin('unit', 'unit.id', 'place.unit_id')
    .where('place.block_id', '=', blockId)
    // An `in` of one is none to PostgreSQL when it looks for an index that gives the order.
    .where('place.queue', Array.isArray(queue) ? 'in' : '=', queue)
