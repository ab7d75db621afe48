import Type, { type Static } from 'typebox'
import { can, defineRoute, Id, listOf, nullable, paging } from './route.ts'

/** A province (1), city (2) or district (3) with how many schools lie in it and below. */
export const District = Type.Object({
  id: Id,
  parent_id: nullable(Id),
  level: Type.Integer({ minimum: 1, maximum: 3 }),
  name: Type.String(),
  schools: Type.Integer(),
})
export type District = Static<typeof District>

export const sysDistricts = defineRoute({
  method: 'GET',
  path: '/v1/sys/districts',
  summary: '行政区划：当前身份辖区内的省、市、区县与学校数，上级在前',
  area: 'school',
  access: can('region.read'),
  query: Type.Object({
    root: Type.Optional(Type.Integer({ minimum: 1, description: '只取这个区划以下' })),
    all: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1, description: '1 取全部下级，否则只取直接下级' }),
    ),
  }),
  reply: Type.Array(District),
})

const region = {
  province_id: Type.Optional(Id),
  city_id: Type.Optional(Id),
  district_id: Type.Optional(Id),
}

export const districtSchools = defineRoute({
  method: 'GET',
  path: '/v1/district/schools',
  summary: '辖区内的学校，筛选、分页',
  area: 'school',
  access: can('region.read'),
  query: Type.Object({
    ...region,
    stage: Type.Optional(Type.Enum(['primary', 'junior', 'senior'])),
    keyword: Type.Optional(Type.String({ maxLength: 60, description: '学校名称或代码' })),
    state: Type.Optional(Type.Enum(['open', 'closed'])),
    ...paging,
  }),
  reply: listOf(
    Type.Object({
      school_id: Id,
      name: Type.String(),
      code: nullable(Type.String()),
      district_name: nullable(Type.String()),
      stages: Type.Array(Type.String()),
      students: Type.Integer(),
      staff: Type.Integer(),
      /** Exams of its own: how many, and when the last was. What they are is its affair. */
      exams: Type.Integer(),
      last_exam: nullable(Type.String()),
      admin: nullable(Type.String()),
      state: Type.Enum(['open', 'closed']),
    }),
  ),
})

export const districtExams = defineRoute({
  method: 'GET',
  path: '/v1/district/exams',
  summary: '本机构组织的考试，以及有辖区学校参加的联考',
  area: 'school',
  access: can('region.read'),
  query: Type.Object({
    from: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
    to: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
    type: Type.Optional(Type.Integer()),
    grade_id: Type.Optional(Id),
    scope: Type.Optional(Type.Enum(['school', 'joint'])),
    ...paging,
  }),
  reply: listOf(
    Type.Object({
      exam_id: Id,
      name: Type.String(),
      type_name: Type.String(),
      grade_name: Type.String(),
      start_date: Type.String(),
      scope: Type.Enum(['school', 'joint']),
      organiser_name: Type.String(),
      side: Type.Enum(['organiser', 'region']),
      /** Schools and candidates of the region; all of them in an exam of the own bureau. */
      schools: Type.Integer(),
      candidates: Type.Integer(),
      /** Schools whose list of candidates is submitted or locked; of a joint exam. */
      confirmed: Type.Integer(),
      step: Type.String(),
      published: Type.Boolean(),
    }),
  ),
})
