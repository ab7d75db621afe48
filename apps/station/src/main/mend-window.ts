import { type BrowserWindow, dialog } from 'electron'

/** Reloads that are tried by themselves, and the time in which they are counted. */
const MOST_RELOADS = 3
const WITHIN_MS = 60_000

/**
 * A screen that crashes or hangs costs nothing: the station works in another process. It is loaded again;
 * when that does not help, the operator is asked.
 */
export function mendWindow(
  window: BrowserWindow,
  log: (event: string, facts?: Record<string, unknown>) => void,
  now: () => number = () => performance.now(),
): void {
  const reloads: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log('screen.gone', { reason, exitCode })
    if (reason === 'clean-exit') return
    const at = now()
    while (reloads[0] !== undefined && reloads[0] < at - WITHIN_MS) reloads.shift()
    reloads.push(at)
    if (reloads.length <= MOST_RELOADS) return window.webContents.reload()
    void askToReload(window, '扫描站的界面反复出错，已扫的内容都在，扫描和上传仍在进行。')
  })
  window.on('unresponsive', () => {
    log('screen.hangs')
    void askToReload(window, '扫描站的界面没有反应，已扫的内容都在，扫描和上传仍在进行。')
  })
}

async function askToReload(window: BrowserWindow, message: string): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    title: '衡卷扫描站',
    message,
    buttons: ['重新打开界面', '再等一等'],
    defaultId: 0,
    cancelId: 1,
  })
  if (response === 0) window.webContents.reload()
}
