import Type from 'typebox'
import { PadQuestion } from './pad-table.ts'
import { can, defineRoute, Id, nullable, Time } from './route.ts'
import { Sha256 } from './sheet-container.ts'

const answering = can('pad.answer')
const DeviceKey = Type.String({ minLength: 20, maxLength: 64 })
const Sub = Type.String({ maxLength: 8, description: '空为整题，1、2… 为各空，photos 为照片' })

const Change = Type.Object({
  question_id: Id,
  sub: Sub,
  value: Type.String({ maxLength: 8000 }),
  at: Time,
})
const Changes = Type.Array(Change, { maxItems: 400 })
const Seq = Type.Integer({ minimum: 0, maximum: 2_000_000_000 })

export const padMine = defineRoute({
  method: 'GET',
  path: '/v1/pad/mine',
  summary: '学生本人的线上考试',
  area: 'online exam',
  access: answering,
  reply: Type.Array(
    Type.Object({
      exam_id: Id,
      exam_name: Type.String(),
      subject_id: Id,
      subject_name: Type.String(),
      state: Type.Enum(['released', 'running', 'paused', 'completed']),
      starts_at: Time,
      ends_at: Time,
      minutes: nullable(Type.Integer()),
      needs_code: Type.Boolean(),
      /** A code for a makeup was given to this candidate and not used. */
      has_makeup: Type.Boolean(),
      attempt: nullable(
        Type.Object({
          is_open: Type.Boolean(),
          ends_at: Time,
          submitted_at: nullable(Time),
          may_look: Type.Boolean(),
        }),
      ),
      server_now: Time,
    }),
  ),
})

export const padEnter = defineRoute({
  method: 'POST',
  path: '/v1/pad/enter',
  summary: '进入线上考试，或在这台设备继续；交卷后可以看本人作答的，只读地打开',
  area: 'online exam',
  access: answering,
  body: Type.Object({
    exam_id: Id,
    subject_id: Id,
    code: Type.Optional(Type.String({ maxLength: 12, description: '考场码或补考码' })),
    device_key: Type.Optional(DeviceKey),
    take_over: Type.Optional(Type.Boolean({ description: '在这台继续，另一台只能查看' })),
  }),
  reply: Type.Object({
    attempt_id: Id,
    exam_name: Type.String(),
    subject_name: Type.String(),
    name: Type.String(),
    allow_photo: Type.Boolean(),
    sections: Type.Array(Type.Object({ title: Type.String(), questions: Type.Array(PadQuestion) })),
    server_now: Time,
    ends_at: Time,
    submitted_at: nullable(Time),
    seq: Seq,
    answers: Type.Array(Type.Object({ question_id: Id, sub: Sub, value: Type.String() })),
    photos: Type.Array(Type.Object({ hash: Sha256, url: Type.String() })),
    /** What lets this device write; null where it may only look. */
    device_key: nullable(Type.String()),
  }),
  errors: [
    'PAD_NOT_YOURS',
    'PAD_NOT_RELEASED',
    'PAD_NOT_YET',
    'PAD_TOO_LATE',
    'PAD_OVER',
    'PAD_PAUSED',
    'PAD_SUBMITTED',
    'PAD_ELSEWHERE',
    'PAD_CODE_NEEDED',
    'PAD_CODE_WRONG',
    'PAD_CODE_LOCKED',
  ],
})

const Saved = Type.Object({
  seq: Seq,
  ends_at: Time,
  submitted_at: nullable(Time),
  paused: Type.Boolean(),
  server_now: Time,
  /** Changes of this call that came after the end: those that count, that wait, that were made too late. */
  late: Type.Integer(),
  waiting: Type.Integer(),
  refused: Type.Integer(),
})

export const padSave = defineRoute({
  method: 'POST',
  path: '/v1/pad/save',
  summary: '保存作答；没有改动时也可以发，得知结束时间是否变了',
  area: 'online exam',
  access: answering,
  body: Type.Object({
    attempt_id: Id,
    device_key: DeviceKey,
    seq: Seq,
    changes: Changes,
    left: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1000, description: '这段时间离开页面的次数' }),
    ),
  }),
  reply: Saved,
  errors: ['PAD_NOT_YOURS', 'PAD_OTHER_DEVICE', 'PAD_ANSWER_INVALID'],
})

export const padPhoto = defineRoute({
  method: 'PUT',
  path: '/v1/pad/photo',
  summary: '上传一张写在纸上的作答的照片（请求体是图片），回复的 hash 再写入该题的 photos',
  area: 'online exam',
  access: answering,
  query: Type.Object({ attempt_id: Id, question_id: Id, device_key: DeviceKey }),
  bodyKind: 'bytes',
  reply: Type.Object({ hash: Sha256, url: Type.String() }),
  errors: [
    'PAD_NOT_YOURS',
    'PAD_OTHER_DEVICE',
    'PAD_PHOTO_OFF',
    'PAD_PHOTOS_FULL',
    'PAD_PICTURE_INVALID',
    'PAD_SUBMITTED',
    'PAYLOAD_TOO_LARGE',
  ],
})

export const padSubmit = defineRoute({
  method: 'POST',
  path: '/v1/pad/submit',
  summary: '交卷，连同还没有上传的作答',
  area: 'online exam',
  access: answering,
  body: Type.Object({
    attempt_id: Id,
    device_key: DeviceKey,
    seq: Seq,
    changes: Type.Optional(Changes),
  }),
  reply: Saved,
  errors: ['PAD_NOT_YOURS', 'PAD_OTHER_DEVICE', 'PAD_ANSWER_INVALID'],
})
