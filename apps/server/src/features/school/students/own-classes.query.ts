import type { Db } from '@hengjuan/db'
import { selectClassList } from '../classes/class-list.query.ts'

const EVERYTHING = { grades: 'all', classes: 'all', subjects: 'all' } as const

/** The classes that a person teaches or is the class teacher of, whatever the current role. */
export async function ownClasses(db: Db, schoolId: number, userId: number) {
  const lists = await Promise.all(
    (['admin', 'teaching'] as const).map((kind) =>
      selectClassList(db, { schoolId, scope: EVERYTHING, kind }),
    ),
  )
  return lists.flat().flatMap((one) => {
    const subjects = one.teachers.filter(({ user_id }) => user_id === userId)
    const isClassTeacher = one.class_teacher_id === userId
    if (subjects.length === 0 && !isClassTeacher) return []
    const { class_id, grade_id, grade_name, name, kind, student_count } = one
    return [
      {
        class_id,
        grade_id,
        grade_name,
        name,
        kind,
        student_count,
        subject_ids: subjects.map(({ subject_id }) => subject_id),
        is_class_teacher: isClassTeacher,
      },
    ]
  })
}
