import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { CHANNELS, type StationBridge } from '../bridge/electron-bridge.ts'
import type { StationOutcome } from '../bridge/call-station.ts'

/** Listens without handing the page Electron's own event object. */
function listen(channel: string, listener: (value: never) => void): () => void {
  const hear = (_event: unknown, value: unknown) => listener(value as never)
  ipcRenderer.on(channel, hear)
  return () => ipcRenderer.removeListener(channel, hear)
}

contextBridge.exposeInMainWorld('station', {
  call: (name, input) => ipcRenderer.invoke(CHANNELS.call, name, input) as Promise<StationOutcome>,
  subscribe: (listener) => {
    const leave = listen(CHANNELS.state, listener)
    // The first state is asked for; changes come by themselves.
    void (ipcRenderer.invoke(CHANNELS.call, 'state', {}) as Promise<StationOutcome>).then(
      (outcome) => {
        if (outcome.ok) listener(outcome.data as never)
      },
    )
    return leave
  },
  onClosing: (listener) => listen(CHANNELS.closing, listener),
  pickFolder: () => ipcRenderer.invoke(CHANNELS.pickFolder) as Promise<string | null>,
  pathOf: (file) => webUtils.getPathForFile(file),
} satisfies StationBridge)
