import type { bulkReturns, bulkReturnWithdraw, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, type MarkEvent } from '@hengjuan/domain'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { atStep } from '../../acts/index.ts'
import { relativesOfPapers } from '../../marking-setup/index.ts'
import {
  applyEvents,
  type BlockRules,
  findUnit,
  leavesHands,
  outcomeOf,
  selectUnitReadings,
  selectUnitsForUpdate,
  notifyMarkers,
  withRetry,
} from '../../marking-core/index.ts'
import { assertOtherReader } from '../../quality/index.ts'
import {
  findRejection,
  findReturn,
  selectLastRejections,
  selectReturned,
  selectReturns,
  updateWithdrawn,
  withdrawReturned,
} from './bulk-return.query.ts'

type Row = ReplyOf<typeof bulkReturns>[number]
type Report = ReplyOf<typeof bulkReturnWithdraw>
type Returned = Awaited<ReturnType<typeof selectReturned>>[number]

/** As many papers are taken back in one transaction: marking goes on meanwhile. */
const PAPERS_AT_A_TIME = 50
/** So many codes are named of those that stay for one reason. */
const MOST_CODES = 20

/** What leaders sent back together in a block; away from those who mark, since all of it is counted. */
export const returnsOf = runInWorker(
  import.meta.url,
  'returnsOf',
  async (
    { db },
    on: { blockId: number; markerId?: number | undefined },
    viewer: { userId: number; isLeader: boolean },
  ): Promise<Row[]> =>
    (await selectReturns(db, on)).map((row) => ({
      return_id: row.id,
      marker_id: row.marker_id,
      marker_name: row.marker_name,
      by_name: row.by_name,
      at: row.at,
      since: row.since,
      comment: row.comment,
      total: row.total,
      waiting: Number(row.waiting),
      undone: Number(row.undone),
      withdrawn:
        row.withdrawn_at === null
          ? null
          : { by_name: row.withdrawn_by ?? '', at: row.withdrawn_at },
      refusal: refusalOf(row, viewer),
    })),
)

function refusalOf(
  row: { marker_id: number; waiting: unknown },
  viewer: { userId: number; isLeader: boolean },
): string | null {
  if (!viewer.isLeader) return '只有本题块的题组长可以撤销'
  if (row.marker_id === viewer.userId) return '打回的是您本人的评阅，请由其他题组长撤销'
  return Number(row.waiting) === 0 ? '都已重评或另有处理，不能撤销' : null
}

/**
 * Takes back that a leader sent back all that a marker gave: what nobody has marked again or decided about since is as
 * it was. Each paper is settled by itself; one that stays holds up none of the others.
 *
 * @throws AppError MARKING_RETURN_UNKNOWN, MARKING_SPOT_CHECK_OWN
 * @source domain rules 5.2; ui D1
 */
export async function withdrawReturn(
  services: Services,
  rules: BlockRules,
  on: { returnId: number; byId: number; isPreview: boolean },
): Promise<Report> {
  const { db } = services
  const found = await findReturn(db, rules.block.id, on.returnId)
  if (!found) throw new AppError('MARKING_RETURN_UNKNOWN')
  if (found.marker_id === on.byId) throw new AppError('MARKING_SPOT_CHECK_OWN')
  const returned = await selectReturned(db, on.returnId)
  const report: Report = { total: returned.length, changed: 0, refused: 0, reasons: [] }
  for (let from = 0; from < returned.length; from += PAPERS_AT_A_TIME) {
    atStep('return', from, returned.length)
    const part = returned.slice(from, from + PAPERS_AT_A_TIME)
    const { outcomes, taken } = await withRetry(services, (trx) =>
      withdraw(trx, services, rules, part, on),
    )
    if (taken.length > 0) await notifyMarkers(db, taken)
    for (const [index, outcome] of outcomes.entries())
      if (outcome === null) report.changed++
      else tally(report, outcome, part[index]?.secret_code ?? '')
  }
  if (!on.isPreview && report.changed > 0)
    await updateWithdrawn(db, on.returnId, on.byId, isoNow(services.clock))
  return report
}

