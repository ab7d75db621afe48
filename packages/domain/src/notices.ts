/** What people are told of. `isUrgent` waits for no hour of the day and can not be turned off. */
export const NOTICE_KINDS = {
  release: { label: '成绩发布', isUrgent: false },
  appeal: { label: '成绩复核', isUrgent: false },
  exam: { label: '考试安排', isUrgent: false },
  marking: { label: '阅卷安排', isUrgent: false },
  job: { label: '后台任务', isUrgent: false },
  account: { label: '账号安全', isUrgent: true },
  system: { label: '系统', isUrgent: false },
} as const

export type NoticeKind = keyof typeof NOTICE_KINDS
export const NOTICE_KIND_CODES = Object.keys(NOTICE_KINDS) as NoticeKind[]

/** By what a kind reaches a person beside the list in the portal. */
export const NOTICE_WAYS = {
  off: '不接收',
  inbox: '站内',
  email: '站内和邮件',
  sms: '站内和短信',
} as const

export type NoticeWay = keyof typeof NOTICE_WAYS
export type NoticeChannel = 'inbox' | 'email' | 'sms'

/** What a person chose; kinds that are absent come as they usually do. */
export interface NoticePrefs {
  ways: Partial<Record<NoticeKind, NoticeWay>>
  /** Together at certain hours instead of at once. */
  digest: boolean
}

export const USUAL_PREFS: NoticePrefs = { ways: {}, digest: false }

export function wayOf(kind: NoticeKind, { ways }: NoticePrefs): NoticeWay {
  const chosen = ways[kind] ?? (NOTICE_KINDS[kind].isUrgent ? 'email' : 'inbox')
  return chosen === 'off' && NOTICE_KINDS[kind].isUrgent ? 'inbox' : chosen
}

/** The channels that a message goes by; none where the person does not want it. */
export function channelsOf(way: NoticeWay): NoticeChannel[] {
  if (way === 'off') return []
  return way === 'inbox' ? ['inbox'] : ['inbox', way]
}

/** Hours of the day as `HH:mm` on the clock of the wall. */
export interface NoticeTimes {
  quietFrom: string
  quietTo: string
  digests: readonly string[]
}

const DAY = 24 * 60
/** One clock in the whole country. */
const WALL_OFFSET = 8 * 60

/**
 * When a message may leave by e-mail or SMS: what is urgent at once, what is collected at the next hour for that, and
 * nothing in the quiet hours.
 *
 * @param nowMs since 1970
 * @returns the same, the first minute that will do
 */
export function dueAt(
  nowMs: number,
  { isUrgent, digest }: { isUrgent: boolean; digest: boolean },
  times: NoticeTimes,
): number {
  if (isUrgent) return nowMs
  const minute = Math.floor(nowMs / 60_000)
  const now = (minute + WALL_OFFSET) % DAY
  const until = (clock: number) => (clock - now + DAY) % DAY
  const wait = digest
    ? Math.min(...times.digests.map((one) => until(minutesOf(one))))
    : isQuiet(now, times)
      ? until(minutesOf(times.quietTo))
      : 0
  // A collecting hour within the quiet ones waits for their end.
  const at = (now + wait) % DAY
  const more = isQuiet(at, times) ? (minutesOf(times.quietTo) - at + DAY) % DAY : 0
  return wait + more === 0 ? nowMs : (minute + wait + more) * 60_000
}

/**
 * Is it shortly before an hour at which messages are collected? Whoever adds to them then is in time for all.
 *
 * @param nowMs since 1970
 */
export function digestAhead(
  nowMs: number,
  digests: readonly string[],
  aheadMinutes: number,
): boolean {
  const now = (Math.floor(nowMs / 60_000) + WALL_OFFSET) % DAY
  return digests.some((one) => {
    const left = (minutesOf(one) - now + DAY) % DAY
    return left > 0 && left <= aheadMinutes
  })
}

function isQuiet(minute: number, { quietFrom, quietTo }: NoticeTimes): boolean {
  const [from, to] = [minutesOf(quietFrom), minutesOf(quietTo)]
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
export const isMobile = (text: string): boolean => /^1[3-9][0-9]{9}$/.test(text)
