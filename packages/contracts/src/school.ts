import {
  COMBO_SCHEMES,
  type ComboScheme,
  type StudentState,
  STUDENT_STATES,
} from '@hengjuan/domain'
import Type from 'typebox'
import { can, defineRoute, done, Id, listOf, nullable, paging, signedIn, Time } from './route.ts'

const Name = Type.String({ minLength: 1, maxLength: 40 })
const Keyword = Type.Optional(
  Type.String({ maxLength: 40, description: '姓名、拼音首字母、学号或账号' }),
)

export const SchoolClass = Type.Object({
  class_id: Id,
  grade_id: Id,
  grade_name: Type.String(),
  name: Type.String(),
  student_count: Type.Integer(),
  class_teacher: nullable(Type.String()),
  class_teacher_id: nullable(Id),
  kind: Type.Enum(['admin', 'teaching']),
  /** Of a teaching class. */
  subject_id: nullable(Id),
  subject_name: nullable(Type.String()),
  entry_year: nullable(Type.Integer()),
  sort: Type.Integer(),
  closed: Type.Boolean(),
  teachers: Type.Array(
    Type.Object({
      user_id: Id,
      name: Type.String(),
      subject_id: Id,
      subject_name: Type.String(),
    }),
  ),
  /** How many students chose which subjects. */
  combos: Type.Array(Type.Object({ combo: Type.String(), count: Type.Integer() })),
  last_exam: nullable(Type.Object({ exam_id: Id, name: Type.String() })),
})

export const schoolSystem = defineRoute({
  method: 'GET',
  path: '/v1/school/system',
  summary: '学校的学段、年级与班级数',
  area: 'school',
  access: can('school.read'),
  reply: Type.Object({
    school_id: Id,
    name: Type.String(),
    short_name: Type.String(),
    combo_scheme: Type.Enum(Object.keys(COMBO_SCHEMES) as ComboScheme[], {
      description: '选科模式',
    }),
    stages: Type.Array(
      Type.Object({
        stage: Type.String(),
        name: Type.String(),
        grades: Type.Array(
          Type.Object({
            grade_id: Id,
            name: Type.String(),
            class_count: Type.Integer(),
            student_count: Type.Integer(),
          }),
        ),
      }),
    ),
  }),
})

export const schoolClasses = defineRoute({
  method: 'GET',
  path: '/v1/school/classes',
  summary: '当前身份可见的班级',
  area: 'school',
  access: can('school.read'),
  query: Type.Object({
    grade_id: Type.Optional(Id),
    kind: Type.Optional(
      Type.Enum(['admin', 'teaching'], { description: '行政班或教学班，默认行政班' }),
    ),
    year: Type.Optional(
      Type.Integer({ minimum: 2000, maximum: 2100, description: '按该学年的年级和名称列出' }),
    ),
    with_closed: Type.Optional(Type.Boolean({ default: false, description: '含已停用的班级' })),
  }),
  reply: Type.Array(SchoolClass),
})

const Subject = Type.Object({
  subject_id: Id,
  name: Type.String(),
  short_name: Type.String(),
  custom: Type.Boolean(),
})

export const schoolSubjects = defineRoute({
  method: 'GET',
  path: '/v1/school/subjects',
  summary: '当前身份可见的科目（不含总分）',
  area: 'school',
  access: can('school.read'),
  reply: Type.Array(Subject),
})

export const getSubjects = defineRoute({
  method: 'GET',
  path: '/v1/subject/get',
  summary: '全部科目，覆盖默认科目名',
  area: 'subject',
  access: signedIn,
  reply: Type.Array(Subject),
})

export const schoolMarkers = defineRoute({
  method: 'GET',
  path: '/v1/school/markers',
  summary: '可以参加阅卷的教师',
  area: 'school',
  access: can('staff.read', { exam: 'query.exam_id' }),
  query: Type.Object({
    /** For whoever was named for an exam and sees no staff otherwise. */
    exam_id: Type.Optional(Id),
    subject_id: Type.Optional(Id),
    keyword: Keyword,
  }),
  reply: Type.Array(
    Type.Object({
      user_id: Id,
      name: Type.String(),
      account: Type.String(),
      role_names: Type.Array(Type.String()),
      subject_ids: Type.Array(Id),
    }),
  ),
})

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

const Ids = Type.Union([Type.Literal('all'), Type.Array(Id, { maxItems: 500 })])

/** A role to be given, with the lists that limit it; a list that is left out allows nothing. */
export const GivenRole = Type.Object({
  role: Type.String({ maxLength: 40 }),
  grade_ids: Type.Optional(Ids),
  class_ids: Type.Optional(Ids),
  subject_ids: Type.Optional(Ids),
})

