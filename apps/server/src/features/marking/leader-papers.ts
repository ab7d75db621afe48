import type { leaderList, LeaderTask, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  type ArbView,
  arbitrationDraft,
  countedTotal,
  disagreeingPoints,
  isBarredArbitrator,
  leaseUntil,
  liveReadings,
  type Milli,
  PROBLEM_REASONS,
  settle,
  settlePolicyOf,
  type UnitReading,
  type UnitState,
} from '@hengjuan/domain'
import type { Static } from 'typebox'
import type { Services } from '../../services.ts'
import { applyEvent, NEW_READING } from './apply-event.ts'
import { assertNoRelative, relativesOfPapers } from './avoidance/relative-papers.ts'
import { findAssignment } from './block-marker.query.ts'
import { type BlockRules, pointsOf, policyOf, selectBlockRules } from './block-rules.query.ts'
import { colleaguesOf, type HandOver, handOverFor, selectHandOvers } from './hand-over.query.ts'
import { medianOf, selectRecentActiveMs } from './paper-time.query.ts'
import { selectLeaders } from './leader.query.ts'
import { findLastProblem } from './leader-work.query.ts'
import { identicalView, selectIdenticalCodes } from './identical-pairs.ts'
import { imagesOf, pointView } from './mark-task.ts'
import { pressedViewer } from './rubric/pressed-entries.ts'
import { tracesOf } from './traces.ts'
import { factsOf, MACHINE, type UnitRow, unitStateOf } from './unit-facts.ts'
import { papersIn } from './unit-queue.query.ts'
import { selectUnitReadings } from './unit.query.ts'
import { withRetry } from './with-retry.ts'

export type LeaderMode = 'arbitration' | 'problem'
type List = ReplyOf<typeof leaderList>['list']
export type LeaderTaskView = Static<typeof LeaderTask>

const STATE = { arbitration: 'ARBITRATION', problem: 'PROBLEM' } as const

const REASON_NAMES: Record<string, string> = {
  ...PROBLEM_REASONS,
  same_after_reject: '打回后给分未变',
}

/** @throws AppError MARKING_NOT_ASSIGNED */
export async function assertLeads(db: Db, blockId: number, userId: number): Promise<BlockRules> {
  const rules = await selectBlockRules(db, blockId)
  if (!(await findAssignment(db, blockId, userId, 'leader')))
    throw new AppError('MARKING_NOT_ASSIGNED', { block: rules.block.name })
  return rules
}

/** Papers of the blocks that a person leads which wait for a decision, longest waiting first. */
export async function leaderPapers(
  services: Services,
  userId: number,
  mode: LeaderMode,
  blockId: number | undefined,
): Promise<List> {
  const { db } = services
  const led = await db
    .selectFrom('block_marker')
    .select('block_id')
    .where('user_id', '=', userId)
    .where('duty', '=', 'leader')
    .$if(blockId !== undefined, (query) => query.where('block_id', '=', blockId ?? 0))
    .execute()
  const lists = await Promise.all(
    led.map(({ block_id }) => waitingIn(services, userId, mode, block_id)),
  )
  return lists.flat().sort((a, b) => a.waiting_since.localeCompare(b.waiting_since))
}

