import type { InputOf, staffAdd, staffUpdate } from '@hengjuan/contracts'
import { type Db, isUniqueViolation } from '@hengjuan/db'
import { AppError, type Role } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { unlockAccount } from '../../http/try-limit.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { notify } from '../notice/index.ts'
import { assertPassword, generatePassword, hashPassword, initialUntil } from '../account/index.ts'
import { namePinyin } from './name-pinyin.ts'
import {
  assertMayManageHeads,
  type Assignment,
  checkedRoles,
  isHead,
  type RoleRow,
  selectSchoolLists,
  userTypeOf,
} from './staff-roles.ts'
import { selectRoles, selectStaffByIds, selectTeaching } from './staff.query.ts'
import { tellNamesApart } from './tell-apart.ts'

type NewStaff = InputOf<typeof staffAdd>['body']
type StaffChange = InputOf<typeof staffUpdate>['body']

/** A person checked and with a hashed password, ready to be written: hashing takes time, so it stays outside transactions. */
export interface PreparedStaff {
  account: string
  name: string
  passwordHash: string
  roles: RoleRow[]
  teaching: readonly Assignment[]
}

/** @throws AppError PASSWORD_WEAK and those of `checkedRoles` */
export async function prepareStaff(
  db: Db,
  session: Session,
  schoolId: number,
  person: NewStaff,
): Promise<PreparedStaff & { initialPassword: string | null }> {
  const teaching = person.teaching ?? []
  const roles = checkedRoles(session, person.roles, teaching, await selectSchoolLists(db, schoolId))
  if (person.password !== undefined) assertPassword(person.password, person.account)
  const password = person.password ?? generatePassword()
  return {
    account: person.account,
    name: person.name.trim(),
    passwordHash: await hashPassword(password),
    // Shown once; null when the caller chose the password.
    initialPassword: person.password === undefined ? password : null,
    roles,
    teaching,
  }
}

