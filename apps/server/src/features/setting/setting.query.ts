import { type Db, type Tables } from '@hengjuan/db'
import { type ScopeKey, scopesAround, type SettingPlace } from '@hengjuan/domain'
import type { Selectable } from 'kysely'

export type SettingRow = Selectable<Tables['setting']> & { by_name: string | null }

/** Districts, city and province of a school, from the nearest: settings of a region hold for its schools. */
export async function selectRegionIds(db: Db, schoolId: number): Promise<number[]> {
  const school = await db
    .selectFrom('school')
    .select(['district_id', 'city_id', 'province_id'])
    .where('id', '=', schoolId)
    .executeTakeFirst()
  return [school?.district_id, school?.city_id, school?.province_id].filter((id) => id != null)
}

/** What is set around a place, the narrowest first within each key. Rows without a value were taken back. */
export async function selectSettings(
  db: Db,
  place: SettingPlace,
  keys: readonly string[],
): Promise<SettingRow[]> {
  const around = scopesAround(place)
  const rows = await db
    .selectFrom('setting')
    .leftJoin('user', 'user.id', 'setting.by_id')
    .where('setting.key', 'in', [...keys])
    .where((eb) =>
      eb.or(
        around.map(({ scope, scopeId }) =>
          eb.and([eb('setting.scope', '=', scope), eb('setting.scope_id', '=', scopeId)]),
        ),
      ),
    )
    .selectAll('setting')
    .select('user.name as by_name')
    .execute()
  const placeOf = (row: SettingRow) =>
    around.findIndex(({ scope, scopeId }) => row.scope === scope && row.scope_id === scopeId)
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Versions of one setting at one scope, the newest first. */
export const selectVersions = (db: Db, { scope, scopeId }: ScopeKey, key: string) =>
  db
    .selectFrom('setting_version')
    .leftJoin('user', 'user.id', 'setting_version.by_id')
    .where('scope', '=', scope)
    .where('scope_id', '=', scopeId)
    .where('key', '=', key)
    .select(['version', 'value', 'reason', 'at', 'user.name as by_name'])
    .orderBy('version', 'desc')
    .execute()

/** Writes the next version, unless somebody else wrote one meanwhile: then false. */
export async function writeSetting(
  db: Db,
  { scope, scopeId }: ScopeKey,
  row: {
    key: string
    seen: number
    value: string | null
    reason: string
    by_id: number
    at: string
  },
): Promise<boolean> {
  const { seen, ...rest } = row
  const values = { ...rest, scope, scope_id: scopeId, version: seen + 1 }
  if (seen === 0) {
    const added = await db
      .insertInto('setting')
      .values(values)
      .onConflict((conflict) => conflict.columns(['scope', 'scope_id', 'key']).doNothing())
      .returning('version')
      .executeTakeFirst()
    if (!added) return false
  } else {
    const { numUpdatedRows } = await db
      .updateTable('setting')
      .set(values)
      .where('scope', '=', scope)
      .where('scope_id', '=', scopeId)
      .where('key', '=', row.key)
      .where('version', '=', seen)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
  }
  await db.insertInto('setting_version').values(values).execute()
  return true
}
