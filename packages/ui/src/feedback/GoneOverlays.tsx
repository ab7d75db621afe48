import { useLayoutEffect } from 'react'
import { isFading } from './fading.ts'

/**
 * Keeps keys and clicks from dialogs and menus that are closed. Stands once, beside the screens.
 *
 * Blueprint lets them fade for 300 ms, still with the focus and what it was on: a score that was typed right
 * after Escape picked a reason of the problem menu, and the second half of a double click pressed its button
 * once more, for the next paper. Keys go to the page below instead; clicks go nowhere.
 */
export function GoneOverlays() {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      // Escape closes what is open below: see StrayEscape.
      if (!(target instanceof HTMLElement) || event.key === 'Escape' || !isFading(target)) return
      event.stopImmediatePropagation()
      target.blur()
      const forPage = new KeyboardEvent('keydown', event)
      document.body.dispatchEvent(forPage)
      // Text and presses would still reach what fades; keys of the browser are not ours.
      const isBrowsers = event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1
      if (forPage.defaultPrevented || !isBrowsers || event.key === 'Enter') event.preventDefault()
    }
    const onPointer = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || !isFading(event.target)) return
      event.stopImmediatePropagation()
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    for (const kind of POINTER) window.addEventListener(kind, onPointer, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true })
      for (const kind of POINTER) window.removeEventListener(kind, onPointer, { capture: true })
    }
  }, [])
  return null
}

const POINTER = ['pointerdown', 'mousedown', 'click', 'dblclick'] as const
