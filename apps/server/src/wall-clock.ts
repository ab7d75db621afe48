/**
 * Times as the people of a school read them: by the clock on the wall, which is one in the whole country.
 * Stored times are UTC.
 */
const parts = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

const partsOf = (iso: string) =>
  Object.fromEntries(parts.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]))

/** A time within a sentence: 11月21日 10:30. */
export function timeText(iso: string): string {
  const { month, day, hour, minute } = partsOf(iso)
  return `${Number(month)}月${Number(day)}日 ${hour}:${minute}`
}

/** A time in a table, which sorts as text: 2026-11-21 10:30:05. */
export function wallTime(iso: string): string {
  const { hour, minute, second } = partsOf(iso)
  return `${wallDay(iso)} ${hour}:${minute}:${second}`
}

/** 2026-11-21. */
export function wallDay(iso: string): string {
  const { year, month, day } = partsOf(iso)
  return `${year}-${month}-${day}`
}
