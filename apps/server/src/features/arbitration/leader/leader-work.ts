import type { blockMasterDetail, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  type BestOf,
  countedTotal,
  type MarkEvent,
  NO_MARK_REASONS,
  type ProblemOutcome,
  type UnitState,
} from '@hengjuan/domain'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import {
  applyEvent,
  bestOfBlock,
  type BlockRules,
  findUnitForUpdate,
  leavesHands,
  pressedViewer,
  selectBlockMarkers,
  selectBlockRules,
  selectBlockUnitCounts,
  notifyMarkers,
  type UnitRow,
  withRetry,
} from '../../marking-core/index.ts'
import {
  countLeaderEvents,
  countWithdrawnRejections,
  selectComments,
  selectLastDecisions,
  selectLeaderEvents,
} from './leader-work.query.ts'
import { withdrawChecks } from '../../quality/index.ts'
import { unarbitrated } from './arbitrators.ts'

type Detail = ReplyOf<typeof blockMasterDetail>
type Event = Awaited<ReturnType<typeof selectLeaderEvents>>[number]

/** Decisions that `reopenUnit` can withdraw, by event. */
const WITHDRAWN: Record<string, string> = {
  arbitrate: 'ARB',
  resolve_problem: 'PROBLEM',
  spot_correct: 'SPOT',
}

interface Page {
  page?: number | undefined
  limit?: number | undefined
}

/**
 * What the leaders and checkers of a block decided, and what waits for them; away from those who mark, since it is
 * looked for in all that happened to its papers.
 */
export const leaderWork = runInWorker(
  import.meta.url,
  'leaderWork',
  ({ db }, blockId: number, page: Page) => selectLeaderWork(db, blockId, page),
)

async function selectLeaderWork(
  db: Db,
  blockId: number,
  { page = 1, limit = 20 }: Page,
): Promise<Detail> {
  const rules = await selectBlockRules(db, blockId)
  const { block } = rules
  const bestOf = bestOfBlock(rules)
  const counts = await countLeaderEvents(db, blockId)
  const takenBack = await countWithdrawnRejections(db, blockId)
  const events = await selectLeaderEvents(db, blockId, { limit, offset: (page - 1) * limit })
  const reasonOf = await reasonsOf(db, rules, events)
  const comments = await selectComments(db, [...new Set(events.map(({ unit_id }) => unit_id))])
  const last = await selectLastDecisions(db, [...new Set(events.map(({ unit_id }) => unit_id))])
  const waiting = (await selectBlockUnitCounts(db, [blockId])).get(blockId)
  const names = new Map([
    ...(await selectBlockMarkers(db, blockId))
      .filter(({ duty }) => duty === 'leader')
      .map(({ user_id, name }) => [user_id, name] as const),
    ...counts
      // An administrator who let somebody arbitrate decided about no paper.
      .filter(({ type }) => type !== 'allow_arbitrator')
      .map(({ user_id, name }) => [user_id ?? 0, name] as const),
  ])
  const countOf = (userId: number, type: string) =>
    counts.find((row) => row.user_id === userId && row.type === type)?.count ?? 0
  return {
    block_id: blockId,
    block_name: block.name,
    leaders: [...names].map(([userId, name]) => ({
      user_id: userId,
      name,
      arbitrated: countOf(userId, 'arbitrate'),
      problems: countOf(userId, 'resolve_problem'),
      corrected: countOf(userId, 'spot_correct'),
      rejected: countOf(userId, 'reject') - (takenBack.get(userId) ?? 0),
    })),
    waiting_arbitration: waiting?.byState.ARBITRATION ?? 0,
    waiting_problem: waiting?.problem ?? 0,
    ...(await unarbitrated(db, blockId)),
    list: events.map((event) => ({
      event_id: event.event_id,
      unit_id: event.unit_id,
      secret_code: event.secret_code,
      kind: event.type,
      actor_name: event.actor_name,
      at: event.at,
      score_milli: scoreOf(event, bestOf),
      unit_state: event.state,
      final_milli: event.final_milli,
      note: reasonOf(event) || noteOf(event, names, comments),
      reset_refusal: resetRefusal(event, last.get(event.unit_id) === event.event_id),
    })),
    total: counts.reduce((sum, { count }) => sum + count, 0),
    page,
    page_size: limit,
  }
}

/** The total that an event decided; null for one that decided none. */
function scoreOf({ payload }: Event, bestOf: BestOf | null): number | null {
  const { event } = JSON.parse(payload) as {
    event: { scores?: number[]; outcome?: { kind: ProblemOutcome['kind']; scores?: number[] } }
  }
  if (event.outcome?.kind === 'misconduct' || event.outcome?.kind === 'void') return 0
  const scores = event.scores ?? event.outcome?.scores
  return scores ? countedTotal(scores, bestOf) : null
}

