import type { InputOf, masterReview, ReplyOf } from '@hengjuan/contracts'
import { type Db, isOneOf } from '@hengjuan/db'
import { AppError, REJECTION_LIMIT } from '@hengjuan/domain'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import { atStep } from '../../acts/index.ts'
import type { Services } from '../../../services.ts'
import { relativesOfPapers } from '../../marking-setup/index.ts'
import {
  type BlockRules,
  findReading,
  outcomeOf,
  type ReadingRow,
  selectBlockRules,
  selectUnitReadings,
  tryEvent,
} from '../../marking-core/index.ts'
import { assertCheckable, assertOtherReader, takeSpotCheck } from '../../quality/index.ts'
import { deleteReturn, insertReturn } from './bulk-return.query.ts'
import { escalateUnit } from './leader-work.ts'

type Body = InputOf<typeof masterReview>['body']
type Report = ReplyOf<typeof masterReview>

/** Readings after which it is said how far sending back is. */
const TOLD_EVERY = 20

/**
 * A leader's word on one reading, or on all that a marker gave from a time on. Each reading is settled by
 * itself; one that is refused does not hold up the others.
 *
 * @throws AppError MARKING_COMMENT_MISSING; for one reading also the rules' refusal
 * @source domain rules 5.2
 */
export async function reviewReadings(
  services: Services,
  userId: number,
  body: Body,
): Promise<Report> {
  const isBulk = body.task_detail_id === undefined
  if (isBulk && (body.marker_id === undefined || body.outcome !== 'return'))
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'task_detail_id', message: '请指定一份评阅；整批处理只用于打回一位教师的评阅' },
    ])
  if (body.outcome === 'return' && body.preview !== 1 && (body.comment ?? '').trim() === '')
    throw new AppError('MARKING_COMMENT_MISSING')
  if (isBulk && body.preview === 1) return previewedReturns(services, userId, body)
  const readings = await selectReviewed(services.db, body)
  const returnId = isBulk ? await insertReturn(services, userId, body) : null
  const tally = new Tally(readings.length)
  for (const [index, reading] of readings.entries())
    try {
      if (isBulk && index % TOLD_EVERY === 0) atStep('return', index, readings.length)
      const sentBack = await settle(services, userId, body, reading, returnId ?? undefined)
      tally.add(sentBack)
    } catch (error) {
      if (!(error instanceof AppError) || (!isBulk && body.preview !== 1)) throw error
      tally.refuse(error.message)
    }
  if (returnId === null) return tally.report
  const { changed, escalated } = tally.report
  if (changed + escalated > 0) return { ...tally.report, return_id: returnId }
  await deleteReturn(services.db, returnId)
  return tally.report
}

/** What sending back all that a marker gave would do: the same rules, asked of many papers at once. */
export const previewedReturns = runInWorker(
  import.meta.url,
  'previewedReturns',
  async ({ db }, checkerId: number, body: Body): Promise<Report> => {
    const rules = await selectBlockRules(db, body.block_id)
    const readings = await selectReviewed(db, body)
    const tally = new Tally(readings.length)
    const papers = await openPapers(db, rules, readings)
    for (const reading of readings)
      try {
        assertReturnable(rules, papers, checkerId, reading)
        tally.add(isOverLimit(reading) ? 'escalated' : 'changed')
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        tally.refuse(error.message)
      }
    return tally.report
  },
)

/** The papers of some readings, with all that says whether they may be sent back. */
async function openPapers(db: Db, rules: BlockRules, readings: readonly ReadingRow[]) {
  const ids = readings.map(({ unit_id }) => unit_id)
  const units = await db
    .selectFrom('unit')
    .selectAll()
    .where(isOneOf(db, 'id', ids))
    .execute()
  return {
    units: new Map(units.map((unit) => [unit.id, unit])),
    readings: Map.groupBy(await selectUnitReadings(db, ids), ({ unit_id }) => unit_id),
    isRelative: await relativesOfPapers(db, rules, units),
  }
}

