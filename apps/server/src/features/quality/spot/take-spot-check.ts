import { isDeepStrictEqual } from 'node:util'
import type { InputOf, spotCheckReject } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, appErrorOf, countedOnly, countedTotal, spotCheckResult } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import {
  applyEvent,
  type BlockRules,
  countedScores,
  factsOf,
  findReading,
  findUnit,
  findUnitForUpdate,
  leavesHands,
  pointsOf,
  scoresOf,
  selectBlockRules,
  notifyMarkers,
  unitStateOf,
  withRetry,
} from '../../marking-core/index.ts'
import { assertNoRelative } from '../../marking-setup/index.ts'
import { assertCheckable } from './checkable.ts'
import { assertOtherReader } from './other-reader.query.ts'
import { selectPaperTrail, stepText, type TrailStep } from './paper-trail.query.ts'
import { deleteHold, findHold } from './spot-hold.query.ts'

/** What a checker says of a reading. */
type Verdict = Omit<InputOf<typeof spotCheckReject>['body'], 'version'> & {
  /**
   * How often people had decided something about the paper when the checker saw it. Without it, what they were
   * shown last holds; who was shown nothing has seen no other's check. `any` decides over whatever was said.
   */
  version?: number | 'any' | undefined
  /** The act by which this reading is sent back together with others. */
  returnId?: number | undefined
}

/** How a paper stands after a check, and whether the same had been said before. */
interface Checked {
  state: string
  final_milli: number | null
  isRepeat: boolean
}

/**
 * Takes a checker's word on a reading: agreed, corrected, sent back, or overruled. The same word once more, with
 * nothing said in between, changes nothing.
 *
 * @param isOfMany all that a marker gave goes back: that says nothing of one paper, and whoever leads the block says it
 * @throws AppError MARKING_READING_NOT_FOUND when the ids do not name one reading; MARKING_SPOT_CHECK_OWN;
 *   MARKING_SPOT_CHECK_READER; MARKING_RELATIVE; VERSION_CONFLICT when somebody decided something that the checker has not seen;
 *   MARKING_COMMENT_MISSING for a paper sent back without a word; the rules' refusal
 * @source specification, section 5; domain rules 5.2; features A6 (70)
 */
export async function takeSpotCheck(
  services: Services,
  checkerId: number,
  verdict: Verdict,
  { isOfMany = false }: { isOfMany?: boolean } = {},
): Promise<Checked> {
  const rules = await selectBlockRules(services.db, verdict.block_id)
  // Not thrown within: a conflict of this kind is none that another try could solve.
  const outcome = await withRetry(services, (db) =>
    judge(db, services, rules, checkerId, verdict, isOfMany),
  )
  if (outcome instanceof AppError) throw outcome
  const { takenUnitId, ...checked } = outcome
  if (takenUnitId !== null) await notifyMarkers(services.db, [takenUnitId])
  return checked
}

interface Judged extends Checked {
  /** The paper, where somebody else was reading it and need not any more. */
  takenUnitId: number | null
}

