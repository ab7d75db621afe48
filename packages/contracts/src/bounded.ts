import type { TSchema } from 'typebox'

/** The largest integer of a column, on either database. */
export const INT_MOST = 2 ** 31 - 1
/** Letters of a text that says no limit of its own. */
export const TEXT_MOST = 2000
/** Entries of a list that says no limit of its own. */
const ITEMS_MOST = 20_000

type Node = TSchema & Record<string, unknown>

/**
 * The same schema with limits that both databases hold to, wherever it names none: texts have a length, whole numbers
 * fit a column, numbers are finite, lists end. So that no call can forget them: `defineRoute` puts every input
 * through here. What no column takes at all (NUL, half a surrogate pair) the server refuses in every input.
 */
export function bounded<S extends TSchema>(schema: S): S {
  return copyWith(schema as unknown as Node) as unknown as S
}

function copyWith(schema: Node): Node {
  // With what TypeBox keeps out of sight, by which it knows its own schemas.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as Node
  for (const [key, value] of Object.entries(limitsOf(schema))) copy[key] ??= value
  for (const key of LISTS) {
    const parts = schema[key]
    if (Array.isArray(parts)) copy[key] = parts.map(copyWith)
  }
  for (const key of MAPS) {
    const parts = schema[key]
    if (isNode(parts))
      copy[key] = Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, copyWith(part as Node)]),
      )
  }
  for (const key of PARTS) {
    const part = schema[key]
    if (isNode(part)) copy[key] = copyWith(part)
  }
  return copy
}

const LISTS = ['anyOf', 'allOf', 'oneOf'] as const
const MAPS = ['properties', 'patternProperties'] as const
const PARTS = ['items', 'additionalProperties'] as const

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function limitsOf(schema: Node): Record<string, number> {
  if ('const' in schema || 'enum' in schema) return {}
  switch (schema['type']) {
    case 'string':
      return { maxLength: TEXT_MOST }
    case 'integer':
    case 'number':
      return { minimum: -INT_MOST - 1, maximum: INT_MOST }
    case 'array':
      return { maxItems: ITEMS_MOST }
    default:
      return {}
  }
}