/** @throws AppError what `takeSpotCheck` would throw */
function assertReturnable(
  rules: BlockRules,
  { units, readings, isRelative }: Awaited<ReturnType<typeof openPapers>>,
  checkerId: number,
  { id, unit_id, marker_id }: ReadingRow,
): void {
  if (marker_id === checkerId) throw new AppError('MARKING_SPOT_CHECK_OWN')
  const unit = units.get(unit_id)
  if (!unit) throw new AppError('MARKING_READING_NOT_FOUND')
  if (isRelative(unit, checkerId)) throw new AppError('MARKING_RELATIVE')
  assertCheckable(unit)
  outcomeOf(rules, unit, readings.get(unit_id) ?? [], { type: 'reject', readingId: id, checkerId })
}

const isOverLimit = ({ rejections }: ReadingRow): boolean => rejections >= REJECTION_LIMIT

class Tally {
  readonly report: Report

  constructor(total: number) {
    this.report = { total, changed: 0, escalated: 0, refused: 0, reasons: [], return_id: null }
  }

  add(outcome: 'changed' | 'escalated'): void {
    this.report[outcome]++
  }

  refuse(msg: string): void {
    this.report.refused++
    const known = this.report.reasons.find((reason) => reason.msg === msg)
    if (known) known.count++
    else this.report.reasons.push({ msg, count: 1 })
  }
}

async function selectReviewed(db: Db, body: Body): Promise<ReadingRow[]> {
  if (body.task_detail_id !== undefined) {
    const reading = await findReading(db, body.task_detail_id)
    if (reading?.block_id !== body.block_id) throw new AppError('MARKING_READING_NOT_FOUND')
    return [reading]
  }
  return db
    .selectFrom('reading')
    .selectAll()
    .where('block_id', '=', body.block_id)
    .where('marker_id', '=', body.marker_id ?? 0)
    .where('state', '=', 'submitted')
    .where('role', '<>', 'ARB')
    .$if(body.since !== undefined, (query) => query.where('submitted_at', '>=', body.since ?? ''))
    .orderBy('id')
    .execute()
}

/** @returns whether an arbitrator decides now, because it was sent back too often */
async function settle(
  services: Services,
  userId: number,
  body: Body,
  reading: ReadingRow,
  returnId?: number,
): Promise<'changed' | 'escalated'> {
  const { outcome } = body
  const readingId = reading.id
  if (outcome === 'arbitration') {
    if (body.preview === 1)
      await tryEvent(services.db, reading.unit_id, { type: 'escalate', by: userId })
    else {
      const unit = { id: reading.unit_id, block_id: reading.block_id }
      await escalateUnit(services, unit, userId, body.comment ?? '')
    }
    return 'escalated'
  }
  const over = outcome === 'return' && isOverLimit(reading)
  if (body.preview === 1) {
    if (reading.marker_id === userId) throw new AppError('MARKING_SPOT_CHECK_OWN')
    await assertOtherReader(services.db, reading.unit_id, userId)
    if (outcome === 'return')
      await tryEvent(services.db, reading.unit_id, { type: 'reject', readingId, checkerId: userId })
    return over ? 'escalated' : 'changed'
  }
  const unit = await services.db
    .selectFrom('unit')
    .select(['exam_id', 'subject_id'])
    .where('id', '=', reading.unit_id)
    .executeTakeFirstOrThrow()
  const isOfMany = body.task_detail_id === undefined
  await takeSpotCheck(
    services,
    userId,
    {
      ...unit,
      block_id: reading.block_id,
      marker_id: reading.marker_id,
      task_detail_id: readingId,
      is_rejected: outcome === 'return' ? 1 : 0,
      is_marked: outcome === 'correct' ? 1 : 0,
      ...(body.score_milli === undefined ? {} : { reject_score: body.score_milli }),
      ...(body.scores === undefined ? {} : { reject_scores: body.scores }),
      comment: body.comment ?? '',
      // All of a marker are sent back, whatever was said of one of them.
      version: isOfMany ? 'any' : body.version,
      returnId,
    },
    { isOfMany },
  )
  return over ? 'escalated' : 'changed'
}
