import type { InputOf, ownPictures, ReplyOf } from '@hengjuan/contracts'
import { type Db, isOneOf } from '@hengjuan/db'
import { type Annotation, AppError } from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import { imagesOf, tracesOf } from '../marking-core/index.ts'
import { assertConsent } from '../school/index.ts'
import { shownOf } from './shown.ts'

/**
 * A student's own answers of a released subject, as they were scanned.
 *
 * @throws AppError QUERY_NOT_MATCHED, SCORE_NOT_RELEASED, OWN_PICTURES_HIDDEN
 */
export async function selectOwnPictures(
  services: Services,
  studentId: number,
  { exam_id: examId, subject_id: subjectId }: InputOf<typeof ownPictures>['query'],
): Promise<ReplyOf<typeof ownPictures>> {
  const { db } = services
  const own = await db
    .selectFrom('candidate')
    .innerJoin('exam', 'exam.id', 'candidate.exam_id')
    .where('exam.id', '=', examId)
    .where('exam.deleted_at', 'is', null)
    .where('candidate.student_id', '=', studentId)
    .select(['candidate.id as candidate_id', 'exam.id', 'exam.school_id', 'exam.grade_id'])
    .select(['exam.student_snapshot_id', 'exam.book_snapshot_id'])
    .executeTakeFirst()
  if (!own) throw new AppError('QUERY_NOT_MATCHED')
  if (own.student_snapshot_id === null && own.book_snapshot_id === null)
    throw new AppError('SCORE_NOT_RELEASED')
  await assertConsent(db, studentId, own)
  const { items } = await shownOf(db, own)
  if (!items.has('own_pictures')) throw new AppError('OWN_PICTURES_HIDDEN')
  const units = await db
    .selectFrom('unit')
    .innerJoin('block', 'block.id', 'unit.block_id')
    .where('unit.candidate_id', '=', own.candidate_id)
    .where('unit.subject_id', '=', subjectId)
    .select(['unit.id', 'unit.images', 'block.id as block_id', 'block.name'])
    .orderBy('block.sort')
    .execute()
  const images = await imagesOf(db, services, units)
  const marks = items.has('picture_marks')
    ? await selectMarks(
        db,
        units.map(({ id }) => id),
      )
    : null
  return units.flatMap(({ id, block_id, name }) => {
    const parts = images.get(id) ?? []
    if (parts.length === 0) return []
    // A stamp says what a question got.
    const shown = marks?.get(id)?.filter(({ kind }) => kind !== 'stamp' || items.has('item_scores'))
    return [{ block_id, block_name: name, images: parts, ...(marks ? { marks: shown ?? [] } : {}) }]
  })
}

/** Who decides comes last; of two who read alike the first. */
const DECIDES = ['ARB', 'R3', 'R1', 'R2']

/** What was drawn on papers by whoever decided their marks, by paper. */
async function selectMarks(db: Db, unitIds: readonly number[]): Promise<Map<number, Annotation[]>> {
  const rows = await db
    .selectFrom('reading')
    .where(isOneOf(db, 'unit_id', unitIds))
    .where('state', '=', 'submitted')
    .where('role', 'in', DECIDES)
    .where('traces', 'is not', null)
    .select(['unit_id', 'role', 'traces'])
    .execute()
  const best = new Map<number, (typeof rows)[number]>()
  for (const row of rows) {
    const known = best.get(row.unit_id)
    if (!known || DECIDES.indexOf(row.role) < DECIDES.indexOf(known.role))
      best.set(row.unit_id, row)
  }
  return new Map([...best].map(([id, row]) => [id, tracesOf(row) ?? []]))
}
