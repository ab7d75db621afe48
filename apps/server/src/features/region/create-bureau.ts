import type { Db } from '@hengjuan/db'
import { AppError, regionLevelOf, type Role } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { assertPassword, generatePassword, hashPassword, initialUntil } from '../account/index.ts'
import { namePinyin } from '../school/index.ts'
import { addRegions, type RegionPlace } from './region-names.ts'

export interface NewRegionalAccount {
  /** Name of the bureau; made when there is none of that name in the region. */
  bureau: string
  region: RegionPlace
  role: Role
  account: string
  name: string
  /** Generated when left out. */
  password?: string | undefined
}

/**
 * Creates an account of a bureau, and the bureau with its first one.
 *
 * @returns ids, and the password when it was generated: it is stored nowhere else
 * @throws AppError PASSWORD_WEAK, USER_NAME_TAKEN
 */
export async function createRegionalAccount(
  services: Services,
  one: NewRegionalAccount,
): Promise<{ bureauId: number; userId: number; password: string | null }> {
  if (one.password !== undefined) assertPassword(one.password, one.account)
  const password = one.password ?? generatePassword()
  const passwordHash = await hashPassword(password)
  const at = isoNow(services.clock)
  return services.db.transaction().execute(async (db) => {
    const taken = await db
      .selectFrom('user')
      .where('account', '=', one.account)
      .select('id')
      .executeTakeFirst()
    if (taken) throw new AppError('USER_NAME_TAKEN', { userName: one.account })
    await addRegions(db, one.region)
    const bureauId = await bureauNamed(db, one, at)
    const { id: userId } = await db
      .insertInto('user')
      .values({
        school_id: bureauId,
        account: one.account,
        name: one.name,
        name_pinyin: namePinyin(one.name),
        password_hash: passwordHash,
        initial_until: one.password === undefined ? initialUntil(isoNow(services.clock)) : null,
        user_type: 0,
        student_id: null,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('user_role')
      .values({
        user_id: userId,
        role: one.role,
        scope_level: regionLevelOf(one.region.ids),
        school_id: bureauId,
        grade_ids: '"all"',
        class_ids: '"all"',
        subject_ids: '"all"',
      })
      .execute()
    return { bureauId, userId, password: one.password === undefined ? password : null }
  })
}

async function bureauNamed(
  db: Db,
  { bureau, region: { ids } }: NewRegionalAccount,
  at: string,
): Promise<number> {
  const place = { province_id: ids.provinceId, city_id: ids.cityId, district_id: ids.districtId }
  const known = await db
    .selectFrom('school')
    .where('kind', '=', 'bureau')
    .where('name', '=', bureau)
    .select('id')
    .executeTakeFirst()
  if (known) {
    // One made for an account of before knew no region.
    await db
      .updateTable('school')
      .set(place)
      .where('id', '=', known.id)
      .where('province_id', 'is', null)
      .execute()
    return known.id
  }
  const { id } = await db
    .insertInto('school')
    .values({ name: bureau, short_name: bureau, kind: 'bureau', ...place, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
