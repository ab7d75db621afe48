import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DiskGuard } from './disk-guard.ts'
import { isDiskFull } from './disk-full.ts'

const MIB = 2 ** 20
let free = 10_000 * MIB
let resumed = 0
let guard: DiskGuard

beforeEach(async () => {
  vi.useFakeTimers()
  free = 10_000 * MIB
  resumed = 0
  guard = new DiskGuard({
    folder: '/data',
    freeBytes: async () => free,
    changed: () => undefined,
    onRoom: () => resumed++,
  })
  await guard.start()
})

afterEach(() => {
  guard.stop()
  vi.useRealTimers()
})

const noRoom = () => Object.assign(new Error('write'), { code: 'ENOSPC' })
const soon = () => vi.advanceTimersByTimeAsync(5000)

test.for<[freeMib: number, level: string, says: string]>([
  [10_000, 'ok', ''],
  [4096, 'ok', ''],
  [3000, 'low', '本机磁盘只剩 2.9 GB，请尽快清理 /data 所在的盘'],
  [512, 'low', '本机磁盘只剩 512 MB，请尽快清理'],
  [500, 'full', '本机磁盘已满（剩 500 MB），扫描已暂停，已扫的内容都在；请清理 /data 所在的盘'],
])('with %i MiB the disk is %s', async ([mib, level, says]) => {
  free = mib * MIB
  await soon()
  expect(guard.describe()).toMatchObject({
    level,
    message: expect.stringContaining(says) as unknown,
  })
})

test('work waits while there is no room and goes on by itself', async () => {
  free = 100 * MIB
  await soon()
  const done = vi.fn<() => void>()
  const work = guard.guarded(async () => done())
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(done).not.toHaveBeenCalled()
  free = 1000 * MIB
  await soon()
  await work
  expect(done).toHaveBeenCalledOnce()
  expect(resumed).toBe(1)
})

test('work that failed for want of room is done again when there is some', async () => {
  let tries = 0
  free = 600 * MIB
  await soon()
  const work = guard.guarded(async () => {
    if (++tries === 1) throw noRoom()
    return 'kept'
  })
  await soon()
  expect(guard.describe().level).toBe('full')
  expect(tries).toBe(1)
  free = 620 * MIB
  await soon()
  expect(await work).toBe('kept')
})

test('where the free space tells nothing, as with a quota, it is tried again after a while', async () => {
  let tries = 0
  const work = guard.guarded(async () => {
    if (++tries < 3) throw Object.assign(new Error('write'), { code: 'EDQUOT' })
  })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(tries).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  await work
  expect(tries).toBe(3)
})

test('other errors are not waited out', async () => {
  await expect(guard.guarded(() => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
  expect(guard.isFull).toBe(false)
})

test('who waits can be sent home', async () => {
  free = 0
  await soon()
  const abort = new AbortController()
  const work = guard.guarded(async () => 'never', abort.signal).catch((error: Error) => error.name)
  abort.abort()
  expect(await work).toBe('AbortError')
  const other = guard.guarded(async () => 'never').catch((error: Error) => error.name)
  await vi.advanceTimersByTimeAsync(1)
  guard.stop()
  expect(await other).toBe('AbortError')
})

test('a folder that cannot be asked stops nothing', async () => {
  const blind = new DiskGuard({
    folder: '/gone',
    freeBytes: () => Promise.reject(new Error('EIO')),
    changed: () => undefined,
    onRoom: () => undefined,
  })
  await blind.start()
  expect(blind.isFull).toBe(false)
  blind.stop()
})

test('a full disk is recognised behind other errors', () => {
  expect(isDiskFull(new Error('pack', { cause: noRoom() }))).toBe(true)
  expect(isDiskFull(Object.assign(new Error('sql'), { code: 'SQLITE_FULL' }))).toBe(true)
  expect(isDiskFull(new Error('other'))).toBe(false)
  expect(isDiskFull('ENOSPC')).toBe(false)
})