/** What shows the entries of the rubric that problem papers were scored by; empty where by none. */
async function reasonsOf(
  db: Db,
  rules: BlockRules,
  events: readonly Event[],
): Promise<(event: Event) => string> {
  const given = new Map(
    events.flatMap((event) => {
      if (event.type !== 'resolve_problem') return []
      const { outcome } = (JSON.parse(event.payload) as { event: { outcome: ProblemOutcome } })
        .event
      if (outcome.kind !== 'score' || !outcome.rubric) return []
      return [
        [
          event.event_id,
          {
            block_id: rules.block.id,
            rubric_version: outcome.rubric.version,
            pressed_entries: JSON.stringify(outcome.rubric.pressed),
          },
        ] as const,
      ]
    }),
  )
  const pressedOf = await pressedViewer(db, [...given.values()])
  return ({ event_id }) => {
    const one = given.get(event_id)
    const texts = one
      ? pressedOf(rules, one).map(({ point_name, text }) => `${point_name} ${text}`)
      : []
    return texts.length === 0 ? '' : `给分依据：${texts.join('；')}`
  }
}

/**
 * Why it was decided so: whom an administrator let arbitrate, why a problem paper got no mark, what a checker
 * wrote to the marker, why a decision was withdrawn.
 */
function noteOf(
  { payload }: Event,
  names: ReadonlyMap<number, string>,
  comments: ReadonlyMap<number, string>,
): string {
  const { event } = JSON.parse(payload) as { event: MarkEvent }
  switch (event.type) {
    case 'resolve_problem': {
      const { outcome } = event
      if (outcome.kind !== 'misconduct' && outcome.kind !== 'void') return ''
      return `${NO_MARK_REASONS[outcome.kind === 'void' ? 'VOID' : 'MISCONDUCT']}：${outcome.note}`
    }
    case 'allow_arbitrator':
      return `由${names.get(Number(event.markerId)) ?? '评阅过的教师'}仲裁：${event.reason}`
    case 'reject':
    case 'spot_correct':
      return comments.get(Number(event.readingId)) ?? ''
    case 'reopen':
    case 'escalate':
      return event.reason ?? ''
    default:
      return ''
  }
}

function resetRefusal(event: Event, isLast: boolean): string | null {
  const source = WITHDRAWN[event.type]
  if (source === undefined) return '这一步没有给出分数，不需要撤销'
  if (!isLast) return '之后另有处理，请撤销最近的一次'
  if (event.state === 'LOCKED') return '成绩已发布，不能撤销'
  return event.final_source === source && event.state === 'FINAL' ? null : '这次裁定已不再有效'
}

/**
 * Withdraws what a leader or checker decided: an arbitrated paper waits for arbitration again, a corrected
 * one has the score of its readings and can be checked anew, a scored problem paper is a problem paper again.
 *
 * @throws AppError MARKING_UNIT_NOT_OPEN when nothing was decided; MARKING_UNIT_LOCKED
 */
export const reopenUnit = (
  services: Services,
  unit: Pick<UnitRow, 'id'>,
  userId: number,
  reason: string,
): Promise<UnitState> =>
  withRetry(services, async (db) => {
    const event = { type: 'reopen', by: userId, reason } as const
    const before = await findUnitForUpdate(db, unit.id)
    const applied = await applyEvent(db, services, unit.id, event, { userId })
    if (before?.final_source === 'SPOT')
      await withdrawChecks(db, { unitId: unit.id, at: isoNow(services.clock) })
    return applied.unit
  })

/**
 * Puts a settled paper before the block's leader.
 *
 * @throws AppError MARKING_ARBITRATOR_MISSING when the block has none; MARKING_UNIT_NOT_OPEN, MARKING_UNIT_LOCKED
 */
export async function escalateUnit(
  services: Services,
  unit: Pick<UnitRow, 'id' | 'block_id'>,
  userId: number,
  reason: string,
): Promise<UnitState> {
  const { applied, isTaken } = await withRetry(services, async (db) => {
    const people = await selectBlockMarkers(db, unit.block_id)
    if (!people.some(({ duty }) => duty === 'leader'))
      throw new AppError('MARKING_ARBITRATOR_MISSING')
    const event = { type: 'escalate', by: userId, reason } as const
    const before = await findUnitForUpdate(db, unit.id)
    const done = await applyEvent(db, services, unit.id, event, { userId })
    return { applied: done, isTaken: before !== undefined && leavesHands(before, done) }
  })
  if (isTaken) await notifyMarkers(services.db, [unit.id])
  return applied.unit
}
