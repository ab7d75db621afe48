import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'

/** Of one window: what its pages looked like when they were left. */
const kept = new Map<string, unknown>()
/** Entries beyond this many are of pages that nobody goes back to. */
const MOST = 400

/** The entry of the window's history that is shown; the router names each one. */
export const entryOfHistory = (): string => {
  const state: unknown = window.history.state
  const key = state !== null && typeof state === 'object' && 'key' in state ? state.key : null
  return `${window.location.pathname} ${String(key)}`
}

/** What was kept under a name when this entry of the history was last shown; undefined at its first showing. */
export const readKept = (name: string): unknown => kept.get(`${entryOfHistory()} ${name}`)

/** The entry that is named by the state of the one that is shown. */
export function keptBefore(): string | undefined {
  const state = window.history.state as { usr?: { keptFrom?: string } | null } | null
  return state?.usr?.keptFrom
}

/** The same as `readKept`, of the entry whose page this one shows for paper. */
export function readKeptBefore(name: string): unknown {
  const before = keptBefore()
  return before === undefined ? undefined : kept.get(`${before} ${name}`)
}

/** Keeps something for whoever comes back to this entry of the history. */
export function keep(name: string, value: unknown): void {
  const key = `${entryOfHistory()} ${name}`
  kept.delete(key)
  kept.set(key, value)
  const [oldest] = kept.keys()
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest)
}

/**
 * State that is found again on back and forward, where an address would be no place for it: an open drawer,
 * ticked rows. A page that is opened anew begins with `initial`. @source ui D1 rule 5
 */
export function useKept<T>(name: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const [value, set] = useState<T>(() => (readKept(name) as T | undefined) ?? initial)
  // After every rendering: a changed filter makes another entry of the history, which has to know too.
  useEffect(() => keep(name, value))
  return [value, set]
}
