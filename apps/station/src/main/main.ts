import path from 'node:path'
import { app, dialog, Menu } from 'electron'
import { fileKeyStore } from '../core/secrets/file-key-store.ts'
import { createStation, type Station } from '../core/station.ts'
import { bridgeHost, bridgeHost32 } from './bridge-host.ts'
import { feedAddress } from './feed-address.ts'
import { mendWindow } from './mend-window.ts'
import { safeStorageKeys } from './safe-storage-keys.ts'
import { declareSchemes, SCREEN_ADDRESS, serveScreen } from './screen-protocol.ts'
import { readShellConfig } from './shell-config.ts'
import { connectWindow, guardClosing } from './station-ipc.ts'
import { stayAwakeWhileWorking } from './stay-awake.ts'
import { keepUpToDate } from './updates.ts'
import { createWindow, lockDown } from './window.ts'

declareSchemes()
app.enableSandbox()
Menu.setApplicationMenu(null)
app.on('web-contents-created', (_event, contents) => lockDown(contents))

const log = (event: string, facts: Record<string, unknown> = {}): void =>
  console.error(JSON.stringify({ time: new Date().toISOString(), event, ...facts }))

async function start(): Promise<void> {
  await app.whenReady()
  const home = app.getPath('userData')
  const config = await readShellConfig(path.join(home, 'station.json'), process.env)
  const feed = feedAddress(config.update_feed)
  const station = await createStation({
    dataDir: path.join(home, 'station'),
    serverUrl: config.server,
    keyStores: [safeStorageKeys, fileKeyStore(path.join(app.getPath('appData'), KEY_FOLDER))],
    scanner: {
      launch: bridgeHost(process.resourcesPath),
      launch32: bridgeHost32(process.resourcesPath),
    },
    log,
  })
  serveScreen(station, path.resolve(import.meta.dirname, '../../dist'))
  const window = createWindow(path.resolve(import.meta.dirname, '../../dist/preload/preload.cjs'))
  mendWindow(window, log)
  const closing = guardClosing(station, window)
  connectWindow(
    station,
    window,
    () => closing.release(),
    (error) => log('call.bug', { error: String(error) }),
  )
  const letSleep = stayAwakeWhileWorking(station)
  const stopUpdates = feed === null ? () => undefined : await startUpdates(station, feed)
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore()
    window.focus()
  })
  app.once('window-all-closed', () => {
    letSleep()
    stopUpdates()
    void station.stop().finally(() => app.quit())
  })
  await window.loadURL(SCREEN_ADDRESS)
}

/** Beside the program's data, for computers whose system keeps no keys. */
const KEY_FOLDER = 'hengjuan-station-keys'

async function startUpdates(station: Station, feed: string): Promise<() => void> {
  // Only an installed program can be replaced by a newer one.
  if (!app.isPackaged) return () => undefined
  const { default: electronUpdater } = await import('electron-updater')
  return keepUpToDate(station, electronUpdater.autoUpdater, { feed, log })
}

// A second station would find the data folder locked; the first one comes to the front instead.
if (app.requestSingleInstanceLock())
  start().catch((error: unknown) => {
    dialog.showErrorBox('扫描站没有启动', error instanceof Error ? error.message : String(error))
    app.exit(1)
  })
else app.quit()
