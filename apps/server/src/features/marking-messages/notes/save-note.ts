import { type Db, lockRows } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { measureAgain, settingsOf } from '../../marking-core/index.ts'

/**
 * Makes a note of what a leader wrote: every marker of the block sees it beside the rubric. Words that are
 * a note already are replaced.
 *
 * @param text - how it is to read; undefined for the words of the message
 * @throws AppError MARKING_NOTE_SOURCE
 */
export async function saveNote(
  db: Db,
  services: Services,
  note: { blockId: number; messageId: number; text: string | undefined; byId: number },
): Promise<void> {
  const block = await lockRows(
    db,
    db.selectFrom('block').selectAll().where('id', '=', note.blockId),
  ).executeTakeFirstOrThrow()
  const message = await db
    .selectFrom('marking_message')
    .select(['text', 'is_from_leader', 'author_id'])
    .where('id', '=', note.messageId)
    .where('block_id', '=', note.blockId)
    .executeTakeFirst()
  if (!message || message.is_from_leader === 0 || message.author_id === null)
    throw new AppError('MARKING_NOTE_SOURCE')
  await removeNote(db, services, note)
  await db
    .insertInto('marking_note')
    .values({
      block_id: note.blockId,
      message_id: note.messageId,
      text: (note.text ?? message.text).trim(),
      saved_by: note.byId,
      saved_at: isoNow(services.clock),
    })
    .execute()
  await measureAgain(db, note.blockId, settingsOf(block).daySeeds)
}

/** Takes a note away; nothing happens where there is none. */
export async function removeNote(
  db: Db,
  services: Services,
  { blockId, messageId, byId }: { blockId: number; messageId: number; byId: number },
): Promise<void> {
  await db
    .updateTable('marking_note')
    .set({ removed_by: byId, removed_at: isoNow(services.clock) })
    .where('block_id', '=', blockId)
    .where('message_id', '=', messageId)
    .where('removed_at', 'is', null)
    .execute()
}
