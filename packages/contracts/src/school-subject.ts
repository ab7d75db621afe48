import { type Stage, STAGES } from '@hengjuan/domain'
import Type from 'typebox'
import { can, defineRoute, done, Id, MilliScore, nullable } from './route.ts'

const StageField = Type.Enum(Object.keys(STAGES) as Stage[])
const SubjectName = Type.String({ minLength: 1, maxLength: 12 })
const ShortName = Type.String({ minLength: 1, maxLength: 4 })
const Stages = Type.Array(StageField, { maxItems: 3, description: '空为全部学段' })

export const subjectExists = defineRoute({
  method: 'GET',
  path: '/v1/subject/check/exist',
  summary: '科目名称是否已有；别的学校建过的同名科目可以直接启用',
  area: 'subject',
  access: can('school.read'),
  query: Type.Object({ name: SubjectName }),
  reply: Type.Object({
    exists: Type.Boolean(),
    subject_id: nullable(Id),
    used_here: Type.Boolean(),
  }),
})

export const subjectAdd = defineRoute({
  method: 'POST',
  path: '/v1/subject/add',
  summary: '添加科目；已有同名的科目时启用那一个，不重复建立',
  area: 'subject',
  access: can('school.manage'),
  body: Type.Object({ name: SubjectName, short_name: ShortName, stages: Stages }),
  reply: Type.Object({ subject_id: Id, linked: Type.Boolean() }),
  errors: ['SUBJECT_NAME_TAKEN'],
})

export const subjectUpdate = defineRoute({
  method: 'POST',
  path: '/v1/subject/update',
  summary: '修改本校自建科目的名称、简称与学段；系统科目不能修改',
  area: 'subject',
  access: can('school.manage'),
  body: Type.Object({
    subject_id: Id,
    name: Type.Optional(SubjectName),
    short_name: Type.Optional(ShortName),
    stages: Type.Optional(Stages),
  }),
  reply: done,
  errors: ['SUBJECT_NOT_FOUND', 'SUBJECT_FIXED', 'SUBJECT_SHARED', 'SUBJECT_NAME_TAKEN'],
})

export const subjectDelete = defineRoute({
  method: 'POST',
  path: '/v1/subject/delete',
  summary: '本校不再使用一个科目；有考试使用时不能',
  area: 'subject',
  access: can('school.manage'),
  body: Type.Object({ subject_id: Id }),
  reply: done,
  errors: ['SUBJECT_NOT_FOUND', 'SUBJECT_FIXED', 'SUBJECT_IN_USE'],
})

export const subjectOrder = defineRoute({
  method: 'POST',
  path: '/v1/subject/order',
  summary: '本校科目的显示顺序',
  area: 'subject',
  access: can('school.manage'),
  body: Type.Object({ subject_ids: Type.Array(Id, { minItems: 1, maxItems: 200 }) }),
  reply: done,
  errors: ['SUBJECT_NOT_FOUND'],
})

export const subjectList = defineRoute({
  method: 'GET',
  path: '/v1/subject/list',
  summary: '本校使用的与可以启用的科目，各有多少考试和教师',
  area: 'subject',
  access: can('school.read'),
  reply: Type.Array(
    Type.Object({
      subject_id: Id,
      name: Type.String(),
      short_name: Type.String(),
      stages: Type.Array(StageField),
      /** 系统科目, which nobody changes. */
      fixed: Type.Boolean(),
      used_here: Type.Boolean(),
      exams: Type.Integer(),
      teachers: Type.Integer(),
    }),
  ),
})

export const subjectTemplates = defineRoute({
  method: 'GET',
  path: '/v1/school/templates/subjects',
  summary: '各学段常用的科目模板：科目、满分与时长',
  area: 'school',
  access: can('school.read'),
  query: Type.Object({ stage: Type.Optional(StageField) }),
  reply: Type.Array(
    Type.Object({
      template_id: Type.String(),
      name: Type.String(),
      stage: StageField,
      subjects: Type.Array(
        Type.Object({
          subject_id: Id,
          name: Type.String(),
          full_milli: MilliScore,
          minutes: Type.Integer(),
        }),
      ),
    }),
  ),
})

export const schoolTemplates = defineRoute({
  method: 'GET',
  path: '/v1/school/templates/schools',
  summary: '同一辖区内允许参照的学校，及与本校的不同',
  area: 'school',
  access: can('school.manage'),
  query: Type.Object({ keyword: Type.Optional(Type.String({ maxLength: 40 })) }),
  reply: Type.Array(
    Type.Object({
      school_id: Id,
      name: Type.String(),
      stages: Type.Array(StageField),
      subject_count: Type.Integer(),
      setting_keys: Type.Array(Type.Object({ key: Type.String(), label: Type.String() })),
      /** What copying would change here, in words. */
      differences: Type.Array(Type.String()),
    }),
  ),
})

export const schoolTemplateApply = defineRoute({
  method: 'POST',
  path: '/v1/school/templates/schools',
  summary: '照一所学校设置科目与选定的设置；每项设置都留旧版本，可以取回',
  area: 'school',
  access: can('school.manage'),
  body: Type.Object({
    school_id: Id,
    setting_keys: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 40 }),
    subjects: Type.Boolean(),
  }),
  reply: Type.Object({ settings: Type.Integer(), subjects: Type.Integer() }),
  errors: ['SCHOOL_NOT_FOUND'],
})
