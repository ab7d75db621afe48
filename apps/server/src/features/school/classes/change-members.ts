import type { classMembers, InputOf } from '@hengjuan/contracts'
import { type Db, isOneOf, type Tables } from '@hengjuan/db'
import { AppError, subjectName } from '@hengjuan/domain'
import type { Selectable } from 'kysely'

/**
 * Puts students into a teaching class and takes others out.
 *
 * @throws AppError CLASS_NOT_TEACHING, STUDENT_NOT_FOUND, MEMBER_ELSEWHERE naming the first who is in another class of
 *   the subject, unless they are to be moved
 */
export async function changeMembers(
  db: Db,
  own: Selectable<Tables['class']>,
  { add = [], remove = [], move = false }: InputOf<typeof classMembers>['body'],
): Promise<{ added: number; removed: number; moved: number }> {
  const { id: classId, subject_id: subjectId } = own
  if (own.kind !== 'teaching' || subjectId === null)
    throw new AppError('CLASS_NOT_TEACHING', { className: own.name })
  const students = await db
    .selectFrom('student')
    .where(isOneOf(db, 'id', add))
    .where('school_id', '=', own.school_id)
    .select(['id', 'name'])
    .execute()
  if (students.length < new Set(add).size) throw new AppError('STUDENT_NOT_FOUND')
  const taken = await db
    .selectFrom('class_member')
    .innerJoin('class', 'class.id', 'class_member.class_id')
    .where(isOneOf(db, 'class_member.student_id', add))
    .where('class_member.subject_id', '=', subjectId)
    .select(['class_member.student_id', 'class_member.class_id', 'class.name'])
    .execute()
  const elsewhere = taken.filter((row) => row.class_id !== classId)
  const [first] = elsewhere
  if (first && !move)
    throw new AppError('MEMBER_ELSEWHERE', {
      name: students.find(({ id }) => id === first.student_id)?.name ?? '',
      subject: subjectName(subjectId, own.grade_id),
      className: first.name,
    })
  const movedIds = elsewhere.map(({ student_id }) => student_id)
  await db
    .updateTable('class_member')
    .set({ class_id: classId })
    .where(isOneOf(db, 'student_id', movedIds))
    .where('subject_id', '=', subjectId)
    .execute()
  const known = new Set(taken.map(({ student_id }) => student_id))
  const fresh = students.filter(({ id }) => !known.has(id))
  if (fresh.length > 0)
    await db
      .insertInto('class_member')
      .values(fresh.map(({ id }) => ({ class_id: classId, student_id: id, subject_id: subjectId })))
      .execute()
  const gone = await db
    .deleteFrom('class_member')
    .where('class_id', '=', classId)
    .where(isOneOf(db, 'student_id', remove))
    .executeTakeFirst()
  return {
    added: fresh.length,
    removed: Number(gone.numDeletedRows),
    moved: movedIds.length,
  }
}
