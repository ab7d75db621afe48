import Type from 'typebox'
import { can, Id, Time } from './route.ts'

export const manage = (place: 'query.exam_id' | 'body.exam_id') =>
  can('exam.manage', { exam: place })

export const area = 'score import'

export const ids = Type.Array(Id, { maxItems: 60 })

/** Ids with commas between them, as an address has them. */
export const IdList = Type.String({
  maxLength: 400,
  pattern: '^\\d+(,\\d+)*$',
  description: '编号，逗号分隔',
})

export const Layout = Type.Enum(['totals', 'items'], {
  description: 'totals 每科一列总分；items 另有每道小题一列',
})

const STATES = [
  'checking',
  'failed',
  'ready',
  'committing',
  'committed',
  'undone',
  'expired',
] as const

export const State = Type.Enum([...STATES], {
  description:
    'checking 核对中，failed 有错误，ready 可以写入，committing 写入中，committed 已写入，undone 已撤销，expired 已过期',
})

export const uploadQuery = Type.Object({
  exam_id: Id,
  subject_id: Type.Optional(Id),
  replace: Type.Optional(
    Type.Enum(['nonempty', 'clear'], {
      description: 'nonempty 只覆盖表中有内容的格；clear 表中的空格会清空已有成绩',
    }),
  ),
})

export const UploadReply = Type.Object({ batch_id: Id, state: State })

export const uploadErrors = [
  'IMPORT_FILE_INVALID',
  'PAYLOAD_TOO_LARGE',
  'SCORE_IMPORT_NOT_MEANT',
  'SCORE_IMPORT_FINISHED',
  'SCORE_FULL_MISSING',
  'EXAM_PUBLISHED',
] as const

export const onBatch = Type.Object({ batch_id: Id })

export const Acks = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 })

export const commitErrors = [
  'NOT_FOUND',
  'IMPORT_BATCH_OVER',
  'IMPORT_HAS_ERRORS',
  'IMPORT_NOT_ACCEPTED',
  'IMPORT_STALE',
  'SCORE_IMPORT_FINISHED',
  'EXAM_PUBLISHED',
] as const

export const HistoryBatch = Type.Object({
  batch_id: Id,
  file_name: Type.String(),
  by_name: Type.String(),
  at: Time,
  subjects: Type.Array(Type.String()),
  changed: Type.Integer(),
  state: State,
  can_undo: Type.Boolean(),
  why_not: Type.String(),
})
