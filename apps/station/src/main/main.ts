import path from 'node:path'
import { bridgeLaunch } from '@hengjuan/scanner-bridge'
import { app, dialog, Menu } from 'electron'
import { createStation } from '../core/station.ts'
import { bridgeNode } from './bridge-node.ts'
import { declareSchemes, SCREEN_ADDRESS, serveScreen } from './screen-protocol.ts'
import { connectWindow, guardClosing } from './station-ipc.ts'
import { createWindow, lockDown } from './window.ts'

declareSchemes()
app.enableSandbox()
Menu.setApplicationMenu(null)
app.on('web-contents-created', (_event, contents) => lockDown(contents))

const log = (event: string, facts: Record<string, unknown> = {}): void =>
  console.error(JSON.stringify({ time: new Date().toISOString(), event, ...facts }))

async function start(): Promise<void> {
  await app.whenReady()
  const station = await createStation({
    dataDir: path.join(app.getPath('userData'), 'station'),
    serverUrl: process.env['HENGJUAN_SERVER'] ?? 'http://127.0.0.1:8080',
    scanner: { launch: bridgeLaunch(bridgeNode(process.resourcesPath)) },
    log,
  })
  serveScreen(station, path.resolve(import.meta.dirname, '../../dist'))
  const window = createWindow(path.resolve(import.meta.dirname, '../../dist/preload/preload.cjs'))
  const closing = guardClosing(station, window)
  connectWindow(
    station,
    window,
    () => closing.release(),
    (error) => log('call.bug', { error: String(error) }),
  )
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore()
    window.focus()
  })
  app.once('window-all-closed', () => {
    void station.stop().finally(() => app.quit())
  })
  await window.loadURL(SCREEN_ADDRESS)
}

// A second station would find the data folder locked; the first one comes to the front instead.
if (app.requestSingleInstanceLock())
  start().catch((error: unknown) => {
    dialog.showErrorBox('扫描站没有启动', error instanceof Error ? error.message : String(error))
    app.exit(1)
  })
else app.quit()
