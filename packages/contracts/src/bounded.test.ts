import Type from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { bounded, INT_MOST, TEXT_MOST } from './bounded.ts'
import * as contracts from './index.ts'
import type { Route } from './route.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value
const routes = (Object.values(contracts) as unknown[]).filter(isRoute)

type Node = Record<string, unknown>

/** Every schema within another one that takes a text, a number or a list, with where it stands. */
function* leaves(schema: Node, at: string): Generator<[at: string, leaf: Node]> {
  if (['string', 'integer', 'number', 'array'].includes(String(schema['type'])))
    if (!('const' in schema) && !('enum' in schema)) yield [at, schema]
  for (const [key, part] of Object.entries(schema))
    if (typeof part === 'object' && part !== null) yield* leaves(part as Node, `${at}.${key}`)
}

test('no call takes a text without an end, a number that no column holds, or a list without an end', () => {
  const wrong: string[] = []
  for (const { method, path, params, query, body } of routes)
    for (const part of [params, query, body])
      for (const [at, leaf] of leaves((part ?? {}) as Node, `${method} ${path}`)) {
        const { type, maxLength, minimum, maximum, maxItems } = leaf as Record<string, number>
        const isWide =
          String(type) === 'string'
            ? maxLength === undefined
            : String(type) === 'array'
              ? maxItems === undefined
              : !(Math.abs(minimum ?? NaN) <= INT_MOST + 1 && (maximum ?? NaN) <= INT_MOST)
        if (isWide) wrong.push(at)
      }
  expect(wrong).toEqual([])
})

test('limits of its own a schema keeps, and what is behind a list, a choice or any name has them too', () => {
  const schema = bounded(
    Type.Object({
      name: Type.String({ maxLength: 5 }),
      ids: Type.Array(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
      scores: Type.Record(Type.String(), Type.Integer()),
    }),
  )
  const isRight = (more: object) =>
    Value.Check(schema, { name: '语文', ids: [1, null], scores: { '1': 5 }, ...more })
  expect(isRight({})).toBe(true)
  expect(isRight({ name: '一二三四五六' })).toBe(false)
  expect(isRight({ ids: [INT_MOST + 1] })).toBe(false)
  expect(isRight({ scores: { '1': -INT_MOST - 2 } })).toBe(false)
  const text = bounded(Type.String())
  expect(
    [TEXT_MOST, TEXT_MOST + 1].map((length) => Value.Check(text, '字'.repeat(length))),
  ).toEqual([true, false])
})
