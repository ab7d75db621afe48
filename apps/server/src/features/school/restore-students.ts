import { type Db, isOneOf } from '@hengjuan/db'
import type { RowState } from '../../import/define-import.ts'

/** Students as an import may leave them, by id. */
export async function selectStudentStates(
  db: Db,
  schoolId: number,
  ids: readonly number[],
): Promise<Map<number, RowState>> {
  const rows = await db
    .selectFrom('student')
    .where('school_id', '=', schoolId)
    .where(isOneOf(db, 'id', ids))
    .select(['id', 'student_no', 'name', 'gender', 'class_id', 'left_at'])
    .execute()
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}

/**
 * Puts students back into the class that they came from, and deletes those that came with the import; then the classes
 * that it made, where nothing is in them.
 *
 * @returns why some stay as they are, by id
 */
export async function restoreStudents(
  db: Db,
  rows: readonly { id: number; before: RowState | null }[],
  made: unknown,
): Promise<Map<number, string>> {
  const kept = new Map<number, string>()
  const added = rows.flatMap(({ id, before }) => (before === null ? [id] : []))
  const examined = await db
    .selectFrom('candidate')
    .where(isOneOf(db, 'student_id', added))
    .select('student_id')
    .execute()
  for (const { student_id } of examined) kept.set(student_id, '已加入考试名单，不能删除')
  const signedIn = await db
    .selectFrom('user')
    .where(isOneOf(db, 'student_id', added))
    .select('student_id')
    .execute()
  for (const { student_id } of signedIn)
    if (student_id !== null) kept.set(student_id, '已开通查询账号，不能删除')
  await db
    .deleteFrom('student')
    .where(
      isOneOf(
        db,
        'id',
        added.filter((id) => !kept.has(id)),
      ),
    )
    .execute()
  const classes = await db
    .selectFrom('class')
    .where(
      isOneOf(
        db,
        'id',
        rows.flatMap(({ before }) => (before ? [Number(before['class_id'])] : [])),
      ),
    )
    .select('id')
    .execute()
  const classIds = new Set(classes.map(({ id }) => id))
  for (const { id, before } of rows) {
    if (before === null) continue
    const { class_id, gender, left_at } = before as {
      class_id: number
      gender: string
      left_at: string | null
    }
    if (!classIds.has(class_id)) kept.set(id, '原来的班级已不存在')
    else
      await db
        .updateTable('student')
        .set({ class_id, gender, left_at })
        .where('id', '=', id)
        .execute()
  }
  await deleteEmptyClasses(db, (made as { class_ids?: number[] } | null)?.class_ids ?? [])
  return kept
}

/** Deletes classes that nothing hangs on. */
export const deleteEmptyClasses = (db: Db, ids: readonly number[]) =>
  db
    .deleteFrom('class')
    .where(isOneOf(db, 'class.id', ids))
    .where((eb) =>
      eb.and(
        (['student', 'exam_class', 'candidate', 'teaching'] as const).map((table) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom(table)
                .whereRef(`${table}.class_id`, '=', 'class.id')
                .select(`${table}.class_id`),
            ),
          ),
        ),
      ),
    )
    .execute()
