import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyStoreDouble } from '../../testing/key-stores.ts'
import { openStore } from '../store/open-store.ts'
import { obtainDataKey } from './data-key.ts'
import { fileKeyStore } from './file-key-store.ts'

let root: string
let dataDir: string

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'data-key-'))
  dataDir = path.join(root, 'data')
})

afterEach(() => rm(root, { recursive: true, force: true }))

const files = () => fileKeyStore(path.join(root, 'keys'))

test('the first place that works keeps the key; the next start finds it there', async () => {
  const system = keyStoreDouble()
  const first = await obtainDataKey(dataDir, [system.store, files()])
  expect(first.place).toBe('secret-service')
  expect(first.key).toHaveLength(32)
  const again = await obtainDataKey(dataDir, [system.store, files()])
  expect(again.key.equals(first.key)).toBe(true)
  const record = await readFile(path.join(dataDir, 'key.json'), 'utf8')
  expect(record).not.toContain(first.key.toString('base64'))
  expect(record).not.toContain(first.key.toString('hex'))
})

test('without a system key store the key is a file that only this user may read', async () => {
  const system = keyStoreDouble()
  system.state.isAway = true
  const { key, place } = await obtainDataKey(dataDir, [system.store, files()])
  expect(place).toBe('file')
  const [name = ''] = await readdir(path.join(root, 'keys'))
  const file = path.join(root, 'keys', name)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(Buffer.from(await readFile(file, 'utf8'), 'base64').equals(key)).toBe(true)
  // Never beside the data.
  for (const own of await readdir(dataDir))
    expect(await readFile(path.join(dataDir, own), 'utf8')).not.toContain(key.toString('base64'))
})

test('a place that forgets what it was given is passed over', async () => {
  const forgetful = keyStoreDouble('keychain')
  forgetful.store.fetch = async () => null
  expect((await obtainDataKey(dataDir, [forgetful.store, files()])).place).toBe('file')
})

test.for<[what: string, lose: (keys: Map<string, Buffer>) => void]>([
  ['is gone', (keys) => keys.clear()],
  ['is another one', (keys) => keys.forEach((_, id) => keys.set(id, Buffer.alloc(32, 7)))],
  ['is cut short', (keys) => keys.forEach((key, id) => keys.set(id, key.subarray(1)))],
])('a key that %s is said in Chinese, and nothing is touched', async ([, lose]) => {
  const system = keyStoreDouble()
  const { key } = await obtainDataKey(dataDir, [system.store])
  openStore(dataDir, key).close()
  const before = await contentsOf(dataDir)
  lose(system.keys)
  await expect(obtainDataKey(dataDir, [system.store, files()])).rejects.toThrow(
    /取不到它的密钥.*数据没有被改动.*解锁密钥环/,
  )
  expect(await contentsOf(dataDir)).toEqual(before)
})

test('without the record of its key encrypted data is left alone', async () => {
  const system = keyStoreDouble()
  const { key } = await obtainDataKey(dataDir, [system.store])
  openStore(dataDir, key).close()
  for (const damage of [() => rm(path.join(dataDir, 'key.json')), breakRecord]) {
    await damage()
    const before = await contentsOf(dataDir)
    await expect(obtainDataKey(dataDir, [system.store])).rejects.toThrow('key.json 缺失或损坏')
    expect(await contentsOf(dataDir)).toEqual(before)
  }
})

const breakRecord = (): Promise<void> => writeFile(path.join(dataDir, 'key.json'), '{"version"')

async function contentsOf(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder)
  const read = async (name: string) =>
    [name, (await readFile(path.join(folder, name))).toString('base64')] as const
  return Object.fromEntries(await Promise.all(names.map(read)))
}
