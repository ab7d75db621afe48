import type { InputOf, studentAdd, studentUpdate } from '@hengjuan/contracts'
import { type Db, isUniqueViolation, type Tables } from '@hengjuan/db'
import { AppError, GRADES } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { findClass, insertClass } from './class.query.ts'
import { readComboOf } from './students/combo-setting.ts'
import { namePinyin } from './name-pinyin.ts'
import { findStudentByNo } from './student.query.ts'

type NewStudent = InputOf<typeof studentAdd>['body']
type StudentChange = InputOf<typeof studentUpdate>['body']

/** Adds a student, and the class when only its grade and name are given and it is not there yet. */
export async function addStudent(
  db: Db,
  schoolId: number,
  student: NewStudent,
): Promise<{ student_id: number; class_id: number }> {
  const classId = student.class_id ?? (await classNamed(db, schoolId, student))
  await assertNumberFree(db, schoolId, student.student_no)
  const details = await detailsOf(db, schoolId, student.name, student)
  const { id } = await guardNumber(student.student_no, () =>
    db
      .insertInto('student')
      .values({
        school_id: schoolId,
        class_id: classId,
        student_no: student.student_no,
        name: student.name.trim(),
        name_pinyin: namePinyin(student.name.trim()),
        gender: student.gender ?? '',
        ...details,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { student_id: id, class_id: classId }
}

async function classNamed(db: Db, schoolId: number, student: NewStudent): Promise<number> {
  const { grade_id: gradeId, class_name: name } = student
  if (gradeId === undefined || name === undefined || !GRADES[gradeId])
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'class_id', message: '请选择班级，或填写年级和班级名称' },
    ])
  const found = await findClass(db, schoolId, gradeId, name)
  return found?.id ?? insertClass(db, { schoolId, gradeId, name })
}

/** Changes a student; candidates of running exams keep the class that they were enrolled with. */
export async function updateStudent(
  services: Services,
  db: Db,
  student: Selectable<Tables['student']>,
  change: StudentChange,
): Promise<void> {
  const { student_no: number, name, gender, class_id: classId, left } = change
  if (number !== undefined && number !== student.student_no)
    await assertNumberFree(db, student.school_id, number)
  const values = {
    ...(number === undefined ? {} : { student_no: number }),
    ...(name === undefined ? {} : { name: name.trim(), name_pinyin: namePinyin(name.trim()) }),
    ...(gender === undefined ? {} : { gender }),
    ...(classId === undefined ? {} : { class_id: classId }),
    ...(left === undefined ? {} : { left_at: left ? isoNow(services.clock) : null, left_as: null }),
    ...(await detailsOf(db, student.school_id, name ?? student.name, change)),
  }
  if (Object.keys(values).length === 0) return
  await guardNumber(number ?? student.student_no, () =>
    db.updateTable('student').set(values).where('id', '=', student.id).execute(),
  )
}

type Details = Pick<StudentChange, 'combo' | 'entry_year' | 'guardian_phone' | 'registry_no'>

async function detailsOf(
  db: Db,
  schoolId: number,
  name: string,
  { combo, entry_year, guardian_phone, registry_no }: Details,
) {
  return {
    ...(combo === undefined ? {} : { combo: await readComboOf(db, schoolId, name, combo) }),
    ...(entry_year === undefined ? {} : { entry_year }),
    ...(guardian_phone === undefined ? {} : { guardian_phone }),
    ...(registry_no === undefined ? {} : { registry_no: registry_no?.toUpperCase() ?? null }),
  }
}

/** Deletes students who never sat an exam. @throws AppError STUDENT_HAS_SCORES naming the first who did */
export async function deleteStudents(db: Db, ids: readonly number[]): Promise<number> {
  const inExam = await db
    .selectFrom('candidate')
    .innerJoin('student', 'student.id', 'candidate.student_id')
    .where('candidate.student_id', 'in', [...ids])
    .select('student.name')
    .executeTakeFirst()
  if (inExam) throw new AppError('STUDENT_HAS_SCORES', { name: inExam.name })
  const account = await db
    .selectFrom('user')
    .innerJoin('student', 'student.id', 'user.student_id')
    .where('user.student_id', 'in', [...ids])
    .select('student.name')
    .executeTakeFirst()
  // An own account holds sessions and an audit trail, so its student stays and is marked as having left.
  if (account) throw new AppError('STUDENT_HAS_SCORES', { name: account.name })
  await db
    .deleteFrom('student')
    .where('id', 'in', [...ids])
    .execute()
  return ids.length
}

/** Fixed text of the specification, section 5: student number X already used by Y. */
async function assertNumberFree(db: Db, schoolId: number, studentNo: string): Promise<void> {
  const owner = await findStudentByNo(db, schoolId, studentNo)
  if (owner) throw new AppError('STUDENT_NO_TAKEN', { studentNo, name: owner.name })
}

/** Two people may add the same number at the same moment; the unique index then decides. */
async function guardNumber<T>(studentNo: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('STUDENT_NO_TAKEN', { studentNo, name: '其他学生' }).withCause(error)
  }
}
