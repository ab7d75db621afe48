import { useSyncExternalStore } from 'react'

const today = (): string => new Date().toDateString()

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Looks again soon after midnight; a computer that slept is late, and looks when it wakes. */
function look(): void {
  clearTimeout(timer)
  timer = undefined
  for (const tell of listeners) tell()
  if (listeners.size === 0) return
  const now = new Date()
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime()
  timer = setTimeout(look, midnight - now.getTime() + 50)
}

/** Hears that it may be another day. */
export function watchDay(tell: () => void): () => void {
  listeners.add(tell)
  if (timer === undefined) look()
  return () => {
    listeners.delete(tell)
    if (listeners.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }
}

/** Which day it is here. A page that is left open is drawn anew when it becomes another. */
export const useDay = (): string => useSyncExternalStore(watchDay, today)
