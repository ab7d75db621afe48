import { type Db, hasAny, isOneOf, type Listed, type ReadTogether } from '@hengjuan/db'
import type { Admission } from '../../http/admission.ts'
import { sessionQuery } from '../../http/session.ts'

interface Entering {
  blockId: number
  admission?: Admission | null
}

/** Sessions of markers whose admission a round is to confirm. */
export const entryLists = (wishes: readonly Entering[]) => ({
  sessions: [...new Set(wishes.flatMap(({ admission }) => admission?.idHash ?? []))],
})

/** Those sessions, and which blocks are of subjects and exams that are not deleted. */
export const entryQueries = (
  db: Db,
  given: { sessions: Listed<string>; blockIds: Listed<number> },
) => ({
  sessions: hasAny(given.sessions) ? sessionQuery(db, given.sessions) : undefined,
  standing: hasAny(given.sessions)
    ? db
        .selectFrom('block')
        .innerJoin('exam', 'exam.id', 'block.exam_id')
        .innerJoin('exam_subject', (join) =>
          join
            .onRef('exam_subject.exam_id', '=', 'block.exam_id')
            .onRef('exam_subject.subject_id', '=', 'block.subject_id'),
        )
        .where(isOneOf(db, 'block.id', given.blockIds))
        .where('exam.deleted_at', 'is', null)
        .select('block.id')
    : undefined,
})

/**
 * Confirms the admission of a marker of a block. Of another school or not, who is assigned to a block may mark it:
 * what reach allows beyond that, the ordinary way finds out.
 */
export function entriesFrom(read: ReadTogether<ReturnType<typeof entryQueries>>) {
  const sessions = new Map(read.sessions.map((row) => [row.id_hash, row]))
  const standing = new Set(read.standing.map(({ id }) => id))
  return (admission: Admission, blockId: number): boolean =>
    standing.has(blockId) && admission.confirm(sessions.get(admission.idHash))
}
