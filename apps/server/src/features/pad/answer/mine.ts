import type { padMine, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { NOT_SELECTED, padStanding, type PadState, subjectName } from '@hengjuan/domain'
import { isoNow, minutesFrom } from '../../../clock.ts'
import type { Services } from '../../../services.ts'

type Mine = ReplyOf<typeof padMine>

const SHOWN_DAYS = 30
const DAY_MINUTES = 24 * 60

/** The online exams of a student: what is to come, what runs, and for a month what is over. */
export async function ownPadExams(
  db: Db,
  { clock }: Pick<Services, 'clock'>,
  studentId: number,
): Promise<Mine> {
  const now = isoNow(clock)
  const rows = await db
    .selectFrom('candidate')
    .innerJoin('candidate_subject', 'candidate_subject.candidate_id', 'candidate.id')
    .innerJoin('pad_exam', (join) =>
      join
        .onRef('pad_exam.exam_id', '=', 'candidate_subject.exam_id')
        .onRef('pad_exam.subject_id', '=', 'candidate_subject.subject_id'),
    )
    .innerJoin('exam', 'exam.id', 'pad_exam.exam_id')
    .innerJoin('subject', 'subject.id', 'pad_exam.subject_id')
    .where('candidate.student_id', '=', studentId)
    .where('candidate_subject.attendance', '!=', NOT_SELECTED)
    .where('exam.deleted_at', 'is', null)
    .where('pad_exam.state', '!=', 'draft')
    .where('pad_exam.ends_at', '>', minutesFrom(clock, -SHOWN_DAYS * DAY_MINUTES))
    .selectAll('pad_exam')
    .select(['candidate.id as candidate_id', 'exam.name as exam_name', 'exam.grade_id'])
    .select('subject.name as subject_name')
    .orderBy('pad_exam.starts_at')
    .orderBy('pad_exam.exam_id')
    .execute()
  const mine: Mine = []
  for (const row of rows) {
    const attempts = await db
      .selectFrom('attempt')
      .where('exam_id', '=', row.exam_id)
      .where('subject_id', '=', row.subject_id)
      .where('candidate_id', '=', row.candidate_id)
      .select(['ends_at', 'submitted_at'])
      .orderBy('is_makeup')
      .execute()
    const makeup = await db
      .selectFrom('pad_code')
      .where('exam_id', '=', row.exam_id)
      .where('subject_id', '=', row.subject_id)
      .where('candidate_id', '=', row.candidate_id)
      .where('used_at', 'is', null)
      .where('valid_until', '>', now)
      .select('id')
      .executeTakeFirst()
    const isOpen = ({ submitted_at, ends_at }: (typeof attempts)[number]) =>
      submitted_at === null && now < ends_at
    const attempt = attempts.find(isOpen) ?? attempts.at(-1)
    mine.push({
      exam_id: row.exam_id,
      exam_name: row.exam_name,
      subject_id: row.subject_id,
      subject_name: subjectName(row.subject_id, row.grade_id, {
        [row.subject_id]: row.subject_name,
      }),
      state: shownState(row.state as PadState, row.starts_at, now),
      starts_at: row.starts_at,
      ends_at: row.ends_at,
      minutes: row.minutes,
      needs_code: row.entry === 'room_code',
      has_makeup: makeup !== undefined,
      attempt: attempt
        ? {
            is_open: isOpen(attempt),
            ends_at: attempt.ends_at,
            submitted_at: attempt.submitted_at,
            may_look: row.show_after === 'own',
          }
        : null,
      server_now: now,
    })
  }
  return mine
}

function shownState(state: PadState, startsAt: string, now: string): Mine[number]['state'] {
  const standing = padStanding({ state, startsAt }, now)
  return standing === 'draft' ? 'released' : standing
}
