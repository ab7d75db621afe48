import type { InputOf, padRelease } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { afterPadAct, AppError, isObjectiveType } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { sixDigits } from '../../../six-digits.ts'
import { selectScoredQuestions } from '../../scoring/index.ts'
import { LAST_MS } from '../last-time.ts'
import {
  attemptsOf,
  countAttempts,
  findPadExam,
  lockPadExam,
  type PadExamRow,
  type Place,
} from '../pad.query.ts'

type Settings = Omit<InputOf<typeof padRelease>['body'], 'exam_id' | 'subject_id' | 'version'>

/** What is missing before a subject can be released, in Chinese; empty when nothing is. */
export async function releaseProblems(db: Db, { examId, subjectId }: Place): Promise<string[]> {
  const subject = await db
    .selectFrom('exam_subject')
    .leftJoin('answer_sheet', 'answer_sheet.id', 'exam_subject.sheet_id')
    .where('exam_subject.exam_id', '=', examId)
    .where('exam_subject.subject_id', '=', subjectId)
    .select(['exam_subject.mode', 'exam_subject.status', 'exam_subject.full_milli'])
    .select(['answer_sheet.type'])
    .executeTakeFirst()
  if (subject?.mode !== ONLINE) return ['这个科目不是线上考试']
  if (subject.type !== SHEET_TYPE) return ['还没有题目表，请先录入并保存题目']
  const questions = await selectScoredQuestions(db, examId, subjectId)
  const keyless = questions.filter(
    ({ type, key }) =>
      isObjectiveType(type) &&
      (key === null || (key.answer.length === 0 && key.rule.status === 'normal')),
  )
  const candidates = await db
    .selectFrom('candidate_subject')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .select('candidate_id')
    .limit(1)
    .execute()
  const rules: [boolean, string][] = [
    [questions.length > 0, '题目表里没有题目'],
    [subject.full_milli > 0, '满分合计为 0，请核对各题分值'],
    [keyless.length === 0, `还有 ${keyless.length} 道客观题没有答案`],
    [candidates.length > 0, '还没有考生'],
    [subject.status >= SETTINGS, '科目还在「题目表」这一步，请先进入「发布设置」'],
    [subject.status < REPORTS, '科目已进入报表，不能再发布'],
  ]
  return rules.filter(([holds]) => !holds).map(([, problem]) => problem)
}

const ONLINE = 3
const SHEET_TYPE = 3
const SETTINGS = 2
const REPORTS = 6
const MINUTE_MS = 60_000

/**
 * Releases a subject, changes what was released, or lets what was paused run on.
 *
 * @returns what stood there before, for the record
 * @throws AppError PAD_NOT_READY, PAD_TIMES_INVALID, PAD_COMPLETED, VERSION_CONFLICT
 */
export async function release(
  db: Db,
  services: Services,
  place: Place,
  { version, byId, ...given }: Settings & { version: number; byId: number },
): Promise<{ before: PadExamRow | undefined; after: PadExamRow }> {
  const known = await lockPadExam(db, place)
  const begun = (await countAttempts(db, place)) > 0
  const next = afterPadAct(known?.state ?? 'draft', 'release', { begun })
  if ('refusal' in next) throw new AppError(next.refusal)
  if ((known?.version ?? 0) !== version)
    throw new AppError('VERSION_CONFLICT', { what: '发布设置' })
  const problems = await releaseProblems(db, place)
  if (problems.length > 0) throw new AppError('PAD_NOT_READY', { reason: problems.join('；') })
  const now = isoNow(services.clock)
  const times = checkedTimes(given, now, begun ? known : undefined)
  const settings = {
    ...times,
    minutes: given.minutes,
    late_limit_minutes: given.late_limit_minutes,
    entry: given.entry,
    shuffle_options: given.shuffle_options ? 1 : 0,
    shuffle_items: given.shuffle_items ? 1 : 0,
    allow_photo: given.allow_photo ? 1 : 0,
    show_after: given.show_after,
    room_code: given.entry === 'room_code' ? (known?.room_code ?? sixDigits()) : null,
  }
  if (known && begun) assertSame(known, settings)
  const row = {
    ...settings,
    state: next.state,
    paused_at: null,
    version: version + 1,
    by_id: byId,
    at: now,
  }
  if (!known)
    await db
      .insertInto('pad_exam')
      .values({
        exam_id: place.examId,
        subject_id: place.subjectId,
        completed_at: null,
        job_id: null,
        ...row,
      })
      .execute()
  else {
    await db
      .updateTable('pad_exam')
      .set(row)
      .where('exam_id', '=', place.examId)
      .where('subject_id', '=', place.subjectId)
      .execute()
    await moveEnds(db, place, known, times.ends_at, now)
  }
  const after = await findPadExam(db, place)
  if (!after) throw new Error('a released subject is gone')
  return { before: known, after }
}

/** @throws AppError PAD_TIMES_INVALID */
function checkedTimes(given: Settings, now: string, known: PadExamRow | undefined) {
  const [starts, ends] = [Date.parse(given.starts_at), Date.parse(given.ends_at)]
  const refuse = (reason: string): never => {
    throw new AppError('PAD_TIMES_INVALID', { reason })
  }
  if (Number.isNaN(starts) || Number.isNaN(ends) || starts < 0 || ends > LAST_MS)
    return refuse('请选择开始和结束时间')
  if (ends <= starts) return refuse('结束时间应晚于开始时间')
  if (ends <= Date.parse(now)) return refuse('结束时间已过')
  if (given.minutes !== null && given.minutes > (ends - starts) / MINUTE_MS)
    return refuse(`每人 ${given.minutes} 分钟，比开始到结束还长`)
  const times = {
    starts_at: new Date(starts).toISOString(),
    ends_at: new Date(ends).toISOString(),
  }
  if (known && known.ends_at > times.ends_at) return refuse('已有人作答，结束时间只能推后')
  return known ? { ...times, starts_at: known.starts_at } : times
}

const FIXED = [
  'minutes',
  'entry',
  'shuffle_options',
  'shuffle_items',
  'allow_photo',
] as const satisfies (keyof PadExamRow)[]

/** What candidates began under stays as it was. @throws AppError PAD_NOT_READY */
function assertSame(known: PadExamRow, next: Pick<PadExamRow, (typeof FIXED)[number]>): void {
  if (FIXED.some((key) => known[key] !== next[key]))
    throw new AppError('PAD_NOT_READY', {
      reason: '已有考生作答，只能推后结束时间、改允许迟到的时间和交卷后能否查看',
    })
}

/** Ends move with the end of all, and by the time for which clocks stood. */
async function moveEnds(
  db: Db,
  place: Place,
  known: PadExamRow,
  endsAt: string,
  now: string,
): Promise<void> {
  const open = await attemptsOf(db, place)
    .where('is_makeup', '=', 0)
    .where('submitted_at', 'is', null)
    .select(['id', 'started_at', 'ends_at', 'extra_minutes'])
    .execute()
  for (const { id, ends_at, extra_minutes } of open) {
    const extra = extra_minutes * MINUTE_MS
    // What was over before the pause stays so.
    if (known.paused_at !== null && ends_at <= known.paused_at) continue
    const stood = known.paused_at === null ? 0 : Date.parse(now) - Date.parse(known.paused_at)
    const own = known.minutes === null ? Date.parse(endsAt) + extra : Date.parse(ends_at) + stood
    const next = Math.min(own, Date.parse(endsAt) + extra)
    await db
      .updateTable('attempt')
      .set({ ends_at: new Date(Math.max(next, Date.parse(ends_at))).toISOString() })
      .where('id', '=', id)
      .execute()
  }
}
