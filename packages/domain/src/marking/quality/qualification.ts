import type { Milli } from '../../milli.ts'

/** What a block may ask of its markers before their first paper. @source domain rules 7.2 */
export const QUALIFICATION_LIMITS = {
  /** Papers of a qualification set. */
  usualCount: 10,
  maxCount: 30,
  /** Least share of papers within the tolerance, percent. */
  usualPercent: 80,
  /** Sets that a marker may try before a leader decides. */
  attempts: 2,
} as const

/** Where it comes from that a block asks its markers to qualify, or does not. */
export const QUALIFY_SOURCES = {
  chosen: '阅卷设置中选定',
  joint: '默认：联考先定标',
  high_stakes: '默认：高利害考试先定标',
  single_school: '默认：单校考试不定标',
} as const
export type QualifySource = keyof typeof QUALIFY_SOURCES

/**
 * Do the markers of a block qualify before their first paper? As usual in joint exams and in those of high
 * stakes, elsewhere not; what a leader chose holds. A choice of what is usual is told as that: one that was taken back
 * is as if nobody had chosen, until the exam becomes one in which something else is usual.
 *
 * @param block - `chosen` null where nobody chose
 * @source domain rules 7.2
 */
export function qualifyRule(block: {
  chosen: boolean | null
  isJoint: boolean
  isHighStakes: boolean
}): { qualify: boolean; source: QualifySource } {
  const source = block.isJoint ? 'joint' : block.isHighStakes ? 'high_stakes' : 'single_school'
  const isUsual = source !== 'single_school'
  const qualify = block.chosen ?? isUsual
  return { qualify, source: qualify === isUsual ? source : 'chosen' }
}

/** Greatest mean difference from the agreed scores, as a share of the full mark. */
const MOST_BIAS_PERCENT = 10

interface TrialScore {
  scoreMilli: Milli
  definitiveMilli: Milli
  isWithin: boolean
}

/**
 * What a marker's qualification set comes to: enough papers within the tolerance, and the mean of all
 * differences no more than a tenth of the full mark to either side.
 *
 * @param trials every paper of the set, at least one
 * @param percent least share of papers within the tolerance
 * @returns `biasMilli` rounded to a thousandth, above zero where more was given than agreed
 * @source domain rules 7.2
 */
export function qualificationResult(
  trials: readonly TrialScore[],
  { percent, fullMilli }: { percent: number; fullMilli: Milli },
): { isPassed: boolean; within: number; biasMilli: number } {
  const within = trials.filter(({ isWithin }) => isWithin).length
  const difference = trials.reduce(
    (sum, { scoreMilli, definitiveMilli }) => sum + scoreMilli - definitiveMilli,
    0,
  )
  const isEnough = within * 100 >= percent * trials.length
  const isUnbiased =
    Math.abs(difference) * 100 <= MOST_BIAS_PERCENT * fullMilli * Math.max(1, trials.length)
  return {
    isPassed: trials.length > 0 && isEnough && isUnbiased,
    within,
    biasMilli: trials.length === 0 ? 0 : Math.round(difference / trials.length),
  }
}

/** `open`: may try; `waiting`: failed as often as is allowed; `refused`: a leader decided; the others may mark. */
export const QUALIFICATION_STATES = {
  open: '未完成定标',
  waiting: '待题组长决定',
  passed: '已通过定标',
  admitted: '题组长准许阅卷',
  refused: '题组长未准许阅卷',
} as const
export type QualificationState = keyof typeof QUALIFICATION_STATES

/**
 * What happened to a marker, in order. `repeat`: a leader allows one more set; `admit`: a leader lets them
 * mark without passing; `refuse`: a leader does not; `again`: a leader asks them to qualify anew.
 */
export type QualificationEvent = 'pass' | 'fail' | 'repeat' | 'admit' | 'refuse' | 'again'

/** Where a marker stands. Two sets may be tried, then a leader decides. @source domain rules 7.2 */
export function qualificationState(events: readonly QualificationEvent[]): QualificationState {
  let left: number = QUALIFICATION_LIMITS.attempts
  let state: QualificationState = 'open'
  for (const event of events)
    if (event === 'pass') state = 'passed'
    else if (event === 'admit') state = 'admitted'
    else if (event === 'refuse') state = 'refused'
    else if (event === 'again') {
      left = QUALIFICATION_LIMITS.attempts
      state = 'open'
    } else if (event === 'repeat') {
      left = Math.max(1, left)
      if (state === 'waiting' || state === 'refused') state = 'open'
    } else {
      left--
      state = left <= 0 ? 'waiting' : 'open'
    }
  return state
}

export const mayMarkAfter = (state: QualificationState): boolean =>
  state === 'passed' || state === 'admitted'
