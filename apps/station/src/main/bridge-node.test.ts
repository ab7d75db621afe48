import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bridgeNode } from './bridge-node.ts'

const NAME = process.platform === 'win32' ? 'node.exe' : 'node'

test('drivers run in the Node that ships with the station, or in the installed one', async () => {
  const resources = await mkdtemp(path.join(tmpdir(), 'resources-'))
  onTestFinished(() => rm(resources, { recursive: true }))
  expect(bridgeNode(resources)).toBe(NAME)
  expect(bridgeNode(undefined)).toBe(NAME)
  await mkdir(path.join(resources, 'node'))
  await writeFile(path.join(resources, 'node', NAME), '')
  expect(bridgeNode(resources)).toBe(path.join(resources, 'node', NAME))
})
