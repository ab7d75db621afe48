const MOST = 100

/**
 * A plan of easy, medium and hard points as people write it: 3∶5∶2, 30：50：20, 3/5/2.
 *
 * @returns as the call takes it; null for what is none
 */
export function readPlan(typed: string): string | null {
  const parts = typed
    .trim()
    .split(/\s*[:：∶/，,\s]\s*/)
    .map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : Number.NaN))
  const sum = parts.reduce((all, one) => all + one, 0)
  return parts.length === 3 && sum > 0 && parts.every((one) => one <= MOST) ? parts.join(':') : null
}
