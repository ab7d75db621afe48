import { isDeepStrictEqual } from 'node:util'
import type { InputOf, ReplyOf, spotCheckGet, spotCheckReject } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  countedOnly,
  countedTotal,
  fastLimitMs,
  isDecided,
  REJECTION_LIMIT,
  SPOT_CHECKS_A_DAY,
  spotCheckResult,
  startOfDay,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { applyEvent } from '../engine/apply-event.ts'
import { countedScores } from '../engine/final-mark.ts'
import { assertNoRelative } from '../avoidance/relative-papers.ts'
import { isBlindArbiter, waitsForArbitration } from '../leader/blind-arbiter.ts'
import { type BlockRules, pointsOf, selectBlockRules } from '../block/block-rules.query.ts'
import { checksView } from './checked-task.ts'
import { listedImagesOf, pointView } from '../desk/mark-task.ts'
import { selectPaperTrail, stepText, type TrailStep } from './paper-trail.query.ts'
import {
  countChecksSince,
  countMixed,
  countSample,
  selectPoolMedianMs,
  selectSpotChecks,
} from './spot-check.query.ts'
import { readAgainView } from '../read-again/read-again.ts'
import { gapsOf } from '../second-reader/reader-gaps.ts'
import { findReaderOn, type ReaderRow } from '../second-reader/reader.query.ts'
import { findScore } from '../second-reader/score.query.ts'
import { answeredText } from '../engine/optional-choice.ts'
import { pressedViewer } from '../rubric/pressed-entries.ts'
import { findFirstVersion } from '../rubric/rubric.query.ts'
import { deleteHold, findHold } from './spot-hold.query.ts'
import { type OnTable, takeNamed, takeNextOfSample } from './spot-hold.ts'
import type { Sample } from './spot-sample.ts'
import { tracesOf } from '../engine/traces.ts'
import { factsOf, type ReadingRow, scoresOf, unitStateOf } from '../engine/unit-facts.ts'
import {
  findReading,
  findUnit,
  findUnitForUpdate,
  selectUnitReadings,
} from '../engine/unit.query.ts'
import { withRetry } from '../engine/with-retry.ts'

type SampleQuery = InputOf<typeof spotCheckGet>['query']
type SpotTaskView = NonNullable<ReplyOf<typeof spotCheckGet>['task']>

/**
 * The next reading of a sample to check, or the one named. For some minutes it stays with this checker.
 *
 * @throws AppError MARKING_READING_NOT_FOUND; of a named one MARKING_RELATIVE for the paper of somebody's relative,
 *   MARKING_ARBITRATE_FIRST for one that waits for the checker's own arbitration
 */
export async function nextSpotCheck(
  services: Services,
  checkerId: number,
  query: SampleQuery,
): Promise<ReplyOf<typeof spotCheckGet>> {
  const { db } = services
  const rules = await selectBlockRules(db, query.block_id)
  const reader = query.kind === 'second_reader' ? await findReaderOn(db, rules.block) : null
  const isBlind = await isBlindArbiter(db, checkerId, rules)
  const sample = { ...(await sampleOf(services, rules, reader, query)), isBlind }
  const onTable =
    query.task_detail_id === undefined
      ? await takeNextOfSample(services, sample, checkerId)
      : await takeNamed(
          services,
          await namedReading(services, checkerId, query.block_id, query.task_detail_id, isBlind),
          checkerId,
        )
  return {
    task: onTable && (await taskOf(services, rules, onTable, reader)),
    ...(await countSample(db, sample, checkerId, isoNow(services.clock))),
    ...(sample.kind === 'mixed' ? { parts: await countMixed(db, sample, checkerId) } : {}),
    checked_today: await countChecksSince(db, {
      blockId: query.block_id,
      markerId: onTable?.reading.marker_id ?? query.marker_id,
      since: startOfDay(services.clock.now()),
    }),
    daily_target: SPOT_CHECKS_A_DAY,
  }
}