async function waitingIn(
  services: Services,
  userId: number,
  mode: LeaderMode,
  blockId: number,
): Promise<List> {
  const { db } = services
  const rows = await papersIn(db, blockId, STATE[mode])
    .selectAll('unit')
    .orderBy('place.ord')
    .execute()
  if (rows.length === 0) return []
  const rules = await selectBlockRules(db, blockId)
  const { block } = rules
  const names = await db
    .selectFrom('exam')
    .innerJoin('subject', (join) => join.on('subject.id', '=', block.subject_id))
    .where('exam.id', '=', block.exam_id)
    .select(['exam.name as exam', 'subject.name as subject'])
    .executeTakeFirstOrThrow()
  const readings = Map.groupBy(
    await selectUnitReadings(
      db,
      rows.map(({ id }) => id),
    ),
    ({ unit_id }) => unit_id,
  )
  const states = rows.map((row) => ({ row, unit: unitStateOf(row, readings.get(row.id) ?? []) }))
  const handOvers = mode === 'arbitration' ? await selectHandOvers(db, blockId) : new Map()
  const people = await selectNames(db, [
    ...states.flatMap(({ unit }) => [holderOf(unit) ?? 0, Number(unit.problem?.raisedBy ?? 0)]),
    ...[...handOvers.values()].map((one: HandOver) => one.by_id),
  ])
  const leaders = await selectLeaders(services, blockId)
  const isRelative = await relativesOfPapers(db, rules, rows)
  const identical = mode === 'problem' ? await selectIdenticalCodes(db, blockId) : null
  return states.map(({ row, unit }) => {
    const holder = holderOf(unit)
    const eligible = leaders.filter(
      ({ id }) =>
        !isRelative(row, id) &&
        (mode === 'problem' || id === holder || !isBarredArbitrator(unit, id)),
    )
    return {
      unit_id: row.id,
      block_id: blockId,
      block_name: block.name,
      exam_name: names.exam,
      subject_name: names.subject,
      secret_code: row.secret_code,
      full_milli: block.full_milli,
      arb_view: arbViewOf(rules, unit),
      gap_milli: arbViewOf(rules, unit) === 'none' ? null : gapOf(rules, row, unit),
      tolerance_milli: unit.secondReading?.toleranceMilli ?? block.tolerance_milli,
      waiting_since: factsOf(row).since,
      held_by: holder === null ? null : (people.get(holder) ?? null),
      handed_over: handOverFor(handOvers.get(row.id), row, { eligible, userId, people }),
      colleagues: mode === 'arbitration' ? colleaguesOf(eligible, userId) : [],
      eligible: eligible.length,
      eligible_online: eligible.filter(({ isOnline }) => isOnline).length,
      blocked_reason: isRelative(row, userId)
        ? '您在这位考生的回避名单中，不能处理这份试卷'
        : mode === 'arbitration'
          ? blockedReason(unit, userId)
          : null,
      reason: unit.problem ? (REASON_NAMES[unit.problem.reason] ?? unit.problem.reason) : null,
      note: unit.problem?.note ?? '',
      raised_by: unit.problem ? (people.get(Number(unit.problem.raisedBy)) ?? '系统') : null,
      identical_codes: [...(identical?.get(row.id) ?? [])],
    }
  })
}

async function selectNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== MACHINE)
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('user')
    .select(['id', 'name'])
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const arbitrationClaim = (unit: UnitState): UnitReading | undefined =>
  liveReadings(unit).find(({ role, state }) => role === 'ARB' && state === 'claimed')

const holderOf = (unit: UnitState): number | null => {
  const claim = arbitrationClaim(unit)
  return claim ? Number(claim.markerId) : null
}

function blockedReason(unit: UnitState, userId: number): string | null {
  const holder = holderOf(unit)
  if (holder === userId) return null
  if (holder !== null) return '其他仲裁教师正在处理'
  return isBarredArbitrator(unit, userId) ? '您评阅过这份试卷，不能担任仲裁' : null
}

const scored = (unit: UnitState): (UnitReading & { scores: readonly Milli[] })[] =>
  liveReadings(unit).filter(
    (reading): reading is UnitReading & { scores: readonly Milli[] } =>
      reading.role !== 'ARB' && reading.state === 'submitted' && reading.scores !== null,
  )

/** A problem paper is not judged anew beside others: its leader sees what was given, under letters. */
const arbViewOf = ({ settings }: BlockRules, unit: UnitState): ArbView =>
  unit.status === 'PROBLEM' ? 'scores' : settings.arbView

/** How far the readings that should have agreed lie apart; null when there are no two. */
function gapOf(rules: BlockRules, row: UnitRow, unit: UnitState): Milli | null {
  const policy = policyOf(rules, factsOf(row).choice)
  const settlement = settle(scored(unit), settlePolicyOf(unit, policy))
  return 'gapMilli' in settlement ? settlement.gapMilli : null
}

/**
 * The paper to decide: the named one, or the longest waiting that this person may take. For arbitration
 * it is claimed, so that two arbitrators do not work on one paper.
 *
 * @throws AppError MARKING_NOT_ASSIGNED, MARKING_ARBITRATOR_IS_READER, MARKING_RELATIVE,
 *   MARKING_SLOT_TAKEN, MARKING_UNIT_NOT_OPEN
 */
export async function takeLeaderPaper(
  services: Services,
  userId: number,
  mode: LeaderMode,
  wanted: { blockId?: number | undefined; unit?: UnitRow | undefined },
): Promise<{ task: LeaderTaskView | null; remaining: number }> {
  const { db } = services
  if (wanted.unit) await assertLeads(db, wanted.unit.block_id, userId)
  const waiting = await leaderPapers(services, userId, mode, wanted.blockId)
  const free = waiting.filter(({ blocked_reason }) => blocked_reason === null)
  // What was handed over to the caller comes first, what was handed over to others is left to them.
  const own = free.filter(({ handed_over }) => handed_over === null || handed_over.is_own)
  const next = own.find(({ handed_over }) => handed_over !== null) ?? own[0]
  const unitId = wanted.unit?.id ?? next?.unit_id
  if (unitId === undefined) return { task: null, remaining: waiting.length }
  await assertNoRelative(db, wanted.unit ?? (await findPaper(db, unitId)), userId)
  if (mode === 'arbitration') await claimArbitration(services, unitId, userId)
  const others = own.filter((paper) => paper.unit_id !== unitId)
  return { task: await viewOf(services, unitId, userId), remaining: others.length + 1 }
}

