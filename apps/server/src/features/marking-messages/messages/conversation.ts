import type { messagesGet, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import type { Session } from '../../../http/session.ts'
import type { Services } from '../../../services.ts'
import { listedImagesOf, selectBlockMarkers } from '../../marking-core/index.ts'
import { selectNotedIds } from '../notes/note.query.ts'
import { selectConversations, selectMessages } from './message.query.ts'
import { type MessageBlock, type Place, placeIn } from '../message-side.ts'

type View = ReplyOf<typeof messagesGet>

/** Who the platform's own messages come from. */
const PLATFORM = '系统'

/** A conversation, and for leaders all of them in brief. A marker is told of nobody else's. */
export async function messagesOf(
  services: Services,
  session: Session,
  block: MessageBlock,
  wanted: number | undefined,
): Promise<View> {
  const { db } = services
  const place = await placeIn(db, session, block)
  const markerId = place.side === 'marker' ? session.userId : (wanted ?? null)
  const rows = await selectMessages(db, block.id, markerId)
  const markers = (await selectBlockMarkers(db, block.id)).filter(({ duty }) => duty === 'marker')
  const unitIds = rows.flatMap(({ unit_id }) => unit_id ?? [])
  const units =
    unitIds.length === 0
      ? []
      : await db.selectFrom('unit').select(['id', 'images']).where('id', 'in', unitIds).execute()
  const images = await listedImagesOf(db, services, units)
  const noted = await selectNotedIds(db, block.id)
  return {
    block_id: block.id,
    block_name: block.name,
    side: place.side,
    list: rows.map((row) => ({
      message_id: row.id,
      marker_id: row.marker_id,
      author_name: row.author_name ?? PLATFORM,
      side: row.is_from_leader === 1 ? 'leader' : 'marker',
      is_own: row.author_id === session.userId,
      text: row.text,
      at: row.at,
      is_note: noted.has(row.id),
      paper:
        row.paper_code === null
          ? null
          : { code: row.paper_code, images: images.get(row.unit_id ?? 0) ?? [] },
      read_count: row.read_count,
      reader_count: row.marker_id === null ? markers.length : 1,
    })),
    people: place.side === 'leader' ? await peopleOf(db, session, place, block.id, markers) : [],
  }
}

async function peopleOf(
  db: Db,
  session: Session,
  place: Place,
  blockId: number,
  markers: readonly { user_id: number; name: string }[],
): Promise<View['people']> {
  const known = await selectConversations(db, blockId, readerOf(session, place))
  const rows = markers.map(({ user_id, name }) => {
    const { unread = 0, last = null } = known.get(user_id) ?? {}
    return {
      marker_id: user_id,
      name,
      unread,
      last_text: last?.text ?? null,
      last_at: last?.at ?? null,
      is_waiting: last?.is_from_leader === 0,
    }
  })
  return rows.toSorted(
    (a, b) =>
      Number(b.unread > 0) - Number(a.unread > 0) ||
      (b.last_at ?? '').localeCompare(a.last_at ?? '') ||
      a.marker_id - b.marker_id,
  )
}

const readerOf = ({ userId }: Session, { leads }: Place) => ({ userId, sharesReading: !leads })
