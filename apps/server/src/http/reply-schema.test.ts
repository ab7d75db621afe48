import * as contracts from '@hengjuan/contracts'
import fastJsonStringify from 'fast-json-stringify'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Schema, serializable } from './reply-schema.ts'

const NAME = { type: 'string' }
const NULL = { type: 'null' }

test.for<[string, Schema, Schema]>([
  ['a value that may be null', { anyOf: [NAME, NULL] }, { type: 'string', nullable: true }],
  [
    'an object that may be null',
    { anyOf: [{ type: 'object', properties: { anyOf: { anyOf: [NAME, NULL] } } }, NULL] },
    { type: 'object', properties: { anyOf: { type: 'string', nullable: true } }, nullable: true },
  ],
  [
    'one of several words',
    {
      anyOf: [
        { type: 'string', const: 'one' },
        { type: 'string', const: 'two' },
      ],
    },
    { type: 'string' },
  ],
  [
    'one of several words or null, in a choice of its own',
    { anyOf: [{ anyOf: [{ type: 'number', const: 1 }, NULL] }, { type: 'number', const: 2 }] },
    { type: 'number', nullable: true },
  ],
  [
    'a word or a number',
    { anyOf: [NAME, { type: 'integer' }] },
    { anyOf: [NAME, { type: 'integer' }] },
  ],
  [
    'one of several objects, told apart by a word',
    {
      anyOf: [
        { type: 'object', properties: { kind: { type: 'string', const: 'dot' } } },
        { type: 'object', properties: { kind: { type: 'string', const: 'line' }, end: NAME } },
      ],
    },
    {
      anyOf: [
        { type: 'object', properties: { kind: { type: 'string', const: 'dot' } } },
        { type: 'object', properties: { kind: { type: 'string', const: 'line' }, end: NAME } },
      ],
    },
  ],
  ['only a word', { type: 'string', const: 'ok' }, { type: 'string', const: 'ok' }],
])('%s', ([, schema, expected]) => {
  expect(serializable(schema)).toEqual(expected)
})

const replies = Object.entries(contracts as Record<string, unknown>).flatMap(([name, route]) =>
  typeof route === 'object' && route !== null && 'reply' in route && route.reply
    ? [[name, loose(route.reply as Schema)] as const]
    : [],
)

const writer = (schema: Schema) => fastJsonStringify(schema as fastJsonStringify.AnySchema)

test('every call answers the same, whatever it answers', () => {
  expect(replies.length).toBeGreaterThan(150)
  for (const [name, schema] of replies) {
    const before = writer(schema)
    const after = writer(serializable(schema))
    fc.assert(
      fc.property(valuesOf(schema), (reply) => {
        expect(after(reply), name).toBe(before(reply))
      }),
      { numRuns: 20 },
    )
  }
}, 300_000)

/** Without what only a validator asks for, so that any value of the kind will do. */
function loose(schema: Schema): Schema {
  const strict = new Set(['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'format'])
  return JSON.parse(JSON.stringify(schema), (keyword, part: unknown) =>
    strict.has(keyword) && typeof part !== 'object' ? undefined : part,
  ) as Schema
}

function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf))
  if (schema['allOf'])
    return fc
      .tuple(...(schema['allOf'] as Schema[]).map(valuesOf))
      .map((parts) => Object.assign({}, ...parts))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema['enum']) return fc.constantFrom(...(schema['enum'] as unknown[]))
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer()
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'string':
      return fc.string()
    case 'array':
      return Array.isArray(schema['items'])
        ? fc.tuple(...(schema['items'] as Schema[]).map(valuesOf))
        : fc.array(valuesOf(schema['items'] as Schema), lengthOf(schema))
    case 'object':
      return objectsOf(schema)
    default:
      return fc.jsonValue()
  }
}

const lengthOf = ({ minItems = 0, maxItems = 2 }: Schema) => ({
  minLength: Number(minItems),
  maxLength: Math.min(Number(maxItems), Number(minItems) + 2),
})

function objectsOf(schema: Schema): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const known = fc.record(
    Object.fromEntries(properties.map(([name, one]) => [name, valuesOf(one)])),
    { requiredKeys: (schema['required'] ?? []) as string[] },
  )
  const [[, others] = []] = Object.entries(
    (schema['patternProperties'] ?? {}) as Record<string, Schema>,
  )
  if (!others) return known
  return fc.dictionary(fc.stringMatching(/^[1-9]\d?$/), valuesOf(others), { maxKeys: 2 })
}
