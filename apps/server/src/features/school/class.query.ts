import type { Db } from '@hengjuan/db'
import { gradeLabel, type ScopeLists } from '@hengjuan/domain'

/** Classes of a school that a scope reaches, by grade and order, with their students who have not left. */
export async function selectClasses(
  db: Db,
  filter: {
    schoolId: number
    gradeId?: number | undefined
    scope: ScopeLists<number>
    /** 行政班 unless 教学班 are asked for. */
    kind?: 'admin' | 'teaching' | undefined
  },
) {
  const { schoolId, gradeId, scope, kind = 'admin' } = filter
  const rows = await db
    .selectFrom('class')
    .where('class.school_id', '=', schoolId)
    .where('class.kind', '=', kind)
    .where('class.closed_at', 'is', null)
    .$if(gradeId !== undefined, (query) => query.where('class.grade_id', '=', gradeId ?? 0))
    .$if(scope.grades !== 'all', (query) =>
      query.where('class.grade_id', 'in', listed(scope.grades)),
    )
    .$if(scope.classes !== 'all', (query) => query.where('class.id', 'in', listed(scope.classes)))
    .select(['class.id', 'class.grade_id', 'class.name'])
    .select((eb) => [
      eb
        .selectFrom('student')
        .whereRef('student.class_id', '=', 'class.id')
        .where('student.left_at', 'is', null)
        .select((sub) => sub.fn.countAll().as('n'))
        .as('students'),
    ])
    .orderBy('class.grade_id')
    .orderBy('class.sort')
    .orderBy('class.id')
    .execute()
  const teachers = await selectClassTeachers(db, schoolId)
  return rows.map((row) => ({
    class_id: row.id,
    grade_id: row.grade_id,
    grade_name: gradeLabel(row.grade_id),
    name: row.name,
    student_count: Number(row.students ?? 0),
    class_teacher: teachers.get(row.id) ?? null,
  }))
}

/** An `in` list may not be empty; no id is 0. */
export const listed = (ids: 'all' | readonly number[]): number[] =>
  ids === 'all' || ids.length === 0 ? [0] : [...ids]

async function selectClassTeachers(db: Db, schoolId: number): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('user_role')
    .innerJoin('user', 'user.id', 'user_role.user_id')
    .where('user_role.school_id', '=', schoolId)
    .where('user_role.role', '=', 'class_teacher')
    .where('user.disabled_at', 'is', null)
    .select(['user.name', 'user_role.class_ids'])
    .execute()
  return new Map(
    rows.flatMap(({ name, class_ids }) =>
      [JSON.parse(class_ids) as 'all' | number[]]
        .flatMap((ids) => (ids === 'all' ? [] : ids))
        .map((id) => [id, name] as const),
    ),
  )
}

export const findClass = (db: Db, schoolId: number, gradeId: number, name: string) =>
  db
    .selectFrom('class')
    .where('school_id', '=', schoolId)
    .where('grade_id', '=', gradeId)
    .where('kind', '=', 'admin')
    .where('name', '=', name)
    .select('id')
    .executeTakeFirst()

/** Adds a class behind the others of its grade. */
export async function insertClass(
  db: Db,
  one: { schoolId: number; gradeId: number; name: string },
): Promise<number> {
  const { last } = await db
    .selectFrom('class')
    .where('school_id', '=', one.schoolId)
    .where('grade_id', '=', one.gradeId)
    .select((eb) => eb.fn.max('sort').as('last'))
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('class')
    .values({
      school_id: one.schoolId,
      grade_id: one.gradeId,
      name: one.name,
      // 10班 stands behind 9班: the number in the name orders before the moment of adding.
      sort: Number(/\d+/.exec(one.name)?.[0] ?? (last ?? 0) + 1),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Subjects that can be taught: all but the pseudo subject of the total. */
export const selectSubjects = (db: Db) =>
  db.selectFrom('subject').selectAll().orderBy('sort').orderBy('id').execute()
