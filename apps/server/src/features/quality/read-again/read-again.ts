import type { ReadAgain, readAgainSet, ReplyOf } from '@hengjuan/contracts'
import { type Db, isOneOf } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  applyEvent as decide,
  liveReading,
  liveReadings,
  type MarkEvent,
  type UnitState,
} from '@hengjuan/domain'
import type { Static } from 'typebox'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import {
  applyEvents,
  type BlockRules,
  factsOf,
  policyOf,
  selectBlockMarkers,
  selectUnitReadings,
  selectUnitsForUpdate,
  type UnitRow,
  unitStateOf,
  withRetry,
} from '../../marking-core/index.ts'
import { selectSendings, type Sending } from './sendings.query.ts'
import { settlingOf } from '../near-line/near-line-rule.ts'

type View = Static<typeof ReadAgain>
type Report = ReplyOf<typeof readAgainSet>

/** As many papers are sent in one transaction: marking goes on meanwhile. */
const PAPERS_AT_A_TIME = 100

/** A paper beside what may be done with it. */
interface Looked {
  view: View
  sending: Sending | null
  /** Why it can not be called off; null when it can. */
  withdrawal: AppError | null
}

/** What is said of a paper that is not among those looked at. */
const GONE: View = { refusal: '没有找到这份试卷，请刷新后重试', sent: null }

/** Whether papers of a block may be read by a second person, and what became of those that were sent. */
export async function readAgainViews(
  db: Db,
  rules: BlockRules,
  units: readonly UnitRow[],
): Promise<(unitId: number) => View> {
  const looked = await lookAt(db, rules, units)
  return (unitId) => looked.get(unitId)?.view ?? GONE
}

/** The same of one paper. */
export const readAgainView = async (db: Db, rules: BlockRules, unit: UnitRow): Promise<View> =>
  (await readAgainViews(db, rules, [unit]))(unit.id)

async function lookAt(
  db: Db,
  rules: BlockRules,
  units: readonly UnitRow[],
): Promise<Map<number, Looked>> {
  if (units.length === 0) return new Map()
  const ids = units.map(({ id }) => id)
  const readings = Map.groupBy(await selectUnitReadings(db, ids), ({ unit_id }) => unit_id)
  const sendings = new Map((await selectSendings(db, ids)).map((one) => [one.unitId, one]))
  const people = await selectBlockMarkers(db, rules.block.id)
  const markers = people.filter(
    ({ duty, suspended_at }) => duty === 'marker' && suspended_at === null,
  )
  const event = sendingEvent(rules, people)
  return new Map(
    units.map((row) => {
      const unit = unitStateOf(row, readings.get(row.id) ?? [])
      const ask = (asked: MarkEvent): AppError | null => {
        const outcome = decide(unit, asked, policyOf(rules, factsOf(row).choice))
        return outcome.kind === 'refused' ? appErrorOf(outcome.code, outcome.facts) : null
      }
      const last = sendings.get(row.id)
      const sending = last && last.withdrawnAt === null && unit.secondReading ? last : null
      const readers = liveReadings(unit).map(({ markerId }) => Number(markerId))
      const hasSecond = markers.some(({ user_id }) => !readers.includes(user_id))
      const withdrawal = withdrawalOf(sending, () => ask({ type: 'read_again_withdrawn', by: 0 }))
      const view: View = {
        refusal: sending ? '已经送第二人评阅' : unfitText(ask(event), hasSecond),
        sent: sending && {
          by_name: sending.byName,
          at: sending.at,
          state: progressOf(unit),
          final_before: sending.finalBefore,
          withdraw_refusal: withdrawal?.message ?? null,
        },
      }
      return [row.id, { view, sending, withdrawal }]
    }),
  )
}

function unfitText(refusal: AppError | null, hasSecond: boolean): string | null {
  // The reason alone: the button names the act.
  if (refusal) return String(refusal.facts['reason'] ?? refusal.message)
  return hasSecond ? null : '题块没有第二位阅卷教师，请先在阅卷设置中添加'
}

function withdrawalOf(sending: Sending | null, ask: () => AppError | null): AppError | null {
  if (!sending) return new AppError('MARKING_READ_AGAIN_NOT_SENT', { reason: '它没有送第二人评阅' })
  if (sending.table === 'near_line_paper')
    return new AppError('MARKING_READ_AGAIN_NOT_SENT', {
      reason: '它由临界线复评送出，请在「临界线复评」中撤回',
    })
  return ask()
}

function progressOf(unit: UnitState): NonNullable<View['sent']>['state'] {
  if (unit.final) return 'done'
  return liveReading(unit, 'R2') || unit.forcedArbitration ? 'begun' : 'waiting'
}

/** How two readings of a paper are settled; where the block has nobody to arbitrate, without arbitration. */
function sendingEvent(
  { block }: BlockRules,
  people: readonly { duty: string }[],
  by = 0,
): Extract<MarkEvent, { type: 'read_again' }> {
  const singleMode = people.some(({ duty }) => duty === 'leader') ? 1 : 2
  return { type: 'read_again', by, settleBy: settlingOf(block, { singleMode }) }
}

