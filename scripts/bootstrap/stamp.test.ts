import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { hashInputs, neededFolders, stampMatches, workspaceFolders, writeStamp } from './stamp.mjs'

let root = ''

const write = async (file: string, content: string) => {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true })
  await writeFile(path.join(root, file), content)
}

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'hengjuan-stamp-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await write('apps/web/src/main.tsx', 'one')
  await write('apps/web/src/page/a.tsx', 'two')
})

describe('the hash of the sources', () => {
  const hash = () => hashInputs(root, ['apps/web', 'pnpm-lock.yaml'])

  test.for([
    ['a file changes', 'apps/web/src/main.tsx', 'three'],
    ['a file is added', 'apps/web/src/page/b.tsx', ''],
    ['an input appears that was absent', 'pnpm-lock.yaml', ''],
  ] as const)('changes when %s', async ([, file, content]) => {
    const before = hash()
    await write(file, content)
    expect(hash()).not.toBe(before)
  })

  test('changes when content moves from one file to another', async () => {
    const before = hash()
    await write('apps/web/src/main.tsx', 'onet')
    await write('apps/web/src/page/a.tsx', 'wo')
    expect(hash()).not.toBe(before)
  })

  test.for([
    ['a file is written again with the same content', 'apps/web/src/main.tsx', 'one'],
    ['a test changes', 'apps/web/src/page/a.test.tsx', 'x'],
    ['the build writes its result', 'apps/web/dist/index.html', 'x'],
    ['a package is installed', 'apps/web/node_modules/x/index.js', 'x'],
    ['a file outside the inputs changes', 'apps/server/src/main.ts', 'x'],
  ] as const)('stays when %s', async ([, file, content]) => {
    const before = hash()
    await write(file, content)
    expect(hash()).toBe(before)
  })
})

describe('a stamp', () => {
  const file = () => path.join(root, 'node_modules/.hengjuan/installed')

  test('matches the hash it was written with', () => {
    writeStamp(file(), 'abc')
    expect(stampMatches(file(), 'abc')).toBe(true)
  })

  test('does not match another hash', () => {
    writeStamp(file(), 'abc')
    expect(stampMatches(file(), 'abd')).toBe(false)
  })

  test('that was never written matches nothing', () => {
    expect(stampMatches(file(), '')).toBe(false)
  })
})

test('an app needs the packages of its packages, and no other', async () => {
  const manifest = (folder: string, name: string, ...needs: string[]) =>
    write(
      `${folder}/package.json`,
      JSON.stringify({
        name,
        dependencies: Object.fromEntries([...needs, 'react'].map((need) => [need, '*'])),
      }),
    )
  await manifest('apps/web', '@hengjuan/web', '@hengjuan/client')
  await manifest('packages/client', '@hengjuan/client', '@hengjuan/contracts')
  await manifest('packages/contracts', '@hengjuan/contracts', '@hengjuan/client')
  await manifest('packages/omr', '@hengjuan/omr')
  expect(neededFolders(root, 'apps/web', workspaceFolders(root))).toEqual([
    'apps/web',
    'packages/client',
    'packages/contracts',
  ])
})
