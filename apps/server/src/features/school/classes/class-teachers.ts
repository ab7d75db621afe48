import { type Db, isOneOf } from '@hengjuan/db'
import { AppError, type ScopeList } from '@hengjuan/domain'

interface Place {
  schoolId: number
  classId: number
  gradeId: number
}

interface RoleRow {
  id: number
  user_id: number
  grade_ids: string
  class_ids: string
  subject_ids: string
}

/**
 * Makes somebody the class teacher, or nobody. Whoever was it before loses the class, and the identity with the last
 * class of it.
 *
 * @returns whose roles changed
 */
export async function setClassTeacher(
  db: Db,
  { schoolId, classId, gradeId }: Place,
  userId: number | null,
): Promise<number[]> {
  if (userId !== null) await assertStaff(db, schoolId, [userId])
  const held = await rolesWith(db, classId, 'class_teacher')
  const changed: number[] = []
  for (const role of held) {
    if (role.user_id === userId) continue
    await without(db, role, classId)
    changed.push(role.user_id)
  }
  if (userId === null || held.some((role) => role.user_id === userId)) return changed
  await withClass(db, { userId, schoolId, role: 'class_teacher' }, { classId, gradeId })
  return [...changed, userId]
}

/**
 * Makes these the subject teachers of a class, each subject with any number of them. Their identity as subject
 * teacher reaches the class with it.
 *
 * @returns whose teaching changed
 */
export async function setTeachers(
  db: Db,
  { schoolId, classId, gradeId }: Place,
  teachers: readonly { subject_id: number; user_id: number }[],
): Promise<number[]> {
  const userIds = [...new Set(teachers.map(({ user_id }) => user_id))]
  await assertStaff(db, schoolId, userIds)
  const before = await db
    .selectFrom('teaching')
    .where('class_id', '=', classId)
    .select(['id', 'user_id', 'subject_id'])
    .execute()
  const isSame = (a: { user_id: number; subject_id: number }) => (b: typeof a) =>
    a.user_id === b.user_id && a.subject_id === b.subject_id
  const gone = before.filter((row) => !teachers.some(isSame(row)))
  const come = teachers.filter((row) => !before.some(isSame(row)))
  await db
    .deleteFrom('teaching')
    .where(
      isOneOf(
        db,
        'id',
        gone.map(({ id }) => id),
      ),
    )
    .execute()
  for (const one of come) await insertTeacher(db, { schoolId, classId, gradeId }, one)
  const left = new Set(gone.map(({ user_id }) => user_id))
  for (const userId of userIds) left.delete(userId)
  for (const role of await rolesWith(db, classId, 'subject_teacher'))
    if (left.has(role.user_id)) await without(db, role, classId)
  return [...new Set([...gone, ...come].map(({ user_id }) => user_id))]
}

/** Adds a teacher to those that there are. @throws AppError STAFF_NOT_FOUND */
export async function addTeacher(
  db: Db,
  place: Place,
  one: { subject_id: number; user_id: number },
): Promise<void> {
  await assertStaff(db, place.schoolId, [one.user_id])
  await insertTeacher(db, place, one)
}

async function insertTeacher(
  db: Db,
  { schoolId, classId, gradeId }: Place,
  { subject_id: subjectId, user_id: userId }: { subject_id: number; user_id: number },
): Promise<void> {
  await db
    .insertInto('teaching')
    .values({ user_id: userId, class_id: classId, subject_id: subjectId })
    .onConflict((conflict) => conflict.columns(['user_id', 'class_id', 'subject_id']).doNothing())
    .execute()
  await withClass(
    db,
    { userId, schoolId, role: 'subject_teacher' },
    { classId, gradeId, subjectId },
  )
}

/** @throws AppError STAFF_NOT_FOUND */
async function assertStaff(db: Db, schoolId: number, userIds: readonly number[]): Promise<void> {
  const own = await db
    .selectFrom('user')
    .where(isOneOf(db, 'id', userIds))
    .where('school_id', '=', schoolId)
    .where('student_id', 'is', null)
    .where('disabled_at', 'is', null)
    .select('id')
    .execute()
  if (own.length < new Set(userIds).size) throw new AppError('STAFF_NOT_FOUND')
}

/** Identities that name the class; those that reach every class are left alone. */
async function rolesWith(db: Db, classId: number, role: string): Promise<RoleRow[]> {
  const rows = await db
    .selectFrom('user_role')
    .where('role', '=', role)
    .where('class_ids', 'like', `%${classId}%`)
    .select(['id', 'user_id', 'grade_ids', 'class_ids', 'subject_ids'])
    .execute()
  return rows.filter(({ class_ids }) => listOf(class_ids).includes(classId))
}

const parsed = (text: string) => JSON.parse(text) as ScopeList<number>
const listOf = (text: string): readonly number[] => {
  const list = parsed(text)
  return list === 'all' ? [] : list
}

async function without(db: Db, role: RoleRow, classId: number): Promise<void> {
  const rest = listOf(role.class_ids).filter((id) => id !== classId)
  if (rest.length > 0)
    return void (await db
      .updateTable('user_role')
      .set({ class_ids: JSON.stringify(rest) })
      .where('id', '=', role.id)
      .execute())
  const others = await db
    .selectFrom('user_role')
    .where('user_id', '=', role.user_id)
    .where('id', '!=', role.id)
    .select('id')
    .executeTakeFirst()
  // The last identity stays without a class: an account with none cannot sign in at all.
  if (!others)
    return void (await db
      .updateTable('user_role')
      .set({ class_ids: '[]' })
      .where('id', '=', role.id)
      .execute())
  await db.deleteFrom('session').where('user_role_id', '=', role.id).execute()
  await db.deleteFrom('user_role').where('id', '=', role.id).execute()
}

async function withClass(
  db: Db,
  who: { userId: number; schoolId: number; role: 'class_teacher' | 'subject_teacher' },
  add: { classId: number; gradeId: number; subjectId?: number },
): Promise<void> {
  const held = await db
    .selectFrom('user_role')
    .where('user_id', '=', who.userId)
    .where('school_id', '=', who.schoolId)
    .where('role', '=', who.role)
    .select(['id', 'grade_ids', 'class_ids', 'subject_ids'])
    .executeTakeFirst()
  const into = (text: string, id: number | undefined): string => {
    const list = parsed(text)
    if (list === 'all' || id === undefined || list.includes(id)) return text
    return JSON.stringify([...list, id])
  }
  if (!held)
    return void (await db
      .insertInto('user_role')
      .values({
        user_id: who.userId,
        role: who.role,
        scope_level: 4,
        school_id: who.schoolId,
        grade_ids: JSON.stringify([add.gradeId]),
        class_ids: JSON.stringify([add.classId]),
        subject_ids: add.subjectId === undefined ? '"all"' : JSON.stringify([add.subjectId]),
      })
      .execute())
  await db
    .updateTable('user_role')
    .set({
      grade_ids: into(held.grade_ids, add.gradeId),
      class_ids: into(held.class_ids, add.classId),
      subject_ids: into(held.subject_ids, add.subjectId),
    })
    .where('id', '=', held.id)
    .execute()
}
