import type { ScoreCorrection } from '@hengjuan/contracts'
import type { Db, Tables } from '@hengjuan/db'
import { type Milli, pointChanges, ungivenZeroOf } from '@hengjuan/domain'
import type { Insertable } from 'kysely'
import type { Static } from 'typebox'
import { type BlockRules, countedPoints, selectBlockRules } from '../marking-core/index.ts'
import { subjectNameIn } from '../../subject-name.ts'

export type CorrectionView = Static<typeof ScoreCorrection>

export interface CorrectionFilter {
  examId: number
  subjectId?: number | undefined
  candidateId?: number | undefined
  state?: string | undefined
  id?: number | undefined
}

/** Corrections with the names that belong to them, the newest first. */
export async function selectCorrections(
  db: Db,
  filter: CorrectionFilter,
): Promise<CorrectionView[]> {
  const rows = await selectRows(db, filter)
  const rules = new Map<number, BlockRules>()
  for (const id of new Set(rows.map(({ block_id }) => block_id)))
    rules.set(id, await selectBlockRules(db, id))
  return rows.map(({ block_id, facts, before_points, after_points, before_reason, ...row }) => {
    const block = rules.get(block_id)
    const points = block ? countedPoints(block, { facts }) : []
    return {
      ...row,
      before_reason: ungivenZeroOf(before_reason),
      changes:
        points.length < 2
          ? []
          : pointChanges(
              points,
              JSON.parse(before_points) as Milli[],
              JSON.parse(after_points) as Milli[],
            ),
    }
  })
}

const selectRows = (db: Db, filter: CorrectionFilter) =>
  db
    .selectFrom('score_correction as correction')
    .innerJoin('candidate', 'candidate.id', 'correction.candidate_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .innerJoin('school', 'school.id', 'candidate.school_id')
    .innerJoin('block', 'block.id', 'correction.block_id')
    .innerJoin('unit', 'unit.id', 'correction.unit_id')
    .innerJoin('subject', 'subject.id', 'correction.subject_id')
    .innerJoin('user as asker', 'asker.id', 'correction.asked_by')
    .leftJoin('user as decider', 'decider.id', 'correction.decided_by')
    .where('correction.exam_id', '=', filter.examId)
    .$if(filter.subjectId !== undefined, (query) =>
      query.where('correction.subject_id', '=', filter.subjectId ?? 0),
    )
    .$if(filter.candidateId !== undefined, (query) =>
      query.where('correction.candidate_id', '=', filter.candidateId ?? 0),
    )
    .$if(filter.id !== undefined, (query) => query.where('correction.id', '=', filter.id ?? 0))
    .$if(filter.state !== undefined, (query) =>
      query.where('correction.state', '=', filter.state as CorrectionView['state']),
    )
    .select([
      'correction.id as correction_id',
      'correction.subject_id',
      subjectNameIn('correction.exam_id').as('subject_name'),
      'correction.candidate_id',
      'candidate.exam_no',
      'candidate.name',
      'class.name as class_name',
      'correction.unit_id',
      'correction.block_id',
      'correction.before_points',
      'correction.after_points',
      'unit.facts',
      'block.name as block_name',
      'correction.state',
      'correction.before_milli',
      'correction.before_reason',
      'correction.after_milli',
      'correction.reason',
      'correction.asked_by',
      'asker.name as asked_by_name',
      'correction.asked_at',
      'decider.name as decided_by_name',
      'correction.decided_at',
      'correction.decide_note',
    ])
    .select(({ eb }) =>
      eb
        .case()
        .when('block.is_joint', '=', 1)
        .then(eb.ref('school.name'))
        .else(null)
        .end()
        .as('school_name'),
    )
    .orderBy('correction.id', 'desc')
    .execute()

/** The lower score of a unit that waits for a second person. */
export const findPending = (db: Db, unitId: number) =>
  db
    .selectFrom('score_correction')
    .selectAll()
    .where('unit_id', '=', unitId)
    .where('state', '=', 'pending')
    .executeTakeFirst()

export const findCorrection = (db: Db, id: number) =>
  db.selectFrom('score_correction').selectAll().where('id', '=', id).executeTakeFirst()

export async function insertCorrection(
  db: Db,
  row: Insertable<Tables['score_correction']>,
): Promise<number> {
  const { id } = await db
    .insertInto('score_correction')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function settleCorrection(
  db: Db,
  id: number,
  settled: { state: 'applied' | 'refused'; by: number; at: string; note: string },
): Promise<void> {
  await db
    .updateTable('score_correction')
    .set({
      state: settled.state,
      decided_by: settled.by,
      decided_at: settled.at,
      decide_note: settled.note,
    })
    .where('id', '=', id)
    .execute()
}
