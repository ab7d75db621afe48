import { type Db, isOneOf } from '@hengjuan/db'
import { AppError, classLabel } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { type Act, takeChange } from '../classes/school-change.query.ts'
import { type Before, findPromotion, selectExamsSince } from './promotion.query.ts'

const UNDO_DAYS = 30
const DAY_MS = 86_400_000

type Done = NonNullable<Awaited<ReturnType<typeof findPromotion>>>

/** What stands against taking a promotion back; nothing where it can be. */
export async function undoProblems(
  db: Db,
  schoolId: number,
  done: Done,
  now: string,
): Promise<string[]> {
  const { classes } = JSON.parse(done.before) as Before
  const ids = classes.map(({ id }) => id)
  const isLate = Date.parse(now) - Date.parse(done.at) > UNDO_DAYS * DAY_MS
  const exams = await selectExamsSince(db, ids, done.at)
  const others = await db
    .selectFrom('class')
    .where('school_id', '=', schoolId)
    .where('closed_at', 'is', null)
    .where((eb) => eb.not(isOneOf(db, 'id', ids)))
    .select(['grade_id', 'name'])
    .execute()
  const taken = others.filter((one) =>
    classes.some(({ grade_id, name }) => one.grade_id === grade_id && one.name === name),
  )
  return [
    ...(isLate ? [`已超过 ${UNDO_DAYS} 天`] : []),
    ...exams.map(({ name }) => `升级后新建了考试「${name}」`),
    ...taken.map(({ grade_id, name }) => `升级后新建了班级「${classLabel(grade_id, name)}」`),
  ]
}

/**
 * Puts everything back as it was before the promotion. Students whom somebody moved or marked since then stay where
 * they were put.
 *
 * @throws AppError PROMOTION_UNDO_BLOCKED naming the first thing against it
 */
export async function undoPromotion(db: Db, act: Act, year: number): Promise<void> {
  const done = await findPromotion(db, act.schoolId, year)
  if (!done) throw new AppError('NOT_FOUND', { what: '这次升级' })
  const problems = await undoProblems(db, act.schoolId, done, isoNow(act.services.clock))
  if (problems.length > 0)
    throw new AppError('PROMOTION_UNDO_BLOCKED', { reason: problems.join('；') })
  const { before, at } = await takeChange(db, act, 'promotion', done.id)
  const { classes, students, members, roles, teaching } = before as Before
  for (const { id, ...row } of classes)
    await db.updateTable('class').set(row).where('id', '=', id).execute()
  const touched = await editedSince(db, act.schoolId, at)
  for (const { id, ...row } of students)
    if (!touched.has(id)) await db.updateTable('student').set(row).where('id', '=', id).execute()
  for (const { class_id, student_id, subject_id } of members)
    await db
      .updateTable('class_member')
      .set({ class_id })
      .where('student_id', '=', student_id)
      .where('subject_id', '=', subject_id)
      .execute()
  for (const { id, grade_ids, class_ids } of roles)
    await db.updateTable('user_role').set({ grade_ids, class_ids }).where('id', '=', id).execute()
  for (const row of teaching)
    await db
      .insertInto('teaching')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await db
    .deleteFrom('class_year')
    .where('year', '=', year - 1)
    .where(
      isOneOf(
        db,
        'class_id',
        classes.map(({ id }) => id),
      ),
    )
    .execute()
}

/** Students who were changed by hand since then. */
async function editedSince(db: Db, schoolId: number, at: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('audit')
    .where('school_id', '=', schoolId)
    .where('at', '>', at)
    .where('object', 'like', 'student:%')
    .select('object')
    .execute()
  return new Set(rows.map(({ object }) => Number(object.slice('student:'.length))))
}
