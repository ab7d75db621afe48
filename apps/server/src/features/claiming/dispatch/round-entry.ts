import { type Db, hasAny, type Listed, type ReadTogether } from '@hengjuan/db'
import type { Admission } from '../../../http/admission.ts'
import { sessionQuery } from '../../../http/session.ts'
import type { stampsOf } from '../../marking-core/index.ts'

interface Entering {
  admission?: Admission | null
}

/** Sessions of markers whose admission a round is to confirm. */
export const entryLists = (wishes: readonly Entering[]) => ({
  sessions: [...new Set(wishes.flatMap(({ admission }) => admission?.idHash ?? []))],
})

export const entryQueries = (db: Db, given: { sessions: Listed<string> }) => ({
  sessions: hasAny(given.sessions) ? sessionQuery(db, given.sessions) : undefined,
})

/**
 * Confirms the admission of a marker of a block. Of another school or not, who is assigned to a block may mark it:
 * what reach allows beyond that, the ordinary way finds out.
 *
 * @param stamps of the blocks, with whether their exam was deleted and their subject is still part of it
 */
export function entriesFrom(read: ReadTogether<EntryQueries>) {
  const sessions = new Map(read.sessions.map((row) => [row.id_hash, row]))
  const standing = new Set(
    read.stamps.flatMap(({ id, deleted_at, subject_id }) =>
      deleted_at === null && subject_id !== null ? [id] : [],
    ),
  )
  return (admission: Admission, blockId: number): boolean =>
    standing.has(blockId) && admission.confirm(sessions.get(admission.idHash))
}

type EntryQueries = ReturnType<typeof entryQueries> & { stamps: ReturnType<typeof stampsOf> }
