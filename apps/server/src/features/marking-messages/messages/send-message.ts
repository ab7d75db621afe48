import type { InputOf, messageSend } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Session } from '../../../http/session.ts'
import type { Services } from '../../../services.ts'
import { selectBlockMarkers, selectBlockRules, tasksOf } from '../../marking-core/index.ts'
import { type MessageBlock, placeIn } from '../message-side.ts'

/**
 * Writes a message: from a marker to the leaders, about a paper in the own hands if one is named; from a
 * leader to one marker or to all.
 *
 * @throws AppError MARKING_NOT_ASSIGNED, MARKING_NOT_YOUR_READING, STAFF_NOT_FOUND
 */
export async function sendMessage(
  services: Services,
  session: Session,
  block: MessageBlock,
  body: InputOf<typeof messageSend>['body'],
): Promise<number> {
  const { db } = services
  const { side } = await placeIn(db, session, block)
  const text = body.text.trim()
  if (text === '')
    throw new AppError('INPUT_INVALID').withDetails([{ path: 'text', message: '请写明内容' }])
  if (side === 'leader' && body.marker_id !== undefined) {
    const people = await selectBlockMarkers(db, block.id)
    if (!people.some(({ user_id, duty }) => user_id === body.marker_id && duty === 'marker'))
      throw new AppError('STAFF_NOT_FOUND')
  }
  const paper =
    side === 'marker' && body.reading_id !== undefined
      ? await ownPaperOf(services, session.userId, block.id, body.reading_id)
      : null
  return insertMessage(db, {
    block,
    markerId: side === 'marker' ? session.userId : (body.marker_id ?? null),
    authorId: session.userId,
    isFromLeader: side === 'leader',
    paper,
    text,
    at: isoNow(services.clock),
  })
}

/** The paper under the code by which its marker knows it. @throws AppError MARKING_NOT_YOUR_READING */
async function ownPaperOf(
  services: Services,
  markerId: number,
  blockId: number,
  readingId: number,
): Promise<{ unitId: number; code: string }> {
  const { db } = services
  const reading = await db
    .selectFrom('reading')
    .selectAll()
    .where('id', '=', readingId)
    .where('block_id', '=', blockId)
    .where('marker_id', '=', markerId)
    .executeTakeFirst()
  if (!reading) throw new AppError('MARKING_NOT_YOUR_READING')
  const rules = await selectBlockRules(db, blockId)
  const [task] = await tasksOf(db, services, rules, [reading])
  if (!task) throw new AppError('MARKING_NOT_YOUR_READING')
  return { unitId: task.unit_id, code: task.secret_code }
}

/** Tells a marker of a block, or all of them, what the platform has done: nobody finds papers gone without a word. */
export const postNotice = (
  db: Db,
  notice: {
    block: Pick<MessageBlock, 'id' | 'exam_id'>
    /** Null for all. */
    markerId: number | null
    text: string
    at: string
  },
): Promise<number> => insertMessage(db, { ...notice, authorId: null, isFromLeader: true })

async function insertMessage(
  db: Db,
  message: {
    block: Pick<MessageBlock, 'id' | 'exam_id'>
    markerId: number | null
    /** Null for the platform. */
    authorId: number | null
    isFromLeader: boolean
    paper?: { unitId: number; code: string } | null
    text: string
    at: string
  },
): Promise<number> {
  const { id } = await db
    .insertInto('marking_message')
    .values({
      exam_id: message.block.exam_id,
      block_id: message.block.id,
      marker_id: message.markerId,
      author_id: message.authorId,
      is_from_leader: message.isFromLeader ? 1 : 0,
      unit_id: message.paper?.unitId ?? null,
      paper_code: message.paper?.code ?? null,
      text: message.text,
      at: message.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
