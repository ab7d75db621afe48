import * as contract from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import type { Session } from '../../../http/session.ts'
import type { Services } from '../../../services.ts'
import { type MessageBlock, placeIn } from '../message-side.ts'
import { withRetry } from '../../marking-core/index.ts'
import { selectLastSeen, selectNotes, storeSeen } from './note.query.ts'
import { removeNote, saveNote } from './save-note.ts'

/** Answers of leaders that hold for all markers of the block. */
export function registerNotes(target: ServeApp): void {
  serve(target, contract.notesGet, async ({ found, services, session }) =>
    notesOf(services, session, found.block),
  )

  serve(target, contract.noteSet, async (call) => {
    const { body, found, services, session } = call
    const { side } = await placeIn(services.db, session, found.block)
    if (side !== 'leader') throw new AppError('MARKING_NOTE_LEADERS')
    const note = { blockId: found.block.id, messageId: body.message_id, byId: session.userId }
    await withRetry(services, async (db) => {
      if (body.action === 'save') await saveNote(db, services, { ...note, text: body.text })
      else await removeNote(db, services, note)
      await audit(db, call, {
        action: `marking-note-${body.action}`,
        object: `block:${found.block.id}`,
        after: { message: body.message_id, text: body.text },
      })
    })
    return notesOf(services, session, found.block)
  })

  serve(target, contract.notesRead, async ({ body, found, services, session }) => {
    const { side } = await placeIn(services.db, session, found.block)
    // For leaders nothing is new: the notes are their own words.
    if (side === 'marker')
      await storeSeen(services.db, {
        block_id: found.block.id,
        user_id: session.userId,
        lastId: body.last_id,
        at: isoNow(services.clock),
      })
    return { ok: true as const }
  })
}

async function notesOf({ db }: Services, session: Session, block: MessageBlock) {
  const { side } = await placeIn(db, session, block)
  const lastSeen = side === 'marker' ? await selectLastSeen(db, block.id, session.userId) : null
  return {
    list: (await selectNotes(db, block.id)).map((note) => ({
      note_id: note.id,
      message_id: note.message_id,
      text: note.text,
      author_name: note.author_name ?? '',
      written_at: note.written_at,
      saved_by: note.saver_name,
      saved_at: note.saved_at,
      is_new: lastSeen !== null && note.id > lastSeen,
    })),
    may_change: side === 'leader',
  }
}