const Teaching = Type.Object({ class_id: Id, subject_id: Id })

export const Staff = Type.Object({
  user_id: Id,
  account: Type.String(),
  name: Type.String(),
  disabled: Type.Boolean(),
  full_marking: Type.Boolean(),
  staff_no: nullable(Type.String()),
  /** 138****1234. */
  phone: nullable(Type.String()),
  last_sign_in: nullable(Time),
  disabled_reason: nullable(Type.String()),
  roles: Type.Array(
    Type.Object({
      user_role_id: Id,
      role: Type.String(),
      role_name: Type.String(),
      /** What it reaches, in words: 高一(1)班；数学. */
      scope: Type.String(),
      grade_ids: Ids,
      class_ids: Ids,
      subject_ids: Ids,
    }),
  ),
  teaching: Type.Array(
    Type.Object({
      class_id: Id,
      /** With its grade. */
      class_name: Type.String(),
      subject_id: Id,
      subject_name: Type.String(),
    }),
  ),
})

export const staffList = defineRoute({
  method: 'GET',
  path: '/v1/school/staff/list',
  summary: '教职工列表，分页、搜索',
  area: 'staff',
  access: can('staff.read'),
  query: Type.Object({
    keyword: Keyword,
    role: Type.Optional(Type.String({ maxLength: 40 })),
    disabled: Type.Optional(Type.Boolean({ default: false, description: '查看已停用账号' })),
    ...paging,
  }),
  reply: listOf(Staff),
})

const Password = Type.String({ minLength: 1, maxLength: 200 })

export const staffAdd = defineRoute({
  method: 'POST',
  path: '/v1/school/staff/add',
  summary: '添加教职工；不给初始密码时系统生成一个，仅在本次回复中出现',
  area: 'staff',
  access: can('staff.manage'),
  body: Type.Object({
    account: Type.String({ pattern: '^[0-9A-Za-z_.@-]{2,64}$', description: '登录账号' }),
    name: Name,
    password: Type.Optional(Password),
    roles: Type.Array(GivenRole, { minItems: 1, maxItems: 20 }),
    teaching: Type.Optional(Type.Array(Teaching, { maxItems: 200 })),
  }),
  reply: Type.Object({ user_id: Id, initial_password: nullable(Type.String()) }),
  errors: ['USER_NAME_TAKEN', 'PASSWORD_WEAK', 'NOT_ALLOWED', 'ROLE_NOT_GIVEN_HERE'],
})

export const staffUpdate = defineRoute({
  method: 'POST',
  path: '/v1/school/staff/update',
  summary: '修改教职工：姓名、身份、任课、启用；可重置密码',
  area: 'staff',
  access: can('staff.manage'),
  body: Type.Object({
    user_id: Id,
    name: Type.Optional(Name),
    roles: Type.Optional(Type.Array(GivenRole, { minItems: 1, maxItems: 20 })),
    teaching: Type.Optional(Type.Array(Teaching, { maxItems: 200 })),
    disabled: Type.Optional(Type.Boolean()),
    reset_password: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({ initial_password: nullable(Type.String()) }),
  errors: ['STAFF_NOT_FOUND', 'STAFF_IS_SELF', 'NOT_ALLOWED', 'ROLE_NOT_GIVEN_HERE'],
})

export const staffDelete = defineRoute({
  method: 'POST',
  path: '/v1/school/staff/delete',
  summary: '停用教职工账号；做过的评阅与记录保留',
  area: 'staff',
  access: can('staff.manage'),
  body: Type.Object({ user_ids: Type.Array(Id, { minItems: 1, maxItems: 200 }) }),
  reply: Type.Object({ disabled: Type.Integer() }),
  errors: ['STAFF_NOT_FOUND', 'STAFF_IS_SELF', 'NOT_ALLOWED'],
})

export const staffImport = defineRoute({
  method: 'POST',
  path: '/v1/school/staff/translate',
  summary:
    '用表格导入教职工（账号、姓名、角色、年级、班级、学科）；有错误时逐格列出，不写入任何数据；初始密码仅在本次回复中出现',
  area: 'staff',
  access: can('staff.manage'),
  bodyKind: 'multipart',
  reply: Type.Object({
    added: Type.Integer(),
    accounts: Type.Array(
      Type.Object({
        account: Type.String(),
        name: Type.String(),
        initial_password: Type.String(),
      }),
    ),
  }),
  errors: ['IMPORT_FILE_INVALID', 'IMPORT_HAS_ERRORS', 'PAYLOAD_TOO_LARGE'],
})
