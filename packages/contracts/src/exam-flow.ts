import Type from 'typebox'
import { examParams, onExam } from './exam-params.ts'
import { can, defineRoute, Id, MilliScore, nullable, Time } from './route.ts'

const onSubject = { exam: 'body.exam_id', subject: 'body.subject_id' } as const

/** Something that must be done before the next step; `blocking` false is a warning. */
export const ExamGate = Type.Object({
  code: Type.String(),
  text: Type.String(),
  count: Type.Integer(),
  blocking: Type.Boolean(),
})

const Preview = Type.Optional(Type.Boolean({ description: '只说明会发生什么，不改变任何内容' }))

export const examStatus = defineRoute({
  method: 'POST',
  path: '/v1/exams/status',
  summary:
    '把一个科目推进到下一步；前提没有满足时逐条列出。进入扫描阅卷前，每条提醒都要在 known 中写明已知道',
  area: 'exam',
  access: can('exam.manage', onSubject),
  body: Type.Object({
    exam_id: Id,
    subject_id: Id,
    status: Type.Integer(),
    known: Type.Optional(
      Type.Array(Type.String({ maxLength: 40 }), {
        maxItems: 40,
        description: '已知道的提醒的代码',
      }),
    ),
    preview: Preview,
  }),
  reply: Type.Object({
    /** The step that the subject is in now; of a preview the one that it would be in. */
    status: Type.Integer(),
    /** What happens, in one sentence. */
    effect: Type.String(),
    gates: Type.Array(ExamGate),
  }),
  errors: ['EXAM_GATE_CLOSED', 'EXAM_GATE_UNSEEN', 'EXAM_STEP_INVALID', 'EXAM_PUBLISHED'],
})

export const examRollback = defineRoute({
  method: 'POST',
  path: '/v1/exams/rollback',
  summary: '把一个科目退回到较早的一步；退回到扫描阅卷以前，正在阅卷的题块暂停，评阅保留',
  area: 'exam',
  access: can('exam.manage', onSubject),
  body: Type.Object({ exam_id: Id, subject_id: Id, status: Type.Integer(), preview: Preview }),
  reply: Type.Object({ status: Type.Integer(), effect: Type.String() }),
  errors: ['EXAM_HAS_SCANS', 'EXAM_STEP_INVALID', 'EXAM_PUBLISHED'],
})

export const examFlowSubject = defineRoute({
  method: 'GET',
  path: '/v1/exams/flow/subject',
  summary: '一个科目的流程：各考场应扫与已扫，以及谁在何时推进、退回和设置了什么',
  area: 'exam',
  access: can('exam.read', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object({ exam_id: Id, subject_id: Id }),
  reply: Type.Object({
    rooms: Type.Array(
      Type.Object({
        room_no: nullable(Type.String()),
        expected: Type.Integer(),
        scanned: Type.Integer(),
      }),
    ),
    /** The newest first; only for who manages exams or may read the record. */
    events: Type.Array(
      Type.Object({
        id: Id,
        at: Time,
        by_name: nullable(Type.String()),
        action: Type.String(),
        action_label: Type.String(),
        object_label: Type.String(),
        text: Type.String(),
      }),
    ),
  }),
})

export const SubjectProgress = Type.Object({
  subject_id: Id,
  name: Type.String(),
  mode: Type.Integer(),
  status: Type.Integer(),
  status_name: Type.String(),
  full_milli: MilliScore,
  sheet: nullable(
    Type.Object({
      sheet_id: Id,
      name: Type.String(),
      version: Type.Integer(),
      locked: Type.Boolean(),
    }),
  ),
  /** Candidates who may have a sheet: neither absent nor without the subject; and those of them who have one. */
  expected: Type.Integer(),
  scanned_candidates: Type.Integer(),
  /** Candidates who have the subject, absent or not. */
  registered: Type.Integer(),
  present: Type.Integer(),
  absent: Type.Integer(),
  no_record: Type.Integer(),
  not_selected: Type.Integer(),
  scanned_sheets: Type.Integer(),
  open_exceptions: Type.Integer(),
  exceptions: Type.Array(
    Type.Object({ category: Type.String(), label: Type.String(), count: Type.Integer() }),
  ),
  objective_questions: Type.Integer(),
  keys_missing: Type.Integer(),
  blocks: Type.Integer(),
  markers: Type.Integer(),
  units_total: Type.Integer(),
  units_final: Type.Integer(),
  units_arbitration: Type.Integer(),
  units_problem: Type.Integer(),
  /** The step that comes next; null at the last one. */
  next_status: nullable(Type.Integer()),
  next_status_name: nullable(Type.String()),
  gates: Type.Array(ExamGate),
})

export const examProgress = defineRoute({
  method: 'GET',
  path: '/v1/exams/progress_v2/{schoolId}/{examId}',
  summary: '各科目的进度：名单、扫描、异常、阅卷，以及进入下一步还缺什么',
  area: 'exam',
  access: can('exam.read', onExam),
  params: examParams,
  reply: Type.Object({
    exam_id: Id,
    candidate_count: Type.Integer(),
    published: Type.Boolean(),
    subjects: Type.Array(SubjectProgress),
  }),
  errors: ['EXAM_NOT_FOUND'],
})
