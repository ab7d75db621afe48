/**
 * num/den as a percentage with `decimals` places, truncated and never rounded: 2/3 -> 66.66.
 * Null when the denominator is 0.
 *
 * @param num integer, may be negative (then truncated toward zero)
 * @param den integer, at least 0
 * @source specification, section 5; domain rules 1.3
 */
export function percentOf(num: number, den: number, decimals = 2): number | null {
  if (den === 0) return null
  return Number((BigInt(num) * 10n ** BigInt(decimals + 2)) / BigInt(den)) / 10 ** decimals
}

/** As shown: "66.66%", "29%"; "—" when there is nothing to divide by. Trailing zeros are trimmed. */
export function formatPercent(num: number, den: number, decimals = 2): string {
  const percent = percentOf(num, den, decimals)
  return percent === null ? '—' : `${percent}%`
}

/**
 * A percentage that arrives as text: "85.5%" -> 85.5, capped at 100. Null for a negative one and for
 * text that is no percentage.
 *
 * @source specification, section 5; domain rules 1.3
 */
export function parsePercentText(text: string): number | null {
  const match = /^\s*(\d+(?:\.\d+)?)\s*[%％]?\s*$/.exec(text)
  return match ? Math.min(100, Number(match[1])) : null
}
