import {
  studentAdd,
  studentDelete,
  studentImport,
  studentList,
  studentUpdate,
} from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { addStudent, deleteStudents, updateStudent } from './change-student.ts'
import { importStudents, readStudentTable } from './import-students.ts'
import { comboFilter } from './students/combo-setting.ts'
import { registerStudentActs } from './students/student-acts.routes.ts'
import { schoolOf } from './session-school.ts'
import { selectStudents } from './student.query.ts'

export function registerStudents(target: ServeApp): void {
  serve(target, studentList, async ({ query, services, session }) => {
    const { page = 1, limit = 20 } = query
    const { list, total } = await selectStudents(
      services.db,
      {
        schoolId: schoolOf(session),
        scope: session.scope,
        classIds: query.class_id === undefined ? undefined : [query.class_id],
        gradeId: query.grade_id,
        keyword: query.keyword,
        left: query.left ?? false,
        state: query.state,
        combo: query.combo === undefined ? undefined : comboFilter(query.combo),
        account: query.account,
      },
      { limit, offset: (page - 1) * limit },
    )
    return { list, total, page, page_size: limit }
  })

  serve(target, studentAdd, async (call) => {
    const { body, services, session } = call
    return services.db.transaction().execute(async (db) => {
      const added = await addStudent(db, schoolOf(session), body)
      await audit(db, call, { action: 'student-add', object: `student:${added.student_id}` })
      return added
    })
  })

  serve(target, studentUpdate, async (call) => {
    const { body, found, services } = call
    const { student_no, class_id, left_at, combo } = found.student
    await services.db.transaction().execute(async (db) => {
      await updateStudent(services, db, found.student, body)
      await audit(db, call, {
        action: 'student-update',
        object: `student:${found.student.id}`,
        before: { student_no, class_id, left_at, combo },
        after: {
          name: body.name,
          student_no: body.student_no,
          class_id: body.class_id,
          left: body.left,
          combo: body.combo,
        },
      })
    })
    return { ok: true as const }
  })

  serve(target, studentDelete, async (call) => {
    const { body, services, session } = call
    const ids = [...new Set(body.student_ids)]
    return services.db.transaction().execute(async (db) => {
      const own = await db
        .selectFrom('student')
        .where('id', 'in', ids)
        .where('school_id', '=', schoolOf(session))
        .select('id')
        .execute()
      if (own.length !== ids.length) throw new AppError('STUDENT_NOT_FOUND')
      const deleted = await deleteStudents(db, ids)
      await audit(db, call, { action: 'student-delete', object: 'student', before: ids })
      return { deleted }
    })
  })

  registerStudentActs(target)

  serve(target, studentImport, async (call) => {
    const { file, query, services, session } = call
    const schoolId = schoolOf(session)
    const table = await readStudentTable(file)
    if (query.preview === 1) return importStudents(services.db, schoolId, table, true)
    return services.db.transaction().execute(async (db) => {
      const result = await importStudents(db, schoolId, table)
      await audit(db, call, {
        action: 'student-import',
        object: `school:${schoolId}`,
        after: result,
      })
      return result
    })
  })
}
