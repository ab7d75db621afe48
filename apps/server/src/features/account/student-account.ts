import type { Db } from '@hengjuan/db'
import { isoNow } from '../../clock.ts'
import { type Act, audit } from '../../http/audit.ts'
import { unlockAccount } from '../../http/try-limit.ts'
import { notify } from '../notice/index.ts'
import { initialUntil } from './initial-password.ts'
import { hashPassword } from './sign-in.ts'
import { assertPassword, generatePassword } from './password.ts'

interface Student {
  id: number
  school_id: number
  student_no: string
  name: string
  name_pinyin: string
}

/**
 * Gives a student an account for querying the own scores, or a new password for the one there is; open
 * sessions of the old password end.
 *
 * @returns the account; the password only when it was made here
 * @throws AppError PASSWORD_WEAK
 */
export async function resetStudentAccount(
  act: Act,
  student: Student,
  password: string | undefined,
): Promise<{ account: string; initial_password: string | null }> {
  const { services } = act
  if (password !== undefined) assertPassword(password, student.student_no)
  const chosen = password ?? generatePassword()
  const passwordHash = await hashPassword(chosen)
  const account = await services.db.transaction().execute(async (db) => {
    const existing = await db
      .selectFrom('user')
      .select(['id', 'account'])
      .where('student_id', '=', student.id)
      .executeTakeFirst()
    const user = existing ?? (await insertAccount(db, act, student, passwordHash))
    await db
      .updateTable('user')
      .set({ password_hash: passwordHash, initial_until: initialUntil(isoNow(services.clock)) })
      .where('id', '=', user.id)
      .execute()
    await db.deleteFrom('session').where('user_id', '=', user.id).execute()
    await unlockAccount(db, user.account)
    // Whoever gets an account for the first time has no list yet.
    if (existing)
      await notify(db, services, {
        kind: 'account',
        to: [existing.id],
        title: '你的密码已被重置',
        text: `${act.session.userName} 重置了你的密码，其他地方的登录已失效。登录后请尽快修改密码。`,
        schoolId: student.school_id,
      })
    await audit(db, act, { action: 'reset-student-password', object: `student:${student.id}` })
    return user.account
  })
  return { account, initial_password: password === undefined ? chosen : null }
}

async function insertAccount(
  db: Db,
  { services }: Act,
  student: Student,
  passwordHash: string,
): Promise<{ id: number; account: string }> {
  const taken = await db
    .selectFrom('user')
    .select('id')
    .where('account', '=', student.student_no)
    .executeTakeFirst()
  const user = await db
    .insertInto('user')
    .values({
      school_id: student.school_id,
      // Student numbers are unique in a school only.
      account: taken ? `${student.school_id}-${student.student_no}` : student.student_no,
      name: student.name,
      name_pinyin: student.name_pinyin,
      password_hash: passwordHash,
      user_type: 0,
      student_id: student.id,
      created_at: isoNow(services.clock),
    })
    .returning(['id', 'account'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('user_role')
    .values({
      user_id: user.id,
      role: 'student',
      scope_level: 4,
      school_id: student.school_id,
      grade_ids: '[]',
      class_ids: '[]',
      subject_ids: '[]',
    })
    .execute()
  return user
}
