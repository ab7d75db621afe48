import { IMPORT_KINDS } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { defineRoute, Id, listOf, nullable, paging, signedIn, Time } from './route.ts'

/** The kind decides who may: each has the permission of what it writes. */
const kind = Type.Enum([...IMPORT_KINDS])

const IMPORT_STATES = ['checking', 'checked', 'applying', 'applied', 'undone', 'expired'] as const

/** Names of fields are those of the kind; what a file calls them stands in `titles`. */
const Field = Type.String({ maxLength: 40 })
const Words = Type.String({ maxLength: 400 })
/** Index of a column in the file, 0 for A. */
const Column = Type.Integer({ minimum: 0, maximum: 999 })

const ImportFix = Type.Object({
  /** What to send to `/v1/import/mapping` as the meaning of `value`. */
  value: Words,
  /** 女生 → 女 */
  text: Type.String(),
})

/** What stands against a cell, or is to be looked at. */
const ImportProblem = Type.Object({
  /** `B3`; empty where it is about the whole file. */
  cell: Type.String(),
  /** Number of the row in the file; 0 where it is about the whole file. */
  row: Type.Integer(),
  field: Type.String(),
  value: Type.String(),
  code: Type.String(),
  message: Type.String(),
  /** How many cells of the column hold the same, which one answer mends together. */
  fix: Type.Optional(ImportFix),
})
export type ImportProblem = Static<typeof ImportProblem>

const ImportRow = Type.Object({
  /** Missing rows, which stand in no file, count down from -1. */
  row: Type.Integer(),
  key: Type.String(),
  name: Type.String(),
  /** `back`: had left, and stands in the table. `missing`: known here, and not in the file. */
  action: Type.Enum(['add', 'change', 'same', 'back', 'missing', 'error']),
  changes: Type.Array(
    Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() }),
  ),
  problems: Type.Array(ImportProblem),
  /** Of a missing row: what to send as one of `removes`; null where it cannot be taken away here. */
  remove_id: nullable(Id),
  /** Of an applied batch: was it written, and is it still so? */
  state: Type.Enum(['waiting', 'applied', 'skipped', 'restored', 'kept']),
  /** Why an undo left it as it is. */
  why: Type.String(),
})
export type ImportRow = Static<typeof ImportRow>

const ImportCounts = Type.Object({
  rows: Type.Integer(),
  added: Type.Integer(),
  /** With those who are back. */
  changed: Type.Integer(),
  back: Type.Integer(),
  unchanged: Type.Integer(),
  missing: Type.Integer(),
  /** Bad cells, and the rows that have any. */
  errors: Type.Integer(),
  bad_rows: Type.Integer(),
  warnings: Type.Integer(),
})
export type ImportCounts = Static<typeof ImportCounts>

/** What a file comes to; nothing of it is written yet. */
export const ImportReport = Type.Object({
  batch_id: Id,
  kind,
  state: Type.Enum([...IMPORT_STATES]),
  file_name: Type.String(),
  sheet_names: Type.Array(Type.String()),
  /** Index into `sheet_names`. */
  sheet: Type.Integer(),
  /** Number of the row in the file; null where no row names any column. */
  heading_row: nullable(Type.Integer()),
  /** Of the heading row, by index of the column. */
  titles: Type.Array(Type.String()),
  columns: Type.Array(
    Type.Object({
      field: Type.String(),
      label: Type.String(),
      required: Type.Boolean(),
      column: nullable(Type.Integer()),
      how: nullable(Type.Enum(['name', 'alias', 'learned', 'content', 'hand'])),
    }),
  ),
  unused: Type.Array(
    Type.Object({
      column: Type.Integer(),
      title: Type.String(),
      sample: Type.Array(Type.String(), { maxItems: 3 }),
    }),
  ),
  /** May the faultless rows go in without the others? Never with scores. */
  takes_good_rows: Type.Boolean(),
  counts: ImportCounts,
  /** The first 500. */
  errors: Type.Array(ImportProblem),
  warnings: Type.Array(ImportProblem),
  /** What has to be accepted before it is written: send each `ack` with `/v1/import/apply`. */
  to_accept: Type.Array(Type.Object({ ack: Type.String(), message: Type.String() })),
  /** The first 200 that are not `same`; the rest by `/v1/import/detail`. */
  diff: Type.Array(ImportRow),
  expires_at: Time,
  /** The job that goes on with a long check or apply. */
  job_id: nullable(Type.String()),
})
export type ImportReport = Static<typeof ImportReport>

const batch = Type.Object({ batch_id: Id })

export const importCheck = defineRoute({
  method: 'POST',
  path: '/v1/import/check',
  summary:
    '核对一个导入文件（.xlsx、.xls、.csv、.tsv，或把粘贴的单元格作为文本文件发送）；不写入任何数据；超过 2 万行转为后台任务',
  area: 'help, home and tools',
  access: signedIn,
  query: Type.Object({
    kind,
    exam_id: Type.Optional(Id),
    subject_id: Type.Optional(Id),
    replace: Type.Optional(
      Type.Enum(['nonempty', 'clear'], { description: '成绩：clear 时表中的空格会清空已有成绩' }),
    ),
  }),
  bodyKind: 'multipart',
  reply: ImportReport,
  errors: ['IMPORT_FILE_INVALID', 'PAYLOAD_TOO_LARGE', 'NOT_ALLOWED', 'INPUT_INVALID'],
})