interface Wanted {
  unitIds: readonly number[]
  action: 'send' | 'withdraw'
  isPreview: boolean
  byId: number
}

/**
 * Sends papers that one person read to a second one, or calls that off. Each is settled by itself; one that is
 * refused does not hold up the others. A closed block opens again.
 *
 * @throws AppError MARKING_UNIT_NOT_FOUND; for one paper alone also why it is refused
 * @source features A8 (80)
 */
export async function changeReadAgain(
  services: Services,
  rules: BlockRules,
  wanted: Wanted,
): Promise<Report> {
  const { block } = rules
  const people = await selectBlockMarkers(services.db, block.id)
  const { settleBy } = sendingEvent(rules, people)
  const report: Report = {
    total: wanted.unitIds.length,
    changed: 0,
    refused: 0,
    reasons: [],
    settle: { mode: settleBy.mode, tolerance_milli: settleBy.toleranceMilli },
    reopens: wanted.action === 'send' && block.status === 'closed',
  }
  for (let from = 0; from < wanted.unitIds.length; from += PAPERS_AT_A_TIME) {
    const part = { ...wanted, unitIds: wanted.unitIds.slice(from, from + PAPERS_AT_A_TIME) }
    const outcomes = await withRetry(services, (db) => change(db, services, rules, part))
    for (const refusal of outcomes) {
      if (refusal === null) report.changed++
      else if (wanted.unitIds.length === 1 && !wanted.isPreview) throw refusal
      else tally(report, refusal.message)
    }
  }
  return report
}

function tally(report: Report, msg: string): void {
  report.refused++
  const known = report.reasons.find((reason) => reason.msg === msg)
  if (known) known.count++
  else report.reasons.push({ msg, count: 1 })
}

/** @returns why each was refused, in their order; null for what was done */
async function change(
  db: Db,
  services: Services,
  rules: BlockRules,
  { unitIds, action, isPreview, byId }: Wanted,
): Promise<(AppError | null)[]> {
  const { block } = rules
  const rows = (await selectUnitsForUpdate(db, unitIds)).filter(
    ({ block_id }) => block_id === block.id,
  )
  const looked = await lookAt(db, rules, rows)
  const refusals = new Map(unitIds.map((id) => [id, refusalOf(looked.get(id), action)] as const))
  const free = rows.filter(({ id }) => refusals.get(id) === null)
  if (!isPreview && free.length > 0) {
    const people = await selectBlockMarkers(db, block.id)
    const event: MarkEvent =
      action === 'send'
        ? sendingEvent(rules, people, byId)
        : { type: 'read_again_withdrawn', by: byId }
    const actor = { userId: byId, rules }
    const outcomes = await applyEvents(
      db,
      services,
      free.map((row) => ({ unitId: row.id, event, actor })),
    )
    for (const [index, outcome] of outcomes.entries())
      if (outcome instanceof AppError) refusals.set(free[index]?.id ?? 0, outcome)
    const done = free.filter(({ id }) => refusals.get(id) === null)
    await (action === 'send'
      ? noteSent(db, services, done, byId)
      : noteWithdrawn(db, services, done, looked))
  }
  return unitIds.map((id) => refusals.get(id) ?? null)
}

function refusalOf(looked: Looked | undefined, action: Wanted['action']): AppError | null {
  if (!looked) return new AppError('MARKING_UNIT_NOT_FOUND')
  if (action === 'withdraw') return looked.withdrawal
  const { refusal } = looked.view
  return refusal === null ? null : new AppError('MARKING_READ_AGAIN_UNFIT', { reason: refusal })
}

async function noteSent(
  db: Db,
  services: Services,
  rows: readonly UnitRow[],
  byId: number,
): Promise<void> {
  const [first] = rows
  if (!first) return
  await db
    .insertInto('read_again_paper')
    .values(
      rows.map((row) => ({
        block_id: row.block_id,
        unit_id: row.id,
        by_id: byId,
        at: isoNow(services.clock),
        final_before: row.final_milli ?? 0,
      })),
    )
    .execute()
  await db
    .updateTable('block')
    .set({ status: 'open' })
    .where('id', '=', first.block_id)
    .where('status', '=', 'closed')
    .execute()
}

async function noteWithdrawn(
  db: Db,
  services: Services,
  rows: readonly UnitRow[],
  looked: ReadonlyMap<number, Looked>,
): Promise<void> {
  const ids = rows.flatMap(({ id }) => looked.get(id)?.sending?.id ?? [])
  if (ids.length === 0) return
  await db
    .updateTable('read_again_paper')
    .set({ withdrawn_at: isoNow(services.clock) })
    .where(isOneOf(db, 'id', ids))
    .execute()
}
