import type { OmrTemplate } from '@hengjuan/domain'
import Type from 'typebox'
import { plainText } from './page-reading.ts'
import { can, defineRoute, done, Id, nullable, signedIn, Time } from './route.ts'
import { Sha256, Ulid } from './sheet-container.ts'

const examSubject = { exam_id: Id, subject_id: Id }
const Count = Type.Integer({ minimum: 0 })

/** Why a subject takes no uploads; null when it does. */
const UploadState = Type.Object({
  open: Type.Boolean(),
  /** Chinese, what is missing and what to do; empty when open. */
  reason: Type.String(),
  template_id: nullable(Type.String()),
  /** Changes when the template does: download it again then. */
  template_sha256: nullable(Sha256),
  max_bytes: Type.Integer(),
})

export const ScanExamSubject = Type.Object({
  subject_id: Id,
  subject_name: Type.String(),
  /** Candidates who sit the subject. */
  expected: Count,
  /** Candidates of whom a sheet is known. */
  scanned: Count,
  sheets: Count,
  open_exceptions: Count,
  upload: UploadState,
})

export const clientExam = defineRoute({
  method: 'GET',
  path: '/v1/client/exam',
  summary: '扫描员可以扫描的考试及其科目',
  area: 'scanning client',
  access: can('scan.operate'),
  query: Type.Object({ school_id: Type.Optional(Id) }),
  reply: Type.Array(
    Type.Object({
      exam_id: Id,
      exam_name: Type.String(),
      school_id: Id,
      school_name: Type.String(),
      grade_id: Type.Integer(),
      type: Type.Integer(),
      mode: Type.Integer(),
      start_date: Type.String(),
      published: Type.Boolean(),
      subjects: Type.Array(ScanExamSubject),
    }),
  ),
})

export const clientSchoolList = defineRoute({
  method: 'GET',
  path: '/v1/client/school/list',
  summary: '扫描站服务的学校',
  area: 'scanning client',
  access: can('scan.operate'),
  reply: Type.Array(Type.Object({ school_id: Id, school_name: Type.String() })),
})

export const clientSchoolClasses = defineRoute({
  method: 'GET',
  path: '/v1/client/school/classes',
  summary: '一场考试的班级与考生名单',
  area: 'scanning client',
  access: can('scan.operate', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id }),
  reply: Type.Array(
    Type.Object({
      class_id: Id,
      class_name: Type.String(),
      students: Type.Array(
        Type.Object({
          candidate_id: Id,
          student_id: Id,
          exam_no: Type.String(),
          student_no: Type.String(),
          name: Type.String(),
          name_pinyin: Type.String(),
          room_no: nullable(Type.String()),
          seat_no: nullable(Type.String()),
          /** Subjects of the exam that the student did not select. */
          not_selected: Type.Array(Id),
        }),
      ),
    }),
  ),
  errors: ['EXAM_NOT_FOUND'],
})

export const clientMarkingDetail = defineRoute({
  method: 'GET',
  path: '/v1/client/marking/detail',
  summary: '一个科目的应扫与已扫，按班级和批次',
  area: 'scanning client',
  access: can('scan.operate', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object(examSubject),
  reply: Type.Object({
    ...ScanExamSubject.properties,
    classes: Type.Array(
      Type.Object({ class_id: Id, class_name: Type.String(), expected: Count, scanned: Count }),
    ),
    batches: Type.Array(
      Type.Object({
        batch_id: Ulid,
        label: Type.String(),
        station: Type.String(),
        operator_name: Type.String(),
        opened_at: Time,
        closed_at: nullable(Time),
        sheets: Count,
        voided: Count,
      }),
    ),
  }),
  errors: ['EXAM_NOT_FOUND', 'SUBJECT_NOT_IN_EXAM'],
})

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
  summary: '服务器已有哪些答题卡：按批次或按编号（最多 200 个）查询',
  area: 'scanning client',
  access: can('scan.operate', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object({
    ...examSubject,
    batch_id: Type.Optional(Ulid),
    ids: Type.Optional(Type.Array(Ulid, { maxItems: 200 })),
  }),
  reply: Type.Array(
    Type.Object({
      sheet_id: Ulid,
      batch_id: Ulid,
      sha256: Sha256,
      /** `active` or `void`. */
      state: Type.String(),
      received_at: Time,
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
  summary: '清空一个科目（或其中一个批次）的扫描数据：没有评阅时才可以，可撤销',
  area: 'scanning client',
  access: can('scan.operate', { exam: 'body.exam_id', subject: 'params.subjectId' }),
  params: Type.Object({ subjectId: Id }),
  body: Type.Object({
    exam_id: Id,
    batch_id: Type.Optional(Ulid),
    /** The number of sheets that the person was told would be cleared. */
    confirm_count: Type.Integer({ minimum: 1 }),
  }),
  reply: Type.Object({ voided: Count, decision_id: Id }),
  errors: ['VERSION_CONFLICT', 'SCAN_CLEAR_MARKED', 'SCAN_SHEET_PUBLISHED'],
})

export const clientProblemSign = defineRoute({
  method: 'POST',
  path: '/v1/client/problem/sign',
  summary: '标记问题卷：送到待核实队列',
  area: 'scanning client',
  access: can('scan.operate', { scanSheet: 'body.sheet_id' }),
  body: Type.Object({ sheet_id: Ulid, note: plainText(200) }),
  reply: done,
  errors: ['SCAN_SHEET_NOT_FOUND'],
})
