import Type from 'typebox'
import { examParams, onExam } from './exam-params.ts'
import {
  can,
  defineRoute,
  done,
  Id,
  inJoint,
  listOf,
  MilliScore,
  nullable,
  paging,
  Time,
} from './route.ts'
import { CopiedFrom, Day, NumbersFrom, Sessions, SubjectFulls, SubjectModes } from './exam-parts.ts'

const ExamSubject = Type.Object({
  subject_id: Id,
  name: Type.String(),
  mode: Type.Integer(),
  status: Type.Integer(),
  status_name: Type.String(),
  full_milli: MilliScore,
  sheet_id: nullable(Id),
  /** When it is sat; null while nobody said. */
  starts_at: nullable(Time),
  ends_at: nullable(Time),
})

export const Exam = Type.Object({
  exam_id: Id,
  school_id: Id,
  name: Type.String(),
  scope: Type.Enum(['school', 'joint'], { description: '单校或联考' }),
  /** As what the current role sees it; a member gets its own candidates and classes. */
  side: Type.Enum(['organiser', 'member', 'region', 'marker'], {
    description: '当前身份在这场考试中：主办方、参加学校、上级区域、阅卷教师',
  }),
  type: Type.Integer(),
  type_name: Type.String(),
  mode: Type.Integer(),
  mode_name: Type.String(),
  grade_id: Id,
  grade_name: Type.String(),
  start_date: Type.String(),
  /** The step of the subject that is furthest behind. */
  status: Type.Integer(),
  status_name: Type.String(),
  import_finished: Type.Boolean(),
  published: Type.Boolean(),
  published_at: nullable(Time),
  /** Of what is released: which version, how far it has got, and appeals that wait, for who holds the exam. */
  release: nullable(
    Type.Object({
      version: Type.Integer(),
      told: Type.Enum(['leaders', 'teachers', 'students']),
      open_appeals: Type.Integer(),
    }),
  ),
  created_by: Type.String(),
  created_at: Time,
  /** Of one in the bin, which can be taken out of it for 30 days. */
  deleted_at: nullable(Time),
  candidate_count: Type.Integer(),
  classes: Type.Array(Type.Object({ class_id: Id, name: Type.String() })),
  subjects: Type.Array(ExamSubject),
})

const filters = {
  exam_id: Type.Optional(Id),
  keyword: Type.Optional(Type.String({ maxLength: 60, description: '考试名称' })),
  type: Type.Optional(Type.Integer({ description: '考试类型 1-5' })),
  status: Type.Optional(Type.Integer({ description: '1 答题卡 2 阅卷设置 3 扫描阅卷 6 报表' })),
  grade_id: Type.Optional(Id),
  subject_id: Type.Optional(Id),
  published: Type.Optional(Type.Boolean()),
  state: Type.Optional(
    Type.Enum(['running', 'ready', 'published'], { description: '进行中、待发布、已发布' }),
  ),
  held: Type.Optional(Type.Boolean({ description: '只含本校主办的考试，不含参加的联考' })),
  from: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  to: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  deleted: Type.Optional(Type.Boolean({ description: '回收站：30 天内删除的考试' })),
  ...paging,
}

const schoolParams = Type.Object({ schoolId: Id })

export const examsOfSchool = defineRoute({
  method: 'GET',
  path: '/v1/exams/{schoolId}',
  summary: '学校的考试',
  area: 'exam',
  access: can('exam.read', { school: 'params.schoolId' }),
  params: schoolParams,
  query: Type.Object(filters),
  reply: listOf(Exam),
})

export const examList = defineRoute({
  method: 'GET',
  path: '/v1/exams/newlist2',
  summary: '考试列表，筛选、分页；只含当前身份可见的考试与科目',
  area: 'exam',
  access: can('exam.read'),
  query: Type.Object(filters),
  reply: listOf(Exam),
})

const Counted = Type.Integer({ minimum: 0 })

export const examCounts = defineRoute({
  method: 'GET',
  path: '/v1/exams/counts',
  summary: '考试列表各进展的场数：与列表同样筛选；草稿与回收站只对管理考试的人计数',
  area: 'exam',
  access: can('exam.read'),
  query: Type.Object({
    keyword: filters.keyword,
    type: filters.type,
    status: filters.status,
    grade_id: filters.grade_id,
  }),
  reply: Type.Object({
    all: Counted,
    running: Counted,
    ready: Counted,
    published: Counted,
    drafts: nullable(Counted),
    bin: nullable(Counted),
  }),
})

const Name = Type.String({ minLength: 1, maxLength: 60, description: '考试名称' })

