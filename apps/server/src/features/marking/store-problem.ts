import type { Db } from '@hengjuan/db'
import { isNoteShown, type MarkEvent, tagOfProblem, type UnitState } from '@hengjuan/domain'
import { insertSentBack } from './sent-back.ts'
import { storeMisconduct } from './store-misconduct.ts'
import { MACHINE } from './unit-facts.ts'

interface Change {
  row: {
    id: number
    exam_id: number
    block_id: number
    candidate_id: number
    subject_id: number
    images: string
  }
  event: MarkEvent
  before: UnitState
  after: UnitState
  actor: { userId: number | null }
}

/** Keeps the lists of problem papers and of papers sent back to cutting, and misconduct, in step with a unit. */
export async function storeProblem(db: Db, change: Change, now: string): Promise<void> {
  const { row, event, before, after, actor } = change
  await storeMisconduct(db, row, [before.final, after.final])
  if (after.problem && !before.problem)
    await db
      .insertInto('problem_paper')
      .values({
        unit_id: row.id,
        block_id: row.block_id,
        reason: after.problem.reason,
        text: after.problem.note,
        raised_by: after.problem.raisedBy === MACHINE ? null : Number(after.problem.raisedBy),
        raised_at: now,
      })
      .execute()
  if (before.problem && !after.problem)
    await db
      .updateTable('problem_paper')
      .set({ resolved_by: actor.userId, resolved_at: now, outcome: after.status })
      .where('unit_id', '=', row.id)
      .where('resolved_at', 'is', null)
      .execute()
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
