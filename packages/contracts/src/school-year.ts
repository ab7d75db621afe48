import { PROMOTION_ACTIONS, type PromotionAction } from '@hengjuan/domain'
import Type from 'typebox'
import { can, defineRoute, Id, nullable, Time } from './route.ts'

const Year = Type.Integer({ minimum: 2000, maximum: 2100, description: '学年开始的年份' })
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const Half = Type.Union([Type.Literal(1), Type.Literal(2)])

const Term = Type.Object({
  term_id: Id,
  year: Year,
  half: Half,
  name: Type.String(),
  starts_on: Day,
  ends_on: Day,
  current: Type.Boolean(),
})

export const termList = defineRoute({
  method: 'GET',
  path: '/v1/school/term',
  summary: '学期：学年、起止日期，哪个是当前学期',
  area: 'school',
  access: can('school.read'),
  reply: Type.Array(Term),
})

export const termSave = defineRoute({
  method: 'POST',
  path: '/v1/school/term',
  summary: '保存或删除一个学期；日期不能与别的学期重叠',
  area: 'school',
  access: can('school.manage'),
  body: Type.Object({
    year: Year,
    half: Half,
    starts_on: Type.Optional(Day),
    ends_on: Type.Optional(Day),
    remove: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Array(Term),
  errors: ['TERM_OVERLAP'],
})

const Action = Type.Enum(Object.keys(PROMOTION_ACTIONS) as PromotionAction[])
const PlanRow = {
  class_id: Id,
  action: Action,
  to_grade: Type.Integer({ minimum: 1, maximum: 103 }),
  to_name: Type.String({ maxLength: 20 }),
  into_id: nullable(Id),
}

export const promotion = defineRoute({
  method: 'POST',
  path: '/v1/school/promotion',
  summary: '升级学年：plan 给出方案与检查，apply 一次写入，undo 在 30 天内撤销',
  area: 'school',
  access: can('people.promote'),
  body: Type.Object({
    phase: Type.Enum(['plan', 'apply', 'undo']),
    year: Year,
    rows: Type.Optional(Type.Array(Type.Object(PlanRow), { maxItems: 1000 })),
    /** Who does not go on with the class. */
    students: Type.Optional(
      Type.Array(
        Type.Object({ student_id: Id, action: Type.Enum(['repeat', 'suspended', 'left']) }),
        { maxItems: 2000 },
      ),
    ),
    directors: Type.Optional(
      Type.Enum(['move', 'stay'], { description: '年级主任等随年级上升，或留在原年级' }),
    ),
    clear_grades: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 103 }), {
        maxItems: 20,
        description: '清空班主任与任课的年级（升级前）',
      }),
    ),
  }),
  reply: Type.Object({
    year: Year,
    title: Type.String(),
    rows: Type.Array(
      Type.Object({
        ...PlanRow,
        kind: Type.Enum(['admin', 'teaching']),
        grade_id: Type.Integer(),
        name: Type.String(),
        students: Type.Integer(),
        problem: nullable(Type.String()),
      }),
    ),
    checks: Type.Array(Type.Object({ text: Type.String(), link: nullable(Type.String()) })),
    /** Of a year that was promoted: when, by whom, and what stands against taking it back. */
    done: nullable(
      Type.Object({ at: Time, by_name: Type.String(), undo_problems: Type.Array(Type.String()) }),
    ),
    changed: Type.Integer({ description: '改动的班级数' }),
    graduated: Type.Integer({ description: '毕业的学生数' }),
  }),
  errors: ['PROMOTION_INVALID', 'PROMOTION_DONE', 'PROMOTION_UNDO_BLOCKED', 'STUDENT_NOT_FOUND'],
})