/**
 * Takes back that one reading was sent back, by itself or with others.
 *
 * @returns how its paper stands then
 * @throws AppError MARKING_RETURN_STANDS, MARKING_SPOT_CHECK_OWN, MARKING_SPOT_CHECK_READER, MARKING_RELATIVE,
 *   MARKING_UNIT_LOCKED
 */
export async function withdrawOneReturn(
  services: Services,
  rules: BlockRules,
  { readingId, byId }: { readingId: number; byId: number },
): Promise<{ state: string; final_milli: number | null }> {
  const { db } = services
  const check = await findRejection(db, rules.block.id, readingId)
  if (!check) throw new AppError('MARKING_RETURN_STANDS', { reason: '已经撤销，或没有打回过' })
  if (check.marker_id === byId) throw new AppError('MARKING_SPOT_CHECK_OWN')
  const { outcomes, taken } = await withRetry(services, async (trx) => {
    await assertOtherReader(trx, check.unit_id, byId)
    const judged = await withdraw(trx, services, rules, [check], { byId, isPreview: false })
    if (check.return_id !== null && judged.outcomes[0] === null)
      await updateWithdrawn(trx, check.return_id, byId, isoNow(services.clock))
    return judged
  })
  if (outcomes[0]) throw outcomes[0]
  if (taken.length > 0) await notifyMarkers(db, taken)
  const { state, final_milli } = await findUnit(db, check.unit_id)
  return { state, final_milli }
}

function tally(report: Report, refusal: AppError, code: string): void {
  report.refused++
  const msg = String(refusal.facts['reason'] ?? refusal.message)
  let known = report.reasons.find((reason) => reason.msg === msg)
  if (!known) report.reasons.push((known = { msg, count: 0, codes: [] }))
  known.count++
  if (known.codes.length < MOST_CODES) known.codes.push(code)
}

/** @returns why each stays, in their order, null for what was taken back; and the papers that left somebody's hands */
async function withdraw(
  db: Db,
  services: Services,
  rules: BlockRules,
  part: readonly Returned[],
  { byId, isPreview }: { byId: number; isPreview: boolean },
): Promise<{ outcomes: (AppError | null)[]; taken: number[] }> {
  const ids = part.map(({ unit_id }) => unit_id)
  const units = new Map((await selectUnitsForUpdate(db, ids)).map((row) => [row.id, row]))
  const isRelative = await relativesOfPapers(db, rules, [...units.values()])
  const last = await selectLastRejections(
    db,
    part.map(({ reading_id }) => reading_id),
  )
  const outcomes = part.map((check): AppError | null => {
    const unit = units.get(check.unit_id)
    if (!unit) return new AppError('MARKING_UNIT_NOT_FOUND')
    if (isRelative(unit, byId)) return new AppError('MARKING_RELATIVE')
    return last.get(check.reading_id) === check.id
      ? null
      : new AppError('MARKING_RETURN_STANDS', { reason: '之后又被打回' })
  })
  const free = part.flatMap((check, index) => (outcomes[index] === null ? [{ check, index }] : []))
  if (isPreview) {
    const readings = Map.groupBy(await selectUnitReadings(db, ids), ({ unit_id }) => unit_id)
    for (const { check, index } of free)
      try {
        const unit = units.get(check.unit_id)
        if (unit) outcomeOf(rules, unit, readings.get(unit.id) ?? [], eventOf(check, byId))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        outcomes[index] = error
      }
    return { outcomes, taken: [] }
  }
  const actor = { userId: byId, rules }
  const answers = await applyEvents(
    db,
    services,
    free.map(({ check }) => ({ unitId: check.unit_id, event: eventOf(check, byId), actor })),
  )
  const [done, taken]: [number[], number[]] = [[], []]
  for (const [at, answer] of answers.entries()) {
    const { check, index } = free[at] as (typeof free)[number]
    if (answer instanceof AppError) outcomes[index] = answer
    else {
      done.push(check.id)
      const before = units.get(check.unit_id)
      if (before && leavesHands(before, answer)) taken.push(check.unit_id)
    }
  }
  if (done.length > 0) await withdrawReturned(db, done, isoNow(services.clock))
  return { outcomes, taken }
}

const eventOf = ({ reading_id, was_forced }: Returned, by: number): MarkEvent => ({
  type: 'reject_withdrawn',
  by,
  readingId: reading_id,
  ...(was_forced === 1 && { wasForced: true }),
})
