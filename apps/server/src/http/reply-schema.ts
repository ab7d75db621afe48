/** The part of JSON Schema that replies are written in. */
export interface Schema {
  type?: string
  const?: unknown
  nullable?: boolean
  anyOf?: Schema[]
  [keyword: string]: unknown
}

/**
 * The same reply for fast-json-stringify, without the choices that a value makes by itself: what may be null, and one
 * of several words. It compiles a validator for every `anyOf` and lets it go through the value at each reply to find
 * which one holds, with everything inside a reply that may be null. Here nothing is validated: what is written are the
 * fields that the contract names. Choices between objects stay.
 */
export function serializable(schema: Schema): Schema {
  if (schema.anyOf) return choice(schema, schema.anyOf.map(serializable))
  const parts = Object.entries(schema).map(([keyword, part]) => [keyword, inside(keyword, part)])
  return Object.fromEntries(parts) as Schema
}

function inside(keyword: string, part: unknown): unknown {
  if (!isSchema(part) || keyword === 'const') return part
  if (keyword !== 'properties' && keyword !== 'patternProperties') return serializable(part)
  return Object.fromEntries(
    Object.entries(part).map(([name, one]) => [name, isSchema(one) ? serializable(one) : one]),
  )
}

const isSchema = (part: unknown): part is Schema =>
  typeof part === 'object' && part !== null && !Array.isArray(part)

const isNull = ({ type }: Schema): boolean => type === 'null'

function choice(schema: Schema, anyOf: Schema[]): Schema {
  const [first, ...others] = anyOf.filter((one) => !isNull(one))
  const isPlain = first && typeof first.type === 'string' && (others.length === 0 || isWord(first))
  if (!isPlain || !others.every((one) => isWord(one) && one.type === first.type))
    return { ...schema, anyOf }
  const { const: _, nullable = false, ...kind } = first
  const canBeNull = nullable || anyOf.some((one) => isNull(one) || one.nullable === true)
  return canBeNull ? { ...kind, nullable: true } : kind
}

/** One of a few values of a kind, or any of that kind: written as what it is. */
const isWord = ({ type, anyOf, properties, items }: Schema): boolean =>
  typeof type === 'string' && !anyOf && !properties && !items && type !== 'object'
