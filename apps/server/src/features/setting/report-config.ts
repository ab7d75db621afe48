import {
  reportBands,
  reportConcerned,
  reportLines,
  reportPolicy,
  reportRanks,
  reportRates,
  reportSegment,
} from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  type Policy,
  policyBanner,
  policyOf,
  ranksInGrade,
  type RankVisibility,
  type RateThresholds,
} from '@hengjuan/domain'
import { readingOf, withRegions } from './read-setting.ts'
import { selectSettings } from './setting.query.ts'

/** What reports and the students' query go by. Plain values: it travels to the reader thread. */
export interface ReportConfig {
  rates: RateThresholds
  lowInclusive: boolean
  segmentWidthMilli: number
  ranks: RankVisibility
  /** Lines of admission, and how those of subjects follow from them. */
  lines: {
    name: string
    percent: number | null
    total_milli: number | null
    /** Lines of subjects set by hand. */
    subjects?: { subject_id: number; line_milli: number }[] | undefined
    /** How many of each class are meant to be on the line. */
    targets?: { class_id: number; count: number }[] | undefined
  }[]
  /** Bands of scores that the school keeps. */
  bandSets: { name: string; bands: { name: string; lower: number; upper: number }[] }[]
  /** How near to a line is critical, in total and in a subject, and how many are the best. */
  concerned: {
    total: { belowMilli: number; aboveMilli: number }
    subject: { belowMilli: number; aboveMilli: number }
    top: number
  }
  lineMethod: 'same_rate' | 'coefficient' | 'window_mean'
  /** Why students of grades 1 to 9 see ranks; empty where they do not. Reports print it. */
  policyReason: string
  /** By which stage's rules results are shown, and what students see of them. */
  policy: Policy
  /** What is printed where more is shown than the stage allows by itself; null elsewhere. */
  banner: string | null
}

/** The report settings of an exam: its own, else those of its grade, its school, its region, else the usual ones. */
export async function reportConfig(
  db: Db,
  exam: { schoolId: number; gradeId: number; examId: number },
): Promise<ReportConfig> {
  const place = await withRegions(db, exam)
  const rows = await selectSettings(db, place, [
    reportRates.key,
    reportSegment.key,
    reportRanks.key,
    reportPolicy.key,
    reportLines.key,
    reportBands.key,
    reportConcerned.key,
  ])
  const { low_inclusive: lowInclusive, ...rates } = readingOf(reportRates, rows, place).value
  const { policy_reason: policyReason, ...ranks } = readingOf(reportRanks, rows, place).value
  const policy = policyOf(exam.gradeId, readingOf(reportPolicy, rows, place).value)
  const shown = ranksInGrade(exam.gradeId, { ...ranks, policyReason }, policy.profile)
  const ranksReason = shown.student && policy.profile === 'compulsory' ? policyReason : ''
  const { lines, method: lineMethod } = readingOf(reportLines, rows, place).value
  const near = readingOf(reportConcerned, rows, place).value
  return {
    rates,
    lines,
    concerned: {
      total: { belowMilli: near.below_milli, aboveMilli: near.above_milli },
      subject: { belowMilli: near.subject_below_milli, aboveMilli: near.subject_above_milli },
      top: near.top,
    },
    bandSets: readingOf(reportBands, rows, place).value.sets,
    lineMethod,
    lowInclusive,
    segmentWidthMilli: readingOf(reportSegment, rows, place).value.width_milli,
    ranks: shown,
    policyReason: ranksReason,
    policy,
    banner: policyBanner(exam.gradeId, policy, ranksReason),
  }
}
