/** Whose papers a marker of a block reads. @source domain rules 4.4 */
export const MARK_SCOPES = {
  mixed: '混阅',
  own_school: '各校阅各校',
  group: '指定学校的教师组',
} as const
export type MarkScope = keyof typeof MARK_SCOPES

/** Papers of some schools are read by some markers of the block. */
export interface SchoolGroup {
  name: string
  schoolIds: readonly number[]
  markerIds: readonly number[]
}

/** What of a block decides who may read which paper. */
export interface EligibilityPolicy {
  scope: MarkScope
  avoidOwnClass: boolean
  /** Null: as usual, that is in joint exams and not elsewhere. */
  avoidOwnSchool: boolean | null
  /** Has the exam candidates of other schools than the one that holds it? */
  isJoint: boolean
  groups: readonly SchoolGroup[]
}

/** Where a paper comes from. */
export interface PaperOrigin {
  classId: number
  schoolId: number
}

/** What a marker is never given. */
export interface ReadingBar {
  avoidClassIds: readonly number[]
  avoidSchoolIds: readonly number[]
  /** The only schools whose papers the marker reads; null for all. */
  onlySchoolIds: readonly number[] | null
}

/** Why a marker may not read a paper. */
export type BarReason = 'own_class' | 'own_school' | 'not_own_school' | 'not_in_group'

/** Is the own school avoided? Not where markers read nothing else. */
export const avoidsOwnSchool = (
  policy: Pick<EligibilityPolicy, 'scope' | 'avoidOwnSchool' | 'isJoint'>,
): boolean => policy.scope !== 'own_school' && (policy.avoidOwnSchool ?? policy.isJoint)

/** @param own classes that the marker teaches in the subject, and schools of the roles by which they mark */
export function readingBar(
  policy: EligibilityPolicy,
  markerId: number,
  own: { classIds: readonly number[]; schoolIds: readonly number[] },
): ReadingBar {
  const { scope, groups, avoidOwnClass } = policy
  return {
    avoidClassIds: avoidOwnClass ? own.classIds : [],
    avoidSchoolIds: avoidsOwnSchool(policy) ? own.schoolIds : [],
    onlySchoolIds:
      scope === 'own_school'
        ? own.schoolIds
        : scope === 'group'
          ? groups.flatMap(({ markerIds, schoolIds }) =>
              markerIds.includes(markerId) ? schoolIds : [],
            )
          : null,
  }
}

/** Why a marker may not read a paper; null when they may. */
export function barredBy(
  scope: MarkScope,
  bar: ReadingBar,
  { classId, schoolId }: PaperOrigin,
): BarReason | null {
  if (bar.onlySchoolIds !== null && !bar.onlySchoolIds.includes(schoolId))
    return scope === 'group' ? 'not_in_group' : 'not_own_school'
  if (bar.avoidSchoolIds.includes(schoolId)) return 'own_school'
  return bar.avoidClassIds.includes(classId) ? 'own_class' : null
}

/** A school whose papers too few markers may read. */
export interface SchoolGap {
  schoolId: number
  markers: number
}

/**
 * Schools for which a block has fewer markers than one paper needs.
 *
 * @param markersNeeded different people that one paper may need, 1 to 3
 */
export function schoolGaps(
  policy: EligibilityPolicy,
  schoolIds: readonly number[],
  markers: readonly { id: number; schoolIds: readonly number[] }[],
  markersNeeded: number,
): SchoolGap[] {
  const bars = markers.map(({ id, schoolIds: own }) =>
    readingBar(policy, id, { classIds: [], schoolIds: own }),
  )
  return schoolIds.flatMap((schoolId) => {
    const origin = { classId: 0, schoolId }
    const able = bars.filter((bar) => barredBy(policy.scope, bar, origin) === null).length
    return able < markersNeeded ? [{ schoolId, markers: able }] : []
  })
}
