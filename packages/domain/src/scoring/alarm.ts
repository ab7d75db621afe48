import type { Milli } from '../milli.ts'

/** Constants of the specification, section 9. */
export const OBJECTIVE_LOW_PERCENT = 30
export const SUBJECTIVE_HIGH_PERCENT = 60

export type ScoreAlarm = 'objectiveLowSubjectiveHigh' | 'objectiveHighSubjectiveLow' | 'zeroTotal'

export const SCORE_ALARMS: Record<ScoreAlarm, string> = {
  objectiveLowSubjectiveHigh: '客观题得分率低而主观题得分率高',
  objectiveHighSubjectiveLow: '客观题得分率高而主观题得分率低',
  zeroTotal: '总分为零',
}

/**
 * What looks odd about a present candidate's subject scores: a rate under 30 % on one side and over
 * 60 % on the other, or nothing at all.
 *
 * @source specification, section 9; domain rules 9 (3)
 */
export function scoreAlarms(score: {
  objectiveMilli: Milli
  objectiveFullMilli: Milli
  subjectiveMilli: Milli
  subjectiveFullMilli: Milli
}): ScoreAlarm[] {
  const { objectiveMilli, objectiveFullMilli, subjectiveMilli, subjectiveFullMilli } = score
  const low = (got: Milli, full: Milli) => full > 0 && got * 100 < OBJECTIVE_LOW_PERCENT * full
  const high = (got: Milli, full: Milli) => full > 0 && got * 100 > SUBJECTIVE_HIGH_PERCENT * full
  const alarms: ScoreAlarm[] = []
  if (low(objectiveMilli, objectiveFullMilli) && high(subjectiveMilli, subjectiveFullMilli))
    alarms.push('objectiveLowSubjectiveHigh')
  if (high(objectiveMilli, objectiveFullMilli) && low(subjectiveMilli, subjectiveFullMilli))
    alarms.push('objectiveHighSubjectiveLow')
  if (objectiveMilli + subjectiveMilli === 0) alarms.push('zeroTotal')
  return alarms
}
