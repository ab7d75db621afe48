import {
  AUTOMATION_ALERT,
  AUTOMATION_SIGNALS,
  type AutomationSignal,
  DEFAULT_MARKER_LIMITS,
  type Drift,
  evidenceOf,
  formatPercent,
  type MarkerLimits,
  type MarkerStatistics,
  type SeedState,
} from '@hengjuan/domain'
import type { SeedRecord } from '../quality/index.ts'

export type Light = 'green' | 'amber' | 'red' | 'grey'

/** What a light is made of. */
interface Judged {
  stats: MarkerStatistics
  drift?: Drift | null
  automation?: readonly AutomationSignal[]
  seeds?: SeedRecord | null
  limits?: MarkerLimits
  /** Everybody gets papers at random. */
  isRandom?: boolean
}

/**
 * Whether a marker needs looking at, and why. Grey while there are too few readings to say anything.
 *
 * @returns `notes`: what is beyond a limit by the figure alone, and why it does not count
 * @source domain rules 8 (status)
 */
export function trafficLight(judged: Judged): {
  light: Light
  reasons: string[]
  notes: string[]
} {
  const { stats, seeds = null } = judged
  const stopped = seeds && STOPPED[seeds.state]
  // Who failed the scripts of a known score is stopped, however few papers they read.
  if (seeds && stopped)
    return {
      light: 'red',
      reasons: [`种子卷 ${seeds.failed}/${seeds.passed + seeds.failed} 份不合格，${stopped}`],
      notes: [],
    }
  if (evidenceOf(stats.n) === 'hidden')
    return { light: 'grey', reasons: [`仅 ${stats.n} 份，满 20 份后才作判断`], notes: [] }
  const reasons = reasonsOf(judged)
  const light = reasons.length === 0 ? 'green' : reasons.length === 1 ? 'amber' : 'red'
  return { light, reasons, notes: notesOf(judged) }
}

const STOPPED: Partial<Record<SeedState, string>> = {
  warned: '等待组长处理',
  suspended: '已停评',
}

function reasonsOf({
  stats,
  drift = null,
  automation = [],
  seeds = null,
  limits = DEFAULT_MARKER_LIMITS,
}: Judged): string[] {
  const { consistency, fastOutliers } = stats
  const served = (seeds?.passed ?? 0) + (seeds?.failed ?? 0)
  return [
    ...(stats.severityFlag
      ? [(stats.severityMilli ?? 0) > 0 ? '给分明显偏松' : '给分明显偏严']
      : []),
    // Most papers of a block can be open still; a rate of a handful says nothing.
    ...(evidenceOf(consistency.den) !== 'hidden' &&
    consistency.num * 100 < limits.consistencyPercent * consistency.den
      ? [
          `与终评一致率 ${formatPercent(consistency.num, consistency.den)}，低于 ${limits.consistencyPercent}%`,
        ]
      : []),
    ...(fastOutliers.num * 100 > limits.fastPercent * fastOutliers.den
      ? [`过快给分 ${fastOutliers.num} 份，超过 ${limits.fastPercent}%`]
      : []),
    // Seeds are few; so the count is told, and no rate.
    ...(seeds && served > 0 && seeds.passed * 100 < limits.seedPercent * served
      ? [`种子卷 ${served} 份中合格 ${seeds.passed} 份，不足 ${limits.seedPercent}%`]
      : []),
    ...(drift?.isFlagged ? [drift.deltaMilli > 0 ? '给分前紧后松' : '给分前松后紧'] : []),
    ...(automation.length >= AUTOMATION_ALERT
      ? [`疑似自动评阅：${automation.map((signal) => AUTOMATION_SIGNALS[signal]).join('、')}`]
      : []),
  ]
}

function notesOf({
  stats,
  drift = null,
  limits = DEFAULT_MARKER_LIMITS,
  isRandom = true,
}: Judged): string[] {
  return [
    ...(stats.isSeverityNotable && !stats.severityFlag
      ? [
          `宽严度超过 ${limits.errors} 倍标准误，${
            isRandom
              ? '但同一批试卷的另一评也这样给分，是试卷本身的差别'
              : '但试卷不是随机分发，与题块均分不能直接比较'
          }`,
        ]
      : []),
    ...(drift?.isNotable && !drift.isFlagged
      ? [
          `前后变化超过 ${limits.errors} 倍标准误，${
            drift.hasPartners
              ? '但同一批试卷的另一评也这样变化，是试卷本身的差别'
              : `但没有另一评可以对照，趋势未到 ${limits.loneErrors} 倍标准误`
          }`,
        ]
      : []),
  ]
}
