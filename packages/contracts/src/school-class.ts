import { SPLIT_ORDERS, type SplitOrder } from '@hengjuan/domain'
import Type from 'typebox'
import { can, defineRoute, Id, nullable, Time } from './route.ts'

const ClassName = Type.String({ minLength: 1, maxLength: 20 })
const GradeId = Type.Integer({ minimum: 1, maximum: 103 })

export const classSave = defineRoute({
  method: 'POST',
  path: '/v1/school/classes/save',
  summary: '新建或修改班级：名称、年级、班主任与任课教师；没有给出的不变',
  area: 'school',
  access: can('school.manage', { class: 'body.class_id' }),
  body: Type.Object({
    class_id: Type.Optional(Id),
    grade_id: Type.Optional(GradeId),
    name: Type.Optional(ClassName),
    kind: Type.Optional(Type.Enum(['admin', 'teaching'], { description: '新建时给出' })),
    subject_id: Type.Optional(Type.Integer({ minimum: 1, description: '教学班的科目' })),
    sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 9999 })),
    entry_year: Type.Optional(nullable(Type.Integer({ minimum: 1990, maximum: 2100 }))),
    class_teacher_id: Type.Optional(nullable(Id)),
    teachers: Type.Optional(
      Type.Array(Type.Object({ subject_id: Id, user_id: Id }), {
        maxItems: 60,
        description: '全部任课教师；没有列出的不再任教本班',
      }),
    ),
    closed: Type.Optional(Type.Boolean({ description: '停用或恢复' })),
  }),
  reply: Type.Object({ class_id: Id }),
  errors: ['CLASS_NAME_TAKEN', 'CLASS_NOT_EMPTY', 'STAFF_NOT_FOUND', 'SUBJECT_NOT_FOUND'],
})

export const classDelete = defineRoute({
  method: 'POST',
  path: '/v1/school/classes/delete',
  summary: '删除没有学生、也没有参加过考试的班级；参加过考试的用 close 停用',
  area: 'school',
  access: can('school.manage', { class: 'body.class_id' }),
  body: Type.Object({ class_id: Id, close: Type.Optional(Type.Boolean()) }),
  reply: Type.Object({ closed: Type.Boolean() }),
  errors: ['CLASS_NOT_EMPTY', 'CLASS_EXAMINED'],
})

export const classDetail = defineRoute({
  method: 'GET',
  path: '/v1/school/classes/detail',
  summary: '一个班级历年的名称与参加过的考试',
  area: 'school',
  access: can('school.read', { class: 'query.class_id' }),
  query: Type.Object({ class_id: Id }),
  reply: Type.Object({
    years: Type.Array(
      Type.Object({ year: Type.Integer(), grade_name: Type.String(), name: Type.String() }),
    ),
    exams: Type.Array(
      Type.Object({
        exam_id: Id,
        name: Type.String(),
        start_date: Type.String(),
        candidates: Type.Integer(),
        published: Type.Boolean(),
      }),
    ),
  }),
})

export const classMembers = defineRoute({
  method: 'POST',
  path: '/v1/school/classes/members',
  summary: '教学班的学生：加入、移出；每名学生每科只在一个教学班，move 为改到本班',
  area: 'school',
  access: can('school.manage', { class: 'body.class_id' }),
  body: Type.Object({
    class_id: Id,
    add: Type.Optional(Type.Array(Id, { maxItems: 500 })),
    remove: Type.Optional(Type.Array(Id, { maxItems: 500 })),
    move: Type.Optional(Type.Boolean({ description: '已在同科其他教学班的，改到本班' })),
  }),
  reply: Type.Object({ added: Type.Integer(), removed: Type.Integer(), moved: Type.Integer() }),
  errors: ['MEMBER_ELSEWHERE', 'CLASS_NOT_TEACHING', 'STUDENT_NOT_FOUND'],
})

const SplitClass = Type.Object({
  /** Of a class that there is; a new one without. */
  class_id: Type.Optional(Id),
  name: ClassName,
  student_ids: Type.Array(Id, { maxItems: 500 }),
})

const SplitSize = Type.Object({
  name: Type.String(),
  size: Type.Integer(),
  male: Type.Integer(),
  female: Type.Integer(),
  moved: Type.Integer({ description: '从别的班级来的人数' }),
  mean_milli: nullable(Type.Integer({ description: '上次考试总分的平均' })),
})

export const classSplit = defineRoute({
  method: 'POST',
  path: '/v1/school/classes/split',
  summary: '重新分班：draft 按规则给出方案，preview 说明影响，apply 一次写入，undo 撤销',
  area: 'school',
  access: can('school.manage'),
  body: Type.Object({
    phase: Type.Enum(['draft', 'preview', 'apply', 'undo']),
    grade_id: Type.Optional(GradeId),
    /** Draft: how many classes, and by what. */
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
    order: Type.Optional(Type.Enum(Object.keys(SPLIT_ORDERS) as SplitOrder[])),
    into: Type.Optional(Type.Array(SplitClass, { maxItems: 60 })),
    change_id: Type.Optional(Id),
  }),
  reply: Type.Object({
    change_id: nullable(Id),
    exam_name: nullable(Type.String()),
    classes: Type.Array(SplitSize),
    into: Type.Array(SplitClass),
    students: Type.Array(
      Type.Object({
        student_id: Id,
        name: Type.String(),
        student_no: Type.String(),
        gender: Type.String(),
        class_id: Id,
        class_name: Type.String(),
        total_milli: nullable(Type.Integer()),
      }),
    ),
    moved: Type.Integer(),
    kept: Type.Integer({ description: '撤销时因之后又有变化而保留的人数' }),
  }),
  errors: ['SPLIT_INVALID', 'CLASS_NAME_TAKEN', 'STUDENT_NOT_FOUND', 'CHANGE_UNDONE'],
})

export const schoolChanges = defineRoute({
  method: 'GET',
  path: '/v1/school/changes',
  summary: '可以整体撤销的操作：重新分班、升级',
  area: 'school',
  access: can('school.manage'),
  query: Type.Object({ kind: Type.Enum(['split', 'promotion']) }),
  reply: Type.Array(
    Type.Object({
      change_id: Id,
      kind: Type.String(),
      year: nullable(Type.Integer()),
      at: Time,
      by_name: Type.String(),
      summary: Type.String(),
      undone_at: nullable(Time),
    }),
  ),
})
