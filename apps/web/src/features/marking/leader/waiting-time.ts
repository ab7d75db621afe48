/** 「5 分钟」since a UTC ISO time. */
export function agoText(since: string, now: number = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  if (minutes < 1) return '不到 1 分钟'
  if (minutes < 60) return `${minutes} 分钟`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} 小时` : `${Math.floor(hours / 24)} 天`
}

/** Absolute local time. */
export const timeText = (time: string): string => new Date(time).toLocaleString('zh-CN')

/** 「09:12」of today, 「11-21 09:12」of another day; local time. */
export function sinceText(time: string, now: Date = new Date()): string {
  const at = new Date(time)
  const two = (value: number) => String(value).padStart(2, '0')
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}`
  return at.toDateString() === now.toDateString()
    ? clock
    : `${two(at.getMonth() + 1)}-${two(at.getDate())} ${clock}`
}
