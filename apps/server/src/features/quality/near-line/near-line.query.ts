import { countRows, type Db, isOneOf } from '@hengjuan/db'
import { type NotNull, sql } from 'kysely'
import { hasLeft } from '../../marking-core/index.ts'
import type { NearLineRule } from './near-line-rule.ts'

/**
 * Papers that one reading alone decided, of candidates whose totals lie near one of the lines, in the order
 * of candidates.
 */
export const selectNearPapers = (
  db: Db,
  subject: { examId: number; subjectId: number },
  { lines, windowMilli, blockIds }: NearLineRule,
  candidateIds?: readonly number[],
) =>
  db
    .selectFrom('candidate_subject as total')
    .innerJoin('unit', (join) =>
      join
        .onRef('unit.candidate_id', '=', 'total.candidate_id')
        .onRef('unit.subject_id', '=', 'total.subject_id'),
    )
    .where('total.exam_id', '=', subject.examId)
    .where('total.subject_id', '=', subject.subjectId)
    .where((eb) =>
      eb.or(
        lines.map(({ totalMilli }) =>
          eb.between('total.total_milli', totalMilli - windowMilli, totalMilli + windowMilli),
        ),
      ),
    )
    .where('unit.exam_id', '=', subject.examId)
    .where('unit.state', '=', 'FINAL')
    .where('unit.final_source', '=', 'SINGLE')
    .$if(blockIds !== null, (query) => query.where(isOneOf(db, 'unit.block_id', blockIds ?? [])))
    .$if(candidateIds !== undefined, (query) =>
      query.where(isOneOf(db, 'unit.candidate_id', candidateIds ?? [])),
    )
    .select(['unit.id as unitId', 'unit.block_id as blockId', 'unit.candidate_id as candidateId'])
    .select(['total.total_milli as totalMilli', 'unit.final_milli as finalMilli'])
    .orderBy('unit.candidate_id')
    .orderBy('unit.id')
    // Near a line there is a total, and a final paper has a mark.
    .$narrowType<{ totalMilli: NotNull; finalMilli: NotNull }>()
    .execute()

/** A paper that one reading decided, of a candidate near a line. */
export type NearPaper = Awaited<ReturnType<typeof selectNearPapers>>[number]

/** Present candidates whose total is still open. */
export async function countOpenTotals(
  db: Db,
  { examId, subjectId }: { examId: number; subjectId: number },
): Promise<number> {
  return countRows(
    db
      .selectFrom('candidate_subject')
      .where('exam_id', '=', examId)
      .where('subject_id', '=', subjectId)
      .where('attendance', '=', 0)
      .where('total_milli', 'is', null),
  )
}

/** Past runs, the latest first. */
export const selectRuns = (db: Db, subject: { examId: number; subjectId: number }) =>
  db
    .selectFrom('near_line_run')
    .innerJoin('user', 'user.id', 'near_line_run.by_id')
    .where('near_line_run.exam_id', '=', subject.examId)
    .where('near_line_run.subject_id', '=', subject.subjectId)
    .selectAll('near_line_run')
    .select('user.name as by_name')
    .orderBy('near_line_run.id', 'desc')
    .execute()

/** Nobody holds or has given the second reading. */
const isUnbegun = sql<number>`case when paper.withdrawn_at is null
  and unit.state = 'MARKING' and unit.free_role = 'R2' then 1 else 0 end`
const isDone = sql<number>`case when paper.withdrawn_at is null
  and unit.state in ('FINAL', 'LOCKED') then 1 else 0 end`
const isChanged = sql<number>`case when paper.withdrawn_at is null
  and unit.final_milli <> paper.final_before then 1 else 0 end`
const isWithdrawn = sql<number>`case when paper.withdrawn_at is null then 0 else 1 end`

/** How far the papers of runs have come. */
export async function selectRunProgress(db: Db, runIds: readonly number[]) {
  const rows = await db
    .selectFrom('near_line_paper as paper')
    .innerJoin('unit', 'unit.id', 'paper.unit_id')
    .where(isOneOf(db, 'paper.run_id', runIds))
    .groupBy('paper.run_id')
    .select(({ fn }) => [
      'paper.run_id',
      fn.countAll<number>().as('papers'),
      fn.count<number>('paper.candidate_id').distinct().as('candidates'),
      fn.sum<number>(isDone).as('done'),
      fn.sum<number>(isChanged).as('changed'),
      fn.sum<number>(isWithdrawn).as('withdrawn'),
      fn.sum<number>(isUnbegun).as('unbegun'),
    ])
    .execute()
  return new Map(rows.map(({ run_id, ...counts }) => [run_id, counts]))
}

/** Totals of a run's candidates then and now; those that are open now are left out. */
export async function selectMovedTotals(db: Db, runIds: readonly number[]) {
  return db
    .selectFrom('near_line_paper as paper')
    .innerJoin('near_line_run as run', 'run.id', 'paper.run_id')
    .innerJoin('candidate_subject as total', (join) =>
      join
        .onRef('total.candidate_id', '=', 'paper.candidate_id')
        .onRef('total.subject_id', '=', 'run.subject_id'),
    )
    .where(isOneOf(db, 'paper.run_id', runIds))
    .whereRef('total.total_milli', '<>', 'paper.total_before')
    .select(['paper.run_id', 'paper.candidate_id', 'paper.total_before', 'total.total_milli'])
    .distinct()
    .execute()
}

/** Papers of a subject that were sent to a second reader and are not settled. */
export async function countUnfinished(
  db: Db,
  { examId, subjectId }: { examId: number; subjectId: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('near_line_paper as paper')
    .innerJoin('near_line_run as run', 'run.id', 'paper.run_id')
    .innerJoin('unit', 'unit.id', 'paper.unit_id')
    .where('run.exam_id', '=', examId)
    .where('run.subject_id', '=', subjectId)
    .where('paper.withdrawn_at', 'is', null)
    .where('unit.state', 'not in', ['FINAL', 'LOCKED'])
    .where((eb) => eb.not(hasLeft))
    .select(({ fn }) => fn.count<number>('unit.id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Papers of a run whose second reading nobody has begun. */
export const selectUnbegun = (db: Db, runId: number) =>
  db
    .selectFrom('near_line_paper as paper')
    .innerJoin('unit', 'unit.id', 'paper.unit_id')
    .where('paper.run_id', '=', runId)
    .where(isUnbegun, '=', 1)
    .select(['paper.id', 'paper.unit_id'])
    .orderBy('paper.unit_id')
    .execute()
