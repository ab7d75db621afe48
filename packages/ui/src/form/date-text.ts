/** A day of the calendar, month from 1. */
export interface Day {
  year: number
  month: number
  day: number
}

/** What a field of date and time holds: `2026-11-20T17:30`, `2026-11-20` without a time, empty for none. */
export type DateValue = string

const two = (number: number): string => String(number).padStart(2, '0')

export const dayText = ({ year, month, day }: Day): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`

/** The day of a value; null for none. */
export function dayOf(value: DateValue): Day | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(value) ?? []
  return year === undefined ? null : { year: Number(year), month: Number(month), day: Number(day) }
}

export const timeOf = (value: DateValue): string => /T(\d\d:\d\d)/.exec(value)?.[1] ?? ''

export const todayOf = (now: Date): Day => ({
  year: now.getFullYear(),
  month: now.getMonth() + 1,
  day: now.getDate(),
})

/** A value as people read it: `2026-11-20 17:30`. */
export const shownDate = (value: DateValue): string => value.replace('T', ' ')

/** So many days later; the calendar says where a month ends. */
export function dayAfter({ year, month, day }: Day, days: number): Day {
  const at = new Date(Date.UTC(year, month - 1, day + days))
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() }
}

/** So many months later, on the same day or the last of a shorter month. */
export function monthAfter({ year, month, day }: Day, months: number): Day {
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return {
    year: first.getUTCFullYear(),
    month: first.getUTCMonth() + 1,
    day: Math.min(day, last),
  }
}

const WEEK = 7
const SHOWN_WEEKS = 6

/** Six weeks from the Monday on or before the first of a month. */
export function weeksOf({ year, month }: Day): Day[][] {
  const first = { year, month, day: 1 }
  const weekday = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + WEEK - 1) % WEEK
  return Array.from({ length: SHOWN_WEEKS }, (_, week) =>
    Array.from({ length: WEEK }, (_day, at) => dayAfter(first, week * WEEK + at - weekday)),
  )
}

const isDay = (day: Day): boolean => dayText(dayAfter(day, 0)) === dayText(day)

/** The day that a text begins with, and what follows it. */
function readDay(text: string, today: Day): { day: Day; rest: string } | null {
  const [named] = /^(今天|明天|后天|昨天)/.exec(text) ?? []
  if (named !== undefined) {
    const days = { 昨天: -1, 今天: 0, 明天: 1, 后天: 2 }[named] ?? 0
    return { day: dayAfter(today, days), rest: text.slice(named.length) }
  }
  const forms = [
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?/,
    /^(\d{4})(\d\d)(\d\d)(?!\d)/,
    /^()(\d{1,2})[-/.月](\d{1,2})日?/,
  ]
  for (const form of forms) {
    const [whole, year, month, day] = form.exec(text) ?? []
    if (whole === undefined) continue
    const read = { year: Number(year || today.year), month: Number(month), day: Number(day) }
    return isDay(read) ? { day: read, rest: text.slice(whole.length) } : null
  }
  return null
}

/** `HH:mm` of what people write of a time; null where it is none. */
function readTime(text: string): string | null {
  const [, early, hour, minute] =
    /^(上午|早上|中午|下午|晚上)?(\d{1,2})(?:[:：点时](\d{1,2})?分?|(?=$))$/.exec(text) ??
    /^()(\d\d)(\d\d)$/.exec(text) ??
    []
  if (hour === undefined) return null
  const isLate = /下午|晚上/.test(early ?? '') && Number(hour) < 12
  const at = { hour: Number(hour) + (isLate ? 12 : 0), minute: Number(minute ?? 0) }
  return at.hour < 24 && at.minute < 60 ? `${two(at.hour)}:${two(at.minute)}` : null
}

/**
 * Reads a date as people type it: `2026-11-20 17:30`, `11月20日 17点`, `明天 9:00`, `20261120 1730`.
 *
 * @param ask whether a time belongs to it, and which one where none is typed
 * @returns the value, empty for an empty text; null where it cannot be read
 */
export function readDate(
  typed: string,
  ask: { today: Day; usualTime: string | null },
): DateValue | null {
  const text = typed.trim().replace(/\s+/g, ' ').replace(/[Tt]/, ' ')
  if (text === '') return ''
  const read = readDay(text, ask.today)
  // A time alone is one of today.
  const { day, rest } = read ?? { day: ask.today, rest: text }
  if (!read && (ask.usualTime === null || !/[:：点时]/.test(text))) return null
  const timeText = rest.replaceAll(' ', '')
  if (ask.usualTime === null) return timeText === '' ? dayText(day) : null
  const time = timeText === '' ? ask.usualTime : readTime(timeText)
  return time === null ? null : `${dayText(day)}T${time}`
}
