const HOUR_MS = 3_600_000
/** How many hours back the speed is drawn. */
export const HOURS = 8

/** How many of the times fall into each of the last eight whole hours, oldest first; now is in the last. */
export function hourCounts(times: readonly string[], now: Date): { from: string; count: number }[] {
  const thisHour = Math.floor(now.getTime() / HOUR_MS)
  const counts = Array.from({ length: HOURS }, () => 0)
  for (const time of times) {
    const ago = thisHour - Math.floor(Date.parse(time) / HOUR_MS)
    if (ago >= 0 && ago < HOURS) counts[HOURS - 1 - ago] = (counts[HOURS - 1 - ago] ?? 0) + 1
  }
  return counts.map((count, index) => ({
    from: new Date((thisHour - (HOURS - 1 - index)) * HOUR_MS).toISOString(),
    count,
  }))
}

/** How many of the times lie in the last sixty minutes. */
export const countLastHour = (times: readonly string[], now: Date): number =>
  times.filter((time) => Date.parse(time) > now.getTime() - HOUR_MS).length
