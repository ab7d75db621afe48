import { SETTINGS } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AUDIT_OBJECTS,
  auditActionLabel,
  auditFields,
  isRole,
  roleLabel,
  SETTING_SCOPES,
  type SettingScope,
} from '@hengjuan/domain'
import { type AuditRow, selectObjectNames } from './audit.query.ts'

/** Records with everything in words. */
export async function describeAudit(db: Db, rows: readonly AuditRow[]) {
  const ids = new Map<string, number[]>()
  for (const { object } of rows) {
    const { kind, id } = partsOf(object)
    if (Number.isInteger(Number(id))) ids.set(kind, [...(ids.get(kind) ?? []), Number(id)])
  }
  const names = await selectObjectNames(db, ids)
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    user_name: row.user_name,
    account: row.account,
    role_name: row.role !== null && isRole(row.role) ? roleLabel(row.role) : null,
    school_name: row.school_name,
    action: row.action,
    action_label: auditActionLabel(row.action),
    object: row.object,
    ...objectOf(row.object, names),
    fields: auditFields(parsed(row.before), parsed(row.after)),
    request_id: row.request_id,
    client: row.client,
  }))
}

/** `exam:12/subject:2` is something of exam 12. */
function partsOf(object: string): { kind: string; id: string } {
  const [kind = '', rest = ''] = object.split(/:(.*)/s)
  return { kind, id: rest.split('/')[0] ?? '' }
}

function objectOf(
  object: string,
  names: ReadonlyMap<string, { name: string; link: string | null }>,
): { object_label: string; link: string | null } {
  const { kind, id } = partsOf(object)
  const label = AUDIT_OBJECTS[kind] ?? kind
  if (kind === 'setting') return { object_label: settingText(id), link: null }
  const known = names.get(`${kind}:${id}`)
  if (known) return { object_label: `${label} ${known.name}`, link: known.link }
  return { object_label: id === '' ? label : `${label}（编号 ${id}）`, link: null }
}

/** `report.rates@school:3`: 设置「四率分数线」（学校）. */
function settingText(text: string): string {
  const [key = '', place = ''] = text.split('@')
  const name = SETTINGS.find((one) => one.key === key)?.label ?? key
  const scope = SETTING_SCOPES[place.split(':')[0] as SettingScope]
  return `设置「${name}」${scope ? `（${scope}）` : ''}`
}

function parsed(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Written by an older release as plain text.
    return text
  }
}
