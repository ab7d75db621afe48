import type { OmrTemplate } from '@hengjuan/domain'
import Type from 'typebox'
import { plainText } from './page-reading.ts'
import { can, defineRoute, Id, nullable, signedIn, Time } from './route.ts'
import { ActionOutcome } from './scan-client-actions.ts'
import { action, Count, examSubject } from './scan-client-parts.ts'
import { UploadState } from './scan-client-plan.ts'
import { Sha256, Ulid } from './sheet-container.ts'

export const clientTemplete = defineRoute({
  method: 'GET',
  path: '/v1/client/templete',
  summary: '一个科目的识别模板',
  area: 'scanning client',
  access: can('scan.operate', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object(examSubject),
  reply: Type.Object({
    sheet_id: Id,
    version: Type.Integer(),
    template_id: Type.String(),
    template_sha256: Sha256,
    template: Type.Unsafe<OmrTemplate>({}),
  }),
  errors: ['EXAM_NOT_FOUND', 'SUBJECT_NOT_IN_EXAM', 'SCAN_TEMPLATE_MISSING'],
})

export const clientTranslateSubject = defineRoute({
  method: 'GET',
  path: '/v1/client/translate/subject',
  summary: '科目名称',
  area: 'scanning client',
  access: signedIn,
  reply: Type.Array(
    Type.Object({ subject_id: Id, subject_name: Type.String(), short_name: Type.String() }),
  ),
})

export const clientMarkingCheck = defineRoute({
  method: 'GET',
  path: '/v1/client/marking/check',
  summary:
    '服务器已有哪些答题卡：按批次、编号、考号或图像内容（各最多 200 个）查询，用于核对和发现同一叠纸重复扫描',
  area: 'scanning client',
  access: can('scan.operate', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object({
    ...examSubject,
    batch_id: Type.Optional(Ulid),
    ids: Type.Optional(Type.Array(Ulid, { maxItems: 200 })),
    /** Sheets on which these numbers were read. */
    exam_nos: Type.Optional(Type.Array(plainText(40), { maxItems: 200 })),
    /** Sheets that show these pictures, byte for byte. */
    image_hashes: Type.Optional(Type.Array(Sha256, { maxItems: 120 })),
  }),
  reply: Type.Array(
    Type.Object({
      sheet_id: Ulid,
      batch_id: Ulid,
      sha256: Sha256,
      /** `active` or `void`. */
      state: Type.String(),
      received_at: Time,
      batch_label: Type.String(),
      station: Type.String(),
      /** Position in its batch. */
      seq: Type.Integer(),
      /** As the machine read it; null when no page carries a number. */
      exam_no: nullable(Type.String()),
      /** What was marked on it, see `marksOf`; only told of sheets asked for by number or picture. */
      marks: Type.String(),
      /** Its pictures; only told of sheets asked for by number or picture. */
      image_hashes: Type.Array(Sha256),
    }),
  ),
  errors: ['INPUT_INVALID'],
})

export const clientMarkingForUpload = defineRoute({
  method: 'GET',
  path: '/v1/client/marking/for/upload',
  summary: '一个科目现在能否上传，以及应当使用的模板',
  area: 'scanning client',
  access: can('scan.operate', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object(examSubject),
  reply: UploadState,
})

export const clientJudgeMarkingUpload = defineRoute({
  method: 'POST',
  path: '/v1/client/judge/marking/upload',
  summary: '这张答题卡能否上传：未收到、已收到，或编号冲突',
  area: 'scanning client',
  access: can('scan.operate', { exam: 'body.exam_id', subject: 'body.subject_id' }),
  body: Type.Object({
    ...examSubject,
    sheet_id: Ulid,
    batch_id: Ulid,
    template_id: plainText(100),
    sha256: Sha256,
    byte_length: Type.Integer({ minimum: 1 }),
  }),
  reply: Type.Object({
    /** `send`: upload it; `already`: the server has it; `refused`: see reason. */
    verdict: Type.Union([Type.Literal('send'), Type.Literal('already'), Type.Literal('refused')]),
    /** Error code of a refusal, null otherwise. */
    error: nullable(Type.String()),
    reason: Type.String(),
  }),
})

export const clientMarking = defineRoute({
  method: 'POST',
  path: '/v1/client/marking',
  summary:
    '上传一张答题卡（容器文件，请求头 x-content-sha256）；返回成功即已落盘入库，重复上传同一内容仍返回成功',
  area: 'scanning client',
  access: can('scan.operate', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object({ ...examSubject, sheet_id: Ulid }),
  bodyKind: 'bytes',
  reply: Type.Object({
    sheet_id: Ulid,
    sha256: Sha256,
    received_at: Time,
    /** The server had it already. */
    duplicate: Type.Boolean(),
    /** Categories of exceptions that the sheet is in now. */
    exceptions: Type.Array(Type.String()),
  }),
  errors: [
    'PAYLOAD_TOO_LARGE',
    'SCAN_CHECKSUM_MISMATCH',
    'SCAN_CONTAINER_INVALID',
    'SCAN_IMAGE_INVALID',
    'SCAN_SHEET_ID_CONFLICT',
    'SCAN_BATCH_CLOSED',
    'SCAN_TEMPLATE_MISSING',
    'SCAN_TEMPLATE_OUTDATED',
    'SCAN_SHEET_PUBLISHED',
    'SCAN_DISK_FULL',
  ],
})

export const clientComplete = defineRoute({
  method: 'POST',
  path: '/v1/client/complete',
  summary: '批次完成：双方张数与内容摘要一致才关闭，否则返回缺少的编号',
  area: 'scanning client',
  access: can('scan.operate', { exam: 'body.exam_id', subject: 'body.subject_id' }),
  body: Type.Object({
    ...examSubject,
    batch_id: Ulid,
    /** Sheets that the station holds in this batch. */
    count: Type.Integer({ minimum: 1, maximum: 10_000 }),
    /** `batchHashOf` their content hashes. */
    sheets_hash: Sha256,
    sheet_ids: Type.Array(Ulid, { maxItems: 10_000 }),
  }),
  reply: Type.Object({
    closed: Type.Boolean(),
    closed_at: nullable(Time),
    server_count: Count,
    server_hash: Sha256,
    /** To be uploaded again by the station. */
    missing_ids: Type.Array(Ulid),
    /** On the server and unknown to the station. */
    unknown_ids: Type.Array(Ulid),
  }),
  errors: ['SCAN_BATCH_NOT_FOUND'],
})

export const clientClear = defineRoute({
  method: 'POST',
  path: '/v1/client/clear/{subjectId}',
  summary: '清空一个科目（或其中一个批次、几张答题卡）的扫描数据：没有评阅时才可以，可撤销',
  area: 'scanning client',
  access: can('scan.operate', { exam: 'body.exam_id', subject: 'params.subjectId' }),
  params: Type.Object({ subjectId: Id }),
  body: Type.Object({
    exam_id: Id,
    batch_id: Type.Optional(Ulid),
    /** These sheets alone: a later scan took their place. */
    sheet_ids: Type.Optional(Type.Array(Ulid, { minItems: 1, maxItems: 200 })),
    /** The number of sheets that the person was told would be cleared. */
    confirm_count: Type.Integer({ minimum: 1 }),
  }),
  reply: Type.Object({ voided: Count, decision_id: Id }),
  errors: ['VERSION_CONFLICT', 'SCAN_CLEAR_MARKED', 'SCAN_SHEET_PUBLISHED'],
})

export const clientProblemSign = defineRoute({
  method: 'POST',
  path: '/v1/client/problem/sign',
  summary: '标记问题卷：送到待核实队列；扫描员即可，不需要处理异常的权限',
  area: 'scanning client',
  access: can('scan.operate', { scanSheet: 'body.sheet_id' }),
  body: Type.Object({
    sheet_id: Ulid,
    note: plainText(200),
    /** Of a station that may send it twice or take it back: see `change/exception` with `undo`. */
    action: Type.Optional(Type.Object(action)),
  }),
  reply: Type.Object({
    ok: Type.Literal(true),
    /** Of the action; null without one. */
    outcome: nullable(ActionOutcome),
  }),
  errors: [
    'SCAN_SHEET_NOT_FOUND',
    'SCAN_SHEET_NOT_UPLOADED',
    'SCAN_SHEET_ALREADY_RESOLVED',
    'SCAN_SHEET_VOID',
    'SCAN_SHEET_PUBLISHED',
    'SCAN_ACTION_MISMATCH',
  ],
})
