/** What may be wrong with an exam that is going on. @source platform 4.6 */
export const EXAM_ALARMS = {
  scan_behind: '扫描落后',
  exception_old: '异常积压',
  no_sheet: '没有答题卡',
  marking_late: '阅卷将逾期',
  nobody_can_mark: '无人可阅',
  arbitration_waiting: '等待仲裁',
  seed_suspended: '教师被暂停',
  roster_unconfirmed: '名单未确认',
  import_unfinished: '成绩未导入完成',
  score_alarm: '成绩预警',
  release_due: '发布到期',
  appeal_due: '复核到期',
} as const

export type ExamAlarmCode = keyof typeof EXAM_ALARMS
export const EXAM_ALARM_CODES = Object.keys(EXAM_ALARMS) as ExamAlarmCode[]

export interface ExamAlarm {
  code: ExamAlarmCode
  level: 'red' | 'amber'
  /** Null: of the exam as a whole. */
  subjectId: number | null
  text: string
  count: number
  /** UTC; null where no moment is known. */
  since: string | null
}

export interface SubjectAlarmFacts {
  subjectId: number
  name: string
  mode: number
  status: number
  /** When its session ends, UTC; null where the exam does not say. */
  endsAt: string | null
  rooms: readonly { room_no: string | null; expected: number; scanned: number }[]
  /** Candidates with neither a sheet nor an absence. */
  noRecord: number
  /** Open exceptions that are older than `OLD_EXCEPTION_HOURS`, and since when the oldest is there. */
  oldExceptions: number
  oldestException: string | null
  unitsOpen: number
  /** Until when they are to be marked, and when they will be by the pace of now; UTC. */
  deadline: string | null
  eta: string | null
  stuck: number
  arbitration: number
  /** Markers whom their seeds stopped. */
  suspended: readonly string[]
  importFinished: boolean
}

export interface ExamAlarmFacts {
  nowMs: number
  /** Day of the exam. */
  startDate: string
  published: boolean
  subjects: readonly SubjectAlarmFacts[]
  /** Names of schools of a joint exam whose lists are not handed in. */
  rosters: readonly string[]
  /** Scores that look odd and that nobody looked at; null where it was not counted. */
  scoreAlarms: number | null
  releases: readonly { state: string; at: string; audience: string }[]
  appeals: readonly { dueAt: string }[]
}

/** The whole country has one clock. */
const ZONE = '+08:00'
/** When the last session of a day is over, where an exam does not say when its subjects are sat. */
const SESSIONS_END = `T18:00:00${ZONE}`
const HOUR_MS = 3_600_000
/** Sheets are expected so long after the session. */
const SCAN_GRACE_HOURS = 2
export const OLD_EXCEPTION_HOURS = 4
const VERY_OLD_HOURS = 24
/** Of the sheets that are expected; with so many here the rest is looked for one by one. */
const MOSTLY_SCANNED_PERCENT = 90
const SOON_HOURS = 24
const SHOWN = 3

/** Exam mode 4: scores are imported. 3: answered on screen. */
const isScanned = ({ mode }: SubjectAlarmFacts): boolean => mode !== 4 && mode !== 3
const MARKING = 3

/** All that is wrong with an exam: what cannot wait before what can, and of the same level what came first. */
export function examAlarms(facts: ExamAlarmFacts): ExamAlarm[] {
  const found = facts.published
    ? afterwards(facts)
    : [...facts.subjects.flatMap((one) => ofSubject(one, facts)), ...beforehand(facts)]
  return found
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => Number(a.level === 'amber') - Number(b.level === 'amber'))
}

function ofSubject(one: SubjectAlarmFacts, facts: ExamAlarmFacts): ExamAlarm[] {
  if (one.status !== MARKING) return []
  return [...scanning(one, facts), ...marking(one, facts), ...importing(one, facts)]
}

function scanning(one: SubjectAlarmFacts, { nowMs, startDate }: ExamAlarmFacts): ExamAlarm[] {
  if (!isScanned(one)) return []
  const dueMs = sessionEndMs(one, startDate) + SCAN_GRACE_HOURS * HOUR_MS
  const expected = sumOf(one.rooms, 'expected')
  const scanned = sumOf(one.rooms, 'scanned')
  const short = one.rooms.filter((room) => room.scanned < room.expected)
  const isMostly = scanned * 100 >= MOSTLY_SCANNED_PERCENT * expected
  const isOld = hoursSince(one.oldestException, nowMs) >= VERY_OLD_HOURS
  return [
    alarm('scan_behind', 'red', one, {
      count: nowMs >= dueMs && !isMostly ? expected - scanned : 0,
      text: `已扫 ${scanned} / ${expected} 人：${named(
        short.map((room) => `${room.room_no ?? '未编'}考场 ${room.scanned}/${room.expected}`),
      )}`,
      since: iso(dueMs),
    }),
    alarm('no_sheet', 'amber', one, {
      count: isMostly && scanned > 0 ? one.noRecord : 0,
      text: `${one.noRecord} 名考生没有答题卡，也没有登记缺考`,
      since: null,
    }),
    alarm('exception_old', isOld ? 'red' : 'amber', one, {
      count: one.oldExceptions,
      text: `${one.oldExceptions} 条扫描异常超过 ${isOld ? VERY_OLD_HOURS : OLD_EXCEPTION_HOURS} 小时没有处理`,
      since: one.oldestException,
    }),
  ]
}

