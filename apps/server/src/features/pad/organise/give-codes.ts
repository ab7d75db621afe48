import { type Db, isOneOf } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { sixDigits } from '../../../six-digits.ts'
import { codeHash } from '../answer/makeup-code.ts'
import { LAST_MS } from '../last-time.ts'
import { attemptsOf, lockPadExam, type Place } from '../pad.query.ts'

interface Wanted {
  candidate_ids: readonly number[]
  minutes: number
  valid_until: string
  again?: boolean
  byId: number
}

/**
 * Gives each candidate a code of their own for a makeup; an earlier one that was not used is void then.
 *
 * @returns the codes, which are kept nowhere
 * @throws AppError PAD_NOT_RELEASED, MAKEUP_UNTIL, MAKEUP_HAS_ATTEMPT, CANDIDATE_UNKNOWN
 */
export async function giveCodes(db: Db, services: Services, place: Place, wanted: Wanted) {
  const exam = await lockPadExam(db, place)
  if (!exam || exam.state === 'draft') throw new AppError('PAD_NOT_RELEASED')
  const now = isoNow(services.clock)
  const until = Date.parse(wanted.valid_until)
  if (Number.isNaN(until) || until <= Date.parse(now) || until > LAST_MS)
    throw new AppError('MAKEUP_UNTIL')
  const candidates = await candidatesNamed(db, place, wanted.candidate_ids)
  const attempts = await attemptsOf(db, place)
    .where(isOneOf(db, 'candidate_id', [...wanted.candidate_ids]))
    .select(['candidate_id', 'is_makeup'])
    .execute()
  const repeated = attempts.find(({ is_makeup }) => is_makeup === 1)
  const sat = repeated ?? (wanted.again ? undefined : attempts[0])
  if (sat)
    throw new AppError('MAKEUP_HAS_ATTEMPT', {
      name: candidates.find(({ id }) => id === sat.candidate_id)?.name ?? '',
    })
  await db
    .deleteFrom('pad_code')
    .where('exam_id', '=', place.examId)
    .where('subject_id', '=', place.subjectId)
    .where('used_at', 'is', null)
    .where(isOneOf(db, 'candidate_id', [...wanted.candidate_ids]))
    .execute()
  const codes = []
  for (const { id, name, school_id } of candidates) {
    const { code, hash } = await freeCode(db, services, school_id, now)
    await db
      .insertInto('pad_code')
      .values({
        school_id,
        exam_id: place.examId,
        subject_id: place.subjectId,
        candidate_id: id,
        code_hash: hash,
        minutes: wanted.minutes,
        valid_until: new Date(until).toISOString(),
        used_at: null,
        by_id: wanted.byId,
        at: now,
      })
      .execute()
    codes.push({ candidate_id: id, name, code })
  }
  return codes
}

/** Unlike any that somebody of the school could use now. */
async function freeCode(db: Db, services: Services, schoolId: number, now: string) {
  for (;;) {
    const code = sixDigits()
    const hash = codeHash(services, code)
    const taken = await db
      .selectFrom('pad_code')
      .where('school_id', '=', schoolId)
      .where('code_hash', '=', hash)
      .where('used_at', 'is', null)
      .where('valid_until', '>', now)
      .select('id')
      .executeTakeFirst()
    if (!taken) return { code, hash }
  }
}

/** Candidates of the subject in the order in which they are named. @throws AppError CANDIDATE_UNKNOWN */
export async function candidatesNamed(
  db: Db,
  { examId, subjectId }: Place,
  ids: readonly number[],
) {
  const rows = await db
    .selectFrom('candidate')
    .innerJoin('candidate_subject', 'candidate_subject.candidate_id', 'candidate.id')
    .where('candidate.exam_id', '=', examId)
    .where('candidate_subject.exam_id', '=', examId)
    .where('candidate_subject.subject_id', '=', subjectId)
    .where(isOneOf(db, 'candidate.id', [...ids]))
    .select(['candidate.id', 'candidate.name', 'candidate.school_id'])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].map((id) => {
    const row = byId.get(id)
    if (!row) throw new AppError('CANDIDATE_UNKNOWN')
    return row
  })
}
