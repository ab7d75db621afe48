/** What may be typed for a marker: papers, and shares. As far as the server takes them. */
export const LARGEST_QUOTA = 1_000_000
export const LARGEST_WEIGHT = 10_000

/**
 * A number of papers, or a share, as it is typed.
 *
 * @returns null for what is none, with what is wrong with it; nothing is wrong with an empty field
 */
export function shareNumber(
  text: string,
  largest: number,
): { value: number | null; wrong: string | null } {
  const typed = text.trim().normalize('NFKC')
  if (typed === '') return { value: null, wrong: null }
  const isWhole = /^\d+$/.test(typed) && Number(typed) <= largest
  return isWhole
    ? { value: Number(typed), wrong: null }
    : { value: null, wrong: `应为 0 到 ${largest} 的整数` }
}
