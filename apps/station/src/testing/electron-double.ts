import { EventEmitter } from 'node:events'

/**
 * A TEST DOUBLE of the `electron` module: the parts that the shell uses, with Electron's names and
 * shapes, recording what it was asked. It shows no window.
 */
export function electronDouble() {
  type Handler = (event: { senderFrame: { url: string } | null }, ...input: unknown[]) => unknown
  const handlers = new Map<string, Handler>()
  const protocols = new Map<string, (request: { url: string }) => Response | Promise<Response>>()
  const privileged: { scheme: string }[] = []
  const windows: BrowserWindow[] = []
  const exposed: Record<string, unknown> = {}
  const shownErrors: string[] = []
  /** Questions put to the operator, and the button that answers each. */
  const questions: string[] = []
  const answers: number[] = []
  const blockers = new Set<number>()
  /** What the system's key store does. */
  const keyStore = { isThere: true, backend: 'gnome_libsecret', secret: 0x5a }
  let blockerCount = 0

  class WebContents extends EventEmitter {
    readonly sent: { channel: string; value: unknown }[] = []
    openHandler: ((details: { url: string }) => { action: string }) | null = null
    permissionHandler: ((...input: never[]) => void) | null = null
    permissionCheck: (() => boolean) | null = null
    readonly session = {
      setPermissionRequestHandler: (handler: (...input: never[]) => void) => {
        this.permissionHandler = handler
      },
      setPermissionCheckHandler: (handler: () => boolean) => {
        this.permissionCheck = handler
      },
    }
    reloads = 0
    reload(): void {
      this.reloads++
    }
    send(channel: string, value?: unknown): void {
      this.sent.push({ channel, value })
    }
    setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
      this.openHandler = handler
    }
  }

  class BrowserWindow extends EventEmitter {
    readonly options: { webPreferences: Record<string, unknown> }
    readonly webContents = new WebContents()
    loaded = ''
    isClosed = false
    isFocused = false
    constructor(options: { webPreferences: Record<string, unknown> }) {
      super()
      this.options = options
      windows.push(this)
      app.emit('web-contents-created', {}, this.webContents)
    }
    show(): void {}
    isMinimized = (): boolean => false
    restore(): void {}
    focus(): void {
      this.isFocused = true
    }
    async loadURL(address: string): Promise<void> {
      this.loaded = address
    }
    /** As in Electron: listeners of `close` may prevent it. */
    close(): void {
      let isPrevented = false
      this.emit('close', { preventDefault: () => (isPrevented = true) })
      if (isPrevented || this.isClosed) return
      this.isClosed = true
      this.emit('closed')
      app.emit('window-all-closed')
    }
  }

  const app = Object.assign(new EventEmitter(), {
    isFirst: true,
    isPackaged: false,
    hasQuit: false,
    isSandboxed: false,
    userData: '',
    requestSingleInstanceLock: () => app.isFirst,
    enableSandbox: () => (app.isSandboxed = true),
    whenReady: () => Promise.resolve(),
    getPath: (name: 'userData' | 'appData') =>
      name === 'userData' ? app.userData : `${app.userData}-app`,
    quit: () => {
      app.hasQuit = true
    },
    exit: () => {
      app.hasQuit = true
    },
  })

  const ipcRenderer = Object.assign(new EventEmitter(), {
    invoke: async (channel: string, ...input: unknown[]) =>
      handlers.get(channel)?.({ senderFrame: { url: 'station-screen://app/' } }, ...input),
  })

  return {
    handlers,
    protocols,
    privileged,
    windows,
    exposed,
    shownErrors,
    questions,
    answers,
    blockers,
    keyStore,
    module: {
      app,
      BrowserWindow,
      Menu: { setApplicationMenu: () => undefined },
      dialog: {
        showOpenDialog: async () => ({ canceled: false, filePaths: ['/scans'] }),
        showMessageBox: async (_window: unknown, options: { message: string }) => {
          questions.push(options.message)
          return { response: answers.shift() ?? 1 }
        },
        showErrorBox: (_title: string, text: string) => shownErrors.push(text),
      },
      ipcMain: {
        handle: (channel: string, handler: Handler) => {
          if (handlers.has(channel)) throw new Error(`second handler for '${channel}'`)
          handlers.set(channel, handler)
        },
      },
      protocol: {
        registerSchemesAsPrivileged: (schemes: { scheme: string }[]) => privileged.push(...schemes),
        handle: (scheme: string, handler: (request: { url: string }) => Response) =>
          protocols.set(scheme, handler),
      },
      powerSaveBlocker: {
        start: (kind: string) => {
          if (kind !== 'prevent-app-suspension') throw new Error(`blocker '${kind}'`)
          blockers.add(++blockerCount)
          return blockerCount
        },
        stop: (id: number) => blockers.delete(id),
      },
      // Not encryption: turned bits, and an error for what another secret turned.
      safeStorage: {
        isEncryptionAvailable: () => keyStore.isThere,
        getSelectedStorageBackend: () => keyStore.backend,
        encryptString: (text: string) =>
          Buffer.from([keyStore.secret, ...Buffer.from(text).map((byte) => byte ^ 0x5a)]),
        decryptString: (bytes: Buffer) => {
          if (bytes[0] !== keyStore.secret) throw new Error('Error while decrypting the ciphertext')
          return Buffer.from(bytes.subarray(1).map((byte) => byte ^ 0x5a)).toString()
        },
      },
      ipcRenderer,
      contextBridge: {
        exposeInMainWorld: (name: string, value: unknown) => {
          exposed[name] = value
        },
      },
      webUtils: { getPathForFile: (file: File) => `/dropped/${file.name}` },
    },
  }
}

let one: ReturnType<typeof electronDouble> | undefined

/** The same for every file of tests in this process: what was loaded with it keeps it. */
export const theElectron = (): ReturnType<typeof electronDouble> => (one ??= electronDouble())
