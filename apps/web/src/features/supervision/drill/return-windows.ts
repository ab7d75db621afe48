const HOUR_MS = 3_600_000

export const WINDOWS = [
  { value: '1', label: '近 1 小时' },
  { value: '4', label: '近 4 小时' },
  { value: '24', label: '近 1 天' },
  { value: '', label: '全部' },
  { value: 'free', label: '指定时间' },
] as const

export const hoursAgo = (hours: string): string | null =>
  hours === '' ? null : new Date(Date.now() - Number(hours) * HOUR_MS).toISOString()
