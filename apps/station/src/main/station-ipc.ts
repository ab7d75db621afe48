import { type BrowserWindow, dialog, ipcMain } from 'electron'
import { callStation, type StationOutcome } from '../bridge/call-station.ts'
import { CHANNELS } from '../bridge/electron-bridge.ts'
import type { Station } from '../core/station.ts'
import { isOwnScreen } from './window.ts'

/**
 * Connects a window with the station: every channel of the table, each answering our own screen only.
 *
 * @param onMayClose the person has decided to close, leaving what waits for the next start
 */
export function connectWindow(
  station: Station,
  window: BrowserWindow,
  onMayClose: () => void,
  onBug: (error: unknown) => void,
): void {
  ipcMain.handle(CHANNELS.call, async (event, name: unknown, input: unknown) => {
    if (!isOwnScreen(event.senderFrame?.url)) return REFUSED
    const outcome = await callStation(station.api, String(name), input, onBug)
    if (name === 'quit' && outcome.ok && mayClose(outcome.data)) onMayClose()
    return outcome
  })
  ipcMain.handle(CHANNELS.pickFolder, async (event) => {
    if (!isOwnScreen(event.senderFrame?.url)) return null
    const picked = await dialog.showOpenDialog(window, {
      title: '选择扫描仪存放图像的文件夹',
      properties: ['openDirectory'],
    })
    return picked.filePaths[0] ?? null
  })
  const leave = station.subscribe((state) => window.webContents.send(CHANNELS.state, state))
  window.once('closed', leave)
}

const REFUSED: StationOutcome = {
  ok: false,
  isBug: false,
  code: 'NOT_ALLOWED',
  message: '只有扫描站自己的界面可以操作',
}

const mayClose = (data: unknown): boolean =>
  (data as { may_close?: boolean } | null)?.may_close === true

/** Refuses to close while uploads wait; the screen then asks the person. */
export function guardClosing(station: Station, window: BrowserWindow): { release: () => void } {
  let isReleased = false
  window.on('close', (event) => {
    if (isReleased) return
    event.preventDefault()
    void station.api.quit({ keep_for_next_time: false }).then(({ may_close }) => {
      if (!may_close) return window.webContents.send(CHANNELS.closing)
      isReleased = true
      window.close()
    })
  })
  return {
    release: () => {
      isReleased = true
      window.close()
    },
  }
}
