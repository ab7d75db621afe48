import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Folders whose folders, and whose folders' folders, import one way. */
const FEATURES = ['apps/server/src/features', 'apps/web/src/features']
const ROOMS = ['apps/station/src/core', ...FEATURES, ...FEATURES.flatMap(foldersOf)]

test.for(ROOMS)('the rooms of %s import one way', (root) => {
  expect(pairsOf(importsBetweenRooms(root))).toEqual([])
})

test('two rooms that import each other are a pair, whoever of them is asked', () => {
  const imports = [
    ['desk', 'claims'],
    ['claims', 'units'],
    ['desk', 'units'],
    ['units', 'desk'],
  ] as const
  expect(pairsOf(imports)).toEqual(['desk and units'])
})

function foldersOf(root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map((entry) => `${root}/${entry.name}`)
}

/** Which room imports which, without what tests do; a file outside of any room belongs to none. */
function importsBetweenRooms(root: string): [from: string, to: string][] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)testing\//.test(file),
  )
  return files.flatMap((file) => {
    const [from, ...rest] = file.split(path.sep)
    if (from === undefined || rest.length === 0) return []
    const text = readFileSync(path.join(root, file), 'utf8')
    return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].flatMap(([, to = '']) => {
      const [room, ...inside] = path.join(path.dirname(file), to).split(path.sep)
      const isOther = room !== undefined && room !== from && room !== '..' && room !== 'testing'
      return isOther && inside.length > 0 ? [[from, room] as [string, string]] : []
    })
  })
}

/** Rooms that import each other, each pair once. */
function pairsOf(imports: readonly (readonly [from: string, to: string])[]): string[] {
  const known = new Set(imports.map(([from, to]) => `${from} ${to}`))
  const pairs = imports.filter(([from, to]) => from < to && known.has(`${to} ${from}`))
  return [...new Set(pairs.map(([from, to]) => `${from} and ${to}`))]
}
