import { reportPolicy, reportRanks, type Setting, SETTINGS } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  isCompulsoryEducation,
  needsReason,
  type PolicySetting,
  SETTING_SCOPES,
  type ScopeKey,
  type SettingPlace,
} from '@hengjuan/domain'
import { Value } from 'typebox/value'
import { isoNow } from '../../clock.ts'
import { type Act, audit } from '../../http/audit.ts'
import type { SecretBox } from '../../secret-box.ts'
import { withoutSecrets } from './read-setting.ts'
import { selectSettings, selectVersions, writeSetting } from './setting.query.ts'

/** Undefined: what was inherited holds again. */
export interface SettingChange {
  key: string
  version: number
  value?: unknown
  fromVersion?: number | undefined
  reason: string
}

/** @throws AppError SETTING_UNKNOWN */
export function settingNamed(key: string): Setting {
  const setting = SETTINGS.find((one) => one.key === key)
  if (!setting) throw new AppError('SETTING_UNKNOWN', { key })
  return setting
}

/**
 * Writes the next version of a setting at a scope, with its record.
 *
 * @throws AppError SETTING_INVALID, SETTING_SCOPE, RANK_POLICY_REASON, VERSION_CONFLICT
 */
export async function saveSetting(
  db: Db,
  act: Act,
  place: SettingPlace,
  at: ScopeKey,
  change: SettingChange,
): Promise<void> {
  const setting = settingNamed(change.key)
  const { key, label } = setting
  if (!setting.scopes.includes(at.scope))
    throw new AppError('SETTING_SCOPE', { label, scope: SETTING_SCOPES[at.scope] })
  const rows = await selectSettings(db, place, [key])
  const own = rows.find((row) => row.scope === at.scope && row.scope_id === at.scopeId)
  const { secrets } = act.services
  const before = own?.value == null ? null : opened(setting, secrets, own.value)
  const after = await valueOf(db, setting, at, change, { before, secrets })
  if (after !== null) assertFits(setting, after, place)
  const isWritten = await writeSetting(db, at, {
    key,
    seen: change.version,
    value: after === null ? null : JSON.stringify(withSecrets(setting, after, secrets.seal)),
    reason: change.reason.trim(),
    by_id: act.session.userId,
    at: isoNow(act.services.clock),
  })
  if (!isWritten)
    throw new AppError('VERSION_CONFLICT', {
      what: own?.by_name ? `「${label}」已被 ${own.by_name} 修改，` : `「${label}」`,
    })
  const told: object = after === null ? {} : (withoutSecrets(setting, after).value as object)
  await audit(db, act, {
    action: after === null ? 'setting-restore' : 'setting-save',
    object: `setting:${key}@${at.scope}:${at.scopeId}`,
    before: before === null ? undefined : withoutSecrets(setting, before).value,
    after: { ...told, reason: change.reason.trim() },
  })
}

async function valueOf(
  db: Db,
  setting: Setting,
  at: ScopeKey,
  { key, value, fromVersion }: SettingChange,
  { before, secrets }: { before: unknown; secrets: SecretBox },
): Promise<unknown> {
  if (fromVersion !== undefined) {
    const versions = await selectVersions(db, at, key)
    const old = versions.find(({ version }) => version === fromVersion)
    if (!old)
      throw new AppError('SETTING_INVALID', {
        label: setting.label,
        problem: `没有第 ${fromVersion} 版`,
      })
    return old.value === null ? null : opened(setting, secrets, old.value)
  }
  if (value === undefined) return null
  return keepSecrets(setting, value, before)
}

/** A setting as it is used, its secrets in the clear. */
const opened = (setting: Setting, { open }: SecretBox, text: string): unknown =>
  withSecrets(setting, JSON.parse(text), open)

function withSecrets(
  { secrets }: Setting,
  value: unknown,
  change: (secret: string) => string,
): unknown {
  if (secrets.length === 0 || typeof value !== 'object' || value === null) return value
  const fields = { ...value } as Record<string, unknown>
  for (const name of secrets) fields[name] = change((fields[name] as string | undefined) ?? '')
  return fields
}

/**
 * A secret that comes back empty was not told, and stays what it was, as long as it goes where it went.
 *
 * @throws AppError SETTING_INVALID where it would be sent to somebody else
 */
function keepSecrets(
  { secrets, sentTo, label }: Setting,
  value: unknown,
  before: unknown,
): unknown {
  if (typeof value !== 'object' || value === null) return value
  const fields = { ...value } as Record<string, unknown>
  const old = (before ?? {}) as Record<string, unknown>
  for (const name of secrets) {
    if (fields[name] || !old[name]) continue
    if (sentTo.some((field) => fields[field] !== old[field]))
      throw new AppError('SETTING_INVALID', {
        label,
        problem: '接收的服务器或账号改变后，请重新填写密码或密钥',
      })
    fields[name] = old[name]
  }
  return fields
}

function assertFits(setting: Setting, value: unknown, { gradeId }: SettingPlace): void {
  const { label } = setting
  const [problem] = Value.Errors(setting.schema, value)
  if (problem) {
    const field = problem.instancePath.slice(1) || '内容'
    throw new AppError('SETTING_INVALID', { label, problem: `${field} 超出允许的范围` })
  }
  const wrong = setting.check(value)
  if (wrong !== null) throw new AppError('SETTING_INVALID', { label, problem: wrong })
  if (
    setting.key === reportPolicy.key &&
    gradeId != null &&
    needsReason(gradeId, value as PolicySetting) &&
    (value as PolicySetting).reason.trim() === ''
  )
    throw new AppError('STAGE_POLICY_REASON')
  if (setting.key !== reportRanks.key) return
  const { student, policy_reason: reason } = value as { student: boolean; policy_reason: string }
  // A school's setting holds for all its grades; there the reason is asked for where it takes effect.
  if (student && gradeId != null && isCompulsoryEducation(gradeId) && reason.trim() === '')
    throw new AppError('RANK_POLICY_REASON')
}
