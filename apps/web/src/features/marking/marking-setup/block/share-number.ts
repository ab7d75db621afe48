/** What may be typed for a marker: papers, and shares. As far as the server takes them. */
export const QUOTA_RANGE = { least: 0, most: 1_000_000 } as const
export const WEIGHT_RANGE = { least: 1, most: 10_000 } as const

export type ShareRange = typeof QUOTA_RANGE | typeof WEIGHT_RANGE

/**
 * A number of papers, or a share, as it is typed.
 *
 * @returns null for what is none, with what is wrong with it; nothing is wrong with an empty field
 */
export function shareNumber(
  text: string,
  { least, most }: ShareRange,
): { value: number | null; wrong: string | null } {
  const typed = text.trim().normalize('NFKC')
  if (typed === '') return { value: null, wrong: null }
  const isWhole = /^\d+$/.test(typed) && Number(typed) >= least && Number(typed) <= most
  return isWhole
    ? { value: Number(typed), wrong: null }
    : { value: null, wrong: `应为 ${least} 到 ${most} 的整数` }
}
