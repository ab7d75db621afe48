import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StationState } from '../bridge/station-api.ts'
import type { Station } from '../core/station.ts'
import { theElectron } from '../testing/electron-double.ts'
import { keepUpToDate, type Updater } from './updates.ts'

vi.mock(
  'electron',
  async () => (await import('../testing/electron-double.ts')).theElectron().module,
)

const { mendWindow } = await import('./mend-window.ts')
const { safeStorageKeys } = await import('./safe-storage-keys.ts')
const { stayAwakeWhileWorking } = await import('./stay-awake.ts')

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(theElectron().keyStore, { isThere: true, backend: 'gnome_libsecret', secret: 0x5a })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A station that only tells how busy it is. */
function stationDouble() {
  let state = {
    scanner: { phase: 'ready' },
    connection: 'online',
    to_upload: 0,
    batches: [],
  } as unknown as StationState
  const listeners = new Set<(state: StationState) => void>()
  const station = {
    subscribe: (listener: (state: StationState) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    api: { state: async () => state },
  } as unknown as Station
  const become = (change: Record<string, unknown>) => {
    state = { ...state, ...change }
    for (const tell of listeners) tell(state)
  }
  return { station, become }
}

test('the computer stays awake while paper moves or uploads run, and only then', () => {
  const { station, become } = stationDouble()
  const { blockers } = theElectron()
  const leave = stayAwakeWhileWorking(station)
  expect(blockers.size).toBe(0)
  become({ scanner: { phase: 'scanning' } })
  become({ scanner: { phase: 'pausing' } })
  expect(blockers.size).toBe(1)
  become({ scanner: { phase: 'ready' } })
  expect(blockers.size).toBe(0)
  become({ connection: 'catching_up' })
  expect(blockers.size).toBe(1)
  become({ connection: 'offline' })
  expect(blockers.size).toBe(0)
  become({ scanner: { phase: 'scanning' } })
  leave()
  expect(blockers.size).toBe(0)
})

const newWindow = () => new (theElectron().module.BrowserWindow)({ webPreferences: {} })

test('a crashed screen is loaded again; when it goes on crashing the operator is asked', async () => {
  const window = newWindow()
  let now = 0
  mendWindow(
    window as never,
    () => undefined,
    () => now,
  )
  const crash = () =>
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 })
  theElectron().answers.push(0)
  for (let time = 0; time < 3; time++) crash()
  expect(window.webContents.reloads).toBe(3)
  expect(theElectron().questions).toEqual([])
  crash()
  await vi.advanceTimersByTimeAsync(0)
  expect(theElectron().questions.at(-1)).toContain('已扫的内容都在')
  expect(window.webContents.reloads).toBe(4)
  now = 120_000
  crash()
  expect(window.webContents.reloads).toBe(5)
  expect(theElectron().questions).toHaveLength(1)
})

test('a screen that hangs is only loaded again when the operator wants it', async () => {
  const window = newWindow()
  mendWindow(window as never, () => undefined)
  theElectron().answers.push(1, 0)
  window.emit('unresponsive')
  await vi.advanceTimersByTimeAsync(0)
  expect(window.webContents.reloads).toBe(0)
  window.emit('unresponsive')
  await vi.advanceTimersByTimeAsync(0)
  expect(window.webContents.reloads).toBe(1)
})

test('the data key is kept as only the system’s key store opens it', async () => {
  const key = Buffer.alloc(32, 7)
  const { keyStore } = theElectron()
  expect(await safeStorageKeys.isAvailable()).toBe(true)
  const kept = await safeStorageKeys.keep('id', key)
  expect(kept).not.toContain(key.toString('base64'))
  expect((await safeStorageKeys.fetch('id', kept))?.equals(key)).toBe(true)
  keyStore.secret = 1
  expect(await safeStorageKeys.fetch('id', kept)).toBeNull()
})

test.for<[what: string, state: object, isAvailable: boolean]>([
  ['a keyring', {}, true],
  ['no encryption', { isThere: false }, false],
  // The password of `basic_text` stands in Chromium's sources.
  ['only obfuscation', { backend: 'basic_text' }, process.platform !== 'linux'],
])('with %s the system’s key store counts: %s', async ([, state, isAvailable]) => {
  Object.assign(theElectron().keyStore, state)
  expect(await safeStorageKeys.isAvailable()).toBe(isAvailable)
})

function updaterDouble(isUpdateAvailable: boolean) {
  const seen: string[] = []
  const updater: Updater = {
    autoDownload: true,
    autoInstallOnAppQuit: true,
    setFeedURL: ({ url }) => void seen.push(`feed ${url}`),
    checkForUpdates: async () => {
      seen.push('check')
      return { isUpdateAvailable }
    },
    downloadUpdate: async () => void seen.push('download'),
  }
  return { updater, seen }
}

const MINUTE = 60_000
const start = (isUpdateAvailable: boolean) => {
  const { station, become } = stationDouble()
  const { updater, seen } = updaterDouble(isUpdateAvailable)
  const feed = 'https://exam.example.cn/station'
  const stop = keepUpToDate(station, updater, { feed, log: () => undefined })
  return { become, updater, seen, stop }
}

test.for<[what: string, busy: Record<string, unknown>]>([
  ['scanning', { scanner: { phase: 'scanning' } }],
  ['uploading', { to_upload: 1 }],
  ['reading', { batches: [{ read: 3, images: 4 }] }],
])('while %s nothing is looked for, fetched or installed', async ([, busy]) => {
  const { become, updater, seen, stop } = start(true)
  become(busy)
  await vi.advanceTimersByTimeAsync(600 * MINUTE)
  expect(seen).toEqual(['feed https://exam.example.cn/station'])
  expect(updater.autoInstallOnAppQuit).toBe(false)
  stop()
})

test('after ten quiet minutes a new version is fetched, to be installed at the end', async () => {
  const { become, updater, seen, stop } = start(true)
  expect(updater.autoDownload).toBe(false)
  await vi.advanceTimersByTimeAsync(9 * MINUTE)
  expect(seen).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(3 * MINUTE)
  expect(seen.slice(1)).toEqual(['check', 'download'])
  expect(updater.autoInstallOnAppQuit).toBe(true)
  become({ to_upload: 5 })
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  expect(updater.autoInstallOnAppQuit).toBe(false)
  stop()
})

test('without a new version it is looked for again after four hours', async () => {
  const { seen, stop } = start(false)
  await vi.advanceTimersByTimeAsync(8 * 60 * MINUTE)
  expect(seen.filter((each) => each === 'check')).toHaveLength(2)
  expect(seen).not.toContain('download')
  stop()
})
