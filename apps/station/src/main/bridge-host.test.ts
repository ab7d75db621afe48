import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bridgeHost, bridgeHost32 } from './bridge-host.ts'

const NODE = process.platform === 'win32' ? 'node.exe' : 'node'

test('drivers run in the Node that ships with the station, or in the installed one', async () => {
  const resources = await mkdtemp(path.join(tmpdir(), 'resources-'))
  onTestFinished(() => rm(resources, { recursive: true }))
  const installed = { command: NODE, args: [expect.stringContaining('scanner-bridge') as string] }
  expect(bridgeHost(undefined)).toEqual(installed)
  expect(bridgeHost(resources)).toEqual(installed)
  const folder = path.join(resources, 'bridge')
  await mkdir(folder)
  await writeFile(path.join(folder, NODE), '')
  // Half a host is none.
  expect(bridgeHost(resources)).toEqual(installed)
  await writeFile(path.join(folder, 'bridge.mjs'), '')
  expect(bridgeHost(resources)).toEqual({
    command: path.join(folder, NODE),
    args: [path.join(folder, 'bridge.mjs')],
  })
})

test('the host for 32-bit drivers is there only where it was shipped', async () => {
  const resources = await mkdtemp(path.join(tmpdir(), 'resources-'))
  onTestFinished(() => rm(resources, { recursive: true }))
  expect(bridgeHost32(undefined)).toBeUndefined()
  expect(bridgeHost32(resources)).toBeUndefined()
  const folder = path.join(resources, 'bridge32')
  await mkdir(folder)
  for (const name of ['node.exe', 'bridge.mjs']) await writeFile(path.join(folder, name), '')
  expect(bridgeHost32(resources)).toEqual({
    command: path.join(folder, 'node.exe'),
    args: [path.join(folder, 'bridge.mjs')],
  })
})
