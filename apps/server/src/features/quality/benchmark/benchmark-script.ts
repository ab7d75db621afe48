import type { Db } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  type BenchmarkKind,
  checkScores,
  countedTotal,
  definitiveStep,
  type Milli,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import {
  applyEvent,
  bestOfBlock,
  factsOf,
  findUnit,
  findUnitForUpdate,
  flagsOf,
  holdMarkers,
  leavesHands,
  lockAllocation,
  pointsOf,
  putBackSeeds,
  selectBlockRules,
  notifyMarkers,
  tryEvent,
  withRetry,
} from '../../marking-core/index.ts'
import { assertNoRelative } from '../../marking-setup/index.ts'
import { countTrials } from '../trial/trial.query.ts'
import {
  findScript,
  type ScriptRow,
  selectLeaderIds,
  selectMarks,
} from '../seeds/benchmark.query.ts'
import { nameSeeds } from '../seeds/seed.query.ts'

interface OnScript {
  blockId: number
  scriptId: number
  leaderId: number
}
type Scores = readonly (Milli | null)[]

const STATE_NAMES: Readonly<Record<string, string>> = { agreed: '商定标准分', retired: '停用' }

/**
 * Makes a script of a paper. One that was retired is taken up again, and marked anew.
 *
 * @throws AppError MARKING_UNIT_NOT_FOUND, MARKING_BENCHMARK_EXISTS, MARKING_UNIT_NOT_OPEN
 * @source domain rules 7.1
 */
