import type { examMessages, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'

/** Who marks blocks of an exam, or leads them; `unfinished`: those of blocks with papers that have no mark yet. */
export async function selectMarkers(
  db: Db,
  { examId, subjectId, to }: { examId: number; subjectId: number | undefined; to: string },
): Promise<number[]> {
  const rows = await db
    .selectFrom('block_marker')
    .innerJoin('block', 'block.id', 'block_marker.block_id')
    .innerJoin('user', 'user.id', 'block_marker.user_id')
    .where('block.exam_id', '=', examId)
    .where('user.disabled_at', 'is', null)
    .where('block_marker.duty', '=', to === 'leaders' ? 'leader' : 'marker')
    .$if(subjectId !== undefined, (query) => query.where('block.subject_id', '=', subjectId ?? 0))
    .$if(to === 'unfinished', (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('unit')
            .whereRef('unit.block_id', '=', 'block.id')
            .where('unit.final_milli', 'is', null)
            .select('unit.id'),
        ),
      ),
    )
    .select('block_marker.user_id')
    .distinct()
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Who scans for the schools whose students sit an exam, or that hold it. */
export async function selectOperators(
  db: Db,
  exam: { id: number; school_id: number },
): Promise<number[]> {
  const schools = await db
    .selectFrom('candidate')
    .where('exam_id', '=', exam.id)
    .select('school_id')
    .distinct()
    .execute()
  const rows = await db
    .selectFrom('user_role')
    .innerJoin('user', 'user.id', 'user_role.user_id')
    .where('user_role.role', '=', 'scan_operator')
    .where('user.disabled_at', 'is', null)
    .where('user_role.school_id', 'in', [
      exam.school_id,
      ...schools.map(({ school_id }) => school_id),
    ])
    .select('user_role.user_id')
    .distinct()
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** When some people were last told something of an exam under a title, and how many of them. */
export async function lastTold(
  db: Db,
  {
    examId,
    title,
    to,
    since,
  }: { examId: number; title: string; to: readonly number[]; since: string },
): Promise<{ at: string; count: number } | null> {
  if (to.length === 0) return null
  const rows = await db
    .selectFrom('delivery')
    .innerJoin('message', 'message.id', 'delivery.message_id')
    .where('message.exam_id', '=', examId)
    .where('message.title', '=', title)
    .where('message.at', '>', since)
    .select(['delivery.user_id', 'message.at'])
    .execute()
  const own = rows.filter(({ user_id }) => to.includes(user_id))
  const at = own
    .map((row) => row.at)
    .toSorted()
    .at(-1)
  return at === undefined ? null : { at, count: new Set(own.map(({ user_id }) => user_id)).size }
}

/** How many notices are listed. */
const LATEST = 50

type Message = ReplyOf<typeof examMessages>[number]

/** Notices of an exam that people sent, the latest first, with what became of them. */
export async function selectMessages(
  db: Db,
  examId: number,
  messageId: number | undefined,
): Promise<Message[]> {
  const messages = await db
    .selectFrom('message')
    .leftJoin('user', 'user.id', 'message.from_id')
    .where('message.exam_id', '=', examId)
    .where('message.kind', '=', 'marking')
    .$if(messageId !== undefined, (query) => query.where('message.id', '=', messageId ?? 0))
    .select(['message.id', 'message.title', 'message.text', 'message.at', 'user.name'])
    .orderBy('message.id', 'desc')
    .limit(LATEST)
    .execute()
  if (messages.length === 0) return []
  const deliveries = await db
    .selectFrom('delivery')
    .innerJoin('user', 'user.id', 'delivery.user_id')
    .where(
      'delivery.message_id',
      'in',
      messages.map(({ id }) => id),
    )
    .select(['delivery.message_id', 'delivery.user_id', 'user.name', 'delivery.channel'])
    .select(['delivery.state', 'delivery.error', 'delivery.at', 'delivery.read_at'])
    .orderBy('user.name')
    .orderBy('delivery.id')
    .execute()
  return messages.map((message) => {
    const own = deliveries.filter(({ message_id }) => message_id === message.id)
    const peopleWith = (test: (one: (typeof own)[number]) => boolean) =>
      new Set(own.filter(test).map(({ user_id }) => user_id)).size
    return {
      message_id: message.id,
      title: message.title,
      text: message.text,
      sent_at: message.at,
      by_name: message.name,
      recipients: peopleWith(() => true),
      delivered: peopleWith(({ state }) => state === 'sent'),
      read: peopleWith(({ read_at }) => read_at !== null),
      failed: peopleWith(({ state }) => state === 'failed'),
      waiting: peopleWith(({ state }) => state === 'waiting'),
      people:
        messageId === undefined
          ? []
          : own.map(({ message_id: _message, ...one }) => one as Message['people'][number]),
    }
  })
}
