import type { Database } from '@hengjuan/db'
import type { Role } from '@hengjuan/domain'
import { hash } from '@node-rs/argon2'

/** Password of every account that `seedSchool` makes. */
export const TEST_PASSWORD = 'test-password-1'

/**
 * As weak as the algorithm allows: tests sign in thousands of times, and how a hash is made is looked at where
 * the product makes one.
 */
const passwordHash = hash(TEST_PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

export interface SeededSchool {
  schoolId: number
  /** Grade 10: two classes; grade 11: one. */
  classIds: number[]
  /** Four students a class, student numbers 1001, 1002 … in class order. */
  studentIds: number[]
  /** User id by account without prefix: `admin`, `marker` … */
  userIds: Record<string, number>
}

interface Person {
  account: string
  name: string
  role: Role
  gradeIds?: number[]
  classIds?: number[]
  subjectIds?: number[]
}

const GRADES = [10, 10, 11]
const NAMES = ['王小明', '李雷', '韩梅梅', '张三丰']

/** A school with three classes, twelve students and one person in each of the roles that tests need. */
export async function seedSchool(
  db: Database,
  options: { name?: string; prefix?: string } = {},
): Promise<SeededSchool> {
  const { name = '测试中学', prefix = '' } = options
  const at = '2026-11-01T00:00:00.000Z'
  const { id: schoolId } = await db
    .insertInto('school')
    .values({ name, short_name: name, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const classIds: number[] = []
  const studentIds: number[] = []
  for (const [index, gradeId] of GRADES.entries()) {
    const { id } = await db
      .insertInto('class')
      .values({
        school_id: schoolId,
        grade_id: gradeId,
        name: `${(index % 2) + 1}班`,
        sort: index,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    classIds.push(id)
    for (const [seat, student] of NAMES.entries()) {
      const row = await db
        .insertInto('student')
        .values({
          school_id: schoolId,
          class_id: id,
          student_no: String(1001 + index * NAMES.length + seat),
          name: `${student}${index + 1}`,
          name_pinyin: `student${index + 1}${seat} s${index + 1}${seat}`,
          gender: seat % 2 === 0 ? '男' : '女',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      studentIds.push(row.id)
    }
  }
  const people: Person[] = [
    { account: 'admin', name: '管理员', role: 'school_admin' },
    { account: 'director', name: '教务主任', role: 'academic_director' },
    { account: 'principal', name: '校长', role: 'principal' },
    { account: 'grade', name: '年级主任', role: 'grade_director', gradeIds: [10] },
    {
      account: 'leader',
      name: '数学组长',
      role: 'subject_leader',
      gradeIds: [10, 11],
      subjectIds: [2],
    },
    {
      account: 'head',
      name: '班主任',
      role: 'class_teacher',
      gradeIds: [10],
      classIds: classIds.slice(0, 1),
      subjectIds: [2],
    },
    ...[1, 2, 3].map((no): Person => ({
      account: `marker${no}`,
      name: `阅卷老师${no}`,
      role: 'marking_teacher',
      gradeIds: [10, 11],
      classIds,
      subjectIds: [1, 2, 3],
    })),
    { account: 'scanner', name: '扫描员', role: 'scan_operator' },
    { account: 'student', name: NAMES[0] + '1', role: 'student' },
  ]
  const userIds: Record<string, number> = {}
  for (const person of people) {
    const user = await db
      .insertInto('user')
      .values({
        school_id: schoolId,
        account: prefix + person.account,
        name: person.name,
        name_pinyin: person.account,
        password_hash: await passwordHash,
        user_type: person.role === 'school_admin' ? 999 : 0,
        student_id: person.role === 'student' ? (studentIds[0] ?? null) : null,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    userIds[person.account] = user.id
    await db
      .insertInto('user_role')
      .values({
        user_id: user.id,
        role: person.role,
        scope_level: 4,
        school_id: schoolId,
        grade_ids: JSON.stringify(person.gradeIds ?? []),
        class_ids: JSON.stringify(person.classIds ?? []),
        subject_ids: JSON.stringify(person.subjectIds ?? []),
      })
      .execute()
  }
  return { schoolId, classIds, studentIds, userIds }
}
