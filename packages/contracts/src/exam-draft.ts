import { COMBO_SCHEMES, type ComboScheme } from '@hengjuan/domain'
import Type from 'typebox'
import { can, defineRoute, done, Id, Time } from './route.ts'
import { CopiedFrom, Day, NumbersFrom, Sessions, SubjectFulls, SubjectModes } from './exam-parts.ts'

/** What is known so far of an exam that is not created yet. */
export const ExamDraftBody = Type.Object({
  name: Type.String({ maxLength: 60 }),
  type: Type.Integer(),
  mode: Type.Integer(),
  grade_id: Id,
  start_date: Type.String({ maxLength: 10 }),
  subject_ids: Type.Array(Id, { maxItems: 30 }),
  subject_modes: SubjectModes,
  subject_fulls: SubjectFulls,
  sessions: Type.Optional(Sessions),
  class_ids: Type.Array(Id, { maxItems: 2000 }),
  /** Of a joint exam, whose schools bring their classes in with their lists. */
  joint_schools: Type.Optional(Type.Array(Id, { maxItems: 2000 })),
  peer_names: Type.Optional(Type.Enum(['hidden', 'shown'])),
  rule: Type.String({ maxLength: 60 }),
  /** The exam whose numbers are gone on with. */
  numbers_from: Type.Optional(NumbersFrom),
  copied_from: Type.Optional(CopiedFrom),
  /** The step of the wizard that it was left at. */
  step: Type.Integer({ minimum: 0, maximum: 10 }),
})

const ExamDraft = Type.Object({
  draft_id: Id,
  name: Type.String(),
  body: ExamDraftBody,
  by_name: Type.String(),
  at: Time,
  version: Type.Integer(),
})

export const examDrafts = defineRoute({
  method: 'GET',
  path: '/v1/exams/draft',
  summary: '本校还没有创建的考试草稿',
  area: 'exam',
  access: can('exam.manage'),
  reply: Type.Array(ExamDraft),
})

export const examDraftSave = defineRoute({
  method: 'POST',
  path: '/v1/exams/draft',
  summary: '保存考试草稿；带 draft_id 与 version 时更新',
  area: 'exam',
  access: can('exam.manage'),
  body: Type.Object({
    draft_id: Type.Optional(Id),
    version: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000_000 })),
    body: ExamDraftBody,
  }),
  reply: Type.Object({ draft_id: Id, version: Type.Integer() }),
  errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
})

export const examDraftDelete = defineRoute({
  method: 'POST',
  path: '/v1/exams/draft/delete',
  summary: '删除考试草稿',
  area: 'exam',
  access: can('exam.manage'),
  body: Type.Object({ draft_id: Id }),
  reply: done,
  errors: ['NOT_FOUND'],
})

export const examCreatePreview = defineRoute({
  method: 'POST',
  path: '/v1/exams/create/preview',
  summary:
    '创建考试之前：所选班级将有多少考生，各选科组合与各科应考、未选考人数，考号按规则是什么样',
  area: 'exam',
  access: can('exam.manage'),
  body: Type.Object({
    grade_id: Id,
    start_date: Day,
    class_ids: Type.Array(Id, { maxItems: 2000 }),
    subject_ids: Type.Optional(Type.Array(Id, { maxItems: 30 })),
    rule: Type.Optional(Type.String({ maxLength: 60 })),
    numbers_from: Type.Optional(NumbersFrom),
  }),
  reply: Type.Object({
    candidates: Type.Integer(),
    /** Of numbers that are gone on with: how many candidates had one. */
    kept: Type.Integer(),
    scheme: Type.Enum(Object.keys(COMBO_SCHEMES) as ComboScheme[], {
      description: '学校的选科模式',
    }),
    /** The commonest first; an empty label for those without. */
    combos: Type.Array(Type.Object({ label: Type.String(), count: Type.Integer() })),
    subjects: Type.Array(
      Type.Object({ subject_id: Id, sits: Type.Integer(), left_out: Type.Integer() }),
    ),
    /** Who has no combination, and so sits every subject: the first of them. */
    without: Type.Array(Type.Object({ class_name: Type.String(), name: Type.String() })),
    digits: Type.Integer(),
    samples: Type.Array(
      Type.Object({ class_name: Type.String(), name: Type.String(), exam_no: Type.String() }),
    ),
  }),
  errors: ['CLASS_NOT_FOUND', 'EXAM_NOT_FOUND', 'EXAM_NO_RULE_INVALID'],
})
