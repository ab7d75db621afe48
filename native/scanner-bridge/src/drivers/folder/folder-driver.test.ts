import { appendFile, mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { ScanCollector, temporaryFolder } from '../../testing/collect-scan.ts'
import { tinyJpeg } from '../../testing/tiny-jpeg.ts'

const PATIENCE = 120_000

let hot: string
let run: ScanCollector
let root: string

beforeEach(async () => {
  const folder = await temporaryFolder()
  root = folder.root
  hot = path.join(root, 'hot')
  await mkdir(hot)
  return async () => {
    await run.scanner.close()
    await folder.remove()
  }
}, PATIENCE)

async function open(options: Record<string, number> = {}, source: 'feeder' | 'duplex' = 'feeder') {
  run = new ScanCollector(
    root,
    { driver: 'folder', id: hot },
    { source, options: { stableMs: 150, idleMs: 600, ...options } },
  )
  await run.scanner.open()
}

const put = (name: string, bytes = tinyJpeg(name)) => writeFile(path.join(hot, name), bytes)

test(
  'pictures are taken in the order of their names, and are gone when they are kept',
  { timeout: PATIENCE },
  async () => {
    for (const name of ['scan-10.jpg', 'scan-9.jpg', 'scan-1.jpg']) await put(name)
    await put('.hidden.jpg')
    await put('scan-2.jpg.part')
    await open()
    expect(await run.scan()).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 3 })
    const notes = ['scan-1.jpg', 'scan-9.jpg', 'scan-10.jpg']
    expect(run.pages.map(({ content }) => content.equals(tinyJpeg(notes.shift() ?? '')))).toEqual([
      true,
      true,
      true,
    ])
    await run.scanner.close()
    expect((await readdir(hot)).toSorted()).toEqual(['.hidden.jpg', 'scan-2.jpg.part'])
  },
)

test(
  'a slow writer is waited for, also when its file lies still for a while',
  { timeout: PATIENCE },
  async () => {
    const whole = tinyJpeg('slow')
    await put('scan-1.jpg', whole.subarray(0, 60))
    await put('scan-2.jpg')
    await open({ idleMs: 4000 })
    const scan = run.scan()
    for (let at = 60; at < whole.length; at += 80) {
      await new Promise((next) => setTimeout(next, 400))
      await appendFile(path.join(hot, 'scan-1.jpg'), whole.subarray(at, at + 80))
    }
    expect(await scan).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 2 })
    expect(run.pages[0]?.content.equals(whole)).toBe(true)
  },
)

test(
  'a file that never becomes a picture stops the job and stays where it is',
  { timeout: PATIENCE },
  async () => {
    await put('scan-1.jpg')
    // A network drive that reserved the size before the content came.
    await put('scan-2.jpg', Buffer.concat([tinyJpeg('x').subarray(0, 100), Buffer.alloc(500)]))
    await open({ patienceMs: 800 })
    expect(await run.scan()).toMatchObject({
      fault: { code: 'IO_ERROR', sheetState: 'not-fed' },
      lastGoodSheet: 1,
    })
    await run.scanner.close()
    expect(await readdir(hot)).toEqual(['scan-2.jpg'])
  },
)

test(
  'files that are renamed in while a job runs are taken, in pairs with duplex',
  { timeout: PATIENCE },
  async () => {
    await open({ idleMs: 4000 }, 'duplex')
    const scan = run.scan()
    for (const name of ['a-1.jpg', 'a-2.jpg']) {
      await put(`${name}.tmp`, tinyJpeg(name))
      await rename(path.join(hot, `${name}.tmp`), path.join(hot, name))
    }
    expect(await scan).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 1 })
    expect(run.keys).toEqual(['1-front', '1-back'])
  },
)

test(
  'what was not kept is still in the folder: the front without a back, and a sheet that found no room',
  { timeout: PATIENCE },
  async () => {
    for (const name of ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg']) await put(name)
    await open({}, 'duplex')
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
    const onSheet = (sheet: number) => (sheet === 2 ? Promise.reject(full) : Promise.resolve())
    expect(await run.scan(1, { onSheet })).toMatchObject({
      fault: { code: 'DISK_FULL' },
      lastGoodSheet: 1,
    })
    expect(await run.scan(2)).toMatchObject({
      fault: { code: 'INCOMPLETE_SHEET' },
      lastGoodSheet: 2,
    })
    await run.scanner.close()
    expect(run.pages).toHaveLength(4)
    expect(await readdir(hot)).toEqual(['5.jpg'])
  },
)

test(
  'several pages in one file are refused, since all but the first would be lost',
  { timeout: PATIENCE },
  async () => {
    await put('scan-1.tif', twoFrames())
    await open()
    expect(await run.scan()).toMatchObject({ fault: { code: 'UNSUPPORTED' }, lastGoodSheet: 0 })
    expect(await readdir(hot)).toEqual(['scan-1.tif'])
  },
)

/** A little-endian TIFF with two directories of one strip each. */
function twoFrames(): Buffer {
  const directory = (at: number, next: number) => {
    const bytes = Buffer.alloc(2 + 4 * 12 + 4)
    bytes.writeUInt16LE(4)
    for (const [index, [tag, value]] of [
      [256, 4],
      [257, 4],
      [273, 8],
      [279, 16],
    ].entries()) {
      const entry = 2 + index * 12
      bytes.writeUInt16LE(tag!, entry)
      bytes.writeUInt16LE(4, entry + 2)
      bytes.writeUInt32LE(1, entry + 4)
      bytes.writeUInt32LE(value!, entry + 8)
    }
    bytes.writeUInt32LE(next, 50)
    return { at, bytes }
  }
  const first = directory(24, 78)
  const second = directory(78, 0)
  const head = Buffer.from([0x49, 0x49, 42, 0, 24, 0, 0, 0])
  return Buffer.concat([head, Buffer.alloc(16, 7), first.bytes, second.bytes])
}
