import {
  AUTOMATION_ALERT,
  AUTOMATION_SIGNALS,
  type AutomationSignal,
  type Drift,
  evidenceOf,
  formatPercent,
  type MarkerStatistics,
} from '@hengjuan/domain'

export type Light = 'green' | 'amber' | 'red' | 'grey'

/** Below this share of readings close to the final mark a marker is looked at. @source domain rules 8 */
const CONSISTENCY_PERCENT = 85
const FAST_PERCENT = 5

/**
 * Whether a marker needs looking at, and why. Grey while there are too few readings to say anything.
 *
 * @source domain rules 8 (status)
 */
export function trafficLight(
  stats: MarkerStatistics,
  drift: Drift | null = null,
  automation: readonly AutomationSignal[] = [],
): { light: Light; reasons: string[] } {
  const evidence = evidenceOf(stats.n)
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
    ...(drift?.isFlagged ? [drift.deltaMilli > 0 ? '给分前紧后松' : '给分前松后紧'] : []),
    ...(automation.length >= AUTOMATION_ALERT
      ? [`疑似自动评阅：${automation.map((signal) => AUTOMATION_SIGNALS[signal]).join('、')}`]
      : []),
  ]
  const light = reasons.length === 0 ? 'green' : reasons.length === 1 ? 'amber' : 'red'
  return { light, reasons }
}