export const makeScript = (
  services: Services,
  on: { blockId: number; unitId: number; leaderId: number; kind: BenchmarkKind },
): Promise<number> =>
  withRetry(services, async (db) => {
    const unit = await findUnitForUpdate(db, on.unitId)
    if (unit?.block_id !== on.blockId) throw new AppError('MARKING_UNIT_NOT_FOUND')
    const before = await db
      .selectFrom('benchmark_script')
      .select(['id', 'state'])
      .where('unit_id', '=', unit.id)
      .executeTakeFirst()
    if (before && before.state !== 'retired') throw new AppError('MARKING_BENCHMARK_EXISTS')
    const rules = await selectBlockRules(db, on.blockId)
    const zeros = pointsOf(rules, factsOf(unit).choice).map(() => 0)
    // What the rules would refuse at the end is refused before two leaders have worked on it.
    await tryEvent(db, unit.id, { type: 'benchmark', by: on.leaderId, scores: zeros })
    const values = {
      kind: on.kind,
      state: 'marking',
      points: null,
      total_milli: null,
      comments: '[]',
      proposed_by: null,
      agreed_by: null,
      agreed_at: null,
      is_alone: 0,
      created_by: on.leaderId,
      created_at: isoNow(services.clock),
    }
    if (before) {
      await db.deleteFrom('benchmark_mark').where('script_id', '=', before.id).execute()
      await updateScript(db, before.id, values)
      return before.id
    }
    const { id } = await db
      .insertInto('benchmark_script')
      .values({ block_id: on.blockId, unit_id: unit.id, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })

/** Another use of a script. */
export const changeKind = (services: Services, on: OnScript, kind: BenchmarkKind) =>
  withRetry(services, async (db) => {
    const script = await mustFind(db, on)
    await updateScript(db, script.id, { kind })
    if (kind === 'seed' && script.state === 'agreed') await nameSeeds(db, on.blockId)
    return script.id
  })

/**
 * Takes a script out of use. A paper that no marker was given goes back to ordinary marking; one that was
 * stays final at its definitive score, because those markers know it.
 */
export const retireScript = (services: Services, on: OnScript): Promise<number> =>
  withRetry(services, async (db) => {
    // To whom it is being given has it by then; from then on it is given to nobody.
    await lockAllocation(db, on.blockId)
    await holdMarkers(db, [on.blockId])
    const script = await mustFind(db, on)
    if (script.state === 'retired') throw settled(script, '停用')
    await updateScript(db, script.id, { state: 'retired' })
    const met = await db
      .selectFrom('reading')
      .select('id')
      .where('unit_id', '=', script.unit_id)
      .where('role', '=', 'SEED')
      .execute()
    await putBackSeeds(db, { readingIds: met.map(({ id }) => id) })
    // Without its sheet nobody can mark it: it stays final, as any other mark whose sheet was voided.
    const isGone = flagsOf(await findUnit(db, script.unit_id)).sheet_gone === true
    const isUnmet = met.length === 0 && (await countTrials(db, script.id)) === 0
    if (isUnmet && !isGone && script.state === 'agreed')
      await applyEvent(
        db,
        services,
        script.unit_id,
        { type: 'benchmark_withdrawn', by: on.leaderId },
        { userId: on.leaderId },
      )
    return script.id
  })

/**
 * What one leader gives a script; given again it takes the place of the first.
 *
 * @throws AppError MARKING_BENCHMARK_NOT_FOUND, MARKING_BENCHMARK_SETTLED, MARKING_RELATIVE; the refusal of the scores
 */
export const markScript = (
  services: Services,
  on: OnScript,
  given: { scores: Scores; comment: string },
): Promise<void> =>
  withRetry(services, async (db) => {
    const script = await mustFind(db, on)
    if (script.state !== 'marking') throw settled(script, '评分')
    const { columns } = await checkedScores(db, script, given.scores, on.leaderId)
    const values = {
      ...columns,
      comment: given.comment,
      marked_at: isoNow(services.clock),
    }
    await db
      .insertInto('benchmark_mark')
      .values({ script_id: script.id, leader_id: on.leaderId, ...values })
      .onConflict((conflict) => conflict.columns(['script_id', 'leader_id']).doUpdateSet(values))
      .execute()
  })

/**
 * Proposes the definitive score of a script, or agrees to what another leader proposed. Agreed, the paper
 * is final at it and nobody reads it any more as an ordinary one.
 *
 * @throws AppError with the rule's refusal
 * @source domain rules 7.1
 */
export async function defineScript(
  services: Services,
  on: OnScript,
  given: { scores: Scores; comments: readonly string[]; isAlone: boolean },
): Promise<'proposed' | 'agreed'> {
  const { step, taken } = await withRetry(services, (db) => define(db, services, on, given))
  await notifyMarkers(services.db, taken)
  return step
}

/** @returns what came of it, and the paper where somebody had it in hand until then */
async function define(
  db: Db,
  services: Services,
  on: OnScript,
  given: { scores: Scores; comments: readonly string[]; isAlone: boolean },
): Promise<{ step: 'proposed' | 'agreed'; taken: number[] }> {
  const script = await mustFind(db, on)
  if (script.state !== 'marking') throw settled(script, '修改标准分')
  const { scores, columns } = await checkedScores(db, script, given.scores, on.leaderId)
  const marks = await selectMarks(db, [script.id])
  const step = definitiveStep({
    leaderId: on.leaderId,
    scores,
    markedBy: marks.map(({ leader_id }) => leader_id),
    leaders: await selectLeaderIds(db, on.blockId),
    proposal:
      script.points === null || script.proposed_by === null
        ? null
        : { by: script.proposed_by, scores: JSON.parse(script.points) as Milli[] },
    isAlone: given.isAlone,
  })
  if (step.kind === 'refused') throw appErrorOf(step.code, step.facts)
  const comments = JSON.stringify(given.comments)
  if (step.kind === 'proposed') {
    await updateScript(db, script.id, { ...columns, comments, proposed_by: on.leaderId })
    return { step: 'proposed', taken: [] }
  }
  await updateScript(db, script.id, {
    ...columns,
    state: 'agreed',
    // Who agrees without a word leaves the words of who proposed.
    ...(given.comments.some(Boolean) ? { comments } : {}),
    proposed_by: script.proposed_by ?? on.leaderId,
    agreed_by: on.leaderId,
    agreed_at: isoNow(services.clock),
    is_alone: step.isAlone ? 1 : 0,
  })
  const before = await findUnitForUpdate(db, script.unit_id)
  const applied = await applyEvent(
    db,
    services,
    script.unit_id,
    { type: 'benchmark', by: on.leaderId, scores },
    { userId: on.leaderId },
  )
  if (script.kind === 'seed') await nameSeeds(db, on.blockId)
  return {
    step: 'agreed',
    taken: before && leavesHands(before, applied) ? [script.unit_id] : [],
  }
}

const updateScript = (db: Db, id: number, values: Partial<Omit<ScriptRow, 'id'>>) =>
  db.updateTable('benchmark_script').set(values).where('id', '=', id).execute()

async function mustFind(db: Db, { blockId, scriptId }: OnScript): Promise<ScriptRow> {
  const script = await findScript(db, blockId, scriptId)
  if (!script) throw new AppError('MARKING_BENCHMARK_NOT_FOUND')
  // Two leaders who decide at once come one after the other.
  await findUnitForUpdate(db, script.unit_id)
  return (await findScript(db, blockId, scriptId)) ?? script
}

const settled = ({ state }: ScriptRow, action: string): AppError =>
  new AppError('MARKING_BENCHMARK_SETTLED', { state: STATE_NAMES[state] ?? state, action })

async function checkedScores(
  db: Db,
  script: ScriptRow,
  scores: Scores,
  leaderId: number,
): Promise<{ scores: Milli[]; columns: { points: string; total_milli: Milli } }> {
  const unit = await findUnitForUpdate(db, script.unit_id)
  if (!unit) throw new AppError('MARKING_UNIT_NOT_FOUND')
  await assertNoRelative(db, unit, leaderId)
  const rules = await selectBlockRules(db, script.block_id)
  const refusal = checkScores(pointsOf(rules, factsOf(unit).choice), scores)
  if (refusal) throw appErrorOf(refusal.code, refusal.facts)
  const checked = scores as Milli[]
  const total_milli = countedTotal(checked, bestOfBlock(rules))
  return { scores: checked, columns: { points: JSON.stringify(checked), total_milli } }
}