async function namedReading(
  services: Services,
  checkerId: number,
  blockId: number,
  id: number,
  isBlind: boolean,
): Promise<ReadingRow> {
  const { db } = services
  const reading = await findReading(db, id)
  if (!reading || reading.block_id !== blockId || reading.state !== 'submitted')
    throw new AppError('MARKING_READING_NOT_FOUND')
  const unit = await findUnit(db, reading.unit_id)
  if (isBlind && waitsForArbitration(unit.state)) throw new AppError('MARKING_ARBITRATE_FIRST')
  await assertNoRelative(db, unit, checkerId)
  return reading
}

async function sampleOf(
  services: Services,
  rules: BlockRules,
  reader: ReaderRow | null,
  query: SampleQuery,
): Promise<Omit<Sample, 'isBlind'>> {
  const { block, settings } = rules
  const kind = query.kind ?? 'random'
  const usual =
    kind === 'fast' || kind === 'mixed' ? await selectPoolMedianMs(services.db, block.id) : null
  return {
    blockId: block.id,
    hasRelatives: block.has_relatives === 1,
    markerId: query.marker_id,
    kind,
    fullMilli: block.full_milli,
    blankInk: settings.blankInkLimit,
    lowMilli: query.low_milli ?? 0,
    highMilli: query.high_milli ?? block.full_milli,
    fastMs: Math.ceil(fastLimitMs(usual)),
    submittedFrom: query.submitted_from && storedTime(query.submitted_from),
    submittedTo: query.submitted_to && storedTime(query.submitted_to),
    line: lineOf(kind, query),
    gapMilli: query.gap_milli ?? 0,
    secondReader: reader && { id: reader.id, gaps: gapsOf(rules) },
    rubric: {
      version: settings.rubricVersion,
      first: kind === 'old_rubric' ? await findFirstVersion(services.db, block.id) : 0,
    },
    percent: query.percent ?? 100,
  }
}

/** The line that totals are near; a mixed sample does without where none is given. */
const lineOf = (kind: Sample['kind'], { line_milli, window_milli }: SampleQuery): Sample['line'] =>
  kind === 'mixed' && line_milli === undefined
    ? null
    : { milli: line_milli ?? 0, windowMilli: window_milli ?? 0 }

/** @throws AppError INPUT_INVALID where there is no such day or hour */
function storedTime(time: string): string {
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) throw new AppError('INPUT_INVALID')
  return at.toISOString()
}

async function taskOf(
  services: Services,
  rules: BlockRules,
  { reading, version, heldBy }: OnTable,
  reader: ReaderRow | null,
): Promise<SpotTaskView> {
  const { db } = services
  const unit = await findUnit(db, reading.unit_id)
  const state = unitStateOf(unit, await selectUnitReadings(db, [unit.id]))
  const marker = await db
    .selectFrom('user')
    .select('name')
    .where('id', '=', reading.marker_id)
    .executeTakeFirstOrThrow()
  return {
    task_detail_id: reading.id,
    unit_id: unit.id,
    version,
    held_by: heldBy,
    checks: checksView(await selectSpotChecks(db, { examId: unit.exam_id, unitId: unit.id })),
    marker_id: reading.marker_id,
    marker_name: marker.name,
    secret_code: unit.secret_code,
    role: reading.role,
    points: pointsOf(rules, factsOf(unit).choice).map(pointView),
    best_of: state.bestOf?.choose ?? null,
    answered: answeredText(rules, factsOf(unit).choice),
    images: (await listedImagesOf(db, services, [unit])).get(unit.id) ?? [],
    scores: scoresOf(reading) ?? [],
    total_milli: countedTotal(scoresOf(reading) ?? [], state.bestOf),
    traces: tracesOf(reading),
    active_ms: reading.active_ms,
    submitted_at: reading.submitted_at ?? reading.claimed_at,
    rubric_version: reading.rubric_version,
    rubric_now: rules.settings.rubricVersion,
    pressed: (await pressedViewer(db, [reading]))(rules, reading),
    final_milli: unit.final_milli,
    rejections: reading.rejections,
    rejection_limit: REJECTION_LIMIT,
    read_again: await readAgainView(db, rules, unit),
    reject_reason: isDecided(state) ? '终评分已由他人裁定，不能打回，可以改分' : null,
    ...(reader ? await secondReaderView(db, reader, unit.id) : {}),
  }
}

