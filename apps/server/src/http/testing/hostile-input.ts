import type { Route } from '@hengjuan/contracts'

/** A source of numbers from 0 to 1 that begins again the same way with the same seed. */
export type Random = () => number

export function randomFrom(seed: number): Random {
  let state = seed
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T

type Node = Record<string, unknown>

/** What a call is sent: as its contract says, or nearly. */
export interface Input {
  params: Node
  query: Node
  body: unknown
}

/** Ids of things that there are, by the names that contracts give them. */
export type Known = Readonly<Record<string, readonly unknown[]>>

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '０１２３',
  '王\u200b小明',
  '👩‍👩‍👧',
  '\u202eabc',
  "' or 1=1 --",
  '%_\\',
  '\\',
  '"',
  '[',
  '(',
  '*',
  '__proto__',
  '../../etc/passwd',
  '9'.repeat(20),
  '-1',
  '1e308',
  'NaN',
  'null',
  'true',
  '2026-99-99',
  '2026-02-30T25:61:61Z',
  '0000-00-00T00:00:00Z',
  '字'.repeat(1990),
  'x'.repeat(5000),
]
const NUMBERS = [0, -1, 1, 1.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e19, 1e308, -0]
const OTHERS = [null, true, [], {}, [[]], [null], { a: { b: 1 } }, JSON.parse('{"__proto__":1}')]

/** Something that the contract did not think of. */
export const hostile = (random: Random): unknown =>
  random() < 0.5
    ? pick(random, TEXTS)
    : random() < 0.7
      ? pick(random, NUMBERS)
      : pick(random, OTHERS)

/** Texts of the forms that patterns ask for. */
const FORMS = [
  '01JDQZ4Y7N8K9M0P1Q2R3S4T5V',
  'ab'.repeat(32),
  '2026-11-20',
  '2026-11-20T01:00:00.000Z',
  '10010001',
  '1001',
  'A',
  '1',
  '0,0,10,10',
  'marker1',
  'x',
]

/** What a schema asks for: sometimes at its limits, with ids of things that there are. */
export function fitting(schema: Node, random: Random, known: Known, name = ''): unknown {
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return pick(random, schema['enum'])
  const choices = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']
  if (Array.isArray(choices)) return fitting(pick(random, choices) as Node, random, known, name)
  const ids = known[name]
  switch (schema['type']) {
    case 'integer':
    case 'number':
      if (ids && random() < 0.9) return pick(random, ids)
      return numberOf(schema, random)
    case 'string': {
      if (ids && random() < 0.9) return String(pick(random, ids))
      return textOf(schema, random)
    }
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    case 'array': {
      const least = Number(schema['minItems'] ?? 0)
      const count = Math.max(least, Math.floor(random() * 3))
      const one = name.endsWith('ies') ? name.slice(0, -3) + 'y' : name.replace(/s$/, '')
      return Array.from({ length: Math.min(count, 20) }, () =>
        fitting((schema['items'] ?? {}) as Node, random, known, one),
      )
    }
    case 'object':
      return objectOf(schema, random, known)
    default:
      return pick(random, [null, 1, 'x'])
  }
}

function numberOf(schema: Node, random: Random): number {
  const [least, most] = [Number(schema['minimum'] ?? 0), Number(schema['maximum'] ?? 100)]
  const some = Math.max(least, 0) + Math.floor(random() * 5)
  return pick(random, [least, most, Math.min(some, most), Math.min(some, most)])
}

function textOf(schema: Node, random: Random): string {
  const { pattern: form } = schema
  const pattern = typeof form === 'string' ? new RegExp(form, 'u') : null
  const least = Number(schema['minLength'] ?? 0)
  const most = Number(schema['maxLength'] ?? 100)
  const fits = [...FORMS, '语文 期中', '字'.repeat(Math.min(most, 2000))].filter(
    (text) => text.length >= least && text.length <= most && (pattern?.test(text) ?? true),
  )
  return fits.length > 0 ? pick(random, fits) : 'x'
}

function objectOf(schema: Node, random: Random, known: Known): Node {
  const made: Node = {}
  const required = (schema['required'] ?? []) as string[]
  for (const [name, part] of Object.entries((schema['properties'] ?? {}) as Record<string, Node>))
    if (required.includes(name) || random() < 0.4) made[name] = fitting(part, random, known, name)
  for (const part of Object.values((schema['patternProperties'] ?? {}) as Record<string, Node>))
    if (random() < 0.7) made[pick(random, ['1', '2', 'A'])] = fitting(part, random, known)
  return made
}

/** An input as the contract asks for. */
export const inputFor = ({ params, query, body }: Route, random: Random, known: Known): Input => ({
  params: fitting({ type: 'object', ...params }, random, known) as Node,
  query: fitting({ type: 'object', ...query }, random, known) as Node,
  body: body && fitting(body as unknown as Node, random, known),
})

/** The same with one part of it that is not as it should be, or missing. */
export function spoil(input: Input, random: Random): Input {
  const spoiled = structuredClone(input)
  const places: [holder: Node, name: string][] = []
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const name of Object.keys(value)) {
      places.push([value as Node, name])
      collect((value as Node)[name])
    }
  }
  for (const part of Object.values(spoiled)) collect(part)
  if (places.length === 0 || random() < 0.05) return { ...spoiled, body: hostile(random) }
  const [holder, name] = pick(random, places)
  if (random() < 0.15) Reflect.deleteProperty(holder, name)
  else holder[name] = hostile(random)
  return spoiled
}

/** Beginnings of files with nothing true behind them. */
export const FILES: readonly Buffer[] = [
  Buffer.alloc(0),
  Buffer.from('姓名,学号\n\u0000,\u0000\n'),
  Buffer.from('%PDF-1.7\nnothing'),
  Buffer.from('PK\u0003\u0004nothing'),
  Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1'),
  Buffer.from('\xff\xd8\xffnothing', 'latin1'),
  Buffer.from('HJSC1\n\xff\xff\xff\xff{}', 'latin1'),
  Buffer.from('\n'.repeat(10_000)),
]
