import { createHash } from 'node:crypto'
import { type Db, isOneOf } from '@hengjuan/db'
import { NOT_SELECTED, PRESENT } from '@hengjuan/domain'
import { ulid } from 'ulid'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { syncUnits, notifyMarkers } from '../../marking-core/index.ts'
import { scoreCandidates } from '../../scoring/index.ts'
import {
  type AttemptRow,
  findAttempt,
  lockAttempt,
  lockPadExam,
  type Place,
  selectQuestions,
} from '../pad.query.ts'
import type { StoredPicture } from '../store-picture.ts'
import { findDesign } from '../table/picture.query.ts'
import { blockParts, photosOf, storedChoices } from './block-answers.ts'
import { renderBlock, selectSizes } from './render-block.ts'

/** As much ink as a written block is said to have: how much it was typed with says nothing. */
const WRITTEN = { ink: 0.05, strokeMm: 3 }
const BLANK = { ink: 0, strokeMm: 0 }

interface Rendered extends StoredPicture {
  blockKey: string
  isBlank: boolean
}

/**
 * Brings an attempt into marking as a sheet would come: choices where those of sheets stand, a picture a block, and
 * the papers that follow from them. Repeating it changes nothing; with other answers, or for another attempt of the
 * candidate, it is another sheet, and only blocks that look otherwise are marked anew.
 *
 * @source platform 10.3
 */
export async function enterMarking(services: Services, attemptId: number): Promise<void> {
  const attempt = await findAttempt(services.db, attemptId)
  if (!attempt || attempt.counts === 0) return
  const place = { examId: attempt.exam_id, subjectId: attempt.subject_id }
  const answers = await selectAnswers(services.db, attemptId)
  const hash = hashOf(attempt, answers)
  if (attempt.answers_hash === hash) return
  const design = await findDesign(services.db, place)
  if (!design) return
  const questions = await selectQuestions(services.db, place)
  const rendered = await renderBlocks(services, place, questions, answers)
  const choices = storedChoices(design, questions, answers)
  await services.db.transaction().execute(async (db) => {
    await lockPadExam(db, place)
    const now = await lockAttempt(db, attemptId)
    // Decided otherwise meanwhile: whoever decided begins anew.
    if (!now || now.counts === 0 || now.answers_hash === hash) return
    if (hashOf(now, await selectAnswers(db, attemptId)) !== hash) return
    const sheetId = await insertSheet(db, services, now, hash, rendered)
    await db
      .updateTable('attempt')
      .set({ sheet_id: sheetId, answers_hash: hash })
      .where('id', '=', attemptId)
      .execute()
    await db
      .updateTable('candidate_subject')
      .set((eb) => ({
        attendance: PRESENT,
        attendance_source: 'machine',
        answers: JSON.stringify(choices),
        version: eb('version', '+', 1),
      }))
      .where('exam_id', '=', place.examId)
      .where('subject_id', '=', place.subjectId)
      .where('candidate_id', '=', now.candidate_id)
      .where('attendance', '!=', NOT_SELECTED)
      .execute()
    const candidate = { ...place, candidateId: now.candidate_id }
    const taken = await syncUnits(
      db,
      services,
      candidate,
      new Map(
        rendered.map(({ blockKey, hash: imageHash, isBlank }) => {
          const { ink, strokeMm } = isBlank ? BLANK : WRITTEN
          return [
            blockKey,
            {
              images: [{ part: 0, imageHash, inkRatio: ink, strokeMm }],
              sheetId,
              complete: true,
              lost: false,
            },
          ]
        }),
      ),
    )
    await scoreCandidates(db, { ...place, candidateIds: [now.candidate_id] })
    await notifyMarkers(db, taken)
  })
}

const selectAnswers = (db: Db, attemptId: number) =>
  db
    .selectFrom('attempt_answer')
    .where('attempt_id', '=', attemptId)
    .select(['question_id', 'sub', 'value'])
    .orderBy('question_id')
    .orderBy('sub')
    .execute()

type Answers = Awaited<ReturnType<typeof selectAnswers>>

