import Type from 'typebox'
import { oneOf, plainText } from './page-reading.ts'
import { can, defineRoute, listOf, nullable, paging, Time } from './route.ts'
import { action, Count, examSubject, onBody, PageSeq } from './scan-client-parts.ts'
import { Ulid } from './sheet-container.ts'

/** What reading or cutting a sheet again changed. Decisions of persons are kept whatever it says. */
export const SheetChange = Type.Object({
  sheet_id: Ulid,
  seq: Type.Integer(),
  /** Chinese: why this sheet was left as it was; empty when it was done. */
  problem: Type.String(),
  /** Exam number as the machine reads it; null when it is the same. */
  exam_no: nullable(
    Type.Object({ before: nullable(Type.String()), after: nullable(Type.String()) }),
  ),
  pages: Type.Array(
    Type.Object({
      page_seq: PageSeq,
      /** Page of the template and state of the reading. */
      before: Type.Object({ page: nullable(Type.Integer()), status: Type.String() }),
      after: Type.Object({ page: nullable(Type.Integer()), status: Type.String() }),
    }),
  ),
  fields: Type.Array(
    Type.Object({
      target: Type.String(),
      before: Type.Array(Type.String()),
      after: Type.Array(Type.String()),
      /** Is it doubtful now? Listed with the same values when only this changed. */
      doubtful: Type.Boolean(),
      /** A person's answer stands, whatever was read. */
      decided: Type.Boolean(),
    }),
  ),
  /** Categories of exceptions before and after. */
  open_before: Type.Array(Type.String()),
  open_after: Type.Array(Type.String()),
  /** Images of answer areas that differ from before. */
  crops: Count,
  /** Blocks whose image changed and that carry marks already; the marks stand. */
  marked_blocks: Type.Array(Type.String()),
})

/** Work on many sheets. Sent again with the same `action_id`, the call answers how far it is. */
export const ScanJob = Type.Object({
  action_id: Ulid,
  kind: oneOf(['reomr', 'recrop']),
  state: oneOf(['waiting', 'running', 'done', 'cancelled']),
  actor_name: Type.String(),
  station: Type.String(),
  /** Sheets. */
  total: Count,
  done: Count,
  changed: Count,
  failed: Count,
  /** Blocks of sheets whose image changed under marks that stand. */
  marked_blocks: Count,
  created_at: Time,
  finished_at: nullable(Time),
  /** Sheets that changed or failed, in the order of their numbers. */
  changes: listOf(SheetChange),
})

/** Which part of the changes the answer shows; not part of what the action is. */
const jobBody = { ...action, ...examSubject, ...paging }
const jobErrors = ['SCAN_ACTION_MISMATCH', 'SCAN_SHEET_PUBLISHED', 'SCAN_TEMPLATE_MISSING'] as const
const sheetJobErrors = [...jobErrors, 'SCAN_SHEET_NOT_UPLOADED', 'SCAN_SHEET_VOID'] as const

export const clientReomr = defineRoute({
  method: 'POST',
  path: '/v1/client/reomr',
  summary:
    '按现有模板和引擎重新识别一页、一张、一批或整个科目；人工处理一律保留。用同一 action_id 再次调用可查看进度',
  area: 'scanning client',
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...jobBody,
    /** One sheet is done when the call answers; more are worked on in the background. */
    scope: Type.Union([
      Type.Object({
        kind: Type.Literal('sheet'),
        sheet_id: Ulid,
        page_seq: Type.Optional(PageSeq),
      }),
      Type.Object({ kind: Type.Literal('batch'), batch_id: Ulid }),
      Type.Object({ kind: Type.Literal('subject') }),
    ]),
  }),
  reply: ScanJob,
  errors: [...sheetJobErrors, 'SCAN_BATCH_NOT_FOUND'],
})

export const clientRecropSheet = defineRoute({
  method: 'POST',
  path: '/v1/client/recrop/sheet',
  summary: '重新裁切一张答题卡；已有评分保留',
  area: 'scanning client',
  access: can('exception.handle', onBody),
  body: Type.Object({ ...jobBody, sheet_id: Ulid }),
  reply: ScanJob,
  errors: sheetJobErrors,
})

export const clientRecropBlock = defineRoute({
  method: 'POST',
  path: '/v1/client/recrop/block',
  summary: '重新裁切一个科目的一个题块，后台进行；用同一 action_id 再次调用可查看进度',
  area: 'scanning client',
  access: can('exception.handle', onBody),
  body: Type.Object({ ...jobBody, block_key: plainText(64) }),
  reply: ScanJob,
  errors: [...jobErrors, 'MARKING_BLOCK_NOT_FOUND'],
})

export const clientRecropAll = defineRoute({
  method: 'POST',
  path: '/v1/client/recrop/all',
  summary: '重新裁切一个科目的全部答题卡，后台进行；用同一 action_id 再次调用可查看进度',
  area: 'scanning client',
  access: can('exception.handle', onBody),
  body: Type.Object(jobBody),
  reply: ScanJob,
  errors: jobErrors,
})

export const clientFileRouteList = defineRoute({
  method: 'GET',
  path: '/v1/client/file/route/list',
  summary: '一个科目的文件存放在哪里：按批次和种类列出数量与字节数',
  area: 'scanning client',
  access: can('scan.operate', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object({ ...examSubject, ...paging }),
  reply: listOf(
    Type.Object({
      /** Logical, the same wherever the bytes lie: `exam/12/subject/2/batch/01…/page`. */
      route: Type.String(),
      batch_id: Ulid,
      batch_label: Type.String(),
      station: Type.String(),
      /** `page`: scanned pages. `crop`: answer areas as the station cut them. `recrop`: cut by the server later. */
      kind: oneOf(['page', 'crop', 'recrop']),
      /** Images, and what they weigh; an image that several entries share counts in each. */
      count: Count,
      bytes: Count,
      /** Where the bytes lie: a folder of the server's data, or a bucket. Never an address or a key. */
      place: Type.Object({
        kind: oneOf(['folder', 'bucket']),
        name: Type.String(),
      }),
    }),
  ),
})
