import {
  authorityConfig,
  authorityConfig2,
  authoritySave,
  schoolAuthority,
} from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  AUTHORITY_ITEMS,
  type HiddenItems,
  isRole,
  type Role,
  ROLE_CODES,
  roleLabel,
  rolesOfItem,
} from '@hengjuan/domain'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { saveSetting, settingAt } from '../../setting/index.ts'
import { schoolOf } from '../session-school.ts'

/** Roles that something can be kept from, in the order of the roles. */
const ROLES = ROLE_CODES.filter((role) =>
  AUTHORITY_ITEMS.some((item) => rolesOfItem(item).includes(role)),
)

export function registerAuthority(target: ServeApp): void {
  serve(target, authorityConfig, async ({ services, session }) => {
    const { hidden, ...state } = await stateOf(services.db, schoolOf(session))
    return {
      ...state,
      roles: ROLES.map((role) => ({ role, label: roleLabel(role) })),
      items: AUTHORITY_ITEMS.map((item) => ({
        code: item.code,
        group: item.group,
        label: item.label,
        max_roles: rolesOfItem(item),
      })),
      visible: Object.fromEntries(
        ROLES.map((role) => [
          role,
          Object.fromEntries(itemsOf(role).map(({ code }) => [code, isShown(hidden, role, code)])),
        ]),
      ),
    }
  })

  serve(target, authorityConfig2, async ({ services, session }) => {
    const schoolId = schoolOf(session)
    const { hidden, ...state } = await stateOf(services.db, schoolId)
    const people = await selectPeople(services.db, schoolId)
    return {
      ...state,
      roles: ROLES.map((role) => ({
        role,
        label: roleLabel(role),
        people: people.get(role) ?? 0,
        items: itemsOf(role).map(({ code, group, label }) => ({
          code,
          group,
          label,
          visible: isShown(hidden, role, code),
        })),
      })),
    }
  })

  serve(target, authoritySave, async (call) => {
    const { body, services, session } = call
    const schoolId = schoolOf(session)
    return services.db.transaction().execute(async (db) => {
      const { hidden } = await stateOf(db, schoolId)
      const next = new Map(ROLES.map((role) => [role, new Set(hidden[role])]))
      for (const { role, item: code, visible } of body.changes) {
        const item = AUTHORITY_ITEMS.find((one) => one.code === code)
        const codes = isRole(role) ? next.get(role) : undefined
        if (!item || !codes || !rolesOfItem(item).includes(role as Role))
          throw new AppError('AUTHORITY_TOO_WIDE', {
            role: isRole(role) ? roleLabel(role) : role,
            item: item?.label ?? code,
          })
        if (visible) codes.delete(code)
        else codes.add(code)
      }
      const value = {
        hidden: Object.fromEntries(
          [...next]
            .filter(([, codes]) => codes.size > 0)
            .map(([role, codes]) => [role, [...codes]]),
        ),
      }
      await saveSetting(
        db,
        call,
        { schoolId },
        { scope: 'school', scopeId: schoolId },
        { key: schoolAuthority.key, version: body.version, value, reason: body.reason },
      )
      const people = await selectPeople(db, schoolId)
      const roles = new Set(body.changes.map(({ role }) => role))
      return {
        version: (await stateOf(db, schoolId)).version,
        affected: [...roles].reduce((sum, role) => sum + (people.get(role) ?? 0), 0),
      }
    })
  })
}

const itemsOf = (role: Role) => AUTHORITY_ITEMS.filter((item) => rolesOfItem(item).includes(role))

const isShown = (hidden: HiddenItems, role: Role, code: string): boolean =>
  !(hidden[role] ?? []).includes(code)

async function stateOf(db: Db, schoolId: number) {
  const { value, version, changed_by_name, changed_at } = await settingAt(db, schoolAuthority, {
    schoolId,
  })
  return { hidden: value.hidden, version, changed_by_name, changed_at }
}

/** How many people hold each role. */
async function selectPeople(db: Db, schoolId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('user_role')
    .innerJoin('user', 'user.id', 'user_role.user_id')
    .where('user_role.school_id', '=', schoolId)
    .where('user.disabled_at', 'is', null)
    .groupBy('user_role.role')
    .select(({ fn }) => ['user_role.role', fn.count('user_role.user_id').distinct().as('count')])
    .execute()
  return new Map(rows.map(({ role, count }) => [role, Number(count)]))
}
