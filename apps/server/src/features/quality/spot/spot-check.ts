import type { InputOf, ReplyOf, spotCheckGet } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  countedTotal,
  fastLimitMs,
  isDecided,
  REJECTION_LIMIT,
  SAMPLE_SHARES,
  SPOT_CHECKS_A_DAY,
  startOfDay,
} from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { assertNoRelative } from '../../marking-setup/index.ts'
import {
  answeredText,
  type BlockRules,
  factsOf,
  findFirstVersion,
  findReading,
  findUnit,
  isBlindArbiter,
  listedImagesOf,
  pointsOf,
  pointView,
  pressedViewer,
  type ReadingRow,
  scoresOf,
  selectBlockRules,
  selectUnitReadings,
  tracesOf,
  unitStateOf,
  waitsForArbitration,
} from '../../marking-core/index.ts'
import { checksView } from './checked-task.ts'
import { sampleCounts, usualMs } from './sample-figures.ts'
import { selectSpotChecks } from './checks-made.query.ts'
import { countChecksSince } from './spot-check.query.ts'
import { readAgainView } from '../read-again/read-again.ts'
import { gapsOf } from '../second-reader/reader-gaps.ts'
import { findReaderOn, type ReaderRow } from '../second-reader/reader.query.ts'
import { findScore } from '../second-reader/score.query.ts'
import { asItStands, assertCheckable } from './checkable.ts'
import { assertOtherReader } from './other-reader.query.ts'
import { type OnTable, takeNamed, takeNextOfSample } from './spot-hold.ts'
import type { Sample } from './spot-sample.ts'

type SampleQuery = InputOf<typeof spotCheckGet>['query']
type SpotTaskView = NonNullable<ReplyOf<typeof spotCheckGet>['task']>

/**
 * The next reading of a sample to check, or the one named. For some minutes it stays with this checker.
 *
 * @throws AppError MARKING_READING_NOT_FOUND; of a named one MARKING_REJECT_INVALID where it does not count any more,
 *   MARKING_UNIT_NOT_OPEN where its paper left marking, MARKING_NO_MARK_STANDS where it ended without a mark,
 *   MARKING_RELATIVE for the paper of somebody's relative, MARKING_SPOT_CHECK_READER for one that the checker read,
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
    ...(await sampleCounts(services, sample, checkerId)),
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
  const named = await findReading(db, id)
  if (!named || named.block_id !== blockId) throw new AppError('MARKING_READING_NOT_FOUND')
  const reading = await asItStands(db, named)
  if (reading.state !== 'submitted') throw new AppError('MARKING_REJECT_INVALID')
  const unit = await findUnit(db, reading.unit_id)
  if (isBlind && waitsForArbitration(unit.state)) throw new AppError('MARKING_ARBITRATE_FIRST')
  await assertNoRelative(db, unit, checkerId)
  await assertOtherReader(db, unit.id, checkerId)
  assertCheckable(unit)
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
  const usual = kind === 'fast' || kind === 'mixed' ? await usualMs(services, block.id) : null
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
    percent: query.percent ?? SAMPLE_SHARES[0],
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
