/** Thousandths of a number typed in points; null when it is none or finer than a thousandth. */
export function parseMilli(text: string): number | null {
  if (!/^\d{1,4}(\.\d{1,3})?$/.test(text.trim())) return null
  return Math.round(Number(text) * 1000)
}
