import { powerSaveBlocker } from 'electron'
import type { Station } from '../core/station.ts'

/** Keeps the computer from falling asleep while paper moves or sheets are on their way to the server. */
export function stayAwakeWhileWorking(station: Station): () => void {
  let blocker: number | null = null
  const release = () => {
    if (blocker !== null) powerSaveBlocker.stop(blocker)
    blocker = null
  }
  const leave = station.subscribe(({ scanner, connection }) => {
    const isFeeding = scanner.phase !== 'closed' && scanner.phase !== 'ready'
    const isBusy = isFeeding || connection === 'catching_up'
    if (!isBusy) return release()
    blocker ??= powerSaveBlocker.start('prevent-app-suspension')
  })
  return () => {
    leave()
    release()
  }
}
