import type { InputOf, padStatus, ReplyOf } from '@hengjuan/contracts'
import { type Db, isOneOf } from '@hengjuan/db'
import {
  ABSENT,
  type AttemptStanding,
  attemptStanding,
  NOT_SELECTED,
  padStanding,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { pageOf } from '../../../http/page-of.ts'
import type { Services } from '../../../services.ts'
import { attemptsOf, findPadExam, type Place, placeOf } from '../pad.query.ts'
import { releaseProblems } from './release.ts'

type Asked = InputOf<typeof padStatus>['query']
type Status = ReplyOf<typeof padStatus>
type Row = Status['attempts']['list'][number]

/** How an online subject stands, and everybody in it. */
export async function padStatusOf(
  db: Db,
  { clock }: Pick<Services, 'clock'>,
  asked: Asked,
): Promise<Status> {
  const place = placeOf(asked)
  const now = isoNow(clock)
  const exam = await findPadExam(db, place)
  const rows = await rowsOf(db, place, asked.class_id, now)
  const of = (state: Row['state']) => rows.filter((row) => row.state === state).length
  const shown = rows.filter(
    (row) =>
      (asked.state === undefined || row.state === asked.state) &&
      (!asked.keyword || row.name.includes(asked.keyword) || row.exam_no.includes(asked.keyword)),
  )
  const page = pageOf(shown, asked)
  return {
    state: exam ? padStanding({ state: exam.state, startsAt: exam.starts_at }, now) : 'draft',
    settings: exam
      ? {
          starts_at: exam.starts_at,
          ends_at: exam.ends_at,
          minutes: exam.minutes,
          late_limit_minutes: exam.late_limit_minutes,
          entry: exam.entry as 'account' | 'room_code',
          shuffle_options: exam.shuffle_options === 1,
          shuffle_items: exam.shuffle_items === 1,
          allow_photo: exam.allow_photo === 1,
          show_after: exam.show_after as 'nothing' | 'own',
        }
      : null,
    room_code: exam?.room_code ?? null,
    version: exam?.version ?? 0,
    paused_at: exam?.paused_at ?? null,
    completed_at: exam?.completed_at ?? null,
    server_now: now,
    counts: {
      not_started: of('not_started'),
      answering: of('answering'),
      offline: of('offline'),
      submitted: of('submitted'),
      late: of('late'),
      absent: of('absent'),
    },
    entering:
      exam?.state === 'completed'
        ? { ...(await countEntered(db, place)), job_id: exam.job_id }
        : null,
    problems: await releaseProblems(db, place),
    attempts: { ...page, list: await withAnswered(db, place, page.list) },
  }
}

async function rowsOf(
  db: Db,
  place: Place,
  classId: number | undefined,
  now: string,
): Promise<Row[]> {
  const candidates = await db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .where('candidate_subject.exam_id', '=', place.examId)
    .where('candidate_subject.subject_id', '=', place.subjectId)
    .where('candidate_subject.attendance', '!=', NOT_SELECTED)
    .$if(classId !== undefined, (query) => query.where('candidate.class_id', '=', classId ?? 0))
    .select(['candidate.id', 'candidate.name', 'candidate.exam_no', 'class.name as class_name'])
    .select('candidate_subject.attendance')
    .orderBy('candidate.exam_no')
    .execute()
  const attempts = await attemptsOf(db, place).selectAll().orderBy('is_makeup').execute()
  const waiting = await waitingByAttempt(db, place)
  const byCandidate = Map.groupBy(attempts, ({ candidate_id }) => candidate_id)
  return candidates.flatMap(({ id, name, exam_no, class_name, attendance }): Row[] => {
    const who = { candidate_id: id, name, exam_no, class_name, answered: 0, of: 0 }
    const own = byCandidate.get(id)
    if (!own)
      return [
        {
          ...who,
          attempt_id: null,
          is_makeup: false,
          counts: false,
          state: attendance === ABSENT ? 'absent' : 'not_started',
          started_at: null,
          last_seen_at: null,
          submitted_at: null,
          left_seconds: null,
          device: '',
          extra_minutes: 0,
          left_count: 0,
          late_count: 0,
          waiting: 0,
        },
      ]
    return own.map((attempt) => {
      const late = waiting.get(attempt.id) ?? 0
      const state: AttemptStanding = attemptStanding(
        {
          submittedAt: attempt.submitted_at,
          endsAt: attempt.ends_at,
          lastSeenAt: attempt.last_seen_at,
          waiting: late,
        },
        now,
      )
      const isOpen = state === 'answering' || state === 'offline'
      return {
        ...who,
        attempt_id: attempt.id,
        is_makeup: attempt.is_makeup === 1,
        counts: attempt.counts === 1,
        state,
        started_at: attempt.started_at,
        last_seen_at: attempt.last_seen_at,
        submitted_at: attempt.submitted_at,
        left_seconds: isOpen
          ? Math.round((Date.parse(attempt.ends_at) - Date.parse(now)) / 1000)
          : null,
        device: attempt.device,
        extra_minutes: attempt.extra_minutes,
        left_count: attempt.left_count,
        late_count: attempt.late_count,
        waiting: late,
      }
    })
  })
}

async function waitingByAttempt(db: Db, { examId, subjectId }: Place) {
  const rows = await db
    .selectFrom('attempt_late')
    .innerJoin('attempt', 'attempt.id', 'attempt_late.attempt_id')
    .where('attempt.exam_id', '=', examId)
    .where('attempt.subject_id', '=', subjectId)
    .groupBy('attempt_late.attempt_id')
    .select(({ fn }) => ['attempt_late.attempt_id', fn.countAll().as('n')])
    .execute()
  return new Map(rows.map(({ attempt_id, n }) => [attempt_id, Number(n)]))
}

/** How many questions those who are shown have answered. */
async function withAnswered(db: Db, place: Place, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.flatMap(({ attempt_id }) => attempt_id ?? [])
  const { of } = await db
    .selectFrom('question')
    .where('exam_id', '=', place.examId)
    .where('subject_id', '=', place.subjectId)
    .select(({ fn }) => fn.countAll().as('of'))
    .executeTakeFirstOrThrow()
  const answered =
    ids.length === 0
      ? []
      : await db
          .selectFrom('attempt_answer')
          .where(isOneOf(db, 'attempt_id', ids))
          .where('value', '!=', '')
          .groupBy('attempt_id')
          .select(({ fn }) => ['attempt_id', fn.count('question_id').distinct().as('n')])
          .execute()
  const countOf = new Map(answered.map(({ attempt_id, n }) => [attempt_id, Number(n)]))
  return rows.map((row) => ({
    ...row,
    answered: countOf.get(row.attempt_id ?? 0) ?? 0,
    of: Number(of),
  }))
}

/** Attempts that are scored, and those of them that marking has. */
export async function countEntered(db: Db, place: Place): Promise<{ done: number; total: number }> {
  const rows = await attemptsOf(db, place)
    .where('counts', '=', 1)
    .where('submitted_at', 'is not', null)
    .select('answers_hash')
    .execute()
  return {
    done: rows.filter(({ answers_hash }) => answers_hash !== null).length,
    total: rows.length,
  }
}
