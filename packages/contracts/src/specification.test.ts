import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as contracts from './index.ts'
import type { Route } from './route.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value

const routes = (Object.values(contracts) as unknown[]).filter(isRoute)
const nameOf = ({ method, path }: Route): string => `${method} ${path}`
const specified = new Map<string, string | undefined>(
  readFileSync(new URL('../specification-calls.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [area, method, path] = line.split('\t')
      return [`${method} ${path}`, area] as const
    }),
)

test('every call stands in the list of the specification, under its area', () => {
  const strangers = routes.filter((route) => specified.get(nameOf(route)) !== route.area)
  expect(strangers.map((route) => `${nameOf(route)} (${route.area})`)).toEqual([])
})

test('no call is defined twice', () => {
  const names = routes.map(nameOf)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('every call says in Chinese what it does', () => {
  const silent = routes.filter(({ summary }) => !/[\u4e00-\u9fff]/.test(summary))
  expect(silent.map(nameOf)).toEqual([])
})

test('ids that decide access are declared by the call', () => {
  const undeclared = routes.flatMap((route) => {
    if (route.access.kind !== 'can') return []
    return Object.values(route.access.on).filter((place) => {
      const [part, name] = String(place).split('.') as ['query' | 'params' | 'body', string]
      const { properties = {} }: { properties?: object } = route[part] ?? {}
      return !Object.hasOwn(properties, name)
    })
  })
  expect(undeclared).toEqual([])
})
