import { type StudentState, STUDENT_STATES } from '@hengjuan/domain'
import Type from 'typebox'
import { can, defineRoute, done, Id, listOf, nullable, paging, Time } from './route.ts'
import { Name, Keyword } from './school-parts.ts'

const StudentStateField = Type.Enum(Object.keys(STUDENT_STATES) as StudentState[])

export const Student = Type.Object({
  student_id: Id,
  student_no: Type.String(),
  name: Type.String(),
  gender: Type.String(),
  class_id: Id,
  class_name: Type.String(),
  grade_id: Id,
  grade_name: Type.String(),
  left_at: nullable(Time),
  state: StudentStateField,
  /** 物化生; null for none chosen. */
  combo: nullable(Type.String()),
  entry_year: nullable(Type.Integer()),
  /** 138****1234. */
  guardian_phone: nullable(Type.String()),
  /** Account for querying the own scores. */
  account: nullable(Type.String()),
  teaching_classes: Type.Array(
    Type.Object({ class_id: Id, name: Type.String(), subject_name: Type.String() }),
  ),
})

export const schoolStudents = defineRoute({
  method: 'GET',
  path: '/v1/school/students',
  summary: '一个班级或年级的学生（不分页，供选择）',
  area: 'school',
  access: can('student.read', { class: 'query.class_id' }),
  query: Type.Object({ class_id: Type.Optional(Id), grade_id: Type.Optional(Id) }),
  reply: Type.Array(Student),
})

export const studentList = defineRoute({
  method: 'GET',
  path: '/v1/school/student/list',
  summary: '学生列表，分页、搜索',
  area: 'student',
  access: can('student.read', { class: 'query.class_id' }),
  query: Type.Object({
    class_id: Type.Optional(Id),
    grade_id: Type.Optional(Id),
    keyword: Keyword,
    left: Type.Optional(Type.Boolean({ default: false, description: '查看已离校学生' })),
    state: Type.Optional(StudentStateField),
    combo: Type.Optional(
      Type.String({ maxLength: 40, description: '选科，如 物化生；none 为没有选科' }),
    ),
    account: Type.Optional(
      Type.Enum(['with', 'without'], { description: '有或没有查询账号的学生' }),
    ),
    ...paging,
  }),
  reply: listOf(Student),
})

const StudentNo = Type.String({
  pattern: '^[0-9A-Za-z-]{1,32}$',
  description: '学号：32 位以内的字母、数字或短横',
})
const Gender = Type.Enum(['男', '女', ''], { description: '男、女，或留空' })

/** What a student has beside name, number and class. */
const studentDetails = {
  combo: Type.Optional(
    nullable(Type.String({ maxLength: 60, description: '选科，如 物化生、物理+化学+生物' })),
  ),
  entry_year: Type.Optional(nullable(Type.Integer({ minimum: 1990, maximum: 2100 }))),
  guardian_phone: Type.Optional(
    nullable(Type.String({ pattern: '^1[0-9]{10}$', description: '家长手机：11 位数字' })),
  ),
  registry_no: Type.Optional(
    nullable(Type.String({ pattern: '^[GLJgljl]?[0-9X]{6,30}$', description: '学籍号' })),
  ),
}

export const studentAdd = defineRoute({
  method: 'POST',
  path: '/v1/school/student/add',
  summary: '添加学生；学号重复时说明被谁使用；班级可给编号，或给年级和名称（没有则新建）',
  area: 'student',
  access: can('student.manage', { class: 'body.class_id' }),
  body: Type.Object({
    student_no: StudentNo,
    name: Name,
    gender: Type.Optional(Gender),
    class_id: Type.Optional(Id),
    grade_id: Type.Optional(Id),
    class_name: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
    ...studentDetails,
  }),
  reply: Type.Object({ student_id: Id, class_id: Id }),
  errors: ['STUDENT_NO_TAKEN', 'CLASS_NOT_FOUND', 'COMBO_INVALID'],
})

export const studentUpdate = defineRoute({
  method: 'POST',
  path: '/v1/school/student/update',
  summary: '修改学生：姓名、学号、性别、班级、离校',
  area: 'student',
  access: can('student.manage', { student: 'body.student_id', class: 'body.class_id' }),
  body: Type.Object({
    student_id: Id,
    student_no: Type.Optional(StudentNo),
    name: Type.Optional(Name),
    gender: Type.Optional(Gender),
    class_id: Type.Optional(Id),
    left: Type.Optional(Type.Boolean()),
    ...studentDetails,
  }),
  reply: done,
  errors: ['STUDENT_NOT_FOUND', 'STUDENT_NO_TAKEN', 'COMBO_INVALID'],
})

export const studentDelete = defineRoute({
  method: 'POST',
  path: '/v1/school/student/delete',
  summary: '删除学生；参加过考试的学生不能删除，只能标记离校',
  area: 'student',
  access: can('student.manage'),
  body: Type.Object({ student_ids: Type.Array(Id, { minItems: 1, maxItems: 500 }) }),
  reply: Type.Object({ deleted: Type.Integer() }),
  errors: ['STUDENT_NOT_FOUND', 'STUDENT_HAS_SCORES'],
})

export const studentImport = defineRoute({
  method: 'POST',
  path: '/v1/school/student/translate',
  summary:
    '用表格导入学生（年级、班级、学号、姓名、性别）；有错误时逐格列出，不写入任何数据；没有的班级会新建',
  area: 'student',
  access: can('student.manage'),
  query: Type.Object({
    preview: Type.Optional(
      Type.Literal(1, { description: '只说明会新增、改动哪些人，不写入任何数据' }),
    ),
  }),
  bodyKind: 'multipart',
  reply: Type.Object({
    added: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    classes_added: Type.Array(Type.String()),
    changed: Type.Optional(
      Type.Array(Type.Object({ row: Type.Integer(), name: Type.String(), change: Type.String() }), {
        description: '逐人列出改动，如 高三4班 → 高三5班、重新在读',
      }),
    ),
  }),
  errors: ['IMPORT_FILE_INVALID', 'IMPORT_HAS_ERRORS', 'PAYLOAD_TOO_LARGE'],
})
