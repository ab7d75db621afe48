import { countIf, type Db, type Tables } from '@hengjuan/db'
import { type ExpressionBuilder, sql } from 'kysely'

/** Stamps of rules are taken apart by this. */
const STAMPS = 2_147_483_647
/** As many messages of a conversation are shown. */
const LATEST = 200

/** Who reads: a leader of the block for themselves; supervisors without that duty share what nobody has read. */
export interface Reader {
  userId: number
  sharesReading: boolean
}

type MessageRows = ExpressionBuilder<Tables & { message: Tables['marking_message'] }, 'message'>

/** Nobody whom the condition names has read it. */
const isUnseen = (eb: MessageRows, column: 'seen.is_leader' | 'seen.user_id', by: number) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('marking_message_read as seen')
        .whereRef('seen.message_id', '=', 'message.id')
        .where(column, '=', by)
        .select('seen.id'),
    ),
  )

const isUnreadByLeader =
  ({ userId, sharesReading }: Reader) =>
  (eb: MessageRows) =>
    eb.and([
      eb('message.is_from_leader', '=', 0),
      sharesReading ? isUnseen(eb, 'seen.is_leader', 1) : isUnseen(eb, 'seen.user_id', userId),
    ])

const isUnreadByMarker = (userId: number) => (eb: MessageRows) =>
  eb.and([
    eb('message.is_from_leader', '=', 1),
    eb.or([eb('message.marker_id', '=', userId), eb('message.marker_id', 'is', null)]),
    isUnseen(eb, 'seen.user_id', userId),
  ])

/** A conversation with what was written to all, oldest first; only the latter without a marker. */
export async function selectMessages(db: Db, blockId: number, markerId: number | null) {
  const rows = await db
    .selectFrom('marking_message as message')
    .leftJoin('user', 'user.id', 'message.author_id')
    .where('message.block_id', '=', blockId)
    .where((eb) =>
      markerId === null
        ? eb('message.marker_id', 'is', null)
        : eb.or([eb('message.marker_id', '=', markerId), eb('message.marker_id', 'is', null)]),
    )
    .selectAll('message')
    .select('user.name as author_name')
    .select((eb) =>
      eb
        .selectFrom('marking_message_read as seen')
        .whereRef('seen.message_id', '=', 'message.id')
        .whereRef('seen.is_leader', '<>', 'message.is_from_leader')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('read_count'),
    )
    .orderBy('message.id', 'desc')
    .limit(LATEST)
    .execute()
  return rows.reverse().map((row) => ({ ...row, read_count: Number(row.read_count) }))
}

/** The conversations of a block, by marker: unread words of the marker, and the last message. */
export async function selectConversations(db: Db, blockId: number, reader: Reader) {
  const isUnread = isUnreadByLeader(reader)
  const rows = await db
    .selectFrom('marking_message as message')
    .where('message.block_id', '=', blockId)
    .where('message.marker_id', 'is not', null)
    .groupBy('message.marker_id')
    .select('message.marker_id')
    .select(({ fn }) => fn.max<number>('message.id').as('last_id'))
    .select((eb) => countIf(isUnread(eb)).as('unread'))
    .execute()
  const last = await db
    .selectFrom('marking_message')
    .where('id', 'in', [0, ...rows.map(({ last_id }) => last_id)])
    .select(['id', 'marker_id', 'text', 'at', 'is_from_leader'])
    .execute()
  const lastOf = new Map(last.map((row) => [row.marker_id, row]))
  return new Map(
    rows.flatMap(({ marker_id, unread }) =>
      marker_id === null
        ? []
        : [[marker_id, { unread, last: lastOf.get(marker_id) ?? null }] as const],
    ),
  )
}

/** Block id -> words of markers that the reader has not read, in an exam. */
export const countUnreadOfLeader = (db: Db, examId: number, reader: Reader) =>
  countUnread(db, examId, isUnreadByLeader(reader))

/** Block id -> words of leaders that a marker has not read, in an exam. */
export const countUnreadOfMarker = (db: Db, examId: number, userId: number) =>
  countUnread(db, examId, isUnreadByMarker(userId))

async function countUnread(db: Db, examId: number, isUnread: ReturnType<typeof isUnreadByMarker>) {
  const rows = await db
    .selectFrom('marking_message as message')
    .where('message.exam_id', '=', examId)
    .where(isUnread)
    .groupBy('message.block_id')
    .select(['message.block_id', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ block_id, count }) => [block_id, count]))
}

/** What a reader has not read of a conversation up to a message. */
export const selectUnreadIds = (
  db: Db,
  blockId: number,
  reader: { side: 'leader' | 'marker'; userId: number; markerId: number | null; lastId: number },
) =>
  db
    .selectFrom('marking_message as message')
    .where('message.block_id', '=', blockId)
    .where('message.id', '<=', reader.lastId)
    .$if(reader.side === 'marker', (query) => query.where(isUnreadByMarker(reader.userId)))
    .$if(reader.side === 'leader', (query) =>
      query
        .where('message.marker_id', '=', reader.markerId ?? 0)
        .where(isUnreadByLeader({ userId: reader.userId, sharesReading: false })),
    )
    .select('message.id')
    .execute()

/** Notes that messages were read; what was noted already stays as it is. */
export async function insertReads(
  db: Db,
  ids: readonly number[],
  read: { exam_id: number; user_id: number; is_leader: number; at: string },
): Promise<void> {
  if (ids.length === 0) return
  await db
    .insertInto('marking_message_read')
    .values(ids.map((message_id) => ({ ...read, message_id })))
    .onConflict((conflict) => conflict.columns(['message_id', 'user_id']).doNothing())
    .execute()
}

/** Changes whenever a message of the exam is written or read, a note made or taken back, a rubric saved, or the rules or the status of a block changed. */
export async function selectMessageStamp(db: Db, examId: number): Promise<string> {
  const { written, read, noted, removed, rubrics, rules } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('marking_message')
        .where('exam_id', '=', examId)
        .select(({ fn }) => fn.max<number>('id').as('id'))
        .as('written'),
      eb
        .selectFrom('marking_message_read')
        .where('exam_id', '=', examId)
        .select(({ fn }) => fn.max<number>('id').as('id'))
        .as('read'),
      eb
        .selectFrom('marking_note as note')
        .innerJoin('block', 'block.id', 'note.block_id')
        .where('block.exam_id', '=', examId)
        .select(({ fn }) => fn.max<number>('note.id').as('id'))
        .as('noted'),
      eb
        .selectFrom('marking_note as note')
        .innerJoin('block', 'block.id', 'note.block_id')
        .where('block.exam_id', '=', examId)
        .select(({ fn }) => fn.count<number>('note.removed_at').as('count'))
        .as('removed'),
      eb
        .selectFrom('rubric_version as rubric')
        .innerJoin('block', 'block.id', 'rubric.block_id')
        .where('block.exam_id', '=', examId)
        .select(({ fn }) => fn.max<number>('rubric.id').as('id'))
        .as('rubrics'),
      eb
        .selectFrom('block')
        .where('exam_id', '=', examId)
        // Stamps are large: their sum has to fit a number of JavaScript.
        .select(sql<number>`sum(rules_stamp % ${sql.lit(STAMPS)})`.as('sum'))
        .as('rules'),
    ])
    .executeTakeFirstOrThrow()
  return [written, read, noted, removed, rubrics, rules].map((part) => part ?? 0).join(' ')
}