async function secondReaderView(
  db: Db,
  { id, name, version }: ReaderRow,
  unitId: number,
): Promise<Pick<SpotTaskView, 'second_reader'>> {
  const score = await findScore(db, id, unitId)
  if (!score) return {}
  return {
    second_reader: {
      name,
      version,
      scores: scoresOf(score) ?? [],
      total_milli: score.total_milli,
      confidence: score.confidence,
      reason: score.reason,
    },
  }
}

/** What a checker says of a reading. */
type Verdict = Omit<InputOf<typeof spotCheckReject>['body'], 'version'> & {
  /**
   * How often people had decided something about the paper when the checker saw it. Without it, what they were
   * shown last holds; who was shown nothing has seen no other's check. `any` decides over whatever was said.
   */
  version?: number | 'any' | undefined
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
 * @throws AppError MARKING_READING_NOT_FOUND when the ids do not name one reading; MARKING_SPOT_CHECK_OWN;
 *   MARKING_RELATIVE; VERSION_CONFLICT when somebody decided something that the checker has not seen;
 *   MARKING_COMMENT_MISSING for a paper sent back without a word; the rules' refusal
 * @source specification, section 5; domain rules 5.2; features A6 (70)
 */
export async function takeSpotCheck(
  services: Services,
  checkerId: number,
  verdict: Verdict,
): Promise<Checked> {
  const rules = await selectBlockRules(services.db, verdict.block_id)
  // Not thrown within: a conflict of this kind is none that another try could solve.
  const outcome = await withRetry(services, (db) => judge(db, services, rules, checkerId, verdict))
  if (outcome instanceof AppError) throw outcome
  return outcome
}

async function judge(
  db: Db,
  services: Services,
  rules: BlockRules,
  checkerId: number,
  verdict: Verdict,
): Promise<Checked | AppError> {
  const comment = verdict.comment?.trim() ?? ''
  const reading = await findReading(db, verdict.task_detail_id)
  if (!reading || reading.block_id !== verdict.block_id || reading.marker_id !== verdict.marker_id)
    throw new AppError('MARKING_READING_NOT_FOUND')
  if (reading.marker_id === checkerId) throw new AppError('MARKING_SPOT_CHECK_OWN')
  // Locked first: of two checkers, the second one finds what the first one said.
  const unit = await findUnitForUpdate(db, reading.unit_id)
  if (!unit) throw new AppError('MARKING_READING_NOT_FOUND')
  await assertNoRelative(db, unit, checkerId)
  const trail = await selectPaperTrail(db, unit.id)
  const { state, final_milli } = unit
  const { bestOf } = unitStateOf(unit, [])
  const asked = verdict.reject_scores && countedOnly(verdict.reject_scores, bestOf)
  const isSamePoints = !asked || isDeepStrictEqual(asked, countedScores(rules, unit))
  if (isSamePoints && isRepeat(trail.at(-1), checkerId, { ...verdict, comment }))
    return { state, final_milli, isRepeat: true }
  const unseen = await unseenStep(db, unit.id, trail, checkerId, verdict.version)
  if (unseen)
    return new AppError('VERSION_CONFLICT', {
      what: `${stepText(unseen, checkerId)}，您看到的评阅情况`,
    })
  // What waits for its marker can be corrected, so that nobody has to mark it again.
  const isCorrected = verdict.is_marked === 1 && reading.state === 'rejected'
  if (reading.state !== 'submitted' && !isCorrected) throw new AppError('MARKING_REJECT_INVALID')
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
  if (result.kind === 'event')
    await applyEvent(db, services, unit.id, result.event, { userId: checkerId, rules })
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
    })
    .execute()
  await deleteHold(db, unit.id, checkerId)
  const after = await findUnit(db, unit.id)
  return { state: after.state, final_milli: after.final_milli, isRepeat: false }
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
