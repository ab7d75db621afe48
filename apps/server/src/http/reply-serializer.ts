import type { FastifySchema, FastifySerializerCompiler } from 'fastify'
import fastJsonStringify from 'fast-json-stringify'
import { onFirstUse } from './on-first-use.ts'
import { type Schema, serializable } from './reply-schema.ts'

const serializer = onFirstUse((schema) =>
  fastJsonStringify(serializable(schema as Schema) as fastJsonStringify.AnySchema),
)

/** Writes replies by their schema, so that a field no contract names never leaves the server. */
export const replySerializer: FastifySerializerCompiler<FastifySchema> = ({ schema }) => {
  const serialize = serializer(schema)
  return (reply) => serialize()(reply)
}
