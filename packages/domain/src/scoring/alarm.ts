import type { Milli } from '../milli.ts'

/** Constants of the specification, section 9. */
export const OBJECTIVE_LOW_PERCENT = 30
export const SUBJECTIVE_HIGH_PERCENT = 60

/** Fewer choice questions than this may well have the same key. */
const SAME_OPTION_LEAST = 5

export type ScoreAlarm =
  | 'objectiveLowSubjectiveHigh'
  | 'objectiveHighSubjectiveLow'
  | 'zeroTotal'
  | 'sameOption'
  | 'presentBlank'
  | 'absentScored'
  | 'totalDropped'

export const SCORE_ALARMS: Record<ScoreAlarm, string> = {
  objectiveLowSubjectiveHigh: '客观题得分率低而主观题得分率高',
  objectiveHighSubjectiveLow: '客观题得分率高而主观题得分率低',
  zeroTotal: '总分为零',
  sameOption: '客观题全部选同一项',
  presentBlank: '到考但没有作答',
  absentScored: '登记缺考但有评阅得分',
  totalDropped: '总分较上次明显下降',
}

/** A total that fell by more standard deviations than this since the last exam. @source platform 7.2 */
const DROP_DEVIATIONS = 2

/** Did a total fall that far, as standard scores among all who sat each exam? */
export const hasDropped = (before: number | null, now: number | null): boolean =>
  before !== null && now !== null && before - now > DROP_DEVIATIONS

/** What somebody thinks of an odd score. */
export const ALARM_MARKS = { normal: '正常', handle: '处理' } as const
export type AlarmMark = keyof typeof ALARM_MARKS

/**
 * What looks odd about a present candidate's subject scores: a rate under 30 % on one side and over
 * 60 % on the other, nothing at all, or one option chosen everywhere.
 *
 * @source specification, section 9; domain rules 9 (3)
 */
export function scoreAlarms(score: {
  objectiveMilli: Milli
  objectiveFullMilli: Milli
  subjectiveMilli: Milli
  subjectiveFullMilli: Milli
  /** Letters chosen in each choice question; empty for a blank. */
  answers?: readonly string[]
}): ScoreAlarm[] {
  const { objectiveMilli, objectiveFullMilli, subjectiveMilli, subjectiveFullMilli } = score
  const low = (got: Milli, full: Milli) => full > 0 && got * 100 < OBJECTIVE_LOW_PERCENT * full
  const high = (got: Milli, full: Milli) => full > 0 && got * 100 > SUBJECTIVE_HIGH_PERCENT * full
  const alarms: ScoreAlarm[] = []
  if (low(objectiveMilli, objectiveFullMilli) && high(subjectiveMilli, subjectiveFullMilli))
    alarms.push('objectiveLowSubjectiveHigh')
  if (high(objectiveMilli, objectiveFullMilli) && low(subjectiveMilli, subjectiveFullMilli))
    alarms.push('objectiveHighSubjectiveLow')
  if (objectiveMilli + subjectiveMilli === 0)
    alarms.push(isBlank(score.answers) && subjectiveMilli === 0 ? 'presentBlank' : 'zeroTotal')
  if (isSameOption(score.answers)) alarms.push('sameOption')
  return alarms
}

const isBlank = (answers: readonly string[] = []): boolean =>
  answers.length > 0 && answers.every((answer) => answer === '')

const isSameOption = (answers: readonly string[] = []): boolean =>
  answers.length >= SAME_OPTION_LEAST &&
  answers[0]?.length === 1 &&
  answers.every((answer) => answer === answers[0])
