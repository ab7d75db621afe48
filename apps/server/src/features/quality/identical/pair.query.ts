import { type Db, isOneOf } from '@hengjuan/db'
import { subjectNameIn } from '../../../subject-name.ts'

/** Every naming of a pair in some blocks, cut or not, the first first. */
export const selectNamings = (db: Db, blockIds: readonly number[]) =>
  db
    .selectFrom('problem_paper')
    .leftJoin('user', 'user.id', 'problem_paper.raised_by')
    .where(isOneOf(db, 'problem_paper.block_id', blockIds))
    .where('problem_paper.pair_unit_id', 'is not', null)
    .select(['problem_paper.block_id', 'problem_paper.unit_id', 'problem_paper.pair_unit_id'])
    .select(['problem_paper.text', 'problem_paper.raised_at', 'user.name as named_by'])
    .orderBy('problem_paper.id')
    .execute()

/** What was decided about pairs of some blocks, in order: the last of a pair holds. */
export const selectVerdicts = (db: Db, blockIds: readonly number[]) =>
  db
    .selectFrom('identical_verdict as verdict')
    .innerJoin('user', 'user.id', 'verdict.by_id')
    .where(isOneOf(db, 'verdict.block_id', blockIds))
    .select(['verdict.unit_id', 'verdict.pair_unit_id', 'verdict.outcome', 'verdict.reason'])
    .select(['verdict.at', 'user.name as by_name'])
    .orderBy('verdict.id')
    .execute()

export const selectPapers = (db: Db, unitIds: readonly number[]) =>
  db
    .selectFrom('unit')
    .innerJoin('block', 'block.id', 'unit.block_id')
    .innerJoin('subject', 'subject.id', 'unit.subject_id')
    .innerJoin('candidate', 'candidate.id', 'unit.candidate_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .innerJoin('school', 'school.id', 'candidate.school_id')
    .where(isOneOf(db, 'unit.id', unitIds))
    .select(['unit.id', 'unit.secret_code', 'unit.state', 'unit.images', 'unit.final_milli'])
    .select(['unit.facts', 'unit.flags'])
    .select([
      'unit.final_reason',
      'block.name as block_name',
      subjectNameIn('unit.exam_id').as('subject_name'),
    ])
    .select(['candidate.exam_no', 'candidate.name as student_name', 'class.name as class_name'])
    .select(['school.name as school_name', 'block.is_joint'])
    .execute()

/** When papers last got other pictures, or any again; by unit. What was said of one before is of what it showed then. */
export async function selectLastShown(
  db: Db,
  unitIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('mark_event')
    .where(isOneOf(db, 'mark_event.unit_id', unitIds))
    .where('mark_event.type', '=', 'images_ready')
    .groupBy('mark_event.unit_id')
    .select('mark_event.unit_id')
    .select(({ fn }) => fn.max('mark_event.at').as('at'))
    .execute()
  return new Map(rows.map(({ unit_id, at }) => [unit_id, at]))
}

/** First, second, third and arbitrating readings that stand. */
export const selectStanding = (db: Db, unitIds: readonly number[]) =>
  db
    .selectFrom('reading')
    .innerJoin('user', 'user.id', 'reading.marker_id')
    .where(isOneOf(db, 'reading.unit_id', unitIds))
    .where('reading.state', 'in', ['submitted', 'rejected'])
    .select(['reading.unit_id', 'reading.role', 'reading.total_milli', 'reading.submitted_at'])
    .select('user.name as marker_name')
    .orderBy('reading.id')
    .execute()

/** Blocks of an exam, those that somebody leads named. */
export const selectBlocksOfExam = (db: Db, examId: number, leaderId: number) =>
  db
    .selectFrom('block')
    .leftJoin('block_marker', (join) =>
      join
        .onRef('block_marker.block_id', '=', 'block.id')
        .on('block_marker.duty', '=', 'leader')
        .on('block_marker.user_id', '=', leaderId),
    )
    .where('block.exam_id', '=', examId)
    .select(['block.id', 'block.subject_id', 'block_marker.user_id as led_by'])
    .orderBy('block.subject_id')
    .orderBy('block.sort')
    .execute()