export const importMapping = defineRoute({
  method: 'POST',
  path: '/v1/import/mapping',
  summary: '为同一个文件指定列、表头或值的含义，重新核对；什么都不带时只是重新核对',
  area: 'help, home and tools',
  access: signedIn,
  body: Type.Object({
    batch_id: Id,
    /** Index of the column of each field, null for none. What is left out stays as it was. */
    columns: Type.Optional(Type.Record(Field, nullable(Column))),
    /** By field and text of the cell: what is meant. */
    values: Type.Optional(Type.Record(Field, Type.Record(Words, Words))),
    heading_row: Type.Optional(Type.Integer({ minimum: 1, maximum: 50_000 })),
    sheet: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
  }),
  reply: ImportReport,
  errors: ['NOT_FOUND', 'IMPORT_BATCH_OVER', 'IMPORT_FILE_INVALID', 'NOT_ALLOWED'],
})

export const importApply = defineRoute({
  method: 'POST',
  path: '/v1/import/apply',
  summary: '写入核对过的导入：rows=good 只写入没有问题的行；核对之后被他人修改的行会退回重新核对',
  area: 'help, home and tools',
  access: signedIn,
  body: Type.Object({
    batch_id: Id,
    rows: Type.Enum(['good', 'all']),
    /** `remove_id` of missing rows that are to be taken away. */
    removes: Type.Optional(Type.Array(Id)),
    ack: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 }),
  }),
  reply: Type.Object({
    state: Type.Enum([...IMPORT_STATES]),
    added: Type.Integer(),
    changed: Type.Integer(),
    unchanged: Type.Integer(),
    removed: Type.Integer(),
    skipped: Type.Integer(),
    job_id: nullable(Type.String()),
    /** Accounts that it opened; their passwords are told here and nowhere else. */
    accounts: Type.Array(
      Type.Object({
        account: Type.String(),
        name: Type.String(),
        initial_password: Type.String(),
      }),
    ),
  }),
  errors: [
    'NOT_FOUND',
    'IMPORT_BATCH_OVER',
    'IMPORT_HAS_ERRORS',
    'IMPORT_NOT_ACCEPTED',
    'IMPORT_STALE',
    'NOT_ALLOWED',
  ],
})

export const importUndo = defineRoute({
  method: 'POST',
  path: '/v1/import/undo',
  summary: '撤销 30 天内的一次导入：仍是导入时样子的行恢复原样，之后又改过的保留并说明是谁改的',
  area: 'help, home and tools',
  access: signedIn,
  body: Type.Object({
    batch_id: Id,
    preview: Type.Optional(Type.Literal(1, { description: '只说明会恢复哪些行，不写入任何数据' })),
  }),
  reply: Type.Object({
    restored: Type.Integer(),
    kept: Type.Array(Type.Object({ key: Type.String(), name: Type.String(), why: Type.String() })),
  }),
  errors: ['NOT_FOUND', 'IMPORT_UNDO_LATE', 'NOT_ALLOWED'],
})

export const ImportBatch = Type.Object({
  batch_id: Id,
  kind,
  kind_label: Type.String(),
  state: Type.Enum([...IMPORT_STATES]),
  file_name: Type.String(),
  exam_id: nullable(Id),
  exam_name: nullable(Type.String()),
  counts: ImportCounts,
  by_name: Type.String(),
  created_at: Time,
  applied_at: nullable(Time),
  undone_at: nullable(Time),
  /** Until when it can be undone; null where that is over or nothing was written. */
  undo_until: nullable(Time),
  expires_at: Time,
})
export type ImportBatch = Static<typeof ImportBatch>

export const importList = defineRoute({
  method: 'GET',
  path: '/v1/import/list',
  summary: '本校的导入记录（当前角色可做的各类），新的在前',
  area: 'help, home and tools',
  access: signedIn,
  query: Type.Object({ kind: Type.Optional(kind), exam_id: Type.Optional(Id), ...paging }),
  reply: listOf(ImportBatch),
  errors: ['NOT_FOUND', 'NOT_ALLOWED'],
})

export const importDetail = defineRoute({
  method: 'GET',
  path: '/v1/import/detail',
  summary: '一次导入的报告与逐行内容',
  area: 'help, home and tools',
  access: signedIn,
  query: Type.Object({
    batch_id: Id,
    filter: Type.Optional(
      Type.Enum(['all', 'errors', 'warnings', 'changed', 'missing', 'kept'], { default: 'all' }),
    ),
    ...paging,
  }),
  reply: Type.Object({
    report: ImportReport,
    ...listOf(ImportRow).properties,
  }),
  errors: ['NOT_FOUND', 'NOT_ALLOWED'],
})

export const importProblems = defineRoute({
  method: 'GET',
  path: '/v1/import/problems',
  summary: '下载带「问题」一列的表格：有问题的行，改好后可直接再导入',
  area: 'help, home and tools',
  access: signedIn,
  query: batch,
  replyKind: 'file',
  errors: ['NOT_FOUND', 'NOT_ALLOWED', 'EXPORT_EMPTY', 'IMPORT_BATCH_OVER'],
})
