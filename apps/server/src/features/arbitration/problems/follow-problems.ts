import type { Db } from '@hengjuan/db'
import { isNoteShown, tagOfProblem, type UnitState } from '@hengjuan/domain'
import {
  flagsOf,
  insertSentBack,
  MACHINE,
  type UnitsChanged,
  type UnitSubscriber,
} from '../../marking-core/index.ts'
import { deleteProblemHold, findLastProblem } from './problem-hold.query.ts'
import { storeMisconduct } from './store-misconduct.ts'

/** Keeps the lists of problem papers and of papers sent back to cutting, and misconduct, in step with papers. */
export const followProblems: UnitSubscriber = async (db, _services, { at, steps }) => {
  for (const step of steps) await followStep(db, step, at)
}

async function followStep(
  db: Db,
  { row, event, before, after, actor }: UnitsChanged['steps'][number],
  now: string,
): Promise<void> {
  await storeMisconduct(db, row, [before.final, after.final])
  if (event.type === 'reopen') await openAgain(db, row.id, after)
  else if (after.problem && !before.problem) {
    const flags = actor.reading?.flags ?? []
    await db
      .insertInto('problem_paper')
      .values({
        unit_id: row.id,
        block_id: row.block_id,
        reason: after.problem.reason,
        text: after.problem.note,
        raised_by: after.problem.raisedBy === MACHINE ? null : Number(after.problem.raisedBy),
        raised_at: now,
        flags: JSON.stringify(flags),
        flag_note: actor.reading?.flagNote ?? null,
      })
      .execute()
    if (flags.length > 0) await storeRaised(db, row.id, [...(flagsOf(row).raised ?? []), ...flags])
  }
  // A paper that was cleared begins anew; what undoes that brings its flags back.
  if (event.type === 'reset' && flagsOf(row).raised) await storeRaised(db, row.id, [])
  if (event.type === 'restore') {
    const raised = await selectRaised(db, row.id)
    if (raised.length > 0) await storeRaised(db, row.id, raised)
  }
  if (before.problem && !after.problem) {
    await db
      .updateTable('problem_paper')
      .set({ resolved_by: actor.userId, resolved_at: now, outcome: after.status })
      .where('unit_id', '=', row.id)
      .where('resolved_at', 'is', null)
      .execute()
    await deleteProblemHold(db, row.id, { at: now })
  }
  const { problem } = before
  if (problem && event.type === 'resolve_problem' && event.outcome.kind === 'to_image')
    await insertSentBack(
      db,
      {
        unit: row,
        tag: tagOfProblem(problem.reason),
        note: isNoteShown(problem.reason) ? problem.note : '',
        byId: actor.userId,
      },
      now,
    )
}

/** Of a problem paper whose decision was withdrawn: it was passed on when, by whom and with what it was. */
async function openAgain(db: Db, unitId: number, { problem }: UnitState): Promise<void> {
  if (!problem) return
  const last = await findLastProblem(db, unitId)
  await db
    .updateTable('problem_paper')
    .set({ text: problem.note, resolved_by: null, resolved_at: null, outcome: null })
    .where('id', '=', last?.id ?? 0)
    .execute()
}

/** Keeps beside a unit what it was flagged as by those who passed it on: no reading of theirs stands. */
async function storeRaised(db: Db, unitId: number, raised: readonly string[]): Promise<void> {
  const unit = await db
    .selectFrom('unit')
    .where('id', '=', unitId)
    .select('flags')
    .executeTakeFirstOrThrow()
  const { raised: _, ...rest } = flagsOf(unit)
  const flags = raised.length === 0 ? rest : { ...rest, raised: [...new Set(raised)] }
  await db
    .updateTable('unit')
    .set({ flags: JSON.stringify(flags) })
    .where('id', '=', unitId)
    .execute()
}

async function selectRaised(db: Db, unitId: number): Promise<string[]> {
  const problems = await db
    .selectFrom('problem_paper')
    .where('unit_id', '=', unitId)
    .where('flags', '<>', '[]')
    .select('flags')
    .orderBy('id')
    .execute()
  return problems.flatMap(({ flags }) => JSON.parse(flags) as string[])
}
