import { type Setting } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  SETTING_SCOPES,
  type ScopeKey,
  type SettingPlace,
  type SettingScope,
} from '@hengjuan/domain'
import { selectRegionIds, selectSettings, type SettingRow } from './setting.query.ts'

/** A setting as it holds somewhere. */
export interface Reading<T> {
  value: T
  source: SettingScope | 'default'
  /** Of where it comes from; 0 for what nobody set. */
  version: number
  changed_by_name: string | null
  changed_at: string | null
}

/** The place with the regions that its school lies in. */
export async function withRegions(db: Db, place: SettingPlace): Promise<SettingPlace> {
  if (place.schoolId == null || place.regionIds) return place
  return { ...place, regionIds: await selectRegionIds(db, place.schoolId) }
}

/** Reads a setting for a place: the narrowest scope that has a value wins, else its fallback. */
export async function settingAt<T>(
  db: Db,
  setting: Setting<T>,
  place: SettingPlace,
): Promise<Reading<T>> {
  const rows = await selectSettings(db, await withRegions(db, place), [setting.key])
  return readingOf(setting, rows, place)
}

/** The same from rows that were read together. */
export function readingOf<T>(
  setting: Setting<T>,
  rows: readonly SettingRow[],
  place: SettingPlace,
): Reading<T> {
  const row = rows.find(({ key, value }) => key === setting.key && value !== null)
  if (!row || row.value === null)
    return {
      value: setting.fallback({ gradeId: place.gradeId ?? null }),
      source: 'default',
      version: 0,
      changed_by_name: null,
      changed_at: null,
    }
  return {
    value: JSON.parse(row.value) as T,
    source: row.scope as SettingScope,
    version: row.version,
    changed_by_name: row.by_name,
    changed_at: row.at,
  }
}

const sourceLabel = (source: SettingScope | 'default'): string =>
  source === 'default' ? '系统默认' : SETTING_SCOPES[source]

/** A setting for whoever changes it at a scope: with what it would be without the own value, and without its secrets. */
export function describeSetting(
  setting: Setting,
  rows: readonly SettingRow[],
  place: SettingPlace,
  at: ScopeKey,
) {
  const isOwn = (row: SettingRow) => row.scope === at.scope && row.scope_id === at.scopeId
  const ofKey = rows.filter(({ key }) => key === setting.key)
  const own = ofKey.find(isOwn)
  const reading = readingOf(setting, ofKey, place)
  const inherited = readingOf(
    setting,
    ofKey.filter((row) => !isOwn(row)),
    place,
  )
  const { value, filled } = withoutSecrets(setting, reading.value)
  return {
    key: setting.key,
    label: setting.label,
    value,
    filled,
    source: reading.source,
    source_label: sourceLabel(reading.source),
    own: own !== undefined && own.value !== null,
    version: own?.version ?? 0,
    changed_by_name: reading.changed_by_name,
    changed_at: reading.changed_at,
    inherited: {
      value: withoutSecrets(setting, inherited.value).value,
      source_label: sourceLabel(inherited.source),
    },
  }
}

/** A value as it may be told: secret fields are empty, `filled` names those that are not. */
export function withoutSecrets(
  { secrets }: Pick<Setting, 'secrets'>,
  value: unknown,
): { value: unknown; filled: string[] } {
  if (secrets.length === 0 || typeof value !== 'object' || value === null)
    return { value, filled: [] }
  const fields = value as Record<string, unknown>
  return {
    value: { ...fields, ...Object.fromEntries(secrets.map((name) => [name, ''])) },
    filled: secrets.filter((name) => Boolean(fields[name])),
  }
}
