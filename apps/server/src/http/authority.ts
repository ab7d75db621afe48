import type { Route } from '@hengjuan/contracts'
import { schoolAuthority } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, canBeHidden, hiddenItem, type HiddenItems, roleLabel } from '@hengjuan/domain'
import type { Services } from '../services.ts'
import type { Session } from './session.ts'

/** What a school keeps from which roles. Read anew at each call that it can be about: it holds at once, on every node. */
export async function selectHidden(db: Db, schoolId: number | null): Promise<HiddenItems> {
  if (schoolId === null) return {}
  const row = await db
    .selectFrom('setting')
    .where('scope', '=', 'school')
    .where('scope_id', '=', schoolId)
    .where('key', '=', schoolAuthority.key)
    .select('value')
    .executeTakeFirst()
  if (row?.value == null) return {}
  return (JSON.parse(row.value) as { hidden: HiddenItems }).hidden
}

/** @throws AppError AUTHORITY_HIDDEN where the school keeps the call from the current role */
export async function assertShown(
  { db }: Services,
  { access, path }: Route,
  session: Session | null,
): Promise<void> {
  if (access.kind !== 'can' || !session || !canBeHidden(access.permission)) return
  const hidden = await selectHidden(db, session.schoolId)
  const item = hiddenItem(hidden, session.role, { permission: access.permission, path })
  if (item)
    throw new AppError('AUTHORITY_HIDDEN', { role: roleLabel(session.role), item: item.label })
}
