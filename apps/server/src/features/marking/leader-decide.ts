import type { Db } from '@hengjuan/db'
import {
  type Annotation,
  AppError,
  cappedActiveMs,
  leaseUntil,
  type MarkEvent,
  type Milli,
  type ProblemOutcome,
} from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import { applyEvent, NEW_READING } from './apply-event.ts'
import { assertNoRelative } from './avoidance/relative-papers.ts'
import { type BlockRules, pointsOf, selectBlockRules } from './block-rules.query.ts'
import { assertLeads } from './leader-papers.ts'
import { keptFlags } from './paper-flags.ts'
import { medianOf, selectRecentActiveMs } from './paper-time.query.ts'
import { problemReturns, returnEvent } from './problem-returns.ts'
import { givenUnder } from './rubric/given-under.ts'
import { keptTraces } from './traces.ts'
import { factsOf, type UnitRow, unitStateOf } from './unit-facts.ts'
import {
  findArbitration,
  findReadingByKey,
  findUnitForUpdate,
  selectUnitReadings,
} from './unit.query.ts'
import { withRetry } from './with-retry.ts'

export interface ArbitrationScore {
  userId: number
  unit: UnitRow
  idemKey: string
  scores: readonly (Milli | null)[]
  flags?: readonly string[] | undefined
  /** What the arbitrator wrote beside the flags. */
  flagNote?: string | undefined
  activeMs?: number | undefined
  traces?: readonly Annotation[] | null | undefined
  rubricVersion?: number | undefined
  pressed?: readonly string[] | undefined
}

/**
 * The arbitrator's score, final whatever was read before. Only a leader of the block who has not read the
 * unit.
 *
 * @source domain rules 3.3
 */
export async function arbitrate(services: Services, given: ArbitrationScore): Promise<string> {
  const { userId, unit, idemKey, scores, flags, flagNote, activeMs, traces } = given
  const rules = await assertLeads(services.db, unit.block_id, userId)
  await assertNoRelative(services.db, unit, userId)
  return withRetry(services, async (db) => {
    const earlier = await findReadingByKey(db, idemKey)
    if (earlier && (earlier.unit_id !== unit.id || earlier.marker_id !== userId))
      throw new AppError('MARKING_IDEMPOTENCY_MISMATCH')
    const own = await findArbitration(db, unit.id, userId)
    const applied = await applyEvent(
      db,
      services,
      unit.id,
      {
        type: 'arbitrate',
        readingId: own?.id ?? NEW_READING,
        markerId: userId,
        scores,
        idemKey,
      },
      {
        userId,
        rules,
        reading: {
          ...keptFlags(flags, flagNote),
          activeMs: activeMs === undefined ? undefined : cappedActiveMs(activeMs),
          traces: keptTraces(rules, traces),
          rubricVersion: givenUnder(rules, given.rubricVersion),
          pressed: given.pressed,
        },
      },
    )
    return applied.unit.status
  })
}

export interface ProblemDecision {
  userId: number
  unit: UnitRow
  outcome: ProblemOutcome['kind']
  /** One a point of the block, or of the questions chosen. */
  scores: readonly (Milli | null)[]
  /** With `return`: to somebody else in the place of whoever passed it on. */
  excludeRaiser: boolean
  /** Which optional questions the paper answers, where the sheet does not say. */
  questionIds: readonly number[]
  /** The rubric on the page, and ids of its entries that the score was given by. */
  rubricVersion?: number | undefined
  pressed?: readonly string[] | undefined
  /** Why the paper gets no mark. */
  note?: string | undefined
}

/**
 * Settles a problem paper: scores it, returns it to marking, sends it back to sheet handling, or gives no
 * mark, of misconduct or because it does not count.
 *
 * @throws AppError MARKING_NOT_A_PROBLEM; MARKING_NO_OTHER_MARKER, MARKING_MARKER_GONE for a return that would
 *   leave the paper with nobody
 * @source domain rules 6.2
 */
export async function settleProblem(
  db: Db,
  services: Services,
  decision: ProblemDecision,
): Promise<string> {
  const { userId, unit, outcome, scores } = decision
  await assertLeads(db, unit.block_id, userId)
  if (outcome !== 'return' && outcome !== 'to_image') await assertNoRelative(db, unit, userId)
  const rules = await selectBlockRules(db, unit.block_id)
  const choice = await chooseQuestions(db, rules, decision)
  const given =
    choice && scores.length === rules.points.length ? scoresOfChoice(rules, choice, scores) : scores
  const event: MarkEvent =
    outcome === 'return'
      ? await returnOf(db, rules, decision)
      : { type: 'resolve_problem', by: userId, outcome: outcomeOf(rules, outcome, decision, given) }
  const until = leaseUntil(
    services.clock.now(),
    medianOf(await selectRecentActiveMs(db, unit.block_id)),
  )
  const applied = await applyEvent(db, services, unit.id, event, {
    userId,
    rules,
    // Of a paper that goes back into somebody's hands.
    reading: { leaseUntil: until },
  })
  return applied.unit.status
}

/** The return as far as it can be carried out; the paper is locked. */
async function returnOf(
  db: Db,
  rules: BlockRules,
  { userId, unit, excludeRaiser }: ProblemDecision,
): Promise<MarkEvent> {
  const row = await findUnitForUpdate(db, unit.id)
  if (!row) throw new AppError('MARKING_UNIT_NOT_FOUND')
  const state = unitStateOf(row, await selectUnitReadings(db, [unit.id]))
  const open = await problemReturns(db, rules, row, state)
  const wanted = open.find(({ to }) => (to === 'others') === excludeRaiser) ?? open[0]
  if (!wanted) throw new AppError('MARKING_NOT_A_PROBLEM')
  if (wanted.refusal) throw wanted.refusal
  return returnEvent(wanted.to, userId)
}

function outcomeOf(
  rules: BlockRules,
  outcome: Exclude<ProblemDecision['outcome'], 'return'>,
  { note = '', rubricVersion, pressed = [] }: ProblemDecision,
  scores: readonly (Milli | null)[],
): ProblemOutcome {
  switch (outcome) {
    case 'score':
      if (pressed.length === 0) return { kind: outcome, scores }
      return {
        kind: outcome,
        scores,
        rubric: { version: givenUnder(rules, rubricVersion), pressed },
      }
    case 'to_image':
      return { kind: outcome }
    case 'misconduct':
    case 'void':
      return { kind: outcome, note: note.trim() }
  }
}

/** Stores which optional questions count, where that is still open and the decision needs it. */
async function chooseQuestions(
  db: Db,
  rules: BlockRules,
  { unit, outcome, questionIds }: ProblemDecision,
): Promise<number[] | null> {
  const facts = factsOf(unit)
  const { optional } = rules
  if (!optional || facts.choice !== null || outcome === 'to_image') return null
  const choice = optional.questions.map(({ id }) => id).filter((id) => questionIds.includes(id))
  if (choice.length !== optional.choose)
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'question_ids', message: `请先选择考生作答的选做题（${optional.choose} 道）` },
    ])
  await db
    .updateTable('unit')
    .set({ facts: JSON.stringify({ ...facts, choice }) })
    .where('id', '=', unit.id)
    .where('version', '=', unit.version)
    .execute()
  return choice
}

const scoresOfChoice = (
  rules: BlockRules,
  choice: readonly number[],
  scores: readonly (Milli | null)[],
): (Milli | null)[] =>
  pointsOf(rules, choice).map((point) => scores[rules.points.indexOf(point)] ?? null)
