import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FileMark, FolderWatch } from './folder-watch.ts'

const STABLE_MS = 700

let folder: string
let watch: FolderWatch
const taken = new Map<string, FileMark>()

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  folder = await mkdtemp(path.join(tmpdir(), 'folder-watch-'))
  watch = new FolderWatch(folder, STABLE_MS)
})

afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

const write = (name: string, content: string) => writeFile(path.join(folder, name), content)
const ready = async () => (await watch.look(taken)).map(({ name }) => name)

test('a file that is still being written is not taken, and none that comes after it', async () => {
  for (const part of ['a', 'ab', 'abc']) {
    await write('scan-1.jpg', part)
    await write('scan-2.jpg', 'whole')
    expect(await ready()).toEqual([])
    expect(watch.unsettled).toBe(2)
    vi.advanceTimersByTime(STABLE_MS)
  }
  expect(await ready()).toEqual(['scan-1.jpg', 'scan-2.jpg'])
  expect(watch.unsettled).toBe(0)
})

test('a file has to lie still for as long as it is said', async () => {
  await write('scan-1.jpg', 'whole')
  expect(await ready()).toEqual([])
  vi.advanceTimersByTime(STABLE_MS - 1)
  expect(await ready()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(await ready()).toEqual(['scan-1.jpg'])
})
