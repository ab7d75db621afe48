import Type from 'typebox'
import { can, defineRoute, done, Id, nullable, Time } from './route.ts'

export const GuardianConsentShape = Type.Object({
  version: Type.String(),
  at: Time,
  /** The guardian, or who noted a consent on paper. */
  by: Type.String(),
})

export const ownConsent = defineRoute({
  method: 'GET',
  path: '/v1/result/consent',
  summary: '监护人同意：学校是否要求、说明全文，以及已同意的版本、时间与监护人',
  area: 'scan exceptions',
  access: can('student.score'),
  reply: Type.Object({
    /** Without it nothing is told of results. */
    is_lacking: Type.Boolean(),
    school_name: Type.String(),
    version: Type.String(),
    text: Type.String(),
    given: nullable(GuardianConsentShape),
  }),
})

export const ownConsentSet = defineRoute({
  method: 'POST',
  path: '/v1/result/consent',
  summary: '监护人同意（填写姓名与所读版本）或撤回同意',
  area: 'scan exceptions',
  access: can('student.score'),
  body: Type.Object({
    action: Type.Enum(['give', 'withdraw']),
    version: Type.Optional(Type.String({ maxLength: 20, description: '所读说明的版本' })),
    guardian_name: Type.Optional(Type.String({ maxLength: 20, description: '监护人姓名' })),
  }),
  reply: done,
  errors: ['CONSENT_CHANGED', 'CONSENT_NAME', 'NOT_FOUND'],
})

export const studentConsent = defineRoute({
  method: 'POST',
  path: '/v1/school/student/consent',
  summary: '学校登记收到的纸质监护人同意，或撤回登记',
  area: 'student',
  access: can('student.manage'),
  body: Type.Object({
    student_ids: Type.Array(Id, { minItems: 1, maxItems: 5000 }),
    action: Type.Enum(['record', 'withdraw']),
  }),
  reply: Type.Object({ changed: Type.Integer() }),
  errors: ['STUDENT_NOT_FOUND'],
})