export const examCreate = defineRoute({
  method: 'POST',
  path: '/v1/exams/{schoolId}',
  summary: '新建考试；考生名单由「确认创建」或考生管理生成',
  area: 'exam',
  access: can('exam.manage', { school: 'params.schoolId' }),
  params: schoolParams,
  body: Type.Object({
    name: Name,
    type: Type.Integer(),
    mode: Type.Integer(),
    grade_id: Id,
    start_date: Day,
    class_ids: Type.Array(Id, {
      maxItems: 2000,
      description: '本校或辖区内参加学校的班级；联考可以为空，由导入的考生带入',
    }),
    subject_ids: Type.Array(Id, { maxItems: 30 }),
    subject_modes: Type.Optional(SubjectModes),
    subject_fulls: Type.Optional(SubjectFulls),
    sessions: Type.Optional(Sessions),
    joint_schools: Type.Optional(Type.Array(Id, { maxItems: 2000, description: '联考的参加学校' })),
    peer_names: Type.Optional(
      Type.Enum(['hidden', 'shown'], { description: '参加学校之间是否显示校名，默认不显示' }),
    ),
    copied_from: Type.Optional(CopiedFrom),
  }),
  reply: Type.Object({ exam_id: Id }),
  errors: [
    'SCHOOL_NOT_FOUND',
    'EXAM_NAME_TAKEN',
    'EXAM_SUBJECTS_EMPTY',
    'EXAM_CLASSES_EMPTY',
    'CLASS_NOT_FOUND',
    'SUBJECT_NOT_FOUND',
    'EXAM_SESSIONS_INVALID',
  ],
})

export const examGet = defineRoute({
  method: 'GET',
  path: '/v1/exams/{schoolId}/{examId}',
  summary: '一场考试',
  area: 'exam',
  access: inJoint(can('exam.read', onExam), 'member', 'region'),
  params: examParams,
  reply: Exam,
  errors: ['EXAM_NOT_FOUND'],
})

export const examUpdate = defineRoute({
  method: 'PUT',
  path: '/v1/exams/{schoolId}/{examId}',
  summary: '修改考试；有扫描数据的科目和班级不能移除',
  area: 'exam',
  access: can('exam.manage', onExam),
  params: examParams,
  body: Type.Object({
    name: Type.Optional(Name),
    type: Type.Optional(Type.Integer()),
    start_date: Type.Optional(Day),
    class_ids: Type.Optional(Type.Array(Id, { maxItems: 200 })),
    subject_ids: Type.Optional(Type.Array(Id, { maxItems: 30 })),
    subject_modes: Type.Optional(SubjectModes),
    sessions: Type.Optional(Sessions),
  }),
  reply: done,
  errors: [
    'EXAM_NOT_FOUND',
    'EXAM_NAME_TAKEN',
    'CANDIDATE_HAS_RECORDS',
    'EXAM_HAS_SCANS',
    'EXAM_HAS_SCORES',
    'EXAM_MODE_FIXED',
    'EXAM_PUBLISHED',
    'EXAM_SESSIONS_INVALID',
  ],
})

export const examDelete = defineRoute({
  method: 'DELETE',
  path: '/v1/exams/{schoolId}/{examId}',
  summary:
    '把考试移入回收站，30 天内可以恢复；有扫描数据的考试不能删除。preview=1 只列出会一起移走的内容',
  area: 'exam',
  access: can('exam.manage', onExam),
  params: examParams,
  query: Type.Object({ preview: Type.Optional(Type.Literal(1)) }),
  reply: Type.Object({
    subjects: Type.Array(Type.String()),
    candidates: Type.Integer(),
    answer_sheets: Type.Integer(),
    /** Scores that came by a table. */
    scores: Type.Integer(),
    /** Until when it can be restored. */
    restore_until: Time,
  }),
  errors: ['EXAM_NOT_FOUND', 'EXAM_HAS_SCANS', 'EXAM_PUBLISHED'],
})

export const examCreateConfirm = defineRoute({
  method: 'POST',
  path: '/v1/exams/create/confirm',
  summary: '确认创建：名单为空时按规则生成所选班级的考生和考号，返回各科应考人数',
  area: 'exam',
  access: can('exam.manage', { exam: 'body.exam_id' }),
  body: Type.Object({
    exam_id: Id,
    rule: Type.Optional(Type.String({ maxLength: 60, description: '考号规则' })),
    digits: Type.Optional(Type.Integer({ minimum: 4, maximum: 12, description: '考号位数' })),
    numbers_from: Type.Optional(NumbersFrom),
  }),
  reply: Type.Object({ candidates: Type.Integer(), added: Type.Integer() }),
  errors: ['EXAM_NOT_FOUND', 'EXAM_NO_INVALID', 'EXAM_NO_TAKEN', 'EXAM_NO_RULE_INVALID'],
})

export const examRestore = defineRoute({
  method: 'POST',
  path: '/v1/exams/restore',
  summary: '从回收站恢复 30 天内删除的考试',
  area: 'exam',
  access: can('exam.manage'),
  body: Type.Object({ exam_id: Id }),
  reply: done,
  errors: ['EXAM_NOT_FOUND', 'EXAM_NAME_TAKEN'],
})