async function judge(
  db: Db,
  services: Services,
  rules: BlockRules,
  checkerId: number,
  verdict: Verdict,
  isOfMany: boolean,
): Promise<Judged | AppError> {
  const comment = verdict.comment?.trim() ?? ''
  const reading = await findReading(db, verdict.task_detail_id)
  if (!reading || reading.block_id !== verdict.block_id || reading.marker_id !== verdict.marker_id)
    throw new AppError('MARKING_READING_NOT_FOUND')
  if (reading.marker_id === checkerId) throw new AppError('MARKING_SPOT_CHECK_OWN')
  // Locked first: of two checkers, the second one finds what the first one said.
  const unit = await findUnitForUpdate(db, reading.unit_id)
  if (!unit) throw new AppError('MARKING_READING_NOT_FOUND')
  await assertNoRelative(db, unit, checkerId)
  if (!isOfMany) await assertOtherReader(db, unit.id, checkerId)
  const trail = await selectPaperTrail(db, unit.id)
  const { state, final_milli } = unit
  const { bestOf } = unitStateOf(unit, [])
  const asked = verdict.reject_scores && countedOnly(verdict.reject_scores, bestOf)
  const isSamePoints = !asked || isDeepStrictEqual(asked, countedScores(rules, unit))
  if (isSamePoints && isRepeat(trail.at(-1), checkerId, { ...verdict, comment }))
    return { state, final_milli, isRepeat: true, takenUnitId: null }
  const unseen = await unseenStep(db, unit.id, trail, checkerId, verdict.version)
  if (unseen)
    return new AppError('VERSION_CONFLICT', {
      what: `${stepText(unseen, checkerId)}，您看到的评阅情况`,
    })
  // What waits for its marker can be corrected, so that nobody has to mark it again.
  const isCorrected = verdict.is_marked === 1 && reading.state === 'rejected'
  if (reading.state !== 'submitted' && !isCorrected) throw new AppError('MARKING_REJECT_INVALID')
  assertCheckable(unit)
  if (verdict.is_rejected === 1 && verdict.is_marked === 0 && comment === '')
    throw new AppError('MARKING_COMMENT_MISSING')
  const result = spotCheckResult(
    {
      isRejected: verdict.is_rejected === 1,
      isMarked: verdict.is_marked === 1,
      rejectScoreMilli: verdict.reject_score ?? null,
      rejectScores: verdict.reject_scores ?? null,
    },
    { id: reading.id, scores: scoresOf(reading) ?? [] },
    checkerId,
    pointsOf(rules, factsOf(unit).choice),
    bestOf,
  )
  if (result.kind === 'refused') throw appErrorOf(result.refusal.code, result.refusal.facts)
  const applied =
    result.kind === 'event'
      ? await applyEvent(db, services, unit.id, result.event, { userId: checkerId, rules })
      : null
  await db
    .insertInto('spot_check')
    .values({
      exam_id: unit.exam_id,
      subject_id: unit.subject_id,
      block_id: unit.block_id,
      unit_id: unit.id,
      reading_id: reading.id,
      marker_id: reading.marker_id,
      checker_id: checkerId,
      score_milli: countedTotal(scoresOf(reading) ?? [], bestOf),
      is_rejected: verdict.is_rejected === 1 ? 1 : 0,
      is_marked: verdict.is_marked === 1 ? 1 : 0,
      reject_milli: verdict.is_marked === 1 ? (verdict.reject_score ?? null) : null,
      comment,
      checked_at: isoNow(services.clock),
      ...(verdict.is_rejected === 1 && { was_forced: factsOf(unit).forcedArbitration ? 1 : 0 }),
      ...(verdict.returnId !== undefined && { return_id: verdict.returnId }),
    })
    .execute()
  await deleteHold(db, unit.id, checkerId)
  const after = await findUnit(db, unit.id)
  return {
    state: after.state,
    final_milli: after.final_milli,
    isRepeat: false,
    takenUnitId: applied && leavesHands(unit, applied) ? unit.id : null,
  }
}

/** Is the last thing that was said of the paper the same, by the same checker, of the same reading? */
function isRepeat(last: TrailStep | undefined, checkerId: number, verdict: Verdict): boolean {
  if (!last?.check || last.byId !== checkerId) return false
  const { readingId, isRejected, isMarked, rejectMilli, comment } = last.check
  return (
    readingId === verdict.task_detail_id &&
    isRejected === (verdict.is_rejected === 1) &&
    isMarked === (verdict.is_marked === 1) &&
    (!isMarked || rejectMilli === (verdict.reject_score ?? null)) &&
    comment === verdict.comment
  )
}

/** The last thing that was decided about a paper, where its checker has not seen it. */
async function unseenStep(
  db: Db,
  unitId: number,
  trail: readonly TrailStep[],
  checkerId: number,
  version: Verdict['version'],
): Promise<TrailStep | undefined> {
  if (version === 'any') return undefined
  const shown = version ?? (await shownVersion(db, unitId, checkerId))
  if (shown === null)
    return trail.findLast(({ check, byId }) => check !== null && byId !== checkerId)
  return shown === trail.length ? undefined : trail.at(-1)
}

async function shownVersion(db: Db, unitId: number, checkerId: number): Promise<number | null> {
  const held = await findHold(db, unitId)
  return held?.checker_id === checkerId ? held.version : null
}
