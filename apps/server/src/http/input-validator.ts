import type { FastifySchemaCompiler, FastifySchema } from 'fastify'
import { Ajv as Validator } from 'ajv'

/**
 * Query, path and form values arrive as text and are converted to the declared type; JSON bodies are
 * taken as they are.
 */
export function inputValidator(): FastifySchemaCompiler<FastifySchema> {
  const common = {
    allErrors: true,
    useDefaults: true,
    removeAdditional: true,
    strict: false,
  } as const
  const converting = new Validator({ ...common, coerceTypes: 'array' })
  const exact = new Validator({ ...common, coerceTypes: false })
  return ({ schema, httpPart }) =>
    (httpPart === 'body' && !(schema as { form?: true }).form ? exact : converting).compile(
      schema as object,
    )
}
