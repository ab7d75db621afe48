import Type from 'typebox'
import { can, defineRoute, Id, listOf, nullable, paging } from './route.ts'
import {
  manage,
  area,
  uploadQuery,
  UploadReply,
  uploadErrors,
  Acks,
  commitErrors,
  HistoryBatch,
} from './score-import-parts.ts'

export const scoreImportV2Upload = defineRoute({
  method: 'POST',
  path: '/v2/score_import/upload',
  summary: '上传成绩表并核对（第二种形式，与 v1 共用记录）',
  area,
  access: manage('query.exam_id'),
  query: uploadQuery,
  bodyKind: 'multipart',
  reply: UploadReply,
  errors: uploadErrors,
})

export const scoreImportV2Preview = defineRoute({
  method: 'GET',
  path: '/v2/score_import/preview',
  summary: '逐行预览：每格的原文、原来的值、将要写入的值和错误',
  area,
  access: can('exam.manage'),
  query: Type.Object({
    batch_id: Id,
    filter: Type.Optional(Type.Enum(['all', 'errors', 'warnings', 'changed'], { default: 'all' })),
    ...paging,
  }),
  reply: listOf(
    Type.Object({
      row: Type.Integer(),
      exam_no: Type.String(),
      name: Type.String(),
      cells: Type.Array(
        Type.Object({
          column: Type.String({ description: '单元格，如 C5' }),
          title: Type.String(),
          raw: Type.String(),
          before: nullable(Type.String()),
          after: nullable(Type.String()),
          errors: Type.Array(Type.String()),
        }),
      ),
    }),
  ),
  errors: ['NOT_FOUND', 'IMPORT_BATCH_OVER'],
})

export const scoreImportV2Confirm = defineRoute({
  method: 'POST',
  path: '/v2/score_import/confirm',
  summary: '写入核对过的成绩表；全部没有错误才能写入',
  area,
  access: can('exam.manage'),
  body: Type.Object({ batch_id: Id, mode: Type.Literal('all'), ack: Type.Optional(Acks) }),
  reply: Type.Object({ changed: Type.Integer(), unchanged: Type.Integer(), version: nullable(Id) }),
  errors: commitErrors,
})

export const scoreImportV2History = defineRoute({
  method: 'GET',
  path: '/v2/score_import/history',
  summary: '一场考试的成绩导入记录，分页',
  area,
  access: manage('query.exam_id'),
  query: Type.Object({ exam_id: Id, ...paging }),
  reply: listOf(HistoryBatch),
})
