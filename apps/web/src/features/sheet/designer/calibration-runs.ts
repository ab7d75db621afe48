import type { ReplyOf, sheetInfo } from '@hengjuan/contracts'

export type CalibrationRun = ReplyOf<typeof sheetInfo>['calibrations'][number]

/** The newest run on the paper of a sheet; runs are newest first, and a printer's trays differ. */
export const lastRun = (runs: readonly CalibrationRun[], paper: string) =>
  runs.find((run) => run.paper === paper)

/**
 * Why a person should think twice before many sheets are printed; null after a calibration that passed.
 *
 * @param runs newest first
 * @param paper of the sheet as it is now
 */
export function printWarning(runs: readonly CalibrationRun[], paper: string): string | null {
  const last = lastRun(runs, paper)
  if (!last) return '这份答题卡还没有打印校准过，打印机缩放或边距不对时，整批答题卡都不能识别。'
  if (last.is_good) return null
  const faults = last.findings.filter(({ is_good }) => !is_good).map(({ seen }) => seen)
  return `最近一次校准没有通过（${last.printer}：${faults.join('，')}）。`
}

/** `偏差最多 0.42 毫米`; what is not a length has no part in it. */
export function worstError(run: Pick<CalibrationRun, 'findings'>): string {
  const errors = run.findings.flatMap(({ error_mm }) => error_mm ?? [])
  return errors.length === 0 ? '' : `偏差最多 ${Math.max(...errors)} 毫米`
}
