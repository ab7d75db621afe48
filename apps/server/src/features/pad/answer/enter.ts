import type { InputOf, padEnter, ReplyOf } from '@hengjuan/contracts'
import { type Db, isOneOf } from '@hengjuan/db'
import {
  AppError,
  endOfAttempt,
  isObjectiveType,
  NOT_SELECTED,
  shifted,
  shownLetters,
  subjectName,
  whyNoEntry,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { timeText } from '../../../wall-clock.ts'
import {
  type AttemptRow,
  findCandidateOf,
  lockPadExam,
  type PadExamRow,
  type Place,
  placeOf,
  selectQuestions,
} from '../pad.query.ts'
import { findDesign, picturesOf, selectPictures } from '../table/picture.query.ts'
import { codeText, findMakeup } from './makeup-code.ts'
import { deviceHash, newDeviceKey } from './own-attempt.ts'
import { optionOrder, paperOf } from './paper-of.ts'
import { mixingOf } from './save-answers.ts'

type Asked = InputOf<typeof padEnter>['body'] & { studentId: number; device: string }
type Entered = ReplyOf<typeof padEnter>
type Candidate = NonNullable<Awaited<ReturnType<typeof findCandidateOf>>>

/**
 * Lets a student in: into a new attempt, into the own one where it was left, or to look at what was handed in.
 *
 * @throws AppError PAD_NOT_YOURS, PAD_NOT_RELEASED, PAD_NOT_YET, PAD_TOO_LATE, PAD_OVER, PAD_PAUSED, PAD_SUBMITTED,
 *   PAD_ELSEWHERE, PAD_CODE_NEEDED, PAD_CODE_WRONG
 */
export async function enter(db: Db, services: Services, asked: Asked): Promise<Entered> {
  const place = placeOf(asked)
  const candidate = await findCandidateOf(db, place, asked.studentId)
  if (!candidate || candidate.attendance === NOT_SELECTED) throw new AppError('PAD_NOT_YOURS')
  const exam = await lockPadExam(db, place)
  if (!exam || exam.state === 'draft') throw new AppError('PAD_NOT_RELEASED')
  const now = isoNow(services.clock)
  const makeup = await findMakeup(db, services, exam, candidate.id, asked.code)
  const typed = codeText(asked.code ?? '')
  const isRoom = exam.entry === 'room_code' && typed === exam.room_code
  if (typed !== '' && !makeup && !isRoom) throw new AppError('PAD_CODE_WRONG')
  const attempts = await selectAttempts(db, place, candidate.id)
  const isOpen = ({ submitted_at, ends_at }: AttemptRow) => submitted_at === null && now < ends_at
  const known = makeup ? undefined : (attempts.find(isOpen) ?? attempts.at(-1))
  if (known && !isOpen(known)) {
    if (exam.show_after !== 'own') throw new AppError('PAD_SUBMITTED')
    return describe(db, services, { exam, candidate, attempt: known, deviceKey: null })
  }
  if (known) {
    if (exam.state === 'paused' && known.is_makeup === 0) throw new AppError('PAD_PAUSED')
    const { device_key = '', take_over = false } = asked
    const isSame = known.device_hash === deviceHash(device_key)
    if (!isSame && !take_over) throw new AppError('PAD_ELSEWHERE')
    const deviceKey = isSame ? device_key : newDeviceKey()
    const change = { device_hash: deviceHash(deviceKey), device: asked.device, last_seen_at: now }
    await db.updateTable('attempt').set(change).where('id', '=', known.id).execute()
    return describe(db, services, {
      exam,
      candidate,
      attempt: { ...known, ...change },
      deviceKey,
    })
  }
  const deviceKey = newDeviceKey()
  const attempt = await begin(db, { exam, candidate, asked, makeup, now, deviceKey, attempts })
  return describe(db, services, { exam, candidate, attempt, deviceKey })
}

const selectAttempts = (db: Db, { examId, subjectId }: Place, candidateId: number) =>
  db
    .selectFrom('attempt')
    .selectAll()
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .where('candidate_id', '=', candidateId)
    .orderBy('is_makeup')
    .execute()

interface Begun {
  exam: PadExamRow
  candidate: Candidate
  asked: Asked
  makeup: { id: number; minutes: number; valid_until: string } | null
  now: string
  deviceKey: string
  attempts: readonly AttemptRow[]
}

async function begin(
  db: Db,
  { exam, candidate, asked, makeup, now, deviceKey, attempts }: Begun,
): Promise<AttemptRow> {
  if (!makeup) {
    const refusal = whyNoEntry(
      {
        state: exam.state,
        startsAt: exam.starts_at,
        endsAt: exam.ends_at,
        lateLimitMinutes: exam.late_limit_minutes,
      },
      now,
    )
    if (refusal === 'PAD_NOT_YET')
      throw new AppError('PAD_NOT_YET', { time: timeText(exam.starts_at) })
    if (refusal) throw new AppError(refusal)
    if (exam.entry === 'room_code' && codeText(asked.code ?? '') === '')
      throw new AppError('PAD_CODE_NEEDED')
  }
  const extra = await db
    .selectFrom('pad_extra')
    .where('exam_id', '=', exam.exam_id)
    .where('subject_id', '=', exam.subject_id)
    .where('candidate_id', '=', candidate.id)
    .select('minutes')
    .executeTakeFirst()
  const extraMinutes = extra?.minutes ?? 0
  if (makeup)
    await db.updateTable('pad_code').set({ used_at: now }).where('id', '=', makeup.id).execute()
  return db
    .insertInto('attempt')
    .values({
      exam_id: exam.exam_id,
      subject_id: exam.subject_id,
      candidate_id: candidate.id,
      is_makeup: makeup ? 1 : 0,
      // Which of two is scored somebody says; one alone is.
      counts: attempts.length === 0 ? 1 : 0,
      device_hash: deviceHash(deviceKey),
      device: asked.device,
      started_at: now,
      ends_at: makeup
        ? shifted(now, makeup.minutes + extraMinutes)
        : endOfAttempt({ now, minutes: exam.minutes, endsAt: exam.ends_at, extraMinutes }),
      extra_minutes: extraMinutes,
      last_seen_at: now,
      submitted_at: null,
      sheet_id: null,
      answers_hash: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function describe(
  db: Db,
  { links, clock }: Services,
  {
    exam,
    candidate,
    attempt,
    deviceKey,
  }: { exam: PadExamRow; candidate: Candidate; attempt: AttemptRow; deviceKey: string | null },
): Promise<Entered> {
  const place = placeOf(exam)
  const design = await findDesign(db, place)
  if (!design) throw new AppError('PAD_NOT_RELEASED')
  const rows = await selectQuestions(db, place)
  const mixing = { ...place, candidateId: candidate.id, ...mixingOf(exam) }
  const pictures = await selectPictures(db, candidate.holder_id, picturesOf(design))
  const answers = await db
    .selectFrom('attempt_answer')
    .where('attempt_id', '=', attempt.id)
    .select(['question_id', 'sub', 'value'])
    .execute()
  const photos = await db
    .selectFrom('attempt_photo')
    .where('attempt_id', '=', attempt.id)
    .select('hash')
    .execute()
  const questions = new Map(
    design.sections.flatMap((section) => section.questions).map((one) => [one.no, one]),
  )
  const noOf = new Map(rows.map(({ id, no }) => [id, no]))
  const subject = await db
    .selectFrom('subject')
    .where(isOneOf(db, 'id', [exam.subject_id]))
    .select('name')
    .executeTakeFirst()
  return {
    attempt_id: attempt.id,
    exam_name: candidate.exam_name,
    subject_name: subjectName(
      exam.subject_id,
      candidate.grade_id,
      subject ? { [exam.subject_id]: subject.name } : {},
    ),
    name: candidate.name,
    allow_photo: exam.allow_photo === 1,
    sections: paperOf(
      design,
      new Map(rows.map(({ id, no }) => [no, id])),
      mixing,
      new Map(pictures.map((one) => [one.hash, { ...one, url: links.sign(one.hash) }])),
    ),
    server_now: isoNow(clock),
    ends_at: attempt.ends_at,
    submitted_at:
      attempt.submitted_at ?? (isoNow(clock) >= attempt.ends_at ? attempt.ends_at : null),
    seq: attempt.seq,
    answers: answers.map(({ question_id, sub, value }) => {
      const question = questions.get(noOf.get(question_id) ?? '')
      const isLetters = question && isObjectiveType(question.type)
      return {
        question_id,
        sub,
        value: isLetters ? shownLetters(value, optionOrder(question, mixing)) : value,
      }
    }),
    photos: photos.map(({ hash }) => ({ hash, url: links.sign(hash) })),
    device_key: deviceKey,
  }
}
