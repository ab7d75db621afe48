import { naturalProfile, type PolicyProfile } from './policy-profile.ts'
import type { RankVisibility } from './rank-visibility.ts'
import type { RateThresholds } from './statistics/rate.ts'

/** Who sees ranks, as a school sets it. */
export interface RankSetting extends RankVisibility {
  /** Why students of grades 1 to 9 see ranks; without one they do not. Printed on reports. */
  policyReason: string
}

/**
 * What holds for a grade. A school that shows ranks to its students does so in grades 10 to 12; in grades 1 to 9 only
 * with a reason.
 *
 * @source domain rules 18; platform 3.8
 */
export const ranksInGrade = (
  gradeId: number,
  setting: RankSetting,
  profile: PolicyProfile = naturalProfile(gradeId),
): RankVisibility => ({
  teacher: setting.teacher,
  types: setting.types,
  student: setting.student && (profile === 'senior' || setting.policyReason.trim() !== ''),
})

/** Why these thresholds can not be; null when they can. They overlap on purpose, in this order. */
export function ratesProblem(rates: RateThresholds): string | null {
  const { excellent, good, pass, low } = rates
  if (excellent <= good) return `优秀线 ${excellent}% 应高于良好线 ${good}%`
  if (good <= pass) return `良好线 ${good}% 应高于及格线 ${pass}%`
  if (pass <= low) return `及格线 ${pass}% 应高于低分线 ${low}%`
  return null
}

/** The thresholds in words, as reports print them below their tables. */
export const ratesText = (rates: RateThresholds, lowInclusive: boolean): string =>
  `优秀 ≥ ${rates.excellent}%，良好 ≥ ${rates.good}%（含优秀），及格 ≥ ${rates.pass}%，` +
  `低分 ${lowInclusive ? '≤' : '<'} ${rates.low}%`
