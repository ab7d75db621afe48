import type { CallError } from '@hengjuan/client'
import { parseMilli } from '@hengjuan/domain'

/** What of a JSON schema says what a field may hold; TypeBox schemas are JSON schemas. */
export interface FieldSchema {
  type?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  pattern?: string
}

export interface ObjectSchema {
  properties: Readonly<Record<string, object>>
  required?: readonly string[]
}

export type FieldKind = 'text' | 'textarea' | 'number' | 'scores' | 'choice' | 'many' | 'date'
type Problems = Readonly<Record<string, string>>

/** What is wrong with one value, in a sentence that says what to do; null when nothing is. */
export function fieldProblem(
  value: unknown,
  schema: FieldSchema,
  field: { label: string; kind: FieldKind; isRequired: boolean },
): string | null {
  const { label, kind, isRequired } = field
  if (kind === 'many') {
    const count = Array.isArray(value) ? value.length : 0
    const least = Math.max(schema.minItems ?? 0, isRequired ? 1 : 0)
    if (count < least)
      return least === 1 ? `请至少选择一个${label}` : `${label}至少选择 ${least} 个`
    const { maxItems = Number.POSITIVE_INFINITY } = schema
    return count > maxItems ? `${label}最多选择 ${maxItems} 个` : null
  }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  if (text === '')
    return isRequired ? `请${kind === 'choice' || kind === 'date' ? '选择' : '填写'}${label}` : null
  if (kind === 'number' || kind === 'scores') return numberProblem(text, schema, label, kind)
  return textProblem(text, schema, label)
}

function numberProblem(
  text: string,
  { type, minimum, maximum }: FieldSchema,
  label: string,
  kind: 'number' | 'scores',
): string | null {
  const value = kind === 'scores' ? parseMilli(text) : Number(text.normalize('NFKC'))
  if (value === null) return `${label}请填写分数，最多三位小数`
  if (Number.isNaN(value)) return `${label}请填写数字`
  if (type === 'integer' && !Number.isInteger(value)) return `${label}请填写整数`
  const told = (bound: number) => (kind === 'scores' ? bound / 1000 : bound)
  if (minimum !== undefined && value < minimum) return `${label}不能小于 ${told(minimum)}`
  if (maximum !== undefined && value > maximum) return `${label}不能大于 ${told(maximum)}`
  return null
}

function textProblem(
  text: string,
  { minLength, maxLength, pattern }: FieldSchema,
  label: string,
): string | null {
  const { length } = text
  if (maxLength !== undefined && length > maxLength)
    return `${label}最多 ${maxLength} 个字，现在有 ${length} 个`
  if (minLength !== undefined && length < minLength) return `${label}至少 ${minLength} 个字`
  return pattern !== undefined && !new RegExp(pattern, 'u').test(text)
    ? `${label}的格式不正确，请检查后重新填写`
    : null
}

/**
 * What the server refused, by field; what belongs to no field of the form stands under the empty name.
 *
 * @param codes fields that an error code is about: { EXAM_NAME_TAKEN: 'name' }
 */
export function serverProblems(
  error: CallError | null,
  names: readonly string[],
  codes: Readonly<Record<string, string>> = {},
): Problems {
  if (!error) return {}
  const problems: Record<string, string> = {}
  for (const { path, msg } of error.fields) {
    const name = path.replace(/^body\.|^\//, '').split(/[./]/)[0] ?? ''
    if (names.includes(name)) problems[name] ??= msg
    else problems[''] ??= msg
  }
  const named = codes[error.code]
  if (named !== undefined) problems[named] = error.message
  else if (error.fields.length === 0) problems[''] = error.message
  return problems
}
