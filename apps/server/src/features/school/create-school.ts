import type { Db } from '@hengjuan/db'
import { AppError, FULL_MARKING_USER_TYPE } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { assertPassword, generatePassword, hashPassword, initialUntil } from '../account/index.ts'
import { namePinyin } from './name-pinyin.ts'

export interface NewSchool {
  name: string
  shortName: string
  adminAccount: string
  adminName: string
  /** Generated when left out. */
  password?: string | undefined
}

/**
 * Creates a school with its first administrator.
 *
 * @returns ids, and the password when it was generated: it is stored nowhere else
 * @throws AppError INPUT_INVALID, PASSWORD_WEAK, USER_NAME_TAKEN
 */
export async function createSchool(
  services: Services,
  school: NewSchool,
): Promise<{ schoolId: number; userId: number; password: string | null }> {
  if (!school.name.trim() || !/^[0-9A-Za-z_.@-]{2,64}$/.test(school.adminAccount))
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'name', message: '请填写学校名称；账号为 2 到 64 位字母、数字或 _ . @ -' },
    ])
  if (school.password !== undefined) assertPassword(school.password, school.adminAccount)
  const password = school.password ?? generatePassword()
  const passwordHash = await hashPassword(password)
  return services.db.transaction().execute(async (db) => {
    const taken = await db
      .selectFrom('user')
      .where('account', '=', school.adminAccount)
      .select('id')
      .executeTakeFirst()
    if (taken) throw new AppError('USER_NAME_TAKEN', { userName: school.adminAccount })
    const at = isoNow(services.clock)
    const { id: schoolId } = await db
      .insertInto('school')
      .values({
        name: school.name.trim(),
        short_name: school.shortName.trim() || school.name.trim(),
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const userId = await insertAdmin(services, db, schoolId, school, passwordHash)
    return { schoolId, userId, password: school.password === undefined ? password : null }
  })
}

/** Whether the installation has a school already. */
export const hasSchool = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('school').select('id').executeTakeFirst()) !== undefined

async function insertAdmin(
  { clock }: Services,
  db: Db,
  schoolId: number,
  school: NewSchool,
  passwordHash: string,
): Promise<number> {
  const { id } = await db
    .insertInto('user')
    .values({
      school_id: schoolId,
      account: school.adminAccount,
      name: school.adminName,
      name_pinyin: namePinyin(school.adminName),
      password_hash: passwordHash,
      initial_until: school.password === undefined ? initialUntil(isoNow(clock)) : null,
      user_type: FULL_MARKING_USER_TYPE,
      created_at: isoNow(clock),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('user_role')
    .values({
      user_id: id,
      role: 'school_admin',
      scope_level: 4,
      school_id: schoolId,
      grade_ids: '"all"',
      class_ids: '"all"',
      subject_ids: '"all"',
    })
    .execute()
  return id
}
