import { type Db, isOneOf } from '@hengjuan/db'
import {
  AppError,
  movedGrades,
  planPromotion,
  type PromotionRow,
  promotionProblems,
  schoolYearText,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { timeText } from '../../../wall-clock.ts'
import { notify } from '../../notice/index.ts'
import { type Act, insertChange } from '../classes/school-change.query.ts'
import type { Body } from './promotion-plan.ts'
import {
  type Before,
  findPromotion,
  type Promotable,
  selectBefore,
  selectPromotable,
  selectStaffIds,
  selectStages,
} from './promotion.query.ts'

/** Roles that reach grades as such, not by classes. */
const BY_GRADE = ['grade_director', 'grade_group_leader', 'prep_leader']
const BY_CLASS = ['class_teacher', 'subject_teacher']

/**
 * Promotes a school in one transaction. What was is kept whole, so that undoing it gives the same rows.
 *
 * @throws AppError PROMOTION_DONE, PROMOTION_INVALID, STUDENT_NOT_FOUND
 */
export async function applyPromotion(db: Db, act: Act, body: Body): Promise<void> {
  const { schoolId, services } = act
  const { year } = body
  const done = await findPromotion(db, schoolId, year)
  if (done)
    throw new AppError('PROMOTION_DONE', { year, time: timeText(done.at), name: done.by_name })
  const classes = await selectPromotable(db, schoolId)
  const rows = body.rows ?? planPromotion(classes, year, await selectStages(db, schoolId, classes))
  const [problem] = promotionProblems(classes, rows)
  if (problem) throw new AppError('PROMOTION_INVALID', { reason: problem.message })
  const ids = classes.map(({ id }) => id)
  const before = await selectBefore(db, schoolId, ids)
  const now = isoNow(services.clock)
  await keepYear(db, year - 1, before)
  await moveStudents(db, before, classes, rows, body, now)
  await moveClasses(db, rows, now)
  await moveStaff(db, before, classes, rows, body)
  const graduates = rows.filter(({ action }) => action === 'graduate').length
  await insertChange(db, act, {
    kind: 'promotion',
    year,
    before,
    after: {
      summary: `升入 ${schoolYearText(year)}：${rows.length} 个班，其中毕业 ${graduates} 个`,
    },
  })
  const staff = await selectStaffIds(db, schoolId)
  await notify(db, services, {
    kind: 'system',
    to: staff.map(({ id }) => id),
    title: `学校已升入 ${schoolYearText(year)}`,
    text: `${act.session.userName} 已完成升级，班级的年级和名称随之变化；过去的考试和报表不变。`,
    schoolId,
  })
}

/** What each class was called in the year that ends. */
async function keepYear(db: Db, year: number, { classes }: Before): Promise<void> {
  for (const { id, grade_id, name } of classes)
    await db
      .insertInto('class_year')
      .values({ class_id: id, year, grade_id, name })
      .onConflict((conflict) => conflict.columns(['class_id', 'year']).doNothing())
      .execute()
}

async function moveStudents(
  db: Db,
  before: Before,
  classes: readonly Promotable[],
  rows: readonly PromotionRow[],
  { students: exceptions = [] }: Body,
  now: string,
): Promise<void> {
  const rowOf = new Map(rows.map((row) => [row.class_id, row]))
  const gradeOf = new Map(classes.map(({ id, gradeId }) => [id, gradeId]))
  const kindOf = new Map(classes.map(({ id, kind }) => [id, kind]))
  const known = new Map(before.students.map((one) => [one.id, one]))
  const apart = new Set(exceptions.map(({ student_id }) => student_id))
  for (const row of rows) {
    if (kindOf.get(row.class_id) !== 'admin') {
      if (row.action === 'merge' && row.into_id !== null)
        await db
          .updateTable('class_member')
          .set({ class_id: row.into_id })
          .where('class_id', '=', row.class_id)
          .execute()
      continue
    }
    if (row.action !== 'graduate' && row.action !== 'merge') continue
    const ids = before.students
      .filter(({ id, class_id }) => class_id === row.class_id && !apart.has(id))
      .map(({ id }) => id)
    await db
      .updateTable('student')
      .set(
        row.action === 'graduate'
          ? { left_at: now, left_as: 'graduated' }
          : { class_id: row.into_id ?? row.class_id },
      )
      .where(isOneOf(db, 'id', ids))
      .execute()
  }
  for (const { student_id: id, action } of exceptions) {
    const student = known.get(id)
    if (!student) throw new AppError('STUDENT_NOT_FOUND')
    if (action !== 'repeat') {
      await db
        .updateTable('student')
        .set({ left_at: now, left_as: action === 'left' ? null : action })
        .where('id', '=', id)
        .execute()
      continue
    }
    const target = repeatClass(student.class_id, rowOf, gradeOf, kindOf)
    await db.updateTable('student').set({ class_id: target }).where('id', '=', id).execute()
  }
}

/** Whoever repeats goes into the class that comes up into their grade, under the same name if there is one. */
function repeatClass(
  classId: number,
  rowOf: ReadonlyMap<number, PromotionRow>,
  gradeOf: ReadonlyMap<number, number>,
  kindOf: ReadonlyMap<number, string>,
): number {
  const gradeId = gradeOf.get(classId)
  const coming = [...rowOf.values()].filter(
    (row) =>
      kindOf.get(row.class_id) === 'admin' &&
      row.to_grade === gradeId &&
      (row.action === 'promote' || row.action === 'keep'),
  )
  const [first] = coming
  if (!first)
    throw new AppError('PROMOTION_INVALID', {
      reason: '留级学生的年级明年还没有班级，请先保留一个班，或升级并导入新生后再调班',
    })
  const ownSort = [...gradeOf.keys()].filter((id) => gradeOf.get(id) === gradeId).indexOf(classId)
  return (coming[ownSort] ?? first).class_id
}

async function moveClasses(db: Db, rows: readonly PromotionRow[], now: string): Promise<void> {
  for (const { class_id, action, to_grade, to_name } of rows)
    await db
      .updateTable('class')
      .set(
        action === 'merge'
          ? { closed_at: now }
          : {
              grade_id: to_grade,
              name: to_name.trim(),
              ...(action === 'graduate' ? { closed_at: now } : {}),
            },
      )
      .where('id', '=', class_id)
      .execute()
}

async function moveStaff(
  db: Db,
  before: Before,
  classes: readonly Promotable[],
  rows: readonly PromotionRow[],
  body: Body,
): Promise<void> {
  const gradeOf = new Map(classes.map(({ id, gradeId }) => [id, gradeId]))
  const graduating = classes
    .filter(({ id }) => rows.some((row) => row.class_id === id && row.action === 'graduate'))
    .map(({ gradeId }) => gradeId)
  const cleared = new Set(body.clear_grades ?? graduating)
  const clearedIds = classes.filter(({ gradeId }) => cleared.has(gradeId)).map(({ id }) => id)
  await db
    .deleteFrom('teaching')
    .where(isOneOf(db, 'class_id', clearedIds))
    .execute()
  const moves = rows.flatMap(({ class_id, to_grade: to, action }) => {
    const from = gradeOf.get(class_id)
    return from === undefined ? [] : [{ from, to, action }]
  })
  const after = new Map(rows.map(({ class_id, to_grade }) => [class_id, to_grade]))
  for (const role of before.roles) {
    const grades = JSON.parse(role.grade_ids) as 'all' | number[]
    const classIds = JSON.parse(role.class_ids) as 'all' | number[]
    const next = { grade_ids: role.grade_ids, class_ids: role.class_ids }
    if (BY_GRADE.includes(role.role) && grades !== 'all' && body.directors !== 'stay')
      next.grade_ids = JSON.stringify(movedGrades(grades, moves))
    if (BY_CLASS.includes(role.role) && classIds !== 'all') {
      const kept = classIds.filter((id) => !clearedIds.includes(id))
      next.class_ids = JSON.stringify(kept)
      if (grades !== 'all' && kept.some((id) => after.has(id)))
        next.grade_ids = JSON.stringify([
          ...new Set(kept.flatMap((id) => after.get(id) ?? gradeOf.get(id) ?? [])),
        ])
    }
    if (next.grade_ids !== role.grade_ids || next.class_ids !== role.class_ids)
      await db.updateTable('user_role').set(next).where('id', '=', role.id).execute()
  }
}
