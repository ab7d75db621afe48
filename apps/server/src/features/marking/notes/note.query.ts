import type { Db } from '@hengjuan/db'

/** The notes of a block that stand, the earliest first, each with the message that it was. */
export const selectNotes = (db: Db, blockId: number) =>
  db
    .selectFrom('marking_note as note')
    .innerJoin('marking_message as message', 'message.id', 'note.message_id')
    .innerJoin('user as saver', 'saver.id', 'note.saved_by')
    .leftJoin('user as author', 'author.id', 'message.author_id')
    .where('note.block_id', '=', blockId)
    .where('note.removed_at', 'is', null)
    .select(['note.id', 'note.message_id', 'note.text', 'note.saved_at'])
    .select(['message.at as written_at', 'author.name as author_name', 'saver.name as saver_name'])
    .orderBy('note.id')
    .execute()

/** Messages of a block that are notes. */
export async function selectNotedIds(db: Db, blockId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('marking_note')
    .select('message_id')
    .where('block_id', '=', blockId)
    .where('removed_at', 'is', null)
    .execute()
  return new Set(rows.map(({ message_id }) => message_id))
}
