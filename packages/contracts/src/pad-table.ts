import Type from 'typebox'
import { can, defineRoute, Id, MilliScore, nullable } from './route.ts'
import { Sha256 } from './sheet-container.ts'

const onSubject = { exam: 'query.exam_id', subject: 'query.subject_id' } as const

export const PadPicture = Type.Object({
  hash: Sha256,
  url: Type.String(),
  width_px: Type.Integer(),
  height_px: Type.Integer(),
})

/** A question as a candidate sees it: options in the order of their screen, and nothing of its key. */
export const PadQuestion = Type.Object({
  question_id: Id,
  no: Type.String(),
  type: Type.Integer(),
  full_milli: MilliScore,
  text: Type.String(),
  /** Texts of the options from A on; null where only letters are shown. */
  options: nullable(Type.Array(Type.String())),
  /** 0 where something is written. */
  option_count: Type.Integer(),
  /** Fields to fill in; 0 where one text is written. */
  blanks: Type.Integer(),
  pictures: Type.Array(PadPicture),
  /** So many of the questions of this group are answered. */
  optional: nullable(Type.Object({ group: Type.String(), choose: Type.Integer() })),
})

export const padPictureAdd = defineRoute({
  method: 'POST',
  path: '/v1/pad/exam/picture',
  summary: '为线上考试的题干上传一张插图（JPEG、PNG、WebP），回复的 hash 写入题目的 pictures',
  area: 'online exam',
  access: can('sheet.design', onSubject),
  query: Type.Object({ exam_id: Id, subject_id: Id }),
  bodyKind: 'multipart',
  reply: PadPicture,
  errors: ['PAD_PICTURE_INVALID', 'PAYLOAD_TOO_LARGE'],
})

export const padPictures = defineRoute({
  method: 'GET',
  path: '/v1/pad/exam/pictures',
  summary: '线上考试题目表里的插图',
  area: 'online exam',
  access: can('sheet.design', onSubject),
  query: Type.Object({ exam_id: Id, subject_id: Id }),
  reply: Type.Array(PadPicture),
})
