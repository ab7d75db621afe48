import type { FieldError } from '@hengjuan/domain'
import type { FastifySchemaValidationError } from 'fastify'

/** Names of JSON Schema types as a person says them. */
const TYPE_NAMES: Record<string, string> = {
  integer: '整数',
  number: '数字',
  string: '文字',
  boolean: '是或否',
  array: '列表',
  object: '一组内容',
}

/** What the validator found, in Chinese, by field. */
export const fieldErrors = (errors: readonly FastifySchemaValidationError[]): FieldError[] =>
  errors.map((error) => ({ path: pathOf(error), message: sentenceOf(error) }))

function pathOf(error: FastifySchemaValidationError): string {
  const base = error.instancePath.split('/').filter(Boolean)
  const missing = error.params['missingProperty']
  return [...base, ...(typeof missing === 'string' ? [missing] : [])].join('.')
}

function sentenceOf({ keyword, params }: FastifySchemaValidationError): string {
  const limit = String((params['limit'] as number | undefined) ?? '')
  switch (keyword) {
    case 'required':
      return '必须填写'
    case 'type':
      return `应当是${TYPE_NAMES[String(params['type'])] ?? '另一种内容'}`
    case 'minimum':
      return `不能小于 ${limit}`
    case 'maximum':
      return `不能大于 ${limit}`
    case 'minLength':
      return limit === '1' ? '不能为空' : `至少 ${limit} 个字`
    case 'maxLength':
      return `最多 ${limit} 个字`
    case 'minItems':
      return `至少要有 ${limit} 项`
    case 'maxItems':
      return `最多 ${limit} 项`
    case 'enum':
    case 'const':
    case 'anyOf':
      return '不在可选范围内'
    case 'storable':
      return '含有看不见的非法字符，请删除后重新输入'
    case 'pattern':
    case 'format':
      return '格式不正确'
    default:
      return '内容不符合要求'
  }
}
