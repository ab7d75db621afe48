import { columnsHold, type Db } from '@hengjuan/db'
import { gradeLabel, type ScopeLists } from '@hengjuan/domain'
import { listed } from './class.query.ts'

export interface StudentFilter {
  schoolId: number
  scope: ScopeLists<number>
  classId?: number | undefined
  gradeId?: number | undefined
  keyword?: string | undefined
  left: boolean
}

const studentsOf = (db: Db, filter: StudentFilter) =>
  db
    .selectFrom('student')
    .innerJoin('class', 'class.id', 'student.class_id')
    .where('student.school_id', '=', filter.schoolId)
    .where('student.left_at', filter.left ? 'is not' : 'is', null)
    .$if(filter.scope.grades !== 'all', (query) =>
      query.where('class.grade_id', 'in', listed(filter.scope.grades)),
    )
    .$if(filter.scope.classes !== 'all', (query) =>
      query.where('class.id', 'in', listed(filter.scope.classes)),
    )
    .$if(filter.classId !== undefined, (query) => query.where('class.id', '=', filter.classId ?? 0))
    .$if(filter.gradeId !== undefined, (query) =>
      query.where('class.grade_id', '=', filter.gradeId ?? 0),
    )
    .$if(Boolean(filter.keyword?.trim()), (query) =>
      query.where((eb) =>
        columnsHold(
          db,
          [eb.ref('student.name'), eb.ref('student.name_pinyin'), eb.ref('student.student_no')],
          filter.keyword ?? '',
        ),
      ),
    )

/** Students of a school that a scope reaches, in the order of classes and pinyin. */
export async function selectStudents(
  db: Db,
  filter: StudentFilter,
  range: { limit: number; offset: number },
) {
  const students = studentsOf(db, filter)
  const { total } = await students
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await students
    .select([
      'student.id',
      'student.student_no',
      'student.name',
      'student.gender',
      'student.left_at',
      'class.id as class_id',
      'class.name as class_name',
      'class.grade_id',
    ])
    .orderBy('class.grade_id')
    .orderBy('class.sort')
    .orderBy('class.id')
    .orderBy('student.name_pinyin')
    .orderBy('student.id')
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  return {
    total: Number(total),
    list: rows.map(({ id, ...row }) => ({
      student_id: id,
      ...row,
      grade_name: gradeLabel(row.grade_id),
    })),
  }
}

export const findStudentByNo = (db: Db, schoolId: number, studentNo: string) =>
  db
    .selectFrom('student')
    .selectAll()
    .where('school_id', '=', schoolId)
    .where('student_no', '=', studentNo)
    .executeTakeFirst()