function marking(one: SubjectAlarmFacts, { nowMs }: ExamAlarmFacts): ExamAlarm[] {
  if (one.mode === 4) return []
  const { deadline, eta } = one
  const isPast = deadline !== null && Date.parse(deadline) <= nowMs
  const isLate = deadline !== null && eta !== null && Date.parse(eta) > Date.parse(deadline)
  return [
    alarm('marking_late', isPast ? 'red' : 'amber', one, {
      count: isPast || isLate ? one.unitsOpen : 0,
      text: isPast
        ? `已过阅卷期限，还有 ${one.unitsOpen} 份没有评完`
        : `按现在的速度会在期限之后评完，还有 ${one.unitsOpen} 份`,
      since: isPast ? deadline : null,
    }),
    alarm('nobody_can_mark', 'red', one, {
      count: one.stuck,
      text: `${one.stuck} 份试卷没有教师可以评`,
      since: null,
    }),
    alarm('arbitration_waiting', 'amber', one, {
      count: one.arbitration,
      text: `${one.arbitration} 份试卷等待仲裁`,
      since: null,
    }),
    alarm('seed_suspended', 'amber', one, {
      count: one.suspended.length,
      text: `${named(one.suspended)} 因种子卷偏差被暂停阅卷`,
      since: null,
    }),
  ]
}

function importing(one: SubjectAlarmFacts, { nowMs, startDate }: ExamAlarmFacts): ExamAlarm[] {
  const overMs = sessionEndMs(one, startDate)
  return [
    alarm('import_unfinished', 'amber', one, {
      count: one.mode === 4 && !one.importFinished && nowMs >= overMs ? 1 : 0,
      text: '成绩还没有导入完成',
      since: iso(overMs),
    }),
  ]
}

/** What concerns the exam as a whole, as long as nobody sees its scores. */
function beforehand(facts: ExamAlarmFacts): ExamAlarm[] {
  const { nowMs, startDate, rosters, scoreAlarms } = facts
  const isNear = Date.parse(startDate + SESSIONS_END) - nowMs < SOON_HOURS * HOUR_MS
  return [
    alarm('roster_unconfirmed', isNear ? 'red' : 'amber', null, {
      count: rosters.length,
      text: `${rosters.length} 所学校没有上报名单：${named(rosters)}`,
      since: null,
    }),
    alarm('score_alarm', 'amber', null, {
      count: scoreAlarms ?? 0,
      text: `${scoreAlarms ?? 0} 条可疑成绩没有核对`,
      since: null,
    }),
    ...releases(facts),
  ]
}

/** What is left to do once scores are released. */
const afterwards = (facts: ExamAlarmFacts): ExamAlarm[] => {
  const { nowMs, appeals } = facts
  const soonMs = nowMs + SOON_HOURS * HOUR_MS
  const past = appeals.filter(({ dueAt }) => Date.parse(dueAt) <= nowMs)
  const due = appeals.filter(({ dueAt }) => Date.parse(dueAt) <= soonMs)
  const isPast = past.length > 0
  return [
    ...releases(facts),
    alarm('appeal_due', isPast ? 'red' : 'amber', null, {
      count: isPast ? past.length : due.length,
      text: isPast
        ? `${past.length} 份成绩复核已超过答复期限`
        : `${due.length} 份成绩复核将在 24 小时内到期`,
      since: isPast ? (past.map(({ dueAt }) => dueAt).toSorted()[0] ?? null) : null,
    }),
  ]
}

function releases({ nowMs, releases: all }: ExamAlarmFacts): ExamAlarm[] {
  const missed = all.filter(({ state }) => state === 'missed')
  const soon = all.filter(
    ({ state, at }) => state === 'scheduled' && Date.parse(at) - nowMs < SOON_HOURS * HOUR_MS,
  )
  const isMissed = missed.length > 0
  const shown = isMissed ? missed : soon
  return [
    alarm('release_due', isMissed ? 'red' : 'amber', null, {
      count: shown.length,
      text: isMissed
        ? `面向${named(missed.map(({ audience }) => audience))}的定时发布已错过，请重新安排`
        : `24 小时内将发布给${named(soon.map(({ audience }) => audience))}`,
      since: isMissed ? (missed[0]?.at ?? null) : null,
    }),
  ]
}

const alarm = (
  code: ExamAlarmCode,
  level: ExamAlarm['level'],
  subject: Pick<SubjectAlarmFacts, 'subjectId' | 'name'> | null,
  said: Pick<ExamAlarm, 'count' | 'text' | 'since'>,
): ExamAlarm => ({
  code,
  level,
  subjectId: subject?.subjectId ?? null,
  ...said,
  text: subject ? `${subject.name}：${said.text}` : said.text,
})

const sessionEndMs = ({ endsAt }: SubjectAlarmFacts, startDate: string): number =>
  Date.parse(endsAt ?? startDate + SESSIONS_END)

const sumOf = (rooms: SubjectAlarmFacts['rooms'], key: 'expected' | 'scanned'): number =>
  rooms.reduce((all, room) => all + room[key], 0)

const named = (names: readonly string[]): string =>
  names.slice(0, SHOWN).join('、') + (names.length > SHOWN ? ` 等 ${names.length} 个` : '')

const hoursSince = (at: string | null, nowMs: number): number =>
  at === null ? 0 : (nowMs - Date.parse(at)) / HOUR_MS

const iso = (ms: number): string => new Date(ms).toISOString()
