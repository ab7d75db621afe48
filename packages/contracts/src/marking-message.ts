import Type from 'typebox'
import { Count, MarkImage } from './marking-parts.ts'
import { can, defineRoute, done, Id, nullable, Time } from './route.ts'

/**
 * Whoever sees exams may ask; the answer depends on the block: its leaders and supervisors get every
 * conversation, a marker of the block the own one, everybody else is refused.
 */
const onQuery = can('exam.read', { block: 'query.block_id' })
const onBody = can('exam.read', { block: 'body.block_id' })

const Side = Type.Union([Type.Literal('marker'), Type.Literal('leader')], {
  description: 'marker 阅卷教师一方、leader 题组长一方',
})

const Message = Type.Object({
  message_id: Id,
  /** Whose conversation; null for a word to all markers of the block. */
  marker_id: nullable(Id),
  author_name: Type.String(),
  side: Side,
  is_own: Type.Boolean(),
  text: Type.String(),
  at: Time,
  /** Is it among the notes of the block? */
  is_note: Type.Boolean(),
  /** The paper it is about, under its secret code. Images only in a conversation, never to all. */
  paper: nullable(Type.Object({ code: Type.String(), images: Type.Array(MarkImage) })),
  /** How many of those it was written to have read it. */
  read_count: Count,
  /** Of how many; for leaders one of them is enough. */
  reader_count: Count,
})

export const messagesGet = defineRoute({
  method: 'GET',
  path: '/v1/marker/messages',
  summary: '题块的消息：题组长一方看到各阅卷教师的对话，阅卷教师只看到本人的对话和发给全体的消息',
  area: 'marking',
  access: onQuery,
  query: Type.Object({ block_id: Id, marker_id: Type.Optional(Id) }),
  reply: Type.Object({
    block_id: Id,
    block_name: Type.String(),
    side: Side,
    /** The latest messages, oldest first: of the conversation asked for, or the own one; those to all with it. */
    list: Type.Array(Message),
    /** For leaders: the conversations, those with unread messages first. */
    people: Type.Array(
      Type.Object({
        marker_id: Id,
        name: Type.String(),
        unread: Count,
        last_text: nullable(Type.String()),
        last_at: nullable(Time),
        /** The last word is the marker's. */
        is_waiting: Type.Boolean(),
      }),
    ),
  }),
  errors: ['MARKING_NOT_ASSIGNED'],
})

export const messageSend = defineRoute({
  method: 'POST',
  path: '/v1/marker/messages',
  summary: '写消息：阅卷教师写给题组长（可附手中的试卷），题组长写给一位教师或题块全体',
  area: 'marking',
  access: onBody,
  body: Type.Object({
    block_id: Id,
    text: Type.String({ minLength: 1, maxLength: 1000 }),
    /** From a marker: the own paper it is about. */
    reading_id: Type.Optional(Id),
    /** From a leader: whose conversation; absent for all markers of the block. */
    marker_id: Type.Optional(Id),
  }),
  reply: Type.Object({ message_id: Id }),
  errors: ['MARKING_NOT_ASSIGNED', 'MARKING_NOT_YOUR_READING', 'STAFF_NOT_FOUND'],
})

export const messagesRead = defineRoute({
  method: 'POST',
  path: '/v1/marker/messages/read',
  summary: '把对话中到某条为止的消息记为已读',
  area: 'marking',
  access: onBody,
  body: Type.Object({ block_id: Id, last_id: Id, marker_id: Type.Optional(Id) }),
  reply: done,
  errors: ['MARKING_NOT_ASSIGNED'],
})

export const MessageCounts = Type.Object({
  list: Type.Array(
    Type.Object({
      block_id: Id,
      side: Side,
      unread: Count,
      /** For markers: notes of the block that they have not read. */
      new_notes: Count,
      /** Version of the rubric that holds; 0 for none. */
      rubric_version: Count,
      /** Another one whenever the status or the rules of the block changed, or papers were taken out of markers' hands. */
      stamp: Count,
    }),
  ),
})

export const messagesUnread = defineRoute({
  method: 'GET',
  path: '/v1/marker/messages/unread',
  summary: '一场考试中本人各题块的未读消息数与未读评分说明数',
  area: 'marking',
  access: can('marking.follow', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id }),
  reply: MessageCounts,
})
