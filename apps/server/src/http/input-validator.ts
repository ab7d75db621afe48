import type { FastifySchema, FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify'
import { Ajv as Validator, type ValidateFunction } from 'ajv'
import { onFirstUse } from './on-first-use.ts'
import { unstorableText } from './unstorable-text.ts'

const common = {
  allErrors: true,
  useDefaults: true,
  removeAdditional: true,
  strict: false,
} as const
const converting = new Validator({ ...common, coerceTypes: 'array' })
const exact = new Validator({ ...common, coerceTypes: false })

const convertingCheck = onFirstUse((schema) => converting.compile(schema))
const exactCheck = onFirstUse((schema) => exact.compile(schema))

/**
 * Query, path and form values arrive as text and are converted to the declared type; JSON bodies are
 * taken as they are.
 */
export const inputValidator: FastifySchemaCompiler<FastifySchema> = ({ schema, httpPart }) => {
  const isJson = httpPart === 'body' && !(schema as { form?: true }).form
  const check = (isJson ? exactCheck : convertingCheck)(schema)
  return (value: unknown) => {
    const broken = unstorableText(value)
    if (broken !== null) return { error: [brokenText(broken)] }
    const validate: ValidateFunction = check()
    // Fastify reads `error` as it would the property of a validator of its own making.
    return validate(value)
      ? true
      : { error: (validate.errors ?? []) as FastifySchemaValidationError[] }
  }
}

const brokenText = (path: readonly string[]): FastifySchemaValidationError => ({
  keyword: 'storable',
  instancePath: path.map((name) => `/${name}`).join(''),
  schemaPath: '',
  params: {},
})
