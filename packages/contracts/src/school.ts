import { COMBO_SCHEMES, type ComboScheme } from '@hengjuan/domain'
import Type from 'typebox'
import { can, defineRoute, Id, nullable, signedIn } from './route.ts'
import { Keyword } from './school-parts.ts'

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
