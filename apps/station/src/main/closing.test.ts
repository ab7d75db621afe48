import { expect, test, vi } from 'vitest'
import { CHANNELS } from '../bridge/electron-bridge.ts'
import type { Station } from '../core/station.ts'
import { electronDouble } from '../testing/electron-double.ts'

vi.mock(
  'electron',
  async () => (await import('../testing/electron-double.ts')).theElectron().module,
)

const { guardClosing } = await import('./station-ipc.ts')

const withWaiting = (waiting: number): Station =>
  ({
    api: {
      quit: async ({ keep_for_next_time }: { keep_for_next_time: boolean }) => ({
        may_close: waiting === 0 || keep_for_next_time,
        to_upload: waiting,
        message: '',
      }),
    },
  }) as unknown as Station

test('while uploads wait the window stays and the screen asks; 保留到下次 closes it', async () => {
  const { module } = electronDouble()
  const window = new module.BrowserWindow({ webPreferences: {} })
  const closing = guardClosing(withWaiting(12), window as never)
  window.close()
  await vi.waitFor(
    () =>
      expect(window.webContents.sent).toEqual([{ channel: CHANNELS.closing, value: undefined }]),
    { timeout: 50_000 },
  )
  expect(window.isClosed).toBe(false)
  closing.release()
  expect(window.isClosed).toBe(true)
})
