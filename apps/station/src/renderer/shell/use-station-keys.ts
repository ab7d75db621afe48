import { isFading } from '@hengjuan/ui'
import { useLayoutEffect } from 'react'
import { useScreen } from '../station-store.ts'

/** Where typing belongs to a field, or a dialog has the keys. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  !isFading(target) &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !==
    null

/** The keys of the whole screen; those of the feeder and of an open sheet are with their parts. */
export function useStationKeys(): void {
  // Keys go to the screen wherever the focus is, so they are heard at the window.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.isComposing || isElsewhere(event.target)) return
      if (act(event)) event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Returns false when the key means nothing here. */
function act(event: KeyboardEvent): boolean {
  const { openTool, openReview, setOpeningBatch, sheetId, live, batchId, review } =
    useScreen.getState()
  const letter = event.key.toLowerCase()
  // The browser's own search sees only what is drawn.
  if ((event.ctrlKey || event.metaKey) && letter === 'f') openTool('find')
  else if (event.altKey && event.code === 'KeyN') setOpeningBatch(true)
  else if (event.altKey && event.code === 'KeyP') {
    if (!live?.batches.some((batch) => batch.batch_id === batchId && batch.sheets > 0)) return false
    openTool('label')
  } else if (event.altKey && (event.code === 'KeyR' || event.code === 'KeyH')) {
    if (batchId === null) return false
    openTool(event.code === 'KeyR' ? 'rooms' : 'history')
  } else if (event.altKey && event.code === 'KeyE') openReview(review ? null : { sheetId: null })
  else if (event.altKey && event.key === 'ArrowDown') stepBatch(1)
  else if (event.altKey && event.key === 'ArrowUp') stepBatch(-1)
  else if (event.ctrlKey || event.altKey || event.metaKey) return false
  else if (event.key === '?' || event.key === '？') openTool('keys')
  else if (event.key === '/' && sheetId === null) openTool('find')
  else return false
  return true
}

function stepBatch(step: number): void {
  const { live, batchId, chooseBatch } = useScreen.getState()
  const batches = live?.batches ?? []
  const next = batches[batches.findIndex((batch) => batch.batch_id === batchId) + step]
  if (next) chooseBatch(next.batch_id)
}
