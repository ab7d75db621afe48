import {
  COMBO_SCHEMES,
  COMBO_SUBJECTS,
  type ComboScheme,
  hiddenProblem,
  USUAL_CONSENT,
} from '@hengjuan/domain'
import Type from 'typebox'
import { defineSetting } from './define-setting.ts'

export const schoolCombos = defineSetting(
  'school.combos',
  Type.Object({
    scheme: Type.Enum(Object.keys(COMBO_SCHEMES) as ComboScheme[]),
    /** Subjects beyond 语数英 that can be chosen. */
    subject_ids: Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 30 }),
  }),
  { scheme: '3+1+2', subject_ids: COMBO_SUBJECTS.map(({ id }) => id) },
  {
    label: '选科模式',
    group: 'school',
    scopes: ['region', 'school'],
    permission: 'school.manage',
    check: ({ scheme, subject_ids: ids }) =>
      scheme !== 'none' && ids.length < 3 ? '请至少开设三门可选科目' : null,
  },
)

export const schoolSharing = defineSetting(
  'school.sharing',
  Type.Object({ shared: Type.Boolean() }),
  { shared: false },
  {
    label: '允许同区县学校参照本校设置',
    group: 'school',
    scopes: ['school'],
    permission: 'school.manage',
  },
)

export const schoolConsent = defineSetting(
  'school.guardian_consent',
  Type.Object({
    required: Type.Boolean(),
    version: Type.String({ minLength: 1, maxLength: 20 }),
    text: Type.String({ minLength: 10, maxLength: 2000 }),
  }),
  USUAL_CONSENT,
  {
    label: '监护人同意（一至八年级）',
    group: 'school',
    scopes: ['school'],
    permission: 'school.manage',
  },
)

export const schoolAuthority = defineSetting(
  'school.authority',
  Type.Object({
    /** By role, codes of what it does not see. */
    hidden: Type.Record(
      Type.String({ maxLength: 40 }),
      Type.Array(Type.String({ maxLength: 60 }), { maxItems: 100 }),
    ),
  }),
  { hidden: {} },
  {
    label: '各身份可见的内容',
    group: 'school',
    scopes: ['school'],
    permission: 'school.manage',
    check: ({ hidden }) => hiddenProblem(hidden),
  },
)
