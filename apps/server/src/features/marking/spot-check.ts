import type { InputOf, ReplyOf, spotCheckGet, spotCheckReject } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  countedTotal,
  fastLimitMs,
  isDecided,
  REJECTION_LIMIT,
  SPOT_CHECKS_A_DAY,
  spotCheckResult,
  startOfDay,
} from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { applyEvent } from './apply-event.ts'
import { assertNoRelative } from './avoidance/relative-papers.ts'
import { type BlockRules, pointsOf, selectBlockRules } from './block-rules.query.ts'
import { listedImagesOf, pointView } from './mark-task.ts'
import {
  countChecksSince,
  countMixed,
  countSample,
  findNextOfSample,
  selectPoolMedianMs,
} from './spot-check.query.ts'
import { gapsOf } from './second-reader/reader-gaps.ts'
import { findReaderOn, type ReaderRow } from './second-reader/reader.query.ts'
import { findScore } from './second-reader/score.query.ts'
import { pressedViewer } from './rubric/pressed-entries.ts'
import { findFirstVersion } from './rubric/rubric.query.ts'
import type { Sample } from './spot-sample.ts'
import { tracesOf } from './traces.ts'
import { factsOf, type ReadingRow, scoresOf, unitStateOf } from './unit-facts.ts'
import { findReading, findUnit, selectUnitReadings } from './unit.query.ts'
import { withRetry } from './with-retry.ts'

type SampleQuery = InputOf<typeof spotCheckGet>['query']
type SpotTaskView = NonNullable<ReplyOf<typeof spotCheckGet>['task']>

/**
 * The next reading of a sample to check, or the one named.
 *
 * @throws AppError MARKING_READING_NOT_FOUND; MARKING_RELATIVE for a named paper of somebody's relative
 */
export async function nextSpotCheck(
  services: Services,
  checkerId: number,
  query: SampleQuery,
): Promise<ReplyOf<typeof spotCheckGet>> {
  const { db } = services
  const rules = await selectBlockRules(db, query.block_id)
  const reader = query.kind === 'second_reader' ? await findReaderOn(db, rules.block) : null
  const sample = await sampleOf(services, rules, reader, query)
  const reading =
    query.task_detail_id === undefined
      ? await findNextOfSample(db, sample, checkerId)
      : await namedReading(services, checkerId, query.block_id, query.task_detail_id)
  return {
    task: reading ? await taskOf(services, rules, reading, reader) : null,
    remaining: await countSample(db, sample, checkerId),
    ...(sample.kind === 'mixed' ? { parts: await countMixed(db, sample, checkerId) } : {}),
    checked_today: await countChecksSince(db, {
      blockId: query.block_id,
      markerId: reading?.marker_id ?? query.marker_id,
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
): Promise<ReadingRow> {
  const { db } = services
  const reading = await findReading(db, id)
  if (!reading || reading.block_id !== blockId || reading.state !== 'submitted')
    throw new AppError('MARKING_READING_NOT_FOUND')
  await assertNoRelative(db, await findUnit(db, reading.unit_id), checkerId)
  return reading
}

async function sampleOf(
  services: Services,
  rules: BlockRules,
  reader: ReaderRow | null,
  query: SampleQuery,
): Promise<Sample> {
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
  reading: ReadingRow,
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
    marker_id: reading.marker_id,
    marker_name: marker.name,
    secret_code: unit.secret_code,
    role: reading.role,
    points: pointsOf(rules, factsOf(unit).choice).map(pointView),
    best_of: state.bestOf?.choose ?? null,
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

/**
 * Takes a checker's word on a reading: agreed, corrected, sent back, or overruled.
 *
 * @throws AppError MARKING_READING_NOT_FOUND when the ids do not name one reading; MARKING_SPOT_CHECK_OWN;
 *   MARKING_RELATIVE; MARKING_COMMENT_MISSING for a paper sent back without a word; the rules' refusal
 * @source specification, section 5; domain rules 5.2
 */
export async function takeSpotCheck(
  services: Services,
  checkerId: number,
  body: InputOf<typeof spotCheckReject>['body'],
): Promise<{ state: string; final_milli: number | null }> {
  const rules = await selectBlockRules(services.db, body.block_id)
  const comment = body.comment?.trim() ?? ''
  return withRetry(services, async (db) => {
    const reading = await findReading(db, body.task_detail_id)
    if (!reading || reading.block_id !== body.block_id || reading.marker_id !== body.marker_id)
      throw new AppError('MARKING_READING_NOT_FOUND')
    // What waits for its marker can be corrected, so that nobody has to mark it again.
    const isCorrected = body.is_marked === 1 && reading.state === 'rejected'
    if (reading.state !== 'submitted' && !isCorrected) throw new AppError('MARKING_REJECT_INVALID')
    if (reading.marker_id === checkerId) throw new AppError('MARKING_SPOT_CHECK_OWN')
    const unit = await findUnit(db, reading.unit_id)
    await assertNoRelative(db, unit, checkerId)
    if (body.is_rejected === 1 && body.is_marked === 0 && comment === '')
      throw new AppError('MARKING_COMMENT_MISSING')
    const verdict = spotCheckResult(
      {
        isRejected: body.is_rejected === 1,
        isMarked: body.is_marked === 1,
        rejectScoreMilli: body.reject_score ?? null,
      },
      { id: reading.id, scores: scoresOf(reading) ?? [] },
      checkerId,
      pointsOf(rules, factsOf(unit).choice),
      unitStateOf(unit, []).bestOf,
    )
    if (verdict.kind === 'refused') throw appErrorOf(verdict.refusal.code, verdict.refusal.facts)
    if (verdict.kind === 'event')
      await applyEvent(db, services, unit.id, verdict.event, { userId: checkerId, rules })
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
        score_milli: countedTotal(scoresOf(reading) ?? [], unitStateOf(unit, []).bestOf),
        is_rejected: body.is_rejected === 1 ? 1 : 0,
        is_marked: body.is_marked === 1 ? 1 : 0,
        reject_milli: body.is_marked === 1 ? (body.reject_score ?? null) : null,
        comment,
        checked_at: isoNow(services.clock),
      })
      .execute()
    const { state, final_milli } = await findUnit(db, unit.id)
    return { state, final_milli }
  })
}
