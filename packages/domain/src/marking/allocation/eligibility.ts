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
  /** Null: as usual, that is where several mark the block. */
  avoidOwnClass: boolean | null
  /** People who mark the block. */
  markerCount: number
  /** Null: as usual, that is in joint exams and not elsewhere. */
  avoidOwnSchool: boolean | null
  /** Has the exam candidates of other schools than the one that holds it? */
  isJoint: boolean
  groups: readonly SchoolGroup[]
  /** Were papers of the block released from rules of avoidance? */
  hasReleased?: boolean
}

/** Rules of avoidance, by what they are called. @source domain rules 4.4 (5) */
export const AVOIDANCE_RULES = {
  own_class: '回避本班',
  own_school: '回避本校',
  relative: '回避亲属',
} as const
export type AvoidanceRule = keyof typeof AVOIDANCE_RULES

/** Why a marker gives nothing any more, by what it is called. @source domain rules 4.4 (1, 3) */
export const MARKER_GONE = {
  stopped: '已停止分配',
  removed: '已不在本题块',
  disabled: '账号已停用',
} as const
export type MarkerGone = keyof typeof MARKER_GONE

/** Bits of the rules that do not hold for a paper any more: column `unit.released`. */
export const RELEASE_BITS: Readonly<Record<AvoidanceRule, number>> = {
  own_class: 1,
  own_school: 2,
  relative: 4,
}

/** Where a paper comes from, and from which rules it was released. */
export interface PaperOrigin {
  classId: number
  schoolId: number
  candidateId: number
  /** Bits of `RELEASE_BITS`. */
  released: number
}

/** What a marker is never given. */
export interface ReadingBar {
  avoidClassIds: readonly number[]
  avoidSchoolIds: readonly number[]
  /** The only schools whose papers the marker reads; null for all. */
  onlySchoolIds: readonly number[] | null
  /** Candidates whom the marker is related to. */
  avoidCandidateIds: readonly number[]
  /** Were papers of the block released from what is avoided? Those may be given all the same. */
  mindsReleases: boolean
}

/** Why a marker may not read a paper. */
export type BarReason = AvoidanceRule | 'not_own_school' | 'not_in_group'

/** Is the own school avoided? Not where markers read nothing else. */
export const avoidsOwnSchool = (
  policy: Pick<EligibilityPolicy, 'scope' | 'avoidOwnSchool' | 'isJoint'>,
): boolean => policy.scope !== 'own_school' && (policy.avoidOwnSchool ?? policy.isJoint)

/** Is the own class avoided? Whoever marks alone would be left without its papers. @source domain rules 4.4 (5) */
export const avoidsOwnClass = (
  policy: Pick<EligibilityPolicy, 'avoidOwnClass' | 'markerCount'>,
): boolean => policy.avoidOwnClass ?? policy.markerCount > 1

/**
 * @param own classes that the marker teaches in the subject, schools of the roles by which they mark, and
 *   candidates whom they are related to
 */
export function readingBar(
  policy: EligibilityPolicy,
  markerId: number,
  own: {
    classIds: readonly number[]
    schoolIds: readonly number[]
    relativeIds?: readonly number[]
  },
): ReadingBar {
  const { scope, groups } = policy
  return {
    avoidClassIds: avoidsOwnClass(policy) ? own.classIds : [],
    avoidSchoolIds: avoidsOwnSchool(policy) ? own.schoolIds : [],
    onlySchoolIds:
      scope === 'own_school'
        ? own.schoolIds
        : scope === 'group'
          ? groups.flatMap(({ markerIds, schoolIds }) =>
              markerIds.includes(markerId) ? schoolIds : [],
            )
          : null,
    avoidCandidateIds: own.relativeIds ?? [],
    mindsReleases: policy.hasReleased ?? false,
  }
}

/** Why a marker may not read a paper, the weightiest reason; null when they may. */
export function barredBy(
  scope: MarkScope,
  bar: ReadingBar,
  { classId, schoolId, candidateId, released }: PaperOrigin,
): BarReason | null {
  if (bar.onlySchoolIds !== null && !bar.onlySchoolIds.includes(schoolId))
    return scope === 'group' ? 'not_in_group' : 'not_own_school'
  const holds = (rule: AvoidanceRule) => (released & RELEASE_BITS[rule]) === 0
  if (bar.avoidCandidateIds.includes(candidateId) && holds('relative')) return 'relative'
  if (bar.avoidSchoolIds.includes(schoolId) && holds('own_school')) return 'own_school'
  return bar.avoidClassIds.includes(classId) && holds('own_class') ? 'own_class' : null
}

/** A school whose papers too few markers may read; or one of its classes alone, by who teaches it. */
export interface SchoolGap {
  schoolId: number
  /** Null for the school. */
  classId: number | null
  markers: number
}

/**
 * Schools for which a block has fewer markers than one paper needs; of the others, classes for which those are too
 * few who do not teach them.
 *
 * @param schools with classes in which some papers are not released from the avoidance of the own class
 * @param bars of the markers
 * @param markersNeeded different people that one paper may need, 1 to 3
 */
export function schoolGaps(
  scope: MarkScope,
  schools: readonly { schoolId: number; classIds: readonly number[] }[],
  bars: readonly ReadingBar[],
  markersNeeded: number,
): SchoolGap[] {
  const taught = new Set(bars.flatMap(({ avoidClassIds }) => avoidClassIds))
  return schools.flatMap(({ schoolId, classIds }): SchoolGap[] => {
    const origin = { classId: 0, schoolId, candidateId: 0, released: 0 }
    const able = bars.filter((bar) => barredBy(scope, bar, origin) === null)
    if (able.length < markersNeeded) return [{ schoolId, classId: null, markers: able.length }]
    return classIds.flatMap((classId) => {
      if (!taught.has(classId)) return []
      const others = able.filter(({ avoidClassIds }) => !avoidClassIds.includes(classId)).length
      return others < markersNeeded ? [{ schoolId, classId, markers: others }] : []
    })
  })
}
