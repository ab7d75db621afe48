const two = (value: number): string => String(value).padStart(2, '0')

/** 「09:12」 today, 「11月21日 09:12」 this year, 「2025年11月21日 09:12」 before or after; local time of a UTC ISO time. */
export function timeText(iso: string, now: Date = new Date()): string {
  const at = new Date(iso)
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}`
  if (at.toDateString() === now.toDateString()) return clock
  const year = at.getFullYear() === now.getFullYear() ? '' : `${at.getFullYear()}年`
  return `${year}${at.getMonth() + 1}月${at.getDate()}日 ${clock}`
}

/** 「2026-11-21 09:12:03」, local time. */
export function fullTimeText(iso: string): string {
  const at = new Date(iso)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** 「5 分钟」 for what lasts since a UTC ISO time. */
export function lastingText(since: string, now: Date = new Date()): string {
  return spanText(Math.max(0, now.getTime() - Date.parse(since)))
}

/** 「3 分钟前」, 「2 小时后」, 「刚刚」. */
export function relativeText(iso: string, now: Date = new Date()): string {
  const span = now.getTime() - Date.parse(iso)
  if (Math.abs(span) < MINUTE_MS) return '刚刚'
  return `${spanText(Math.abs(span))}${span > 0 ? '前' : '后'}`
}

const MINUTE_MS = 60_000

function spanText(span: number): string {
  const minutes = Math.floor(span / MINUTE_MS)
  if (minutes < 1) return '不到 1 分钟'
  if (minutes < 60) return `${minutes} 分钟`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} 小时` : `${Math.floor(hours / 24)} 天`
}
