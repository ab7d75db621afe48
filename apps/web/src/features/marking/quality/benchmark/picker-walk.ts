import type { BenchmarkKind } from '@hengjuan/domain'
import { BENCHMARK_KINDS, formatMilli } from '@hengjuan/domain'

/**
 * The paper to show once one is picked: the next below it that is no script yet. Nothing is gone back to that was
 * passed over.
 *
 * @returns null where none follows
 */
export function nextToPick(
  unitIds: readonly number[],
  pickedId: number,
  isScript: (unitId: number) => boolean,
): number | null {
  const at = unitIds.indexOf(pickedId)
  return unitIds.slice(at + 1).find((unitId) => !isScript(unitId)) ?? null
}

/**
 * The final scores among which a paper was looked for, in words; empty where any was. Its own score is never said:
 * leaders mark scripts on their own. @source domain rules 7.1
 */
export function bandText(lowMilli: number | null, highMilli: number | null): string {
  if (lowMilli === null && highMilli === null) return ''
  if (highMilli === null) return `终评分 ${formatMilli(lowMilli ?? 0)} 分及以上`
  if (lowMilli === null) return `终评分 ${formatMilli(highMilli)} 分及以下`
  return lowMilli === highMilli
    ? `终评分 ${formatMilli(lowMilli)} 分`
    : `终评分 ${formatMilli(lowMilli)} 到 ${formatMilli(highMilli)} 分`
}

/** The purpose that was kept, or the usual one where nothing was kept or what was is none. */
export const purposeOf = (kept: string): BenchmarkKind =>
  Object.hasOwn(BENCHMARK_KINDS, kept) ? (kept as BenchmarkKind) : 'seed'
