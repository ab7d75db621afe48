import Type from 'typebox'
import { Count, Flag01 } from './marking-parts.ts'
import { can, defineRoute, Id, nullable } from './route.ts'

/** What a row of the table comes to. `add` and `change` are written, `same` is there already. */
export const MarkerImportRow = Type.Object({
  /** Row of the spreadsheet, from 1. */
  row: Type.Integer(),
  block_name: Type.String(),
  teacher: Type.String(),
  account: Type.String(),
  school: Type.String(),
  duty: Type.Union([Type.Literal('marker'), Type.Literal('leader')]),
  /** Papers or share, as the table says; null when it says nothing. */
  quota: nullable(Type.Integer()),
  result: Type.Union([
    Type.Literal('add'),
    Type.Literal('change'),
    Type.Literal('same'),
    Type.Literal('error'),
  ]),
  /** Chinese: what is wrong and what to do, or what changes. */
  message: Type.String(),
})

export const MarkerImport = Type.Object({
  applied: Flag01,
  rows: Type.Array(MarkerImportRow),
  blocks: Type.Array(
    Type.Object({
      block_id: Id,
      block_name: Type.String(),
      added: Count,
      changed: Count,
      /** People of the block whom the table does not name; they stay. */
      kept: Count,
      /** Chinese: how the work of this block would be shared from then on; empty when unchanged. */
      note: Type.String(),
      /** Chinese: why the allocation cannot be saved; empty when it can. */
      problem: Type.String(),
    }),
  ),
})

export const markersTable = defineRoute({
  method: 'GET',
  path: '/v1/marker/translate/markers/table',
  summary:
    '一科各题块现有的阅卷教师与题组长，表格格式与导入相同，另附填写说明；原样导入不改变任何安排',
  area: 'marking',
  access: can('marking.setup', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object({ exam_id: Id, subject_id: Id }),
  replyKind: 'file',
})

export const markersImport = defineRoute({
  method: 'POST',
  path: '/v1/marker/translate/markers',
  summary:
    '用表格（marker_file：题块、教师、账号、学校、职责、任务量、比例）导入阅卷教师；preview=1 只逐行预览，不写入；表中没有的教师保持不变',
  area: 'marking',
  access: can('marking.setup', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object({ exam_id: Id, subject_id: Id, preview: Type.Optional(Flag01) }),
  bodyKind: 'multipart',
  fileField: 'marker_file',
  reply: MarkerImport,
  errors: [
    'IMPORT_FILE_INVALID',
    'IMPORT_HAS_ERRORS',
    'PAYLOAD_TOO_LARGE',
    'MARKING_MARKERS_TOO_FEW',
    'MARKING_QUOTA_SHORT',
    'MARKING_QUOTA_OVER',
    'MARKING_WEIGHT_INVALID',
  ],
})
