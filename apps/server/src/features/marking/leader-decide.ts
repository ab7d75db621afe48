import type { Db } from '@hengjuan/db'
import {
  type Annotation,
  AppError,
  cappedActiveMs,
  type Milli,
  type ProblemOutcome,
} from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import { applyEvent, NEW_READING } from './apply-event.ts'
import { assertNoRelative } from './avoidance/relative-papers.ts'
import { type BlockRules, pointsOf, selectBlockRules } from './block-rules.query.ts'
import { assertLeads } from './leader-papers.ts'
import { keptFlags } from './paper-flags.ts'
import { givenUnder } from './rubric/given-under.ts'
import { keptTraces } from './traces.ts'
import { factsOf, type UnitRow } from './unit-facts.ts'
import { findArbitration, findReadingByKey } from './unit.query.ts'
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
  const applied = await applyEvent(
    db,
    services,
    unit.id,
    { type: 'resolve_problem', by: userId, outcome: outcomeOf(rules, decision, given) },
    { userId, rules },
  )
  return applied.unit.status
}

function outcomeOf(
  rules: BlockRules,
  { outcome, excludeRaiser, note = '', rubricVersion, pressed = [] }: ProblemDecision,
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
    case 'return':
      return { kind: outcome, excludeRaiser }
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
