import type { messagesUnread, ReplyOf } from '@hengjuan/contracts'
import type { Database } from '@hengjuan/db'
import { isoNow } from '../../../clock.ts'
import type { Session } from '../../../http/session.ts'
import type { Services } from '../../../services.ts'
import { settingsOf } from '../../marking-core/index.ts'
import { countNewNotes } from '../notes/note.query.ts'
import {
  countUnreadOfLeader,
  countUnreadOfMarker,
  insertReads,
  selectMessageStamp,
  selectUnreadIds,
} from './message.query.ts'
import { type MessageBlock, type Place, placeIn, placesIn } from '../message-side.ts'

/** Notes as read what the caller sees of a conversation, up to a message. */
export async function readMessages(
  services: Services,
  session: Session,
  block: MessageBlock,
  { lastId, markerId }: { lastId: number; markerId: number | null },
): Promise<void> {
  const { db, clock } = services
  const { side } = await placeIn(db, session, block)
  const unread = await selectUnreadIds(db, block.id, {
    side,
    userId: session.userId,
    markerId,
    lastId,
  })
  await insertReads(
    db,
    unread.map(({ id }) => id),
    {
      exam_id: block.exam_id,
      user_id: session.userId,
      is_leader: side === 'leader' ? 1 : 0,
      at: isoNow(clock),
    },
  )
}

/** Unread messages and notes of the caller, and the rubrics and rules that hold, in the blocks of an exam that the caller leads, supervises or marks. */
export async function unreadIn(
  { db }: Services,
  session: Session,
  examId: number,
): Promise<ReplyOf<typeof messagesUnread>> {
  const blocks = await db
    .selectFrom('block')
    .select(['id', 'subject_id', 'name', 'settings', 'is_joint', 'rules_stamp'])
    .where('exam_id', '=', examId)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const places = await placesIn(db, session, blocks)
  const rubrics = new Map(
    blocks.map((block) => [block.id, settingsOf(block).rubricVersion] as const),
  )
  const stampOf = new Map(blocks.map(({ id, rules_stamp }) => [id, rules_stamp] as const))
  const has = (test: (place: Place) => boolean) => [...places.values()].some(test)
  const none = new Map<number, number>()
  const marks = has(({ side }) => side === 'marker')
  const own = marks ? await countUnreadOfMarker(db, examId, session.userId) : none
  const notes = marks ? await countNewNotes(db, examId, session.userId) : none
  const counts = { userId: session.userId }
  const led = has(({ leads }) => leads)
    ? await countUnreadOfLeader(db, examId, { ...counts, sharesReading: false })
    : none
  const supervised = has(({ side, leads }) => side === 'leader' && !leads)
    ? await countUnreadOfLeader(db, examId, { ...counts, sharesReading: true })
    : none
  return {
    list: [...places].map(([block_id, { side, leads }]) => ({
      block_id,
      side,
      unread: (side === 'marker' ? own : leads ? led : supervised).get(block_id) ?? 0,
      new_notes: side === 'marker' ? (notes.get(block_id) ?? 0) : 0,
      rubric_version: rubrics.get(block_id) ?? 0,
      stamp: stampOf.get(block_id) ?? 0,
    })),
  }
}

const STAMP_MS = 900
const stamps = new WeakMap<Database, Map<number, { until: number; value: Promise<string> }>>()

/** Changes whenever a message of the exam is written or read, a note made or taken back, a rubric saved, or a block opened, paused or changed; asked for once for all who listen. */
export function messageStamp({ db }: Services, examId: number): Promise<string> {
  const byExam = stamps.get(db) ?? new Map<number, { until: number; value: Promise<string> }>()
  stamps.set(db, byExam)
  const now = performance.now()
  const last = byExam.get(examId)
  if (last && last.until > now) return last.value
  const value = selectMessageStamp(db, examId)
  byExam.set(examId, { until: now + STAMP_MS, value })
  return value
}
