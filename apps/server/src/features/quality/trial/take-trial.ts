import type { ReplyOf, trialMark } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  cappedActiveMs,
  checkScores,
  mayMarkAfter,
  type Milli,
  type QualificationEvent,
  qualificationResult,
  qualificationState,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import {
  type BlockRules,
  factsOf,
  findAssignmentForUpdate,
  pointsOf,
  selectBlockRules,
  selectQualificationEvents,
  storedPressed,
  updateMarkerPlace,
  withRetry,
} from '../../marking-core/index.ts'
import { givenUnder } from '../../marking-messages/index.ts'
import { definitiveOf, seedVerdict } from '../seeds/take-seed.ts'
import { ownTrial, trialPlaceOf, trialScore } from './own-trial.ts'
import { findTrialByKey, selectTrials, type TrialRow } from './trial.query.ts'

type Reply = ReplyOf<typeof trialMark>

interface Trial {
  blockId: number
  markerId: number
  scriptId: number
  idemKey: string
  scores: readonly (Milli | null)[]
  activeMs: number | null
  rubricVersion: number | undefined
  pressed: readonly string[] | undefined
}

/**
 * Takes what a marker gives a trial paper. Of a paper to practise on, the agreed score and the reason come
 * back at once; the last paper of a set decides it. The same `idemKey` again gives the same answer.
 *
 * @throws AppError MARKING_NOT_ASSIGNED, MARKING_TRIAL_NOT_NEXT; the refusal of the scores
 * @source domain rules 7.2
 */
export async function takeTrial(services: Services, trial: Trial): Promise<Reply> {
  const rules = await selectBlockRules(services.db, trial.blockId)
  const feedback = await withRetry(services, (db) => take(db, services, rules, trial))
  return { feedback, next: await ownTrial(services, rules, trial.markerId) }
}

async function take(
  db: Db,
  services: Services,
  rules: BlockRules,
  trial: Trial,
): Promise<Reply['feedback']> {
  const { blockId, markerId } = trial
  const own = await findAssignmentForUpdate(db, blockId, markerId)
  if (!own) throw new AppError('MARKING_NOT_ASSIGNED', { block: rules.block.name })
  const earlier = await findTrialByKey(db, trial.idemKey)
  if (earlier) {
    if (earlier.marker_id !== markerId || earlier.points !== JSON.stringify(trial.scores))
      throw new AppError('MARKING_IDEMPOTENCY_MISMATCH')
    return feedbackOf(db, earlier)
  }
  const place = await trialPlaceOf(db, rules, markerId)
  const { script } = place
  if (script?.id !== trial.scriptId) throw new AppError('MARKING_TRIAL_NOT_NEXT')
  const refusal = checkScores(pointsOf(rules, factsOf(script).choice), trial.scores)
  if (refusal) throw appErrorOf(refusal.code, refusal.facts)
  const scores = trial.scores as Milli[]
  const definitive = definitiveOf(script)
  const verdict = seedVerdict(rules, scores, definitive)
  const row = await db
    .insertInto('trial_reading')
    .values({
      block_id: blockId,
      marker_id: markerId,
      script_id: script.id,
      kind: script.kind,
      round: place.step === 'practice' ? 0 : place.round,
      points: JSON.stringify(scores),
      total_milli: verdict.score_milli,
      definitive_milli: verdict.definitive_milli,
      is_within: verdict.kind === 'pass' ? 1 : 0,
      idem_key: trial.idemKey,
      active_ms: trial.activeMs === null ? null : cappedActiveMs(trial.activeMs),
      rubric_version: givenUnder(rules, trial.rubricVersion),
      pressed_entries: storedPressed(trial.pressed),
      at: isoNow(services.clock),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (row.round > 0 && place.setDone + 1 >= place.setTotal) await closeSet(db, services, rules, row)
  return feedbackOf(db, row)
}

/** The last paper of a set was marked: it is passed or failed. */
async function closeSet(
  db: Db,
  services: Services,
  rules: BlockRules,
  { block_id: blockId, marker_id: markerId, round }: TrialRow,
): Promise<void> {
  const trials = (await selectTrials(db, { blockId, markerId })).filter(
    (one) => one.round === round,
  )
  const result = qualificationResult(trials.map(trialScore), {
    percent: rules.settings.qualifyPercent,
    fullMilli: rules.block.full_milli,
  })
  await noteQualification(db, services, {
    blockId,
    markerId,
    kind: result.isPassed ? 'pass' : 'fail',
    round,
    papers: trials.length,
    within: result.within,
    biasMilli: result.biasMilli,
  })
}

/** Notes what happened, and where that puts the marker. */
export async function noteQualification(
  db: Db,
  services: Services,
  event: {
    blockId: number
    markerId: number
    kind: QualificationEvent
    round: number
    papers?: number
    within?: number
    biasMilli?: number
    byId?: number
    note?: string
  },
): Promise<void> {
  const { blockId, markerId } = event
  await db
    .insertInto('qualification_event')
    .values({
      block_id: blockId,
      marker_id: markerId,
      kind: event.kind,
      round: event.round,
      papers: event.papers ?? null,
      within: event.within ?? null,
      bias_milli: event.biasMilli ?? null,
      by_id: event.byId ?? null,
      note: event.note ?? '',
      at: isoNow(services.clock),
    })
    .execute()
  const events = await selectQualificationEvents(db, { blockId, markerId })
  const state = qualificationState(events.map(({ kind }) => kind))
  // Kept there, so that giving out papers needs not look at the events.
  const place = {
    qualified: state,
    ...(mayMarkAfter(state) ? { able_since: isoNow(services.clock) } : {}),
  }
  await updateMarkerPlace(db, { blockId, markerId }, place)
}

/** Of a paper to practise on: what was given beside what was agreed, and why. */
async function feedbackOf(db: Db, row: TrialRow): Promise<Reply['feedback']> {
  if (row.round > 0) return null
  const script = await db
    .selectFrom('benchmark_script')
    .select(['points', 'comments'])
    .where('id', '=', row.script_id)
    .executeTakeFirstOrThrow()
  const scores = JSON.parse(row.points) as Milli[]
  return {
    scores,
    total_milli: row.total_milli,
    definitive_scores: definitiveOf(script),
    definitive_milli: row.definitive_milli,
    comments: JSON.parse(script.comments) as string[],
    is_within: row.is_within === 1,
  }
}
