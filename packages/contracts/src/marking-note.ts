import Type from 'typebox'
import { can, defineRoute, done, Id, Time } from './route.ts'

const MarkingNotes = Type.Object({
  /** The earliest first. */
  list: Type.Array(
    Type.Object({
      note_id: Id,
      /** The message that it was. */
      message_id: Id,
      text: Type.String(),
      /** Who wrote the message and when; who made a note of it and when. */
      author_name: Type.String(),
      written_at: Time,
      saved_by: Type.String(),
      saved_at: Time,
      /** A marker has not read it yet; never for leaders. */
      is_new: Type.Boolean(),
    }),
  ),
  /** May the caller take notes away? */
  may_change: Type.Boolean(),
})

export const notesGet = defineRoute({
  method: 'GET',
  path: '/v1/marker/notes',
  summary: '题块的评分说明：题组长的答复中存下来的，全体阅卷教师在评分标准下看到',
  area: 'marking',
  access: can('exam.read', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  reply: MarkingNotes,
  errors: ['MARKING_NOT_ASSIGNED'],
})

export const noteSet = defineRoute({
  method: 'POST',
  path: '/v1/marker/notes',
  summary: '把题组长一方的一条消息存为评分说明（save），或撤回（remove）',
  area: 'marking',
  access: can('exam.read', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    action: Type.Union([Type.Literal('save'), Type.Literal('remove')]),
    message_id: Id,
    /** With `save`: how it is to read; absent for the words of the message. */
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' })),
  }),
  reply: MarkingNotes,
  errors: ['MARKING_NOT_ASSIGNED', 'MARKING_NOTE_LEADERS', 'MARKING_NOTE_SOURCE'],
})

export const notesRead = defineRoute({
  method: 'POST',
  path: '/v1/marker/notes/read',
  summary: '把题块到某条为止的评分说明记为已读',
  area: 'marking',
  access: can('exam.read', { block: 'body.block_id' }),
  body: Type.Object({ block_id: Id, last_id: Id }),
  reply: done,
  errors: ['MARKING_NOT_ASSIGNED'],
})
