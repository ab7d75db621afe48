import Type from 'typebox'
import { oneOf, plainText } from './page-reading.ts'
import { can, defineRoute, Id, nullable, Time } from './route.ts'
import { Count, examSubject } from './scan-client-parts.ts'
import { Sha256, Ulid } from './sheet-container.ts'

/** Whether a subject takes uploads, and with which template. */
export const UploadState = Type.Object({
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
  summary:
    '一个科目的应扫与已扫，按班级、考场和批次；给出考场（或 missing_in=subject）时列出未扫的考生',
  area: 'scanning client',
  access: can('scan.operate', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object({
    ...examSubject,
    /** Lists who of this room has no sheet; empty: of those who have no room. */
    room_no: Type.Optional(plainText(40)),
    /** Lists who has no sheet in all rooms: what a station keeps for when the server is away. */
    missing_in: Type.Optional(oneOf(['subject'])),
  }),
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
    /** In the order of the rooms; candidates without a room last. */
    rooms: Type.Array(
      Type.Object({
        room_no: nullable(Type.String()),
        expected: Count,
        scanned: Count,
        /** Without a sheet, and confirmed absent. */
        absent: Count,
      }),
    ),
    /** Candidates of the room or subject asked for who have no sheet, in the order of their seats. */
    missing: Type.Array(
      Type.Object({
        candidate_id: Id,
        exam_no: Type.String(),
        name: Type.String(),
        class_name: Type.String(),
        room_no: nullable(Type.String()),
        seat_no: nullable(Type.String()),
        /** 1 when confirmed absent. */
        attendance: Type.Integer(),
      }),
    ),
  }),
  errors: ['EXAM_NOT_FOUND', 'SUBJECT_NOT_IN_EXAM'],
})
