import Type from 'typebox'
import { anyone, can, defineRoute, Id, nullable } from './route.ts'
import { Sha256 } from './sheet-container.ts'

/** A stored image, whole or a piece of it. The signature covers the image and what is painted over; a piece needs none of its own. */
export const imageResource = defineRoute({
  method: 'GET',
  path: '/v1/resource/marking',
  summary:
    '答题卡图像（签名地址，限时有效，须已登录）；box 取其中一块，width 取缩小到该宽度的预览（画质 50%）',
  area: 'marking',
  access: anyone('须已登录；给机器评阅程序的地址不用，签名即为许可'),
  query: Type.Object({
    hash: Sha256,
    expires: Type.Integer({ minimum: 0 }),
    sig: Type.String({ maxLength: 64 }),
    /** Signed for a program that has no session. */
    open: Type.Optional(Type.Literal('1')),
    /** `x,y,width,height` in image pixels. */
    box: Type.Optional(Type.String({ pattern: '^\\d{1,5},\\d{1,5},\\d{1,5},\\d{1,5}$' })),
    width: Type.Optional(Type.Integer({ minimum: 16, maximum: 4000 })),
    /** Areas that are painted over, image pixels, before anything is cut: `x,y,width,height` apart by `_`. */
    mask: Type.Optional(
      Type.String({ maxLength: 2000, pattern: '^(\\d{1,5},\\d{1,5},\\d{1,5},\\d{1,5}(_|$))+$' }),
    ),
    /** Clockwise degrees, after cutting. */
    rotate: Type.Optional(Type.Integer({ enum: [0, 90, 180, 270] })),
  }),
  replyKind: 'image',
  errors: ['IMAGE_LINK_EXPIRED', 'IMAGE_NOT_FOUND'],
})

export const signImage = defineRoute({
  method: 'GET',
  path: '/v1/resource/sign',
  summary: '为一张答题卡图像签发限时地址',
  area: 'marking',
  access: can('exception.handle', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id, hash: Sha256 }),
  reply: Type.Object({ url: Type.String() }),
  errors: ['IMAGE_NOT_FOUND', 'OUT_OF_SCOPE'],
})

export const missingImages = defineRoute({
  method: 'GET',
  path: '/v1/resource/missing',
  summary: '缺失图像：数据库中登记、但图像库中不存在的答题卡图像，按答题卡列出',
  area: 'marking',
  access: can('exception.handle', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object({ exam_id: Id, subject_id: Type.Optional(Id) }),
  reply: Type.Object({
    /** Images looked for, on how many sheets. */
    image_count: Type.Integer(),
    sheet_count: Type.Integer(),
    missing_count: Type.Integer(),
    list: Type.Array(
      Type.Object({
        sheet_id: Type.String(),
        subject_id: Id,
        subject_name: Type.String(),
        batch_label: Type.String(),
        seq: Type.Integer(),
        exam_no: nullable(Type.String()),
        candidate_name: nullable(Type.String()),
        /** Pages and answer crops that can not be shown. */
        pages: Type.Integer(),
        crops: Type.Integer(),
        reason: Type.Union([Type.Literal('object'), Type.Literal('record')], {
          description: 'object 图像文件不存在、record 图像没有登记位置',
        }),
      }),
    ),
  }),
})
