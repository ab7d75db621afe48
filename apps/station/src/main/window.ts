import { BrowserWindow, type WebContents } from 'electron'
import { SCREEN_ADDRESS } from './screen-protocol.ts'

/** The operator's window: no Node in it, a process of its own without rights, one door in the preload. */
export function createWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow({
    title: '衡卷扫描站',
    width: 1440,
    height: 900,
    minWidth: 1280,
    minHeight: 720,
    show: false,
    backgroundColor: '#f3f5f7',
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  return window
}

/** Whatever a page tries: it stays where it is, opens nothing, embeds nothing, is granted nothing. */
export function lockDown(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  contents.session.setPermissionCheckHandler(() => false)
}

/** Only our own screen may call the station. */
export const isOwnScreen = (address: string | undefined): boolean =>
  address !== undefined && address.startsWith(SCREEN_ADDRESS)