const hashOf = ({ id }: AttemptRow, answers: Answers): string =>
  createHash('sha256')
    .update(JSON.stringify([id, answers.map((one) => [one.question_id, one.sub, one.value])]))
    .digest('hex')

async function renderBlocks(
  services: Services,
  { examId, subjectId }: Place,
  questions: Awaited<ReturnType<typeof selectQuestions>>,
  answers: Answers,
): Promise<Rendered[]> {
  const { db } = services
  const blocks = await db
    .selectFrom('block')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .select(['id', 'block_key'])
    .orderBy('sort')
    .execute()
  const hashes = questions.flatMap(({ id }) => photosOf(answers, id))
  const sizes = await selectSizes(services, hashes)
  const rendered: Rendered[] = []
  for (const { id, block_key: blockKey } of blocks) {
    const own = questions.filter(({ block_id }) => block_id === id)
    const { parts, photos, isBlank } = blockParts(own, answers, sizes)
    rendered.push({ ...(await renderBlock(services, parts, photos)), blockKey, isBlank })
  }
  return rendered
}

/** A sheet as marking, result pages and rosters know them; one that stood there before stands aside. */
async function insertSheet(
  db: Db,
  services: Services,
  attempt: AttemptRow,
  contentHash: string,
  rendered: readonly Rendered[],
): Promise<string> {
  const now = isoNow(services.clock)
  const at = { exam_id: attempt.exam_id, subject_id: attempt.subject_id }
  await db
    .updateTable('scan_sheet')
    .set({ state: 'void', void_reason: '已由新的作答代替' })
    .where('exam_id', '=', at.exam_id)
    .where('subject_id', '=', at.subject_id)
    .where('candidate_id', '=', attempt.candidate_id)
    .where('state', '=', 'active')
    .execute()
  const batchId = await batchOf(db, at, now)
  const id = ulid()
  await db
    .insertInto('scan_sheet')
    .values({
      id,
      ...at,
      batch_id: batchId,
      seq: attempt.id,
      content_hash: contentHash,
      machine_exam_no: null,
      candidate_id: attempt.candidate_id,
      identity_source: 'online',
      state: 'active',
      void_reason: null,
      received_at: now,
      version: 1,
    })
    .execute()
  if (rendered.length > 0)
    await db
      .insertInto('sheet_crop')
      .values(
        rendered.map(({ blockKey, hash, width_px, height_px, isBlank }) => ({
          sheet_id: id,
          page_seq: 1,
          region_id: `block:${blockKey}:0`,
          block_key: blockKey,
          part: 0,
          image_hash: hash,
          width_px,
          height_px,
          ink_ratio: (isBlank ? BLANK : WRITTEN).ink,
          run: 0,
        })),
      )
      .execute()
  return id
}

const STATION = 'online'

async function batchOf(
  db: Db,
  at: { exam_id: number; subject_id: number },
  now: string,
): Promise<string> {
  const known = await db
    .selectFrom('scan_batch')
    .where('exam_id', '=', at.exam_id)
    .where('subject_id', '=', at.subject_id)
    .where('station', '=', STATION)
    .select('id')
    .executeTakeFirst()
  if (known) return known.id
  const { by_id } = await db
    .selectFrom('pad_exam')
    .where('exam_id', '=', at.exam_id)
    .where('subject_id', '=', at.subject_id)
    .select('by_id')
    .executeTakeFirstOrThrow()
  const id = ulid()
  await db
    .insertInto('scan_batch')
    .values({
      id,
      ...at,
      station: STATION,
      operator_id: by_id,
      label: '线上作答',
      opened_at: now,
      closed_at: now,
    })
    .execute()
  return id
}

/** Attempts of a completed subject whose answers marking has yet to get. */
export async function selectToEnter(db: Db, { examId, subjectId }: Place): Promise<number[]> {
  const rows = await db
    .selectFrom('attempt')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .where('counts', '=', 1)
    .where('submitted_at', 'is not', null)
    .where('answers_hash', 'is', null)
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Has them entered anew. */
export const forgetEntered = (db: Db, attemptIds: readonly number[]) =>
  db
    .updateTable('attempt')
    .set({ answers_hash: null })
    .where(isOneOf(db, 'id', attemptIds))
    .execute()
