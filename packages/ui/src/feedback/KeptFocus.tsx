import { useOverlayStack } from '@blueprintjs/core'
import { useLayoutEffect } from 'react'
import { isFading } from './fading.ts'

/**
 * Keeps the focus where somebody types while a dialog that was closed before fades away. Stands once,
 * beside the screens.
 *
 * Blueprint gives the focus back when a dialog has faded, 300 ms after it was closed. By then the next
 * dialog may be open, or the person may be typing elsewhere: those keys must not go astray.
 */
export function KeptFocus() {
  const { getLastOpened } = useOverlayStack()
  useLayoutEffect(() => {
    const onFocus = (event: FocusEvent) => {
      const { target, relatedTarget: from } = event
      if (!(from instanceof HTMLElement) || isFading(from) || !(target instanceof Element)) return
      // A dialog that is just opening takes the focus rightly.
      if (target.closest('.bp6-overlay')) return
      const top = getLastOpened()
      const dialog = top?.props.hasBackdrop ? top.containerElement.current : null
      const isStolen = dialog
        ? dialog.contains(from)
        : from.matches(FIELD) && document.querySelector(JUST_FADED) !== null
      if (!isStolen) return
      event.stopImmediatePropagation()
      from.focus({ preventScroll: true })
    }
    window.addEventListener('focus', onFocus, { capture: true })
    return () => window.removeEventListener('focus', onFocus, { capture: true })
  }, [getLastOpened])
  return null
}

const FIELD = 'input, textarea, select, [contenteditable]'
/** Stands for the moment in which Blueprint gives the focus back. */
const JUST_FADED = '.bp6-overlay-exit-done'
