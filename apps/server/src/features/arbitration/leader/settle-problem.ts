import type { Db } from '@hengjuan/db'
import {
  AppError,
  leaseUntil,
  type MarkEvent,
  type Milli,
  type ProblemOutcome,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import {
  applyEvent,
  assertLeads,
  type BlockRules,
  countsAgain,
  factsOf,
  findChoiceOnSheet,
  findUnitForUpdate,
  isChosen,
  isSameChoice,
  leavesHands,
  medianOf,
  pointsOf,
  selectRecentActiveMs,
  selectUnitReadings,
  setAsideWith,
  type UnitFacts,
  type UnitRow,
  unitStateOf,
} from '../../marking-core/index.ts'
import { findProblemDecision } from '../problems/problem-hold.query.ts'
import { assertNoRelative } from '../../marking-setup/index.ts'
import { givenUnder } from '../../marking-messages/index.ts'
import { assertHoldable } from './problem-hold.ts'
import { problemReturns, returnEvent } from './problem-returns.ts'
import { changedSince, shownVersion } from './shown-paper.ts'

export interface ProblemDecision {
  userId: number
  unit: Pick<UnitRow, 'id' | 'block_id'>
  /** The same again, with the same words, gives the same answer. */
  idemKey: string
  /** What the leader was shown; see `shownVersion`. Absent where that does not matter. */
  version?: string | undefined
  outcome: ProblemOutcome['kind']
  /** One a point of the block, or of the questions chosen. */
  scores: readonly (Milli | null)[]
  /** With `return`: to somebody else in the place of whoever passed it on. */
  excludeRaiser: boolean
  /** Which optional questions the paper answers, where the sheet does not say, or says otherwise. */
  questionIds: readonly number[]
  /** The rubric on the page, and ids of its entries that the score was given by. */
  rubricVersion?: number | undefined
  pressed?: readonly string[] | undefined
  /** Why the paper gets no mark. */
  note?: string | undefined
}

/**
 * Settles a problem paper: scores it, returns it to marking, sends it back to sheet handling, or gives no
 * mark, of misconduct or because it does not count. Run it in `withRetry`.
 *
 * @returns the state of the paper afterwards, whether that was answered before, and whether somebody else was
 *   reading the paper until then: their pages are to be told behind the transaction
 * @throws AppError MARKING_LEADER_NEEDED, MARKING_RELATIVE, MARKING_IDEMPOTENCY_MISMATCH; MARKING_PROBLEM_HELD,
 *   MARKING_PROBLEM_DONE, MARKING_NOT_A_PROBLEM; MARKING_PAPER_CHANGED where it is another than was shown;
 *   MARKING_NO_OTHER_MARKER, MARKING_MARKER_GONE for a return that would leave the paper with nobody; the rules' refusal
 * @source domain rules 3.7 (2), 6.2
 */
export async function settleProblem(
  db: Db,
  services: Services,
  decision: ProblemDecision,
): Promise<{ state: string; isRepeat: boolean; isTaken: boolean }> {
  const { userId, unit, outcome, idemKey } = decision
  const rules = await assertLeads(db, unit.block_id, userId)
  const row = await findUnitForUpdate(db, unit.id)
  if (!row) throw new AppError('MARKING_UNIT_NOT_FOUND')
  const text = textOf(decision)
  const earlier = await findProblemDecision(db, idemKey)
  if (earlier) {
    const isSame = earlier.unit_id === row.id && earlier.user_id === userId
    if (!isSame || earlier.decision !== text) throw new AppError('MARKING_IDEMPOTENCY_MISMATCH')
    return { state: earlier.state, isRepeat: true, isTaken: false }
  }
  await assertHoldable(db, services, row, userId)
  const changed = changedSince(decision.version, shownVersion(row, [], 'problem'))
  if (changed) throw changed
  if (outcome !== 'return' && outcome !== 'to_image') await assertNoRelative(db, row, userId)
  const event = await eventOf(
    db,
    rules,
    await chooseQuestions(db, services, rules, row, decision),
    decision,
  )
  const until = leaseUntil(
    services.clock.now(),
    medianOf(await selectRecentActiveMs(db, row.block_id)),
  )
  const applied = await applyEvent(db, services, row.id, event, {
    userId,
    rules,
    // Of a paper that goes back into somebody's hands.
    reading: { leaseUntil: until },
  })
  const state = applied.unit.status
  await db
    .insertInto('problem_decision')
    .values({
      idem_key: idemKey,
      unit_id: row.id,
      user_id: userId,
      decision: text,
      state,
      at: isoNow(services.clock),
    })
    .execute()
  return { state, isRepeat: false, isTaken: leavesHands(row, applied) }
}

/** What was asked for, as it is compared with what was asked for before. */
const textOf = (asked: ProblemDecision): string =>
  JSON.stringify([
    asked.outcome,
    asked.scores,
    asked.excludeRaiser,
    asked.questionIds,
    asked.rubricVersion ?? null,
    asked.pressed ?? [],
    asked.note ?? '',
  ])

async function eventOf(
  db: Db,
  rules: BlockRules,
  row: UnitRow,
  decision: ProblemDecision,
): Promise<MarkEvent> {
  const { userId, outcome, scores } = decision
  if (outcome === 'return') return returnOf(db, rules, row, decision)
  const { choice } = factsOf(row)
  const given =
    choice && scores.length === rules.points.length ? scoresOfChoice(rules, choice, scores) : scores
  return {
    type: 'resolve_problem',
    by: userId,
    outcome: outcomeOf(rules, outcome, decision, given),
  }
}

/** The return as far as it can be carried out. */
async function returnOf(
  db: Db,
  rules: BlockRules,
  row: UnitRow,
  { userId, excludeRaiser }: ProblemDecision,
): Promise<MarkEvent> {
  const unit = unitStateOf(row, await selectUnitReadings(db, [row.id]))
  const open = await problemReturns(db, rules, row, unit)
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

/**
 * Stores which optional questions count, where that is still open and the decision needs it, or where the leader
 * finds that they are others than was thought. What was read of the others is void.
 *
 * @returns the paper to go on with
 */
async function chooseQuestions(
  db: Db,
  services: Services,
  rules: BlockRules,
  row: UnitRow,
  { userId, outcome, questionIds }: ProblemDecision,
): Promise<UnitRow> {
  const facts = factsOf(row)
  if (!isChosen(rules) || outcome === 'to_image') return row
  if (facts.choice !== null && questionIds.length === 0) return row
  const { choose, questions } = rules.optional
  const choice = questions.map(({ id }) => id).filter((id) => questionIds.includes(id))
  if (choice.length !== choose)
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'question_ids', message: `请先选择考生作答的选做题（${choose} 道）` },
    ])
  if (isSameChoice(facts.choice, choice)) return row
  const onSheet = await findChoiceOnSheet(db, rules, row)
  const { overruled: _, ...known } = facts
  const setAside = await setAsideWith(db, row)
  const said: UnitFacts = {
    ...known,
    choice,
    ...(setAside.length > 0 && { setAside }),
    ...(onSheet && !isSameChoice(onSheet, choice) && { overruled: onSheet }),
  }
  await db
    .updateTable('unit')
    .set({ facts: JSON.stringify(said) })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .execute()
  if (facts.choice !== null) {
    const send = (event: MarkEvent) => applyEvent(db, services, row.id, event, { userId, rules })
    await send({ type: 'images_ready', looksBlank: false, cropChanged: true })
    const again = countsAgain(setAside, { sheetId: facts.sheetId, choice, images: row.images })
    if (again) await send(again)
  }
  return (await findUnitForUpdate(db, row.id)) ?? row
}

const scoresOfChoice = (
  rules: BlockRules,
  choice: readonly number[],
  scores: readonly (Milli | null)[],
): (Milli | null)[] =>
  pointsOf(rules, choice).map((point) => scores[rules.points.indexOf(point)] ?? null)
