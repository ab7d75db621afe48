import { isFading } from '@hengjuan/ui'
import { useLayoutEffect, useRef } from 'react'
import { type DeskAction, goesOn } from './desk-actions.ts'
import { isScoreKey, keyName } from './key-name.ts'

/** Where typing belongs to a field, or a list of choices is open. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  !isFading(target) &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !==
    null

/**
 * The keys of a page, while no field, menu or dialog has them.
 *
 * @param actions what the keys do; one that is held down does it once, unless it only goes on
 * @param onKey gets the key as it is written in a key map; says whether it meant something
 */
export function usePageKeys(
  actions: ReadonlyMap<string, DeskAction>,
  onKey: (key: string) => boolean,
): void {
  const latest = useRef({ actions, onKey })
  // Keys come between renders; they go by the latest one.
  useLayoutEffect(() => {
    latest.current = { actions, onKey }
  })
  // Keys go to the page wherever the focus is, so they are heard at the document.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.isComposing && event.key !== 'Process') return
      if (isElsewhere(event.target)) return
      // A button that has the focus is pressed by Enter and space as everywhere.
      const isPress = event.key === 'Enter' || event.key === ' '
      if (isPress && event.target instanceof Element && event.target.closest('button, a, label'))
        return
      // Tab walks the points only while nothing has the focus; otherwise it walks the page as everywhere.
      if (event.key === 'Tab' && document.activeElement !== document.body) return
      const key = keyName(event)
      if (key === null) return
      const now = latest.current
      const action = now.actions.get(key)
      const isHeld = event.repeat && !goesOn(action)
      // What a held key does in the browser is not meant either.
      const isMeant = isHeld ? action !== undefined || isScoreKey(key) : now.onKey(key)
      if (isMeant) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
