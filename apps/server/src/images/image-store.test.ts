import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { folderStore } from './image-store.ts'

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const LIMIT = 1_000_000

async function openStore() {
  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-images-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return { folder, store: await folderStore(folder) }
}

const unfinished = (folder: string): Promise<string[]> => readdir(join(folder, 'tmp'))

test('what was stored comes back, whole or as a span', async () => {
  const { store } = await openStore()
  const bytes = Buffer.from('front page, back page')
  const hash = sha256(bytes)
  expect(await store.put(Readable.from([bytes]), hash, LIMIT)).toEqual({ byteLength: 21 })
  expect(await store.has(hash)).toBe(true)
  expect((await store.readBytes(hash)).toString()).toBe('front page, back page')
  expect((await store.readBytes(hash, { offset: 6, length: 4 })).toString()).toBe('page')
})

test('storing the same bytes again changes nothing', async () => {
  const { folder, store } = await openStore()
  const bytes = Buffer.from('once')
  for (let time = 0; time < 3; time++) await store.put(Readable.from([bytes]), sha256(bytes), LIMIT)
  expect(await unfinished(folder)).toEqual([])
  expect((await store.readBytes(sha256(bytes))).toString()).toBe('once')
})

test.for([
  [
    'bytes that are not the ones announced',
    sha256(Buffer.from('other')),
    LIMIT,
    'SCAN_CHECKSUM_MISMATCH',
  ],
  ['more than is allowed', sha256(Buffer.from('bytes')), 3, 'PAYLOAD_TOO_LARGE'],
] as const)('%s are refused and leave nothing behind', async ([, hash, limit, code]) => {
  const { folder, store } = await openStore()
  await expect(store.put(Readable.from([Buffer.from('bytes')]), hash, limit)).rejects.toMatchObject(
    { code },
  )
  expect(await store.has(hash)).toBe(false)
  expect(await unfinished(folder)).toEqual([])
})

test('a stream that breaks off leaves nothing behind', async () => {
  const { folder, store } = await openStore()
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('connection lost')
    })(),
  )
  await expect(store.put(broken, sha256(Buffer.from('half')), LIMIT)).rejects.toThrow(
    'connection lost',
  )
  expect(await unfinished(folder)).toEqual([])
})

test.for(['', 'abc', '../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(63)}/`])(
  'a name that is no hash opens no file: %s',
  async (name) => {
    const { store } = await openStore()
    await expect(store.read(name)).rejects.toMatchObject({ code: 'IMAGE_NOT_FOUND' })
  },
)

test('what an earlier run left unfinished is swept at the start', async () => {
  const { folder } = await openStore()
  await writeFile(join(folder, 'tmp', 'left'), 'half a page')
  await folderStore(folder)
  expect(await unfinished(folder)).toEqual([])
})

test('a folder that is away is told apart from an image that is not there, and works again once it is back', async () => {
  const { folder, store } = await openStore()
  const bytes = Buffer.from('kept')
  const put = () => store.put(Readable.from([bytes]), sha256(bytes), LIMIT)
  await put()
  const away = `${folder}-away`
  await rename(folder, away)
  await expect(store.readBytes(sha256(bytes))).rejects.toMatchObject({ code: 'STORAGE_FAILED' })
  await expect(put()).rejects.toMatchObject({ code: 'STORAGE_FAILED' })
  await rename(away, folder)
  expect((await store.readBytes(sha256(bytes))).toString()).toBe('kept')
  await expect(store.readBytes(sha256(Buffer.from('other')))).rejects.toMatchObject({
    code: 'IMAGE_NOT_FOUND',
  })
  await put()
})
