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

/** Block id -> notes that stand and that a marker has not read, in an exam. */
export async function countNewNotes(
  db: Db,
  examId: number,
  userId: number,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('marking_note as note')
    .innerJoin('block', 'block.id', 'note.block_id')
    .leftJoin('marking_note_seen as seen', (join) =>
      join.onRef('seen.block_id', '=', 'note.block_id').on('seen.user_id', '=', userId),
    )
    .where('block.exam_id', '=', examId)
    .where('note.removed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('seen.last_note_id', 'is', null),
        eb('note.id', '>', eb.ref('seen.last_note_id').$castTo<number>()),
      ]),
    )
    .groupBy('note.block_id')
    .select(['note.block_id', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ block_id, count }) => [block_id, count]))
}

/** The last note of a block that a marker has read; 0 for none. */
export async function selectLastSeen(db: Db, blockId: number, userId: number): Promise<number> {
  const row = await db
    .selectFrom('marking_note_seen')
    .select('last_note_id')
    .where('block_id', '=', blockId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.last_note_id ?? 0
}

/** A marker has read the notes of a block up to one of them. Who read further stays there. */
export async function storeSeen(
  db: Db,
  seen: { block_id: number; user_id: number; lastId: number; at: string },
): Promise<void> {
  const { lastId, ...who } = seen
  const last = await db
    .selectFrom('marking_note')
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .where('block_id', '=', seen.block_id)
    .where('id', '<=', lastId)
    .executeTakeFirstOrThrow()
  if (last.id === null) return
  const last_note_id = last.id
  await db
    .insertInto('marking_note_seen')
    .values({ ...who, last_note_id })
    .onConflict((conflict) =>
      conflict
        .columns(['block_id', 'user_id'])
        .doUpdateSet({ last_note_id, at: seen.at })
        .where('marking_note_seen.last_note_id', '<', last_note_id),
    )
    .execute()
}
