import { expect, test } from 'vitest'
import { packagesIn, plainSource } from './plain-source.ts'

const doors = new Map([['@hengjuan/omr/pool', 'packages/omr/src/reader/reader-pool.ts']])
const plain = (source: string) => plainSource(source, 'apps/station/src/core/reading.ts', doors)

test.for<[source: string, expected: string]>([
  ["import { a } from './spool.ts'", "import { a } from './spool.js'"],
  [
    "new URL('./reader-process.ts', import.meta.url)",
    "new URL('./reader-process.js', import.meta.url)",
  ],
  [
    "import { b } from '@hengjuan/omr/pool'",
    "import { b } from '../../../../packages/omr/src/reader/reader-pool.js'",
  ],
  ["import sharp from 'sharp'", "import sharp from 'sharp'"],
])('%s → %s', ([source, expected]) => {
  expect(plain(source)).toBe(expected)
})

test('types are gone', () => {
  expect(plain("import type { A } from './a.ts'\nexport const b: number = 1")).not.toContain(
    'number',
  )
})

test('packages of others are found, of Node and Electron not', () => {
  const source = `import sharp from 'sharp'
    import { hash } from '@node-rs/argon2'
    import path from 'node:path'
    import { app } from 'electron'
    import { Value } from 'typebox/value'
    import './local.js'
    const late = await import('electron-updater')
    const binding = createRequire(import.meta.url)('@julusian/jpeg-turbo')`
  expect(packagesIn(source).toSorted()).toEqual([
    '@julusian/jpeg-turbo',
    '@node-rs/argon2',
    'electron-updater',
    'sharp',
    'typebox',
  ])
})
