import { type Db, isOneOf, lockRows } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { applyEvents, selectUnitsForUpdate, withRetry } from '../../marking-core/index.ts'
import { nearLinePlan } from './near-line-plan.ts'
import { selectNearPapers, selectUnbegun } from './near-line.query.ts'
import {
  type NearLineRule,
  selectNearLineSubject,
  selectSubjectBlocks,
  settlingOf,
} from './near-line-rule.ts'

interface Subject {
  examId: number
  subjectId: number
}

/** As many candidates are sent in one transaction: marking goes on meanwhile. */
const CANDIDATES_AT_A_TIME = 100
const PAPERS_AT_A_TIME = 500

/**
 * Sends the papers of candidates near a line to a second reading; blocks that were closed open again. What
 * breaks off half-way is completed by the next run: no paper is sent twice.
 *
 * @throws AppError EXAM_PUBLISHED, MARKING_NEAR_LINE_UNSET, MARKING_NEAR_LINE_NOTHING
 */
export async function runNearLine(services: Services, subject: Subject, byId: number) {
  const { runId, rule, candidateIds } = await withRetry(services, (db) =>
    beginRun(db, services, subject, byId),
  )
  for (let start = 0; start < candidateIds.length; start += CANDIDATES_AT_A_TIME) {
    const some = candidateIds.slice(start, start + CANDIDATES_AT_A_TIME)
    await withRetry(services, (db) => send(db, services, subject, { runId, rule, byId }, some))
  }
  return runId
}

async function beginRun(db: Db, services: Services, subject: Subject, byId: number) {
  const { examId, subjectId } = subject
  await lockRows(db, db.selectFrom('exam').select('id').where('id', '=', examId)).execute()
  const { rule, isPublished } = await selectNearLineSubject(db, examId, subjectId)
  if (isPublished) throw new AppError('EXAM_PUBLISHED', { action: '送去复评' })
  if (!rule) throw new AppError('MARKING_NEAR_LINE_UNSET')
  const { papers, openCandidates } = await nearLinePlan(db, subject, rule)
  if (papers.length === 0)
    throw new AppError('MARKING_NEAR_LINE_NOTHING', { reason: whyNothing(openCandidates) })
  const { id: runId } = await db
    .insertInto('near_line_run')
    .values({
      exam_id: examId,
      subject_id: subjectId,
      by_id: byId,
      at: isoNow(services.clock),
      rule: JSON.stringify(rule),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('block')
    .set({ status: 'open', opened_at: isoNow(services.clock) })
    .where(isOneOf(db, 'id', [...new Set(papers.map(({ blockId }) => blockId))]))
    .where('status', '=', 'closed')
    .execute()
  return { runId, rule, candidateIds: [...new Set(papers.map(({ candidateId }) => candidateId))] }
}

const whyNothing = (openCandidates: number): string =>
  openCandidates > 0
    ? `分数线附近没有只经一人评阅的试卷；还有 ${openCandidates} 名考生的总分没有评完，评完后再试`
    : '分数线附近没有只经一人评阅的试卷'

async function send(
  db: Db,
  services: Services,
  subject: Subject,
  run: { runId: number; rule: NearLineRule; byId: number },
  candidateIds: readonly number[],
): Promise<void> {
  const found = await selectNearPapers(db, subject, run.rule, candidateIds)
  await selectUnitsForUpdate(
    db,
    found.map(({ unitId }) => unitId),
  )
  // As they stand now that nobody changes them any more.
  const papers = await selectNearPapers(db, subject, run.rule, candidateIds)
  const blocks = new Map(
    (await selectSubjectBlocks(db, subject.examId, subject.subjectId)).map((block) => [
      block.id,
      block,
    ]),
  )
  const asked = papers.flatMap((paper) => {
    const block = blocks.get(paper.blockId)
    return block ? [{ paper, settleBy: settlingOf(block, run.rule) }] : []
  })
  const outcomes = await applyEvents(
    db,
    services,
    asked.map(({ paper, settleBy }) => ({
      unitId: paper.unitId,
      event: { type: 'read_again', by: run.byId, settleBy },
      actor: { userId: run.byId },
    })),
  )
  // Somebody else may have changed a paper since it was found.
  const sent = asked.flatMap(({ paper }, index) => {
    const outcome = outcomes[index]
    return outcome && !(outcome instanceof AppError) && outcome.effects.length > 0 ? [paper] : []
  })
  if (sent.length === 0) return
  await db
    .insertInto('near_line_paper')
    .values(
      sent.map((paper) => ({
        run_id: run.runId,
        block_id: paper.blockId,
        unit_id: paper.unitId,
        candidate_id: paper.candidateId,
        final_before: paper.finalMilli,
        total_before: paper.totalMilli,
      })),
    )
    .execute()
}

/**
 * Calls off the second readings of a run that nobody has begun; their first readings decide again.
 *
 * @throws AppError MARKING_NEAR_LINE_NO_UNDO
 */
export async function withdrawRun(
  services: Services,
  subject: Subject,
  runId: number,
  byId: number,
): Promise<void> {
  let total = 0
  for (let count = -1; count !== 0; total += Math.max(0, count))
    count = await withRetry(services, (db) => callOff(db, services, subject, runId, byId))
  if (total === 0) throw new AppError('MARKING_NEAR_LINE_NO_UNDO')
}

/** @returns how many were called off; 0 once none is left */
async function callOff(
  db: Db,
  services: Services,
  { examId, subjectId }: Subject,
  runId: number,
  byId: number,
): Promise<number> {
  const run = await db
    .selectFrom('near_line_run')
    .select('id')
    .where('id', '=', runId)
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .executeTakeFirst()
  const papers = run ? (await selectUnbegun(db, runId)).slice(0, PAPERS_AT_A_TIME) : []
  const outcomes = await applyEvents(
    db,
    services,
    papers.map(({ unit_id }) => ({
      unitId: unit_id,
      event: { type: 'read_again_withdrawn', by: byId },
      actor: { userId: byId },
    })),
  )
  const freed = papers.filter((_, index) => !(outcomes[index] instanceof AppError))
  if (freed.length === 0) return 0
  await db
    .updateTable('near_line_paper')
    .set({ withdrawn_at: isoNow(services.clock) })
    .where(
      isOneOf(
        db,
        'id',
        freed.map(({ id }) => id),
      ),
    )
    .execute()
  return freed.length
}
