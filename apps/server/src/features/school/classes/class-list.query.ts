import { type Db, isOneOf } from '@hengjuan/db'
import {
  comboIds,
  comboLabel,
  gradeLabel,
  scopeAllows,
  type ScopeLists,
  subjectName,
} from '@hengjuan/domain'
import { listed } from '../class.query.ts'

export interface ClassFilter {
  schoolId: number
  scope: ScopeLists<number>
  gradeId?: number | undefined
  /** 行政班 unless 教学班 are asked for. */
  kind?: 'admin' | 'teaching' | undefined
  /** As they were called in that school year. */
  year?: number | undefined
  withClosed?: boolean | undefined
}

/** Classes with their teachers, combinations and last exam: what the list of classes shows. */
export async function selectClassList(db: Db, filter: ClassFilter) {
  const rows = await selectRows(db, filter)
  const ids = rows.map(({ id }) => id)
  const [counts, heads, teachers, combos, exams] = await Promise.all([
    selectCounts(db, ids),
    selectHeads(db, filter.schoolId),
    selectTeachers(db, ids),
    selectCombos(db, ids),
    selectLastExams(db, ids),
  ])
  return rows.map((row) => {
    const head = heads.findLast(({ classIds }) => classIds !== 'all' && classIds.includes(row.id))
    return {
      class_id: row.id,
      grade_id: row.grade_id,
      grade_name: gradeLabel(row.grade_id),
      name: row.name,
      student_count: counts.get(row.id) ?? 0,
      class_teacher: head?.name ?? null,
      class_teacher_id: head?.userId ?? null,
      kind: row.kind as 'admin' | 'teaching',
      subject_id: row.subject_id,
      subject_name: row.subject === null ? null : nameIn(row.grade_id, row.subject_id, row.subject),
      entry_year: row.entry_year,
      sort: row.sort,
      closed: row.closed_at !== null,
      teachers: teachers
        .filter((one) => one.class_id === row.id)
        .map(({ user_id, name, subject_id, subject }) => ({
          user_id,
          name,
          subject_id,
          subject_name: nameIn(row.grade_id, subject_id, subject),
        })),
      combos: combos
        .filter((one) => one.class_id === row.id)
        .map(({ combo, count }) => ({ combo: comboLabel(comboIds(combo)), count: Number(count) })),
      last_exam: exams.get(row.id) ?? null,
    }
  })
}

const nameIn = (gradeId: number, subjectId: number | null, name: string): string =>
  subjectName(subjectId ?? 0, gradeId, { [subjectId ?? 0]: name })

async function selectRows(db: Db, filter: ClassFilter) {
  const { schoolId, gradeId, scope, kind = 'admin', year } = filter
  const rows = await db
    .selectFrom('class')
    .leftJoin('subject', 'subject.id', 'class.subject_id')
    .leftJoin('class_year', (join) =>
      join.onRef('class_year.class_id', '=', 'class.id').on('class_year.year', '=', year ?? 0),
    )
    .where('class.school_id', '=', schoolId)
    .where('class.kind', '=', kind)
    .$if(!filter.withClosed && year === undefined, (query) =>
      query.where('class.closed_at', 'is', null),
    )
    .$if(year !== undefined, (query) => query.where('class_year.year', '=', year ?? 0))
    .select([
      'class.id',
      'class.kind',
      'class.subject_id',
      'class.entry_year',
      'class.sort',
      'class.closed_at',
      'subject.name as subject',
    ])
    .select((eb) => [
      eb.fn.coalesce('class_year.grade_id', 'class.grade_id').as('grade_id'),
      eb.fn.coalesce('class_year.name', 'class.name').as('name'),
    ])
    .orderBy('class.sort')
    .orderBy('class.id')
    .execute()
  return rows
    .filter(
      (row) =>
        (gradeId === undefined || row.grade_id === gradeId) &&
        scopeAllows(scope.grades, row.grade_id) &&
        scopeAllows(scope.classes, row.id),
    )
    .sort((a, b) => a.grade_id - b.grade_id)
}

/** Students who have not left, by class: of teaching classes their members. */
async function selectCounts(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const admin = await db
    .selectFrom('student')
    .where('class_id', 'in', listed(ids))
    .where('left_at', 'is', null)
    .groupBy('class_id')
    .select(({ fn }) => ['class_id', fn.countAll().as('count')])
    .execute()
  const teaching = await db
    .selectFrom('class_member')
    .innerJoin('student', 'student.id', 'class_member.student_id')
    .where('class_member.class_id', 'in', listed(ids))
    .where('student.left_at', 'is', null)
    .groupBy('class_member.class_id')
    .select(({ fn }) => ['class_member.class_id', fn.countAll().as('count')])
    .execute()
  return new Map([...admin, ...teaching].map((row) => [row.class_id, Number(row.count)]))
}

/** The class teachers of a school with the classes of their role. */
async function selectHeads(db: Db, schoolId: number) {
  const rows = await db
    .selectFrom('user_role')
    .innerJoin('user', 'user.id', 'user_role.user_id')
    .where('user_role.school_id', '=', schoolId)
    .where('user_role.role', '=', 'class_teacher')
    .where('user.disabled_at', 'is', null)
    .select(['user.id as userId', 'user.name', 'user_role.class_ids'])
    .orderBy('user_role.id')
    .execute()
  return rows.map(({ class_ids, ...row }) => ({
    ...row,
    classIds: JSON.parse(class_ids) as 'all' | number[],
  }))
}

const selectTeachers = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('teaching')
    .innerJoin('user', 'user.id', 'teaching.user_id')
    .innerJoin('subject', 'subject.id', 'teaching.subject_id')
    .where(isOneOf(db, 'teaching.class_id', ids))
    .where('user.disabled_at', 'is', null)
    .select([
      'teaching.class_id',
      'teaching.user_id',
      'user.name',
      'teaching.subject_id',
      'subject.name as subject',
    ])
    .orderBy('subject.sort')
    .orderBy('teaching.subject_id')
    .orderBy('teaching.id')
    .execute()

const selectCombos = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('student')
    .where('class_id', 'in', listed(ids))
    .where('left_at', 'is', null)
    .where('combo', 'is not', null)
    .groupBy(['class_id', 'combo'])
    .select(({ fn }) => ['class_id', 'combo', fn.countAll().as('count')])
    .orderBy('count', 'desc')
    .execute()

async function selectLastExams(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('exam_class')
    .innerJoin('exam', 'exam.id', 'exam_class.exam_id')
    .where('exam_class.class_id', 'in', listed(ids))
    .where('exam.deleted_at', 'is', null)
    .select(['exam_class.class_id', 'exam.id as exam_id', 'exam.name'])
    .orderBy('exam.start_date')
    .orderBy('exam.id')
    .execute()
  return new Map(rows.map(({ class_id, ...exam }) => [class_id, exam]))
}
