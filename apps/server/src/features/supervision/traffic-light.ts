import {
  AUTOMATION_ALERT,
  AUTOMATION_SIGNALS,
  type AutomationSignal,
  type Drift,
  evidenceOf,
  formatPercent,
  type MarkerStatistics,
  type SeedState,
} from '@hengjuan/domain'
import type { SeedRecord } from '../marking/index.ts'

export type Light = 'green' | 'amber' | 'red' | 'grey'

/** Below this share of readings close to the final mark a marker is looked at. @source domain rules 8 */
const CONSISTENCY_PERCENT = 85
const FAST_PERCENT = 5
const SEED_PASS_PERCENT = 80

/**
 * Whether a marker needs looking at, and why. Grey while there are too few readings to say anything.
 *
 * @source domain rules 8 (status)
 */
export function trafficLight(
  stats: MarkerStatistics,
  drift: Drift | null = null,
  automation: readonly AutomationSignal[] = [],
  seeds: SeedRecord | null = null,
): { light: Light; reasons: string[] } {
  const evidence = evidenceOf(stats.n)
  const served = (seeds?.passed ?? 0) + (seeds?.failed ?? 0)
  const stopped = seeds && STOPPED[seeds.state]
  // Who failed the scripts of a known score is stopped, however few papers they read.
  if (seeds && stopped)
    return { light: 'red', reasons: [`种子卷 ${seeds.failed}/${served} 份不合格，${stopped}`] }
  if (evidence === 'hidden')
    return { light: 'grey', reasons: [`仅 ${stats.n} 份，满 20 份后才作判断`] }
  const { consistency, fastOutliers } = stats
  const reasons = [
    ...(stats.severityFlag
      ? [(stats.severityMilli ?? 0) > 0 ? '给分明显偏松' : '给分明显偏严']
      : []),
    ...(consistency.den > 0 && consistency.num * 100 < CONSISTENCY_PERCENT * consistency.den
      ? [
          `与终评一致率 ${formatPercent(consistency.num, consistency.den)}，低于 ${CONSISTENCY_PERCENT}%`,
        ]
      : []),
    ...(fastOutliers.num * 100 > FAST_PERCENT * fastOutliers.den
      ? [`过快给分 ${fastOutliers.num} 份`]
      : []),
    ...(seeds && served > 0 && seeds.passed * 100 < SEED_PASS_PERCENT * served
      ? [`种子卷合格率 ${formatPercent(seeds.passed, served)}，低于 ${SEED_PASS_PERCENT}%`]
      : []),
    ...(drift?.isFlagged ? [drift.deltaMilli > 0 ? '给分前紧后松' : '给分前松后紧'] : []),
    ...(automation.length >= AUTOMATION_ALERT
      ? [`疑似自动评阅：${automation.map((signal) => AUTOMATION_SIGNALS[signal]).join('、')}`]
      : []),
  ]
  const light = reasons.length === 0 ? 'green' : reasons.length === 1 ? 'amber' : 'red'
  return { light, reasons }
}

const STOPPED: Partial<Record<SeedState, string>> = {
  warned: '等待组长处理',
  suspended: '已停评',
}
