import { type Db, transact } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow, minutesFrom } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { selectPaperTrail } from './paper-trail.query.ts'
import { drawnOf } from './sample-figures.ts'
import { selectStillToCheck } from './spot-check.query.ts'
import { deleteHold, deleteHoldsBut, findHold, prolongHold, upsertHold } from './spot-hold.query.ts'
import type { Sample } from './spot-sample.ts'
import { findReading, type ReadingRow } from '../../marking-core/index.ts'

/** So long a paper stays with its checker whose page says nothing. @source features A6 (70), ui D4 (2 min lease) */
const LEASE_MINUTES = 2
/** How often a sample is drawn from, where all that was drawn is taken by others at the same moment. */
const TRIES = 5

/** A reading on the table. */
export interface OnTable {
  reading: ReadingRow
  /** How often people had decided something about its paper when it was put there. */
  version: number
  /** Who else has it on the table; null when it is the checker's own. */
  heldBy: string | null
}

/**
 * Puts the next reading of a sample on a checker's table. Papers that other checkers have there are left out, and
 * what this one had of the block is given back.
 */
export async function takeNextOfSample(
  services: Services,
  sample: Sample,
  checkerId: number,
): Promise<OnTable | null> {
  for (let tries = 0; tries < TRIES; tries++) {
    const drawn = await drawnOf(services, sample, checkerId)
    const taken = await transact(services.db, (db) =>
      takeFirstOf(db, services, sample, { drawn, checkerId }),
    )
    if (taken || drawn.length === 0) return taken
  }
  return null
}

async function takeFirstOf(
  db: Db,
  services: Services,
  sample: Sample,
  { drawn, checkerId }: { drawn: readonly number[]; checkerId: number },
): Promise<OnTable | null> {
  const { blockId } = sample
  const open = new Map(
    (drawn.length === 0 ? [] : await selectStillToCheck(db, sample, checkerId, drawn)).map(
      (reading) => [reading.id, reading],
    ),
  )
  for (const reading of drawn.flatMap((id) => open.get(id) ?? [])) {
    await deleteHoldsBut(db, { blockId, checkerId, unitId: reading.unit_id })
    const taken = await hold(db, services, reading, checkerId)
    if (taken.heldBy === null) return taken
  }
  await deleteHoldsBut(db, { blockId, checkerId, unitId: null })
  return null
}

/** Puts one named reading on the table, unless its paper is on another's. */
export const takeNamed = (
  services: Services,
  reading: ReadingRow,
  checkerId: number,
): Promise<OnTable> => transact(services.db, (db) => hold(db, services, reading, checkerId))

async function hold(
  db: Db,
  services: Services,
  reading: ReadingRow,
  checkerId: number,
): Promise<OnTable> {
  // Before everything that is shown: what changes meanwhile is found to be newer.
  const version = (await selectPaperTrail(db, reading.unit_id)).length
  const isOwn = await upsertHold(
    db,
    {
      unit_id: reading.unit_id,
      block_id: reading.block_id,
      checker_id: checkerId,
      version,
      until: minutesFrom(services.clock, LEASE_MINUTES),
    },
    isoNow(services.clock),
  )
  if (isOwn) return { reading, version, heldBy: null }
  return { reading, version, heldBy: (await findHold(db, reading.unit_id))?.name ?? null }
}

/**
 * A checker's page says that the reading is still on the table, or that it is not any more.
 *
 * @returns who else has it now, null when it is the caller's or was given back; and its version as it is now
 * @throws AppError MARKING_READING_NOT_FOUND
 */
export const noteHold = (
  services: Services,
  checkerId: number,
  on: { blockId: number; readingId: number; leaves: boolean },
): Promise<{ heldBy: string | null; version: number }> =>
  transact(services.db, async (db) => {
    const reading = await findReading(db, on.readingId)
    if (reading?.block_id !== on.blockId) throw new AppError('MARKING_READING_NOT_FOUND')
    const unitId = reading.unit_id
    const version = (await selectPaperTrail(db, unitId)).length
    if (on.leaves) {
      await deleteHold(db, unitId, checkerId)
      return { heldBy: null, version }
    }
    const until = minutesFrom(services.clock, LEASE_MINUTES)
    if (await prolongHold(db, { unitId, checkerId, until })) return { heldBy: null, version }
    // Given back meanwhile, or run out: it is taken again where nobody else has it.
    return hold(db, services, reading, checkerId)
  })
