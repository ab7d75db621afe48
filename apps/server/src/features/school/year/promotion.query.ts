import type { Db } from '@hengjuan/db'
import type { Stage } from '@hengjuan/domain'
import { stageOfGrade } from '@hengjuan/domain'
import { listed } from '../class.query.ts'

/** Classes of a school that are not closed, with what stands in them. */
export async function selectPromotable(db: Db, schoolId: number) {
  const classes = await db
    .selectFrom('class')
    .where('school_id', '=', schoolId)
    .where('closed_at', 'is', null)
    .select(['id', 'kind', 'grade_id', 'name', 'sort', 'closed_at'])
    .orderBy('grade_id', 'desc')
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const ids = classes.map(({ id }) => id)
  const own = await db
    .selectFrom('student')
    .where('class_id', 'in', listed(ids))
    .where('left_at', 'is', null)
    .groupBy('class_id')
    .select(({ fn }) => ['class_id', fn.countAll().as('count')])
    .execute()
  const members = await db
    .selectFrom('class_member')
    .innerJoin('student', 'student.id', 'class_member.student_id')
    .where('class_member.class_id', 'in', listed(ids))
    .where('student.left_at', 'is', null)
    .groupBy('class_member.class_id')
    .select(({ fn }) => ['class_member.class_id', fn.countAll().as('count')])
    .execute()
  const counts = new Map([...own, ...members].map((row) => [row.class_id, Number(row.count)]))
  return classes.map(({ grade_id, kind, ...row }) => ({
    ...row,
    kind: kind === 'teaching' ? ('teaching' as const) : ('admin' as const),
    gradeId: grade_id,
    students: counts.get(row.id) ?? 0,
  }))
}

export type Promotable = Awaited<ReturnType<typeof selectPromotable>>[number]

/** Stages that the school has classes of, or says that it has. */
export async function selectStages(
  db: Db,
  schoolId: number,
  classes: readonly { gradeId: number }[],
): Promise<Set<Stage>> {
  const { stages } = await db
    .selectFrom('school')
    .where('id', '=', schoolId)
    .select('stages')
    .executeTakeFirstOrThrow()
  const said = JSON.parse(stages) as Stage[]
  const had = classes.flatMap(({ gradeId }) => stageOfGrade(gradeId) ?? [])
  return new Set([...said, ...had])
}

/** The promotion into a year that holds, if any. */
export const findPromotion = (db: Db, schoolId: number, year: number) =>
  db
    .selectFrom('school_change')
    .innerJoin('user', 'user.id', 'school_change.by_id')
    .where('school_change.school_id', '=', schoolId)
    .where('school_change.kind', '=', 'promotion')
    .where('school_change.year', '=', year)
    .where('school_change.undone_at', 'is', null)
    .select([
      'school_change.id',
      'school_change.at',
      'school_change.before',
      'school_change.after',
      'user.name as by_name',
    ])
    .executeTakeFirst()

/** Exams of the school year that are not released. */
export const selectUnreleased = (db: Db, schoolId: number, from: string, to: string) =>
  db
    .selectFrom('exam')
    .where('school_id', '=', schoolId)
    .where('deleted_at', 'is', null)
    .where('published_snapshot_id', 'is', null)
    .where('start_date', '>=', from)
    .where('start_date', '<', to)
    .select('name')
    .execute()

/** Exams that were made on these classes since then. */
export const selectExamsSince = (db: Db, classIds: readonly number[], at: string) =>
  db
    .selectFrom('exam_class')
    .innerJoin('exam', 'exam.id', 'exam_class.exam_id')
    .where('exam_class.class_id', 'in', listed(classIds))
    .where('exam.created_at', '>=', at)
    .where('exam.deleted_at', 'is', null)
    .select('exam.name')
    .distinct()
    .execute()

/** What changes with a promotion, as it stands: whole rows, so that they can be put back as they were. */
export async function selectBefore(db: Db, schoolId: number, classIds: readonly number[]) {
  const classes = await db
    .selectFrom('class')
    .where('id', 'in', listed(classIds))
    .select(['id', 'grade_id', 'name', 'sort', 'closed_at'])
    .orderBy('id')
    .execute()
  const students = await db
    .selectFrom('student')
    .where('class_id', 'in', listed(classIds))
    .where('left_at', 'is', null)
    .select(['id', 'class_id', 'left_at', 'left_as'])
    .orderBy('id')
    .execute()
  const members = await db
    .selectFrom('class_member')
    .where('class_id', 'in', listed(classIds))
    .select(['class_id', 'student_id', 'subject_id'])
    .execute()
  const roles = await db
    .selectFrom('user_role')
    .where('school_id', '=', schoolId)
    .select(['id', 'role', 'grade_ids', 'class_ids'])
    .orderBy('id')
    .execute()
  const teaching = await db
    .selectFrom('teaching')
    .where('class_id', 'in', listed(classIds))
    .selectAll()
    .orderBy('id')
    .execute()
  return { classes, students, members, roles, teaching }
}

export type Before = Awaited<ReturnType<typeof selectBefore>>

export const selectStaffIds = (db: Db, schoolId: number) =>
  db
    .selectFrom('user')
    .where('school_id', '=', schoolId)
    .where('student_id', 'is', null)
    .where('disabled_at', 'is', null)
    .select('id')
    .execute()
