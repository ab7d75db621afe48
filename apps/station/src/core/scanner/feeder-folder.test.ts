import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { feederFolder } from './feeder-folder.ts'

test('pages lie in memory where there is one with room, each station in a folder of its own', async () => {
  // Any file system with a gigabyte of room will do for the test.
  const memory = await mkdtemp(path.join(tmpdir(), 'memory-'))
  const first = await feederFolder('/data/one', memory)
  expect(path.dirname(first)).toBe(memory)
  expect(await feederFolder('/data/one', memory)).toBe(first)
  expect(await feederFolder('/data/two', memory)).not.toBe(first)
  await rm(memory, { recursive: true })
})

test('elsewhere they lie beside the data', async () => {
  expect(await feederFolder('/data/one', '/no/such/memory')).toBe('/data/one/feeder')
})

test('empty folders of stations that were killed are swept, others stay', async () => {
  const memory = await mkdtemp(path.join(tmpdir(), 'memory-'))
  for (const name of ['hengjuan-feeder-empty', 'hengjuan-feeder-full', 'other'])
    await mkdir(path.join(memory, name))
  await writeFile(path.join(memory, 'hengjuan-feeder-full', 'page'), '')
  await feederFolder('/data/one', memory)
  expect((await readdir(memory)).toSorted()).toEqual(['hengjuan-feeder-full', 'other'])
  await rm(memory, { recursive: true })
})
