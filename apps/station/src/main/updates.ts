import type { Station } from '../core/station.ts'

const LOOK_EVERY_MS = 4 * 3_600_000
/** How long nothing must have happened before an update is fetched. */
const QUIET_MS = 10 * 60_000
const TICK_MS = 60_000

/** What is used of electron-updater. */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  setFeedURL: (options: { provider: 'generic'; url: string }) => void
  checkForUpdates: () => Promise<{ isUpdateAvailable: boolean } | null>
  downloadUpdate: () => Promise<unknown>
}

/**
 * Looks for a new version at a configured address, fetches it while the station has nothing to do and
 * installs it when the operator closes the station. Never in the middle of work; without an address, never.
 */
export function keepUpToDate(
  station: Station,
  updater: Updater,
  options: {
    feed: string
    log: (event: string, facts?: Record<string, unknown>) => void
    now?: () => number
  },
): () => void {
  const { log, now = () => performance.now() } = options
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.setFeedURL({ provider: 'generic', url: options.feed })
  let busyAt = now()
  let lookAt = 0
  let isRunning = false
  const tick = async () => {
    if (await isWorking(station)) busyAt = now()
    const isQuiet = now() - busyAt >= QUIET_MS
    // What was fetched is installed at the end only if nothing is under way then.
    updater.autoInstallOnAppQuit = isQuiet
    if (!isQuiet || now() < lookAt) return
    lookAt = now() + LOOK_EVERY_MS
    const found = await updater.checkForUpdates()
    if (found?.isUpdateAvailable !== true) return
    log('update.found')
    await updater.downloadUpdate()
    log('update.ready')
  }
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    tick()
      .catch((error: unknown) => log('update.failed', { error: String(error) }))
      .finally(() => (isRunning = false))
  }, TICK_MS)
  return () => clearInterval(timer)
}

async function isWorking(station: Station): Promise<boolean> {
  const { scanner, to_upload, batches } = await station.api.state({})
  const isFeeding = scanner.phase !== 'closed' && scanner.phase !== 'ready'
  const isReading = batches.some(({ read, images }) => read < images)
  return isFeeding || isReading || to_upload > 0
}
