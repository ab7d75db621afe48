import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CHANNELS, type StationBridge } from '../bridge/electron-bridge.ts'
import { theElectron } from '../testing/electron-double.ts'

vi.mock(
  'electron',
  async () => (await import('../testing/electron-double.ts')).theElectron().module,
)

const own = { senderFrame: { url: 'station-screen://app/' } }
const theWindow = () => {
  const [window] = theElectron().windows
  if (!window) throw new Error('no window')
  return window
}

let root: string

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'station-shell-'))
  const module = (await import('electron')) as unknown as { app: { userData: string } }
  module.app.userData = root
  // Nobody listens there: the shell must start without its server.
  process.env['HENGJUAN_SERVER'] = 'http://127.0.0.1:9'
  // Of files before this one.
  theElectron().windows.length = 0
  await import('./main.ts')
  await vi.waitUntil(() => theElectron().windows[0]?.loaded, { timeout: 50_000 })
})

afterAll(async () => {
  await rm(root, { recursive: true, force: true })
})

test('the window shows the built screen', () => {
  expect(theWindow().loaded).toBe('station-screen://app/')
})

test('the window has no Node, is isolated and sandboxed', () => {
  expect(theWindow().options.webPreferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    webSecurity: true,
    webviewTag: false,
  })
  expect(theElectron().module.app.isSandboxed).toBe(true)
})

test('exactly the channels of the table are answered', () => {
  expect([...theElectron().handlers.keys()].toSorted()).toEqual(
    [CHANNELS.call, CHANNELS.pickFolder].toSorted(),
  )
})

test('a call reaches the station and comes back whole', async () => {
  const call = theElectron().handlers.get(CHANNELS.call)
  expect(await call?.(own, 'state', {})).toMatchObject({
    ok: true,
    data: { connection: 'signed_out', batches: [] },
  })
})

test.for<
  [
    what: string,
    event: typeof own | { senderFrame: null },
    name: string,
    input: unknown,
    code: string,
  ]
>([
  ['a foreign page', { senderFrame: { url: 'https://example.org/' } }, 'state', {}, 'NOT_ALLOWED'],
  ['a frame that has gone', { senderFrame: null }, 'state', {}, 'NOT_ALLOWED'],
  ['an unknown call', own, 'constructor', {}, 'CALL_UNKNOWN'],
  ['input of another shape', own, 'batch', { batch_id: '../etc' }, 'INPUT_INVALID'],
])('%s is refused', async ([, event, name, input, code]) => {
  const call = theElectron().handlers.get(CHANNELS.call)
  expect(await call?.(event, name, input)).toMatchObject({ ok: false, code })
})

test.for(['will-navigate', 'will-redirect', 'will-attach-webview'])('%s is prevented', (event) => {
  const preventDefault = vi.fn<() => void>()
  theWindow().webContents.emit(event, { preventDefault })
  expect(preventDefault).toHaveBeenCalledOnce()
})

test('no window opens and no permission is granted', () => {
  const { openHandler, permissionCheck, permissionHandler } = theWindow().webContents
  expect(openHandler?.({ url: 'https://example.org' })).toEqual({ action: 'deny' })
  expect(permissionCheck?.()).toBe(false)
  const answer = vi.fn<(isGranted: boolean) => void>()
  permissionHandler?.(...([null, 'media', answer] as never[]))
  expect(answer).toHaveBeenCalledWith(false)
})

test.for([
  'station-screen://app/../../../../etc/passwd',
  'station-screen://app/%2e%2e/%2e%2e/package.json',
  'station-screen://app/..%2f..%2fpackage.json',
  'station-screen://app/missing.html',
])('the screen serves nothing for %s', async (url) => {
  const reply = await theElectron().protocols.get('station-screen')?.({ url })
  expect(reply?.status).toBe(404)
})

test('a picture that is not the station’s is not found', async () => {
  const reply = await theElectron().protocols.get('station-picture')?.({
    url: 'station-picture://picture/..%2f..%2fstation.db/page',
  })
  expect(reply?.status).toBe(404)
})

test('the preload exposes one narrow object', async () => {
  await import('../preload/preload.ts')
  const { station, ...others } = theElectron().exposed as { station: StationBridge }
  expect(others).toEqual({})
  expect(Object.keys(station).toSorted()).toEqual(
    ['call', 'onClosing', 'pathOf', 'pickFolder', 'subscribe'].toSorted(),
  )
  expect(await station.call('state', {})).toMatchObject({ ok: true })
  expect(await station.pickFolder()).toBe('/scans')
  const listener = vi.fn<() => void>()
  station.onClosing(listener)
  theElectron().module.ipcRenderer.emit(CHANNELS.closing, { sender: 'electron’s own' })
  expect(listener).toHaveBeenCalledWith(undefined)
})

test('a second start brings the first window to the front', () => {
  theElectron().module.app.emit('second-instance')
  expect(theWindow().isFocused).toBe(true)
})

test('without waiting uploads the window closes, and the station stops', async () => {
  theWindow().close()
  await vi.waitFor(() => expect(theWindow().isClosed).toBe(true), { timeout: 50_000 })
  await vi.waitFor(() => expect(theElectron().module.app.hasQuit).toBe(true), { timeout: 50_000 })
})

const binary = electronBinary()

// Electron's binary does not come with its npm package; where somebody has fetched it, it is asked.
test.skipIf(binary === null)('the Electron on this computer is the one of the package', () => {
  const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string }
  expect(
    execFileSync(binary ?? '', ['--version'])
      .toString()
      .trim(),
  ).toBe(`v${version}`)
})

function electronBinary(): string | null {
  const folder = path.dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const file = path.join(folder, 'dist', process.platform === 'win32' ? 'electron.exe' : 'electron')
  return existsSync(file) ? file : null
}
