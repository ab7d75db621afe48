const MINUTE_MS = 60_000
/** Characters of a time up to its minute. */
const TO_MINUTE = 16

/** A UTC time as a field of date and time has it: `2026-11-20T17:30`, in the time of this place. */
export function localTimeOf(utc: string): string {
  const at = new Date(utc)
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS)
    .toISOString()
    .slice(0, TO_MINUTE)
}

/** What was chosen in such a field as a UTC time; null while nothing whole is. */
export function utcOf(local: string): string | null {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
