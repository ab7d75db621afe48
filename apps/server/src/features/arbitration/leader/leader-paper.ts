import type { leaderNext, LeaderTask, ReplyOf } from '@hengjuan/contracts'
import {
  arbitrationDraft,
  countedTotal,
  disagreeingPoints,
  isBarredArbitrator,
  type ScoredReading,
  type SettlePolicy,
  type UnitReading,
} from '@hengjuan/domain'
import type { Static } from 'typebox'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { selectUserNames } from '../../../user-names.query.ts'
import { assertNoRelative, relativesOfPapers } from '../../marking-setup/index.ts'
import {
  assertLeads,
  factsOf,
  findUnit,
  imagesOf,
  isChosen,
  isWrittenOn,
  pointsOf,
  pointView,
  policyOf,
  pressedViewer,
  selectBlockRules,
  selectUnitReadings,
  tracesOf,
  type UnitRow,
  unitStateOf,
} from '../../marking-core/index.ts'
import { findLastProblem, selectProblemHolds } from '../problems/problem-hold.query.ts'
import { identicalView } from '../../quality/index.ts'
import { sheetAnswers } from '../../marking-desk/index.ts'
import { colleaguesOf } from './hand-over.query.ts'
import { holdPaper } from './leader-hold.ts'
import { type LeaderMode, leaderPapers } from './leader-papers.ts'
import {
  arbitrationClaim,
  arbViewOf,
  gapOf,
  gapPointsOf,
  REASON_NAMES,
  scored,
} from './leader-view.ts'
import { selectLeaders } from './leader.query.ts'
import { problemReturns } from './problem-returns.ts'
import { shownVersion } from './shown-paper.ts'

export type LeaderTaskView = Static<typeof LeaderTask>

/**
 * The paper to decide: the named one, or the longest waiting that this person may take. It is in their hands
 * then, so that two leaders do not work on one paper.
 *
 * @throws AppError MARKING_LEADER_NEEDED, MARKING_RELATIVE, and what `holdPaper` finds
 */
export async function takeLeaderPaper(
  services: Services,
  userId: number,
  mode: LeaderMode,
  wanted: { blockId?: number | undefined; unit?: UnitRow | undefined; whole?: boolean },
): Promise<ReplyOf<typeof leaderNext>> {
  const { db } = services
  if (wanted.unit) await assertLeads(db, wanted.unit.block_id, userId)
  // Here: whoever decides paper by paper does not wait for figures that are counted in the reader thread.
  const waiting = await leaderPapers.here(services, userId, mode, wanted.blockId)
  const free = waiting.filter(({ blocked_reason }) => blocked_reason === null)
  // What was handed over to the caller comes first, what was handed over to others is left to them.
  const own = free.filter(({ handed_over }) => handed_over === null || handed_over.is_own)
  const next = own.find(({ handed_over }) => handed_over !== null) ?? own[0]
  const unitId = wanted.unit?.id ?? next?.unit_id
  if (unitId === undefined) return { task: null, remaining: waiting.length }
  const unit = wanted.unit ?? (await findUnit(db, unitId))
  await assertNoRelative(db, unit, userId)
  await holdPaper(services, userId, mode, unit)
  const others = own.filter((paper) => paper.unit_id !== unitId)
  return {
    task: await viewOf(services, unitId, userId, mode),
    remaining: others.length + 1,
    ...(wanted.whole && { sheet: await sheetAnswers(services, unitId) }),
  }
}

async function viewOf(
  services: Services,
  unitId: number,
  userId: number,
  mode: LeaderMode,
): Promise<LeaderTaskView> {
  const { db } = services
  const row = await findUnit(db, unitId)
  const rows = await selectUnitReadings(db, [unitId])
  const rules = await selectBlockRules(db, row.block_id)
  const facts = factsOf(row)
  const unit = unitStateOf(row, rows)
  const policy = policyOf(rules, facts.choice)
  const view = arbViewOf(rules, unit)
  const earlier = view === 'none' ? [] : scored(unit)
  const claim = arbitrationClaim(unit)
  const own = claim?.markerId === userId ? claim : undefined
  const hold = (await selectProblemHolds(db, [unitId], isoNow(services.clock))).get(unitId)
  const people = await selectUserNames(db, [
    Number(unit.problem?.raisedBy ?? 0),
    ...(view === 'names' ? earlier.map(({ markerId }) => Number(markerId)) : []),
  ])
  const leaders = await selectLeaders(services, row.block_id)
  const isRelative = await relativesOfPapers(db, rules, [row])
  const flagged = unit.problem ? await findLastProblem(db, unitId) : undefined
  const rowOf = (id: UnitReading['id']) => rows.find((reading) => reading.id === id)
  const pressedOf = await pressedViewer(db, rows)
  const mayChoose = isChosen(rules) && unit.status === 'PROBLEM'
  return {
    unit_id: unitId,
    version: shownVersion(row, rows, mode),
    block_id: row.block_id,
    secret_code: row.secret_code,
    reading_id: own ? Number(own.id) : null,
    lease_until: (own && rowOf(own.id)?.lease_until) ?? hold?.until ?? null,
    // Where it is the leader's to say which question was answered, the points of all of them are shown.
    points: (mayChoose ? rules.points : pointsOf(rules, facts.choice)).map(pointView),
    best_of: unit.bestOf?.choose ?? null,
    is_deductive: rules.settings.addType === 1,
    images: (await imagesOf(db, services, [row])).get(unitId) ?? [],
    is_written: isWrittenOn(rules, row),
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
    disagree: earlier.length > 1 ? explainingPoints(earlier, policy) : [],
    draft:
      earlier.length > 1 && policy.compareScope !== 'total'
        ? arbitrationDraft(earlier, policy, pointsOf(rules, facts.choice))
        : [],
    gap_milli: view === 'none' ? null : gapOf(rules, row, unit),
    gap_points: view === 'none' ? [] : gapPointsOf(rules, row, unit),
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
    returns: (await problemReturns(db, rules, row, unit)).map(({ to, after, refusal }) => ({
      to,
      state: after.status,
      final_milli: after.final?.totalMilli ?? null,
      refusal: refusal?.message ?? null,
    })),
    choices: mayChoose
      ? rules.optional.questions.map(({ id, no }) => ({ question_id: id, no }))
      : [],
    choose: mayChoose ? rules.optional.choose : 0,
    chosen: mayChoose ? (facts.choice ?? []) : [],
  }
}

/** Points that explain why a paper came here: those too far apart, and where only the sum is, all that differ. */
function explainingPoints(readings: readonly ScoredReading[], policy: SettlePolicy): boolean[] {
  const tooFar = policy.compareScope === 'total' ? [] : disagreeingPoints(readings, policy)
  return tooFar.includes(true) ? tooFar : disagreeingPoints(readings, {})
}
