/** Where a setting can be made, from the widest to the narrowest; the narrowest that is set wins. */
export const SETTING_SCOPES = {
  server: '服务器',
  region: '区域',
  school: '学校',
  grade: '年级',
  exam: '考试',
} as const

export type SettingScope = keyof typeof SETTING_SCOPES

/** What a setting is read for. */
export interface SettingPlace {
  /** Districts, cities and provinces of the school. */
  regionIds?: readonly number[]
  schoolId?: number | null
  gradeId?: number | null
  examId?: number | null
}

export interface ScopeKey {
  scope: SettingScope
  scopeId: number
}

/** Grades are numbered alike in every school. */
const GRADE_SHIFT = 1000

/** A grade of a school as one id. */
export const gradeScopeId = (schoolId: number, gradeId: number): number =>
  schoolId * GRADE_SHIFT + gradeId

/** The scopes that a place lies in, from the narrowest: the first one that has a value wins. */
export function scopesAround(place: SettingPlace): ScopeKey[] {
  const { examId, schoolId, gradeId, regionIds = [] } = place
  return [
    ...(examId == null ? [] : [{ scope: 'exam' as const, scopeId: examId }]),
    ...(schoolId == null || gradeId == null
      ? []
      : [{ scope: 'grade' as const, scopeId: gradeScopeId(schoolId, gradeId) }]),
    ...(schoolId == null ? [] : [{ scope: 'school' as const, scopeId: schoolId }]),
    ...regionIds.map((scopeId) => ({ scope: 'region' as const, scopeId })),
    { scope: 'server' as const, scopeId: 0 },
  ]
}
