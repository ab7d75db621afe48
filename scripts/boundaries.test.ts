import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { expect, onTestFinished, test } from 'vitest'

import boundaries from '../.dependency-cruiser.mjs'

const PACKAGES = [
  'domain',
  'contracts',
  'omr',
  'sheet',
  'db',
  'client',
  'ui',
  'scan-review',
  'scan-simulator',
]
const APPS = ['server', 'web', 'station']

test.for([
  ['packages/domain/src/a.ts', "import '@hengjuan/contracts'", 'domain-imports'],
  ['packages/domain/src/a.ts', "import { readFileSync } from 'node:fs'", 'domain-is-pure'],
  ['packages/contracts/src/a.ts', "import '@hengjuan/db'", 'contracts-imports'],
  ['packages/omr/src/a.ts', "import '@hengjuan/sheet'", 'omr-imports'],
  ['packages/sheet/src/a.ts', "import type { x } from '@hengjuan/omr'", 'sheet-imports'],
  ['packages/db/src/a.ts', "import '@hengjuan/server'", 'nobody-imports-an-app'],
  ['packages/ui/src/a.tsx', "import '@hengjuan/db'", 'ui-imports'],
  ['packages/client/src/a.ts', "import 'node:fs'", 'renderers-without-node'],
  ['apps/web/src/a.tsx', "import '@hengjuan/server'", 'web-imports'],
  ['apps/web/src/a.tsx', "import '@hengjuan/omr'", 'web-imports'],
  ['apps/station/src/a.ts', "import '@hengjuan/db'", 'station-imports'],
  ['apps/server/src/a.ts', "import '@hengjuan/scanner-bridge'", 'server-imports'],
  ['native/scanner-bridge/src/a.ts', "import '@hengjuan/domain'", 'scanner-bridge-imports'],
  [
    'apps/station/src/a.ts',
    "import '../../../native/scanner-bridge/src/index.ts'",
    'apps-use-package-doors',
  ],
  ['apps/server/src/a.ts', "import '@hengjuan/db/testing'", 'only-tests-import-testing'],
  ['apps/server/src/a.ts', "import '../../../packages/db/src/b.ts'", 'apps-use-package-doors'],
  ['packages/sheet/src/a.ts', "import '../../domain/src/b.ts'", 'packages-meet-at-the-door'],
  ['apps/server/src/features/exam/a.ts', "import '../scan/b.ts'", 'features-meet-at-the-door'],
  ['apps/web/src/features/exam/a.ts', "import '../scan/index.ts'", 'web-features-do-not-meet'],
  ['apps/web/src/ui/a.ts', "import '../features/scan/index.ts'", 'web-looks-know-no-exam'],
  ['packages/db/src/a.ts', "import './circle.ts'", 'no-circular'],
  ['packages/db/src/a.ts', "import './nowhere.ts'", 'no-unresolvable'],
] as const)('%s may not say %s (%s)', async ([file, line, rule]) => {
  expect(await violations({ [file]: line })).toContain(rule)
})

test.for([
  ['packages/omr/src/a.ts', "import { x } from '@hengjuan/domain'"],
  ['apps/server/src/a.ts', "import '@hengjuan/db'"],
  ['apps/server/src/a.test.ts', "import '@hengjuan/db/testing'"],
  ['apps/server/src/features/exam/a.ts', "import '../scan/index.ts'"],
  ['apps/web/src/pages/a.ts', "import '../features/scan/index.ts'"],
  ['apps/station/src/a.ts', "import '@hengjuan/omr'"],
  ['apps/station/src/a.ts', "import '@hengjuan/scanner-bridge'"],
] as const)('%s may say %s', async ([file, line]) => {
  expect(await violations({ [file]: line })).toEqual([])
})

/** Lays out a workspace like ours around the given files and returns the rules it breaks. */
async function violations(files: Record<string, string>): Promise<string[]> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'hengjuan-boundaries-')))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const write = async (file: string, content: string) => {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true })
    await writeFile(path.join(root, file), `${content}\n`)
  }
  await mkdir(path.join(root, 'node_modules/@hengjuan'), { recursive: true })
  const folders = [
    ...PACKAGES.map((name) => `packages/${name}`),
    ...APPS.map((name) => `apps/${name}`),
    'native/scanner-bridge',
  ]
  for (const folder of folders) {
    const name = path.basename(folder)
    const exports = { '.': './src/index.ts', './testing': './testing/index.ts' }
    await write(`${folder}/package.json`, JSON.stringify({ name: `@hengjuan/${name}`, exports }))
    await write(`${folder}/src/index.ts`, 'export const x = 1')
    await symlink(path.join(root, folder), path.join(root, 'node_modules/@hengjuan', name))
  }
  await write('packages/db/testing/index.ts', 'export const x = 1')
  await write('packages/db/src/a.ts', 'export const x = 1')
  await write('packages/db/src/b.ts', 'export const x = 1')
  await write('packages/db/src/circle.ts', "import './a.ts'")
  await write('packages/domain/src/b.ts', 'export const x = 1')
  await write('apps/server/src/features/scan/index.ts', "export * from './b.ts'")
  await write('apps/server/src/features/scan/b.ts', 'export const x = 1')
  await write('apps/web/src/features/scan/index.ts', 'export const x = 1')
  for (const [file, content] of Object.entries(files)) await write(file, content)

  const { forbidden, options } = boundaries
  const { enhancedResolveOptions, ...cruiseOptions } = options ?? {}
  const ruleSet = { forbidden: forbidden ?? [] }
  const { output } = await cruise(
    ['apps', 'packages', 'native'],
    { ...cruiseOptions, baseDir: root, validate: true, ruleSet },
    enhancedResolveOptions,
  )
  const { summary } = output as ICruiseResult
  return [...new Set(summary.violations.map(({ rule }) => rule.name))]
}
