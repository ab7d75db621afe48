import {
  blockScoreRecord,
  blockScores,
  decideScore,
  deleteScore,
  previewCounts,
  rollbackScore,
  updateBlockScore,
  updateObjectScore,
} from '@hengjuan/contracts'
import { type Db, transact } from '@hengjuan/db'
import {
  AppError,
  blockTarget,
  isVoided,
  normaliseAnswer,
  questionTarget,
  SUBJECT_TARGET,
} from '@hengjuan/domain'
import { serve, type ServeApp } from '../../http/serve.ts'
import { withRetry } from '../marking-core/index.ts'
import { selectBlockRecord, selectBlockScores } from './block-scores.query.ts'
import { assertEditable } from './editable.ts'
import { editBlock, undoBlock } from './edit-block.ts'
import { decideEdit } from './decide-edit.ts'
import { editScore, questionOf, rollBack } from './edit-score.ts'
import { countStudents } from './student-counts.query.ts'
import type { EditPlace } from './score-edit.query.ts'

/** Scores that are put right before the release. @source platform 7.1 */
export function registerScoreEdit(target: ServeApp): void {
  serve(target, updateObjectScore, async (call) => {
    const { body, found, services } = call
    const place = placeOf(body)
    return transact(services.db, async (db) => {
      await assertEditable(db, found.exam, body.subject_id)
      const question = await questionOf(db, place, body.question_no)
      const { answer, score_milli: scoreMilli } = body
      if ((answer === undefined) === (scoreMilli === undefined))
        throw new AppError('INPUT_INVALID').withDetails([
          { path: 'answer', message: '请填写作答或得分中的一项' },
        ])
      if (scoreMilli !== undefined && scoreMilli > question.fullMilli)
        throw new AppError('SCORE_OUT_OF_RANGE', {
          item: `第 ${question.no} 题`,
          full: question.fullMilli / MILLI,
        })
      return editScore(db, call, place, {
        target: questionTarget(question.id),
        kind: answer ? 'answer' : 'score',
        override: answer
          ? { answer: normaliseAnswer(answer).toSorted() }
          : { scoreMilli: scoreMilli ?? 0 },
        reason: body.reason,
        version: body.version,
      })
    })
  })

  serve(target, updateBlockScore, async (call) =>
    withRetry(call.services, async (db) => {
      await assertEditable(db, call.found.exam, call.body.subject_id)
      return editBlock(db, call, call.body)
    }),
  )

  serve(target, deleteScore, async (call) => {
    const { body, found, services } = call
    return transact(services.db, async (db) => {
      await assertEditable(db, found.exam, body.subject_id)
      return editScore(db, call, placeOf(body), {
        target: await targetOf(db, body),
        kind: 'void',
        override: { isVoid: true },
        reason: body.reason,
      })
    })
  })

  serve(target, rollbackScore, async (call) => {
    const { body, found, services } = call
    const order = { eventId: body.event_id, reason: body.reason ?? '' }
    return withRetry(services, async (db) => {
      await assertEditable(db, found.exam, body.subject_id)
      const place = placeOf(body)
      const edited = await targetOf(db, body)
      const blockId = body.block_id
      // A mark that was changed is changed back by the engine that changed it; one that was taken away comes back here.
      if (blockId !== undefined && !(await isTakenAway(db, place, edited)))
        return undoBlock(db, call, { ...place, block_id: blockId, ...order })
      return rollBack(db, call, place, { target: edited, ...order })
    })
  })

  serve(target, decideScore, async (call) => {
    const { body, found, services } = call
    return transact(services.db, async (db) => {
      await assertEditable(db, found.exam, body.subject_id)
      return { state: await decideEdit(db, call, body) }
    })
  })

  serve(target, previewCounts, async ({ query, services }) =>
    countStudents(services, {
      examId: query.exam_id,
      subjectId: query.subject_id,
      schoolId: query.school_id,
      classId: query.class_id,
    }),
  )

  serve(target, blockScores, async ({ query, services }) => selectBlockScores(services.db, query))

  serve(target, blockScoreRecord, async ({ query, services }) =>
    selectBlockRecord(services.db, query),
  )
}

const MILLI = 1000

const placeOf = ({ exam_id, subject_id, candidate_id }: EditPlace): EditPlace => ({
  exam_id,
  subject_id,
  candidate_id,
})

/** A block, a question or the whole subject. @throws AppError NOT_FOUND */
async function targetOf(
  db: Db,
  body: EditPlace & { block_id?: number; question_no?: string },
): Promise<string> {
  if (body.question_no !== undefined)
    return questionTarget((await questionOf(db, body, body.question_no)).id)
  if (body.block_id === undefined) return SUBJECT_TARGET
  const block = await db
    .selectFrom('block')
    .where('id', '=', body.block_id)
    .where('exam_id', '=', body.exam_id)
    .where('subject_id', '=', body.subject_id)
    .select('id')
    .executeTakeFirst()
  if (!block) throw new AppError('NOT_FOUND', { what: '题块' })
  return blockTarget(block.id)
}

async function isTakenAway(db: Db, place: EditPlace, target: string): Promise<boolean> {
  const row = await db
    .selectFrom('candidate_subject')
    .where('candidate_id', '=', place.candidate_id)
    .where('subject_id', '=', place.subject_id)
    .where('exam_id', '=', place.exam_id)
    .select('overrides')
    .executeTakeFirst()
  return isVoided(JSON.parse(row?.overrides ?? '{}'), target)
}
