import type { ScannerProfile } from '@hengjuan/scanner-bridge'
import { fieldsOf, type ProfileField, valueAt } from './profile-fields.ts'

/** What a person has to change before a profile can be used; `path` as in `ProfileField`. */
export interface ProfileProblem {
  path: string
  message: string
}

/** Options that let a driver move, turn or clean what it scanned. */
const HARMFUL = /deskew|crop|despeck|skip|^blank|autorotate/i

/**
 * Checks a profile as a person filled it in.
 *
 * @param otherNames names of the other profiles
 */
export function profileProblems(
  profile: ScannerProfile,
  otherNames: readonly string[] = [],
): ProfileProblem[] {
  const problems = fieldsOf(profile).flatMap((field) => {
    const message = problemOf(field, valueAt(profile, field.path))
    return message === null ? [] : [{ path: field.path, message }]
  })
  const add = (path: string, message: string) => problems.push({ path, message })
  if (otherNames.includes(profile.name.trim())) add('name', '已有同名的配置，请换一个名称')
  if (profile.match !== undefined && !isPattern(profile.match))
    add('match', '写法有误：括号不成对或符号不完整，请检查')
  const { detect, ultrasonic, length } = profile.doubleFeed
  if (detect === 'driver' && !ultrasonic && !length)
    add('doubleFeed.ultrasonic', '两种检测都关着，重张会漏扫；请至少打开一种')
  if (profile.mode === 'color' && profile.dropout !== 'none')
    add('dropout', '彩色扫描不能滤色，请改用灰度，或选「不滤色」')
  for (const [name, value] of Object.entries(profile.options)) {
    if (name.trim() === '') add('options', '有一项驱动选项没有填名称')
    else if (name.length > 60 || String(value).length > 200) add('options', `「${name}」太长`)
    else if (HARMFUL.test(name) && !/^(false|0|off|no)$/i.test(String(value)))
      add('options', `「${name}」会移动或擦掉填涂，只能关闭（false、0 或 Off）`)
  }
  return problems
}

function problemOf(field: ProfileField, value: unknown): string | null {
  switch (field.kind) {
    case 'text': {
      const text = typeof value === 'string' ? value.trim() : ''
      if (text === '' && !field.isOptional) return `请填写${field.label}`
      return text.length > field.maxLength ? `最多 ${field.maxLength} 个字` : null
    }
    case 'number': {
      const { min, max, unit, isWhole, isOptional } = field
      if (isOptional && (value === null || value === undefined)) return null
      if (typeof value !== 'number' || !Number.isFinite(value)) return '请填写数字'
      if (value < min || value > max) return `请填 ${min} 到 ${max}${unit ? ` ${unit}` : ''}`
      return isWhole && !Number.isInteger(value) ? '请填整数' : null
    }
    case 'choice':
      return Object.hasOwn(field.options, String(value)) ? null : '请选择一项'
    case 'switch':
      return typeof value === 'boolean' ? null : '请选择'
  }
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'i') instanceof RegExp
  } catch {
    return false
  }
}
