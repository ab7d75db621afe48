import type { ReplyOf, reviewPresence } from '@hengjuan/contracts'
import { transact } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow, minutesFrom } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import type { Scope } from '../facts.query.ts'
import { requireSheet } from '../sheet.query.ts'
import {
  deletePresence,
  findPresence,
  selectPresence,
  updateHoldersAway,
  upsertPresence,
} from './presence.query.ts'

/** Whoever says nothing for so long has gone, and holds nothing. @source ui D4 (soft locks, 2 min lease) */
const LEASE_MINUTES = 2

/**
 * Notes which sheet a person has before them. The first at a sheet holds it until they go on, take nothing
 * up for two minutes, or another person takes it over.
 *
 * @throws AppError SCAN_SHEET_NOT_FOUND
 */
export const notePresence = (
  services: Services,
  scope: Scope,
  given: { userId: number; sheetId: string | null; takes: boolean; leaves: boolean },
): Promise<ReplyOf<typeof reviewPresence>> =>
  transact(services.db, async (db) => {
    const { userId, sheetId } = given
    const now = isoNow(services.clock)
    if (given.leaves) await deletePresence(db, scope, userId)
    else {
      if (sheetId !== null) await requireSheet(db, scope, sheetId)
      const before = await findPresence(db, scope, userId, now)
      if (sheetId !== null && given.takes) await updateHoldersAway(db, scope, sheetId, userId)
      const stays = before?.sheet_id === sheetId
      const since = before && stays ? before.since : now
      const until = minutesFrom(services.clock, LEASE_MINUTES)
      await upsertPresence(db, scope, { userId, sheetId, since, until })
    }
    const people = await selectPresence(db, scope, now)
    const holderOf = (id: string | null) =>
      id === null ? undefined : people.find(({ sheet_id }) => sheet_id === id)?.user_id
    return {
      others: people
        .filter(({ user_id }) => user_id !== userId)
        .map((person) => ({ ...person, is_holder: holderOf(person.sheet_id) === person.user_id })),
      is_holder: holderOf(sheetId) === userId,
    }
  })

/**
 * Two people at one sheet do not overwrite each other: who came later goes on to the next, or takes over.
 *
 * @throws AppError SCAN_SHEET_BUSY
 */
export async function refuseIfHeld(
  services: Services,
  scope: Scope,
  userId: number,
  sheetIds: readonly string[],
): Promise<void> {
  const people = await selectPresence(services.db, scope, isoNow(services.clock))
  for (const id of sheetIds) {
    const holder = people.find(({ sheet_id }) => sheet_id === id)
    if (holder && holder.user_id !== userId)
      throw new AppError('SCAN_SHEET_BUSY', { name: holder.name })
  }
}
