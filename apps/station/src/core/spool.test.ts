import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { PageReading } from '@hengjuan/domain'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isDiskFull } from './disk/disk-full.ts'
import { Seal, SealBroken } from './secrets/seal.ts'
import { type PageRecord, Spool } from './spool.ts'

const KEY = randomBytes(32)
const NAME = '陈思远'
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(`${NAME}的答题卡`)])
const record: PageRecord = {
  reading: { examNo: NAME } as unknown as PageReading,
  picture: { mime: 'image/jpeg', isConverted: true },
  crops: [],
}
const IMAGE = '01JQZX4T8N5W6V7Y2AB7K3M9QZ'

let root: string
let spool: Spool

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'spool-'))
  spool = new Spool(root, new Seal(KEY))
  await spool.prepare()
})

afterEach(() => rm(root, { recursive: true, force: true }))

async function allFiles(folder = root): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((each) => each.isFile())
    .map((each) => path.join(each.parentPath, each.name))
}

async function fill(into: Spool): Promise<{ sha256: string }> {
  const { sha256 } = await into.takeBytes(jpeg)
  await into.putPage(IMAGE, record, { crops: jpeg, thumb: jpeg, converted: jpeg })
  await into.putContainer('c0'.repeat(32), jpeg)
  return { sha256 }
}

test('everything comes back as it was and nothing of it can be seen', async () => {
  const { sha256 } = await fill(spool)
  for (const content of [
    await spool.readPicture(sha256),
    await spool.readCrops(IMAGE),
    await spool.readThumb(IMAGE),
    await spool.readConverted(IMAGE),
    await spool.readContainer('c0'.repeat(32)),
  ])
    expect(jpeg.equals(content)).toBe(true)
  expect((await spool.readPage(IMAGE)).reading).toEqual(record.reading)
  const files = await allFiles()
  expect(files).toHaveLength(6)
  for (const file of files) {
    const bytes = await readFile(file)
    expect(bytes.includes(NAME)).toBe(false)
    expect(bytes.includes(jpeg.subarray(0, 4))).toBe(false)
  }
})

test('a file put in the place of another does not open', async () => {
  const { sha256 } = await fill(spool)
  const other = await spool.takeBytes(Buffer.from('another sheet'))
  const file = (hash: string) => path.join(root, 'pictures', hash.slice(0, 2), hash)
  await writeFile(file(sha256), await readFile(file(other.sha256)))
  await expect(spool.readPicture(sha256)).rejects.toThrow(SealBroken)
})

test('files of an older version are sealed, and a kill in the middle costs nothing', async () => {
  const { sha256 } = await fill(spool)
  // As the older version left them: the contents in the open, two of six already sealed.
  const open: [string, Buffer][] = [
    [path.join(root, 'pictures', sha256.slice(0, 2), sha256), jpeg],
    [
      path.join(root, 'pages', IMAGE.slice(-2), IMAGE, 'page.json'),
      Buffer.from(JSON.stringify(record)),
    ],
    [path.join(root, 'pages', IMAGE.slice(-2), IMAGE, 'crops.bin'), jpeg],
    [path.join(root, 'outbox', 'c0'.repeat(32)), jpeg],
  ]
  for (const [file, content] of open) await writeFile(file, content)
  expect(await spool.sealOpenFiles()).toBe(4)
  expect(await spool.sealOpenFiles()).toBe(0)
  expect(jpeg.equals(await spool.readPicture(sha256))).toBe(true)
  expect(jpeg.equals(await spool.readContainer('c0'.repeat(32)))).toBe(true)
  expect((await spool.readPage(IMAGE)).reading).toEqual(record.reading)
})

const tiny = tinyDisk()

test.skipIf(tiny === null)(
  'on a full disk a write fails whole and leaves its room free',
  async () => {
    const disk = tiny?.mount() ?? ''
    try {
      const small = new Spool(path.join(disk, 'spool'), new Seal(KEY))
      await small.prepare()
      const kept: { sha256: string; content: Buffer }[] = []
      const fill = async (): Promise<unknown> => {
        for (;;) {
          const content = randomBytes(200_000)
          try {
            kept.push({ ...(await small.takeBytes(content)), content })
          } catch (error) {
            return error
          }
        }
      }
      expect(await fill()).toSatisfy(isDiskFull)
      expect(kept.length).toBeGreaterThan(3)
      expect(await readdir(path.join(disk, 'spool/tmp'))).toEqual([])
      for (const { sha256, content } of kept)
        expect(content.equals(await small.readPicture(sha256))).toBe(true)
      const page = { crops: randomBytes(300_000), thumb: null, converted: null }
      await expect(small.putPage(IMAGE, record, page)).rejects.toSatisfy(isDiskFull)
      expect(await readdir(path.join(disk, 'spool/tmp'))).toEqual([])
      // Room is made, and it goes on.
      for (const { sha256 } of kept.slice(0, 2)) await small.dropPicture(sha256)
      await small.putPage(IMAGE, record, page)
      expect((await small.readCrops(IMAGE)).length).toBe(300_000)
    } finally {
      tiny?.unmount()
    }
  },
)

/** A disk of one megabyte, where this user may make one. */
function tinyDisk() {
  const folder = path.join(tmpdir(), `tiny-disk-${process.pid}`)
  const mount = () => {
    execFileSync('mkdir', ['-p', folder])
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  }
  const unmount = () => {
    execFileSync('umount', [folder])
    execFileSync('rmdir', [folder])
  }
  try {
    mount()
    unmount()
    return { mount, unmount }
  } catch {
    console.warn('没有权限挂载小磁盘，跳过磁盘写满的测试')
    return null
  }
}
