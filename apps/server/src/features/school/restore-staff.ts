import { type Db, isForeignKeyViolation, isOneOf } from '@hengjuan/db'
import { sql } from 'kysely'
import type { ImportPlace, RowState } from '../../import/define-import.ts'
import { replaceRoles, replaceTeaching, savePhone } from './change-staff.ts'
import type { Assignment, RoleRow } from './staff-roles.ts'
import { tellNamesApart } from './tell-apart.ts'

/** Of a person's account, as an import notes them. */
interface StaffState {
  name: string
  disabled: boolean
  phone: string | null
  roles: string
  teaching: string
}

/**
 * Puts staff back as they were. An account that came with the import goes; where its person has signed in, or is named
 * anywhere, it stays and is disabled: what somebody did is never without its author.
 *
 * @returns why some stay, by id
 */
export async function restoreStaff(
  db: Db,
  { schoolId, now }: ImportPlace,
  rows: readonly { id: number; before: RowState | null }[],
): Promise<Map<number, string>> {
  const kept = new Map<number, string>()
  const added = rows.flatMap(({ id, before }) => (before === null ? [id] : []))
  const acted = await whoActed(db, added)
  for (const id of added)
    if (acted.has(id) || !(await isDeleted(db, id))) {
      await disable(db, id, now)
      kept.set(id, '已登录过或已安排工作，账号保留并已停用')
    }
  for (const { id, before } of rows) {
    if (before === null) continue
    const { disabled, phone, roles, teaching } = before as unknown as StaffState
    await replaceRoles(db, schoolId, id, JSON.parse(roles) as RoleRow[])
    await replaceTeaching(db, id, JSON.parse(teaching) as Assignment[])
    await savePhone(db, id, phone, now)
    if (disabled) await disable(db, id, now)
    else await db.updateTable('user').set({ disabled_at: null }).where('id', '=', id).execute()
  }
  return kept
}

/** Who has signed in, or done anything that is on record. */
async function whoActed(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('audit')
    .where(isOneOf(db, 'user_id', ids))
    .select('user_id')
    .distinct()
    .union(
      db
        .selectFrom('session')
        .where(isOneOf(db, 'user_id', ids))
        .select((eb) => eb.ref('user_id').as('user_id'))
        .distinct(),
    )
    .execute()
  return new Set(rows.flatMap(({ user_id: id }) => id ?? []))
}

/** Deletes an account unless something refers to it. */
async function isDeleted(db: Db, id: number): Promise<boolean> {
  const user = await db
    .selectFrom('user')
    .where('id', '=', id)
    .select((eb) => eb.fn.coalesce('own_name', 'name').as('name'))
    .executeTakeFirst()
  // The transaction goes on after a refusal.
  await sql`savepoint leaving`.execute(db)
  try {
    for (const table of ['user_role', 'teaching', 'notice_setting'] as const)
      await db.deleteFrom(table).where('user_id', '=', id).execute()
    await db.deleteFrom('user').where('id', '=', id).execute()
    await sql`release savepoint leaving`.execute(db)
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    await sql`rollback to savepoint leaving`.execute(db)
    await sql`release savepoint leaving`.execute(db)
    return false
  }
  if (user) await tellNamesApart(db, [user.name])
  return true
}

async function disable(db: Db, id: number, now: string): Promise<void> {
  await db.updateTable('user').set({ disabled_at: now }).where('id', '=', id).execute()
  await db.deleteFrom('session').where('user_id', '=', id).execute()
}
