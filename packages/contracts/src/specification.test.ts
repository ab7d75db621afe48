import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as contracts from './index.ts'
import type { Route } from './route.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value

const routes = (Object.values(contracts) as unknown[]).filter(isRoute)
const nameOf = ({ method, path }: Route): string => `${method} ${path}`
const listed = (file: string) =>
  readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
const areasOf = (rows: string[][]) =>
  new Map(rows.map(([area, method, path]) => [`${method} ${path}`, area]))
const specified = areasOf(listed('specification-calls.tsv'))
const addedRows = listed('added-calls.tsv')
const added = areasOf(addedRows)

test('every call stands in a list, that of the specification or of what was added, under its area', () => {
  const areaOf = (name: string) => specified.get(name) ?? added.get(name)
  const strangers = routes.filter((route) => areaOf(nameOf(route)) !== route.area)
  expect(strangers.map((route) => `${nameOf(route)} (${route.area})`)).toEqual([])
})

test('a call that was added is served, is not one of the specification, and says why it is needed', () => {
  const names = new Set(routes.map(nameOf))
  expect([...added.keys()].filter((name) => !names.has(name) || specified.has(name))).toEqual([])
  expect(addedRows.filter(([, , , purpose, why]) => !purpose || !why)).toEqual([])
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