/** Writes a prepared person. @throws AppError USER_NAME_TAKEN */
export async function insertStaff(
  db: Db,
  schoolId: number,
  person: PreparedStaff,
  now: string,
): Promise<number> {
  const { account } = person
  const taken = await db
    .selectFrom('user')
    .where('account', '=', account)
    .select('id')
    .executeTakeFirst()
  if (taken) throw new AppError('USER_NAME_TAKEN', { userName: account })
  try {
    const { id } = await db
      .insertInto('user')
      .values({
        school_id: schoolId,
        account,
        name: person.name,
        name_pinyin: namePinyin(person.name),
        password_hash: person.passwordHash,
        initial_until: initialUntil(now),
        user_type: userTypeOf(person.roles),
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertRoles(db, schoolId, id, person.roles)
    await insertTeaching(db, id, person.teaching)
    await tellNamesApart(db, [person.name])
    return id
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('USER_NAME_TAKEN', { userName: account }).withCause(error)
  }
}

/**
 * Changes a person. Taking a role away ends the sessions that act in it; disabling and a new password
 * end all of the person's sessions.
 *
 * @throws AppError STAFF_NOT_FOUND, STAFF_IS_SELF, NOT_ALLOWED
 */
export async function updateStaff(
  services: Services,
  session: Session,
  schoolId: number,
  change: StaffChange,
): Promise<{ before: unknown; initialPassword: string | null; write: (db: Db) => Promise<void> }> {
  const { db } = services
  const userId = change.user_id
  const [user] = await selectStaffByIds(db, schoolId, [userId])
  if (!user) throw new AppError('STAFF_NOT_FOUND')
  const held = await selectRoles(db, [userId])
  if (held.some(({ role }) => isHead(role))) assertMayManageHeads(session)
  const teaching = change.teaching ?? (await selectTeaching(db, [userId]))
  const roles =
    change.roles &&
    checkedRoles(session, change.roles, teaching, await selectSchoolLists(db, schoolId))
  const isSelf = userId === session.userId
  const losesOwnRole = roles && !roles.some(({ role }) => role === session.role)
  if (isSelf && (change.disabled || losesOwnRole)) throw new AppError('STAFF_IS_SELF')
  const ownName = user.own_name ?? user.name
  const name = change.name?.trim() ?? ownName
  const password = change.reset_password ? generatePassword() : null
  const passwordHash = password === null ? null : await hashPassword(password)

  const write = async (db: Db): Promise<void> => {
    await db
      .updateTable('user')
      .set({
        ...(name === ownName ? {} : { name, own_name: null, name_pinyin: namePinyin(name) }),
        ...(passwordHash === null
          ? {}
          : { password_hash: passwordHash, initial_until: initialUntil(isoNow(services.clock)) }),
        disabled_at:
          change.disabled === undefined
            ? user.disabled_at
            : change.disabled
              ? (user.disabled_at ?? isoNow(services.clock))
              : null,
      })
      .where('id', '=', userId)
      .execute()
    if (roles) await replaceRoles(db, schoolId, userId, roles)
    if (change.teaching) await replaceTeaching(db, userId, change.teaching)
    if (name !== ownName) await tellNamesApart(db, [ownName, name])
    if (passwordHash) await unlockAccount(db, user.account)
    if (change.disabled || passwordHash)
      await db.deleteFrom('session').where('user_id', '=', userId).execute()
    if (passwordHash !== null)
      await notify(db, services, {
        kind: 'account',
        to: [userId],
        title: '您的密码已被重置',
        text: `${session.userName} 重置了您的密码，其他地方的登录已失效。登录后请尽快修改密码。`,
        schoolId,
      })
  }
  const before = { name: ownName, roles: held.map(({ role }) => role) }
  return { before, initialPassword: password, write }
}

/** Disables accounts and ends their sessions. @throws AppError STAFF_NOT_FOUND, STAFF_IS_SELF, NOT_ALLOWED */
export async function disableStaff(
  services: Services,
  db: Db,
  session: Session,
  schoolId: number,
  ids: readonly number[],
): Promise<number> {
  if (ids.includes(session.userId)) throw new AppError('STAFF_IS_SELF')
  const unique = [...new Set(ids)]
  const users = await selectStaffByIds(db, schoolId, unique)
  if (users.length !== unique.length) throw new AppError('STAFF_NOT_FOUND')
  const roles = await selectRoles(db, unique)
  if (roles.some(({ role }) => isHead(role))) assertMayManageHeads(session)
  await db
    .updateTable('user')
    .set({ disabled_at: isoNow(services.clock) })
    .where('id', 'in', unique)
    .where('disabled_at', 'is', null)
    .execute()
  await db.deleteFrom('session').where('user_id', 'in', unique).execute()
  return unique.length
}

async function insertRoles(
  db: Db,
  schoolId: number,
  userId: number,
  roles: readonly RoleRow[],
): Promise<void> {
  for (const role of roles)
    await db
      .insertInto('user_role')
      .values({ user_id: userId, scope_level: 4, school_id: schoolId, ...role })
      .execute()
}

async function insertTeaching(
  db: Db,
  userId: number,
  teaching: readonly Assignment[],
): Promise<void> {
  for (const { class_id, subject_id } of teaching)
    await db
      .insertInto('teaching')
      .values({ user_id: userId, class_id, subject_id })
      .onConflict((conflict) => conflict.columns(['user_id', 'class_id', 'subject_id']).doNothing())
      .execute()
}

export async function replaceTeaching(
  db: Db,
  userId: number,
  teaching: readonly Assignment[],
): Promise<void> {
  await db.deleteFrom('teaching').where('user_id', '=', userId).execute()
  await insertTeaching(db, userId, teaching)
}

/** Where notices reach somebody; what else was set for them stays. */
export async function savePhone(
  db: Db,
  userId: number,
  phone: string | null,
  now: string,
): Promise<void> {
  await db
    .insertInto('notice_setting')
    .values({ user_id: userId, email: null, phone, prefs: '{}', version: 1, at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet((eb) => ({ phone, at: now, version: eb('notice_setting.version', '+', 1) })),
    )
    .execute()
}

/** Roles that somebody holds in a school, with these in the place of their namesakes. */
export async function mergedRoles(
  db: Db,
  schoolId: number,
  userId: number,
  given: readonly RoleRow[],
): Promise<RoleRow[]> {
  const held = await db
    .selectFrom('user_role')
    .where('user_id', '=', userId)
    .where('school_id', '=', schoolId)
    .select(['role', 'grade_ids', 'class_ids', 'subject_ids'])
    .orderBy('id')
    .execute()
  const isGiven = new Set<string>(given.map(({ role }) => role))
  return [...(held.filter(({ role }) => !isGiven.has(role)) as RoleRow[]), ...given]
}

/** Roles that stay keep their row, and with it the sessions that act in them. The account shows the menu of its roles. */
export async function replaceRoles(
  db: Db,
  schoolId: number,
  userId: number,
  roles: readonly RoleRow[],
): Promise<void> {
  const before = await db
    .selectFrom('user_role')
    .where('user_id', '=', userId)
    .where('school_id', '=', schoolId)
    .selectAll()
    .execute()
  const unused = [...roles]
  for (const held of before) {
    const at = unused.findIndex(({ role }) => role === (held.role as Role))
    const next = unused[at]
    if (next) {
      unused.splice(at, 1)
      await db.updateTable('user_role').set(next).where('id', '=', held.id).execute()
      continue
    }
    await db.deleteFrom('session').where('user_role_id', '=', held.id).execute()
    await db.deleteFrom('user_role').where('id', '=', held.id).execute()
  }
  await insertRoles(db, schoolId, userId, unused)
  await db
    .updateTable('user')
    .set({ user_type: userTypeOf(roles) })
    .where('id', '=', userId)
    .execute()
}