const findPaper = (db: Db, unitId: number): Promise<UnitRow> =>
  db.selectFrom('unit').selectAll().where('id', '=', unitId).executeTakeFirstOrThrow()

async function claimArbitration(services: Services, unitId: number, userId: number) {
  const { block_id } = await findPaper(services.db, unitId)
  const until = leaseUntil(
    services.clock.now(),
    medianOf(await selectRecentActiveMs(services.db, block_id)),
  )
  await withRetry(services, (db) =>
    applyEvent(
      db,
      services,
      unitId,
      { type: 'claim', readingId: NEW_READING, markerId: userId, slot: 'ARB' },
      { userId, reading: { leaseUntil: until } },
    ),
  )
}

async function viewOf(services: Services, unitId: number, userId: number): Promise<LeaderTaskView> {
  const { db } = services
  const row = await findPaper(db, unitId)
  const rows = await selectUnitReadings(db, [unitId])
  const rules = await selectBlockRules(db, row.block_id)
  const facts = factsOf(row)
  const unit = unitStateOf(row, rows)
  const policy = policyOf(rules, facts.choice)
  const view = arbViewOf(rules, unit)
  const earlier = view === 'none' ? [] : scored(unit)
  const claim = arbitrationClaim(unit)
  const own = claim?.markerId === userId ? claim : undefined
  const people = await selectNames(db, [
    Number(unit.problem?.raisedBy ?? 0),
    ...(view === 'names' ? earlier.map(({ markerId }) => Number(markerId)) : []),
  ])
  const leaders = await selectLeaders(services, row.block_id)
  const isRelative = await relativesOfPapers(db, rules, [row])
  const flagged = unit.problem ? await findLastProblem(db, unitId) : undefined
  const rowOf = (id: UnitReading['id']) => rows.find((reading) => reading.id === id)
  const pressedOf = await pressedViewer(db, rows)
  const needsChoice = rules.optional !== null && facts.choice === null
  return {
    unit_id: unitId,
    block_id: row.block_id,
    secret_code: row.secret_code,
    reading_id: own ? Number(own.id) : null,
    lease_until: (own && rowOf(own.id)?.lease_until) ?? null,
    // Until it is known which question was answered, the points of all of them are shown.
    points: (needsChoice ? rules.points : pointsOf(rules, facts.choice)).map(pointView),
    best_of: unit.bestOf?.choose ?? null,
    images: (await imagesOf(db, services, [row])).get(unitId) ?? [],
    ink_ratio: row.ink_ratio,
    arb_view: view,
    readings: earlier.map((reading, index) => ({
      reading_id: Number(reading.id),
      label: String.fromCharCode(65 + index),
      ...(view === 'names' ? { marker_name: people.get(Number(reading.markerId)) ?? '' } : {}),
      scores: [...reading.scores],
      total_milli: countedTotal(reading.scores, unit.bestOf),
      pressed: [rowOf(reading.id)].flatMap((kept) => (kept ? pressedOf(rules, kept) : [])),
      traces: tracesOf(rowOf(reading.id)),
    })),
    colleagues: unit.problem
      ? []
      : colleaguesOf(
          leaders.filter(({ id }) => !isBarredArbitrator(unit, id) && !isRelative(row, id)),
          userId,
        ),
    // Where totals are compared, every point that differs explains why it came here.
    disagree:
      earlier.length > 1
        ? disagreeingPoints(earlier, policy.compareScope === 'total' ? {} : policy)
        : [],
    draft:
      earlier.length > 1 && policy.compareScope !== 'total'
        ? arbitrationDraft(earlier, policy)
        : [],
    gap_milli: view === 'none' ? null : gapOf(rules, row, unit),
    tolerance_milli: unit.secondReading?.toleranceMilli ?? rules.block.tolerance_milli,
    waiting_since: facts.since,
    problem: unit.problem
      ? {
          reason: unit.problem.reason,
          reason_name: REASON_NAMES[unit.problem.reason] ?? unit.problem.reason,
          note: unit.problem.note,
          raised_by: people.get(Number(unit.problem.raisedBy)) ?? null,
          flags: JSON.parse(flagged?.flags ?? '[]') as string[],
          flag_note: flagged?.flag_note ?? null,
        }
      : null,
    ...(unit.problem
      ? await identicalView(services, row.block_id, unitId)
      : { identical: [], identical_cut: [] }),
    choices: needsChoice
      ? (rules.optional?.questions ?? []).map(({ id, no }) => ({ question_id: id, no }))
      : [],
    choose: needsChoice ? (rules.optional?.choose ?? 0) : 0,
  }
}
