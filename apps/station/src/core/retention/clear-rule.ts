import type { ClearableSheet } from './retention.store.ts'

export type ClearReason = 'age' | 'quota' | 'disk'

/** What decides how long acknowledged pictures stay. */
export interface KeepRule {
  keepDays: number
  /** 0: as much as the disk has. */
  keepBytes: number
  /** The disk has less room than it should. */
  isDiskLow: boolean
  /** By the server's clock; null while it has not answered: then no age is known for sure. */
  serverNow: number | null
}

const DAY_MS = 86_400_000
/** Acknowledged so lately that it may still be wanted on the screen, even when the disk runs low. */
const LEAST_MS = 3_600_000

/**
 * Why the pictures of the oldest acknowledged sheet go now; null when they stay.
 *
 * @param keptBytes of all acknowledged sheets, with this one
 */
export function clearReason(
  sheet: ClearableSheet,
  keptBytes: number,
  rule: KeepRule,
): ClearReason | null {
  const ageMs = rule.serverNow === null ? 0 : rule.serverNow - Date.parse(sheet.received_at)
  if (rule.serverNow !== null && ageMs > rule.keepDays * DAY_MS) return 'age'
  if (rule.keepBytes > 0 && keptBytes > rule.keepBytes) return 'quota'
  if (rule.isDiskLow && (rule.serverNow === null || ageMs > LEAST_MS)) return 'disk'
  return null
}
