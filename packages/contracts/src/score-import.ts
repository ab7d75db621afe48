import Type from 'typebox'
import { can, defineRoute, Id, MilliScore, nullable } from './route.ts'
import {
  manage,
  area,
  ids,
  IdList,
  Layout,
  State,
  uploadQuery,
  UploadReply,
  uploadErrors,
  onBatch,
  Acks,
  commitErrors,
  HistoryBatch,
} from './score-import-parts.ts'

export const scoreTemplate = defineRoute({
  method: 'GET',
  path: '/v1/exam/import/score/template',
  summary: '成绩导入模板：第 2 行是满分，下面是考生名单；fill=true 时带上已有的成绩',
  area,
  access: manage('query.exam_id'),
  query: Type.Object({
    exam_id: Id,
    subject_ids: Type.Optional(IdList),
    layout: Type.Optional(Layout),
    fill: Type.Optional(Type.Boolean()),
  }),
  replyKind: 'file',
  errors: ['SCORE_IMPORT_NOT_MEANT', 'EXPORT_EMPTY'],
})

export const scoreUpload = defineRoute({
  method: 'POST',
  path: '/v1/exam/import/score/upload',
  summary: '上传成绩表并核对，不写入任何数据；subject_id 只导一科，不带时按列认出科目',
  area,
  access: manage('query.exam_id'),
  query: uploadQuery,
  bodyKind: 'multipart',
  reply: UploadReply,
  errors: uploadErrors,
})

export const scoreImportStatus = defineRoute({
  method: 'GET',
  path: '/v1/exam/import/score/status',
  summary: '一次成绩导入的状态',
  area,
  access: can('exam.manage'),
  query: onBatch,
  reply: Type.Object({
    batch_id: Id,
    state: State,
    done: Type.Integer(),
    total: Type.Integer(),
    errors: Type.Integer(),
    warnings: Type.Integer(),
    report_url: Type.String({ description: '逐行报告' }),
  }),
  errors: ['NOT_FOUND'],
})

export const scoreImportConfirm = defineRoute({
  method: 'POST',
  path: '/v1/exam/import/score/confirm',
  summary:
    '写入核对过的成绩表（batch_id）；或确认科目的成绩已导入完成（exam_id、subject_ids、finished）',
  area,
  access: can('exam.manage'),
  body: Type.Object({
    batch_id: Type.Optional(Id),
    ack: Type.Optional(Acks),
    exam_id: Type.Optional(Id),
    subject_ids: Type.Optional(ids),
    finished: Type.Optional(Type.Literal(true)),
    no_record: Type.Optional(
      Type.Enum(['absent', 'keep'], {
        description: '没有成绩的考生：absent 记缺考，keep 保留无记录',
      }),
    ),
  }),
  reply: Type.Object({
    changed: Type.Integer(),
    unchanged: Type.Integer(),
    /** The batch that was written; null for what finishes an import. */
    version: nullable(Id),
  }),
  errors: [...commitErrors, 'SCORE_IMPORT_NO_RECORD', 'SCORE_IMPORT_PARTIAL', 'INPUT_INVALID'],
})

export const scoreImportUndo = defineRoute({
  method: 'POST',
  path: '/v1/exam/import/score/undo',
  summary: '撤销 30 天内的一次成绩导入；之后又改过的成绩保留',
  area,
  access: can('exam.manage'),
  body: Type.Object({ batch_id: Id, preview: Type.Optional(Type.Literal(1)) }),
  reply: Type.Object({
    restored: Type.Integer(),
    kept: Type.Array(Type.Object({ key: Type.String(), name: Type.String(), why: Type.String() })),
  }),
  errors: ['NOT_FOUND', 'IMPORT_UNDO_LATE', 'SCORE_IMPORT_FINISHED', 'EXAM_PUBLISHED'],
})

export const scoreImportAbsent = defineRoute({
  method: 'POST',
  path: '/v1/exam/import/score/absent',
  summary: '登记成绩导入科目的缺考（1）、未选考（3）或无记录（-1）；已有成绩的考生不能这样登记',
  area,
  access: can('exam.manage', { exam: 'body.exam_id', subject: 'body.subject_id' }),
  body: Type.Object({
    exam_id: Id,
    subject_id: Id,
    candidate_ids: Type.Array(Id, { minItems: 1, maxItems: 5000 }),
    attendance: Type.Integer(),
  }),
  reply: Type.Object({ changed: Type.Integer() }),
  errors: [
    'ATTENDANCE_INVALID',
    'CANDIDATE_UNKNOWN',
    'SCORE_IMPORT_HAS_SCORE',
    'SCORE_IMPORT_NOT_MEANT',
    'SCORE_IMPORT_FINISHED',
    'EXAM_PUBLISHED',
  ],
})

export const scoreImportHistory = defineRoute({
  method: 'GET',
  path: '/v1/exam/import/score/history',
  summary: '一场考试的成绩导入记录，新的在前',
  area,
  access: manage('query.exam_id'),
  query: Type.Object({ exam_id: Id }),
  reply: Type.Array(HistoryBatch),
})

export const scoreImportExport = defineRoute({
  method: 'GET',
  path: '/v1/exam/import/score/export',
  summary: '导出当前的导入成绩，每格注明来自哪次导入',
  area,
  access: manage('query.exam_id'),
  query: Type.Object({ exam_id: Id, subject_ids: Type.Optional(IdList) }),
  replyKind: 'file',
  errors: ['SCORE_IMPORT_NOT_MEANT', 'EXPORT_EMPTY'],
})

const ImportedSubject = Type.Object({
  subject_id: Id,
  name: Type.String(),
  full_milli: MilliScore,
  /** Its full mark follows from its table of questions. */
  has_items: Type.Boolean(),
  status: Type.Integer(),
  registered: Type.Integer(),
  scored: Type.Integer(),
  /** Present, and not all of the questions are there. */
  partial: Type.Integer(),
  absent: Type.Integer(),
  no_record: Type.Integer(),
  not_selected: Type.Integer(),
  finished: Type.Boolean(),
})

export const scoreImportSubjects = defineRoute({
  method: 'GET',
  path: '/v1/exam/import/score/subjects',
  summary: '一场考试中导入成绩的科目：满分、已有成绩、缺考与没有记录的人数',
  area,
  access: manage('query.exam_id'),
  query: Type.Object({ exam_id: Id }),
  reply: Type.Array(ImportedSubject),
})

export const scoreImportFull = defineRoute({
  method: 'POST',
  path: '/v1/exam/import/score/full',
  summary: '设置成绩导入科目的满分；有题目表的科目满分由题目表决定',
  area,
  access: can('exam.manage', { exam: 'body.exam_id', subject: 'body.subject_id' }),
  body: Type.Object({
    exam_id: Id,
    subject_id: Id,
    full_milli: Type.Integer({ minimum: 1000, maximum: 1_000_000 }),
  }),
  reply: Type.Object({ full_milli: MilliScore }),
  errors: [
    'SCORE_IMPORT_NOT_MEANT',
    'SCORE_IMPORT_FINISHED',
    'SCORE_FULL_FROM_ITEMS',
    'SCORE_FULL_BELOW',
    'EXAM_PUBLISHED',
  ],
})
