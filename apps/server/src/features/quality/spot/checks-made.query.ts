import { type Db, whereGiven } from '@hengjuan/db'
import { subjectNameIn } from '../../../subject-name.ts'

export interface CheckFilter {
  examId: number
  subjectId?: number | undefined
  blockId?: number | undefined
  markerId?: number | undefined
  unitId?: number | undefined
  result?: string | undefined
}

const RESULTS: Record<string, { is_rejected: 0 | 1; is_marked: 0 | 1 }> = {
  agreed: { is_rejected: 0, is_marked: 0 },
  corrected: { is_rejected: 0, is_marked: 1 },
  rejected: { is_rejected: 1, is_marked: 0 },
  overruled: { is_rejected: 1, is_marked: 1 },
}

/** Checks made, newest first. */
export function selectSpotChecks(db: Db, filter: CheckFilter) {
  const result = filter.result === undefined ? undefined : RESULTS[filter.result]
  return db
    .selectFrom('spot_check')
    .innerJoin('block', 'block.id', 'spot_check.block_id')
    .innerJoin('subject', 'subject.id', 'spot_check.subject_id')
    .innerJoin('unit', 'unit.id', 'spot_check.unit_id')
    .innerJoin('user as marker', 'marker.id', 'spot_check.marker_id')
    .innerJoin('user as checker', 'checker.id', 'spot_check.checker_id')
    .where('spot_check.exam_id', '=', filter.examId)
    .where((eb) =>
      whereGiven(eb, {
        'spot_check.subject_id': filter.subjectId,
        'spot_check.block_id': filter.blockId,
        'spot_check.marker_id': filter.markerId,
        'spot_check.unit_id': filter.unitId,
      }),
    )
    .$if(result !== undefined, (query) =>
      query
        .where('spot_check.is_rejected', '=', result?.is_rejected ?? 0)
        .where('spot_check.is_marked', '=', result?.is_marked ?? 0),
    )
    .select([
      'spot_check.id',
      'spot_check.reading_id as task_detail_id',
      'spot_check.block_id',
      'block.name as block_name',
      'spot_check.subject_id',
      subjectNameIn('unit.exam_id').as('subject_name'),
      'unit.secret_code',
      'spot_check.marker_id',
      'marker.name as marker_name',
      'checker.name as checker_name',
      'spot_check.score_milli',
      'spot_check.is_rejected',
      'spot_check.is_marked',
      'spot_check.reject_milli',
      'spot_check.comment',
      'spot_check.checked_at',
      'spot_check.withdrawn_at',
    ])
    .orderBy('spot_check.id', 'desc')
    .execute()
}

/** The corrections of a paper do not stand any more: a leader withdrew its mark. */
export const withdrawChecks = (db: Db, { unitId, at }: { unitId: number; at: string }) =>
  db
    .updateTable('spot_check')
    .set({ withdrawn_at: at })
    .where('unit_id', '=', unitId)
    .where('is_marked', '=', 1)
    .where('withdrawn_at', 'is', null)
    .execute()
